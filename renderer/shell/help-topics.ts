/** The texts of the help, loaded after the first screen. */
import { useEffect, useState } from 'react'
import type { PlatformId } from '../../shared/connection/platforms.ts'
import type { HelpLinks } from '../ui/feedback/help-links.tsx'
import { loaded } from './loaded.ts'

type HelpTopics = typeof import('../../shared/help/topics.ts')

export const useHelpTopics = (): HelpTopics | undefined => {
  const [topics, setTopics] = useState<HelpTopics | undefined>(undefined)
  useEffect(() => void loaded(() => import('../../shared/help/topics.ts')).then(setTopics), [])
  return topics
}

/** Turns rule ids in messages, and error numbers of the open platform, into links to the help. */
export const helpLinks = (
  { findReferences, findTopic }: HelpTopics,
  open: (topic: string) => void,
  platform: PlatformId | undefined,
): HelpLinks => ({
  split: (message) => findReferences(message, platform),
  title: (topic) => findTopic(topic)?.title ?? topic,
  open,
})
