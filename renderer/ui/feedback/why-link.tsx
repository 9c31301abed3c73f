/** “Why?” after a problem: opens the help topic that explains it. */
import { createContext, use } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import styles from './why-link.module.css'

export type HelpLinks = {
  /** The topic's title, for assistive technology; undefined if the help has no such topic. */
  readonly title: (topic: string) => string | undefined
  readonly open: (topic: string) => void
}

/** Without it no problem has a link. */
export const HelpLinksContext = createContext<HelpLinks | null>(null)

/** What went wrong, in a sentence: an error from main, or a broken rule. */
export type Problem = {
  readonly message: string
  /** The help topic that explains it. */
  readonly topic?: string | undefined
}

/** Renders nothing without a topic, or if links aren't available. */
export const WhyLink = ({ topic }: Pick<Problem, 'topic'>) => {
  const help = use(HelpLinksContext)
  const title = topic === undefined ? undefined : help?.title(topic)
  if (help === null || topic === undefined || title === undefined) return null
  return (
    <>
      {' '}
      <Button aria-label={`Why? ${title}`} className={classNames(styles.link)} onPress={() => help.open(topic)}>
        Why?
      </Button>
    </>
  )
}

/** A problem's sentence and its link. */
export const ProblemText = ({ problem }: { readonly problem: string | Problem }) => {
  if (typeof problem === 'string') return problem
  return (
    <>
      {problem.message}
      <WhyLink topic={problem.topic} />
    </>
  )
}
