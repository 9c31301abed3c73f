/** The words of the help, loaded once the first screen stands: no message leads to them before. */
import { useEffect, useState } from 'react'
import type { HelpLinks } from '../ui/help-links.tsx'
import { loaded } from './loaded.ts'

export type HelpTopics = typeof import('../../shared/help/topics.ts')

export const useHelpTopics = (): HelpTopics | undefined => {
  const [topics, setTopics] = useState<HelpTopics | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    void loaded(() => import('../../shared/help/topics.ts')).then((words) => {
      if (isWanted) setTopics(words)
    })
    return () => {
      isWanted = false
    }
  }, [])
  return topics
}

/** What the window's messages need of the help. */
export const helpLinks = ({ referencesIn, topicOf }: HelpTopics, open: (topic: string) => void): HelpLinks => ({
  piecesOf: referencesIn,
  titleOf: (topic) => topicOf(topic)?.title ?? topic,
  open,
})
