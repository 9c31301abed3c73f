/** The texts of the help, loaded after the first screen. */
import { useEffect, useState } from 'react'
import type { HelpLinks } from '../ui/help-links.tsx'
import { loaded } from './loaded.ts'

export type HelpTopics = typeof import('../../shared/help/topics.ts')

export const useHelpTopics = (): HelpTopics | undefined => {
  const [topics, setTopics] = useState<HelpTopics | undefined>(undefined)
  useEffect(() => void loaded(() => import('../../shared/help/topics.ts')).then(setTopics), [])
  return topics
}

/** Turns rule ids and platform error numbers in messages into links to the help. */
export const helpLinks = ({ findReferences, findTopic }: HelpTopics, open: (topic: string) => void): HelpLinks => ({
  split: findReferences,
  title: (topic) => findTopic(topic)?.title ?? topic,
  open,
})
