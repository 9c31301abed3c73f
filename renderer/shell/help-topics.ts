/** The texts of the help, loaded after the first screen. */
import { useEffect, useState } from 'react'
import { usePlatform } from '../api/use-connection.ts'
import type { HelpTopics } from '../help/topics.ts'
import type { HelpLinks } from '../ui/feedback/why-link.tsx'
import { loaded } from './loaded.ts'

type HelpModule = typeof import('../help/topics.ts')

/** The help of the open connection's platform. */
export const useHelpTopics = (): HelpTopics | undefined => {
  const { id } = usePlatform()
  const [help, setHelp] = useState<HelpModule | undefined>(undefined)
  useEffect(() => void loaded(() => import('../help/topics.ts')).then(setHelp), [])
  return help?.helpByPlatform[id]
}

/** The links from problems to the help. */
export const helpLinks = ({ findTopic }: Pick<HelpTopics, 'findTopic'>, open: (topic: string) => void): HelpLinks => ({
  title: (topic) => findTopic(topic)?.title,
  open,
})
