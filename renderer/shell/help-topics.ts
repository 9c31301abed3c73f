/** The texts of the help, loaded after the first screen. */
import { useEffect, useState } from 'react'
import type { HelpLinks } from '../ui/feedback/why-link.tsx'
import { loaded } from './loaded.ts'

type HelpTopics = typeof import('../../shared/help/topics.ts')

export const useHelpTopics = (): HelpTopics | undefined => {
  const [topics, setTopics] = useState<HelpTopics | undefined>(undefined)
  useEffect(() => void loaded(() => import('../../shared/help/topics.ts')).then(setTopics), [])
  return topics
}

/** The links from problems to the help. */
export const helpLinks = ({ findTopic }: HelpTopics, open: (topic: string) => void): HelpLinks => ({
  title: (topic) => findTopic(topic)?.title,
  open,
})
