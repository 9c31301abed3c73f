/** Messages name the rule they rest on, `(MSG-09)`. Where the help explains it, the name becomes a link "Why?". */
import { Children, createContext, type ReactNode, use } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import styles from './help-links.module.css'

export type HelpLinks = {
  /** Splits a message into parts; those with a topic are links. */
  readonly split: (message: string) => readonly { readonly text: string; readonly topic?: string }[]
  /** The topic's title, for assistive technology. */
  readonly title: (topic: string) => string
  readonly open: (topic: string) => void
}

/** Without it every message is plain text. */
export const HelpLinksContext = createContext<HelpLinks | null>(null)

/** The message without the rules it names, where no link is possible. */
export const withoutRules = (message: string): string => message.replace(/\s*\([A-Z]{3,4}-\d{2}\)/g, '')

/** A message with a link to the explanation of each rule it names. */
export const HelpText = ({ children }: { readonly children: string }) => {
  const help = use(HelpLinksContext)
  if (help === null) return withoutRules(children)
  return help.split(children).map(({ text, topic }, index) => {
    const key = `${index} ${text}`
    if (topic === undefined) return <span key={key}>{text}</span>
    return (
      <Button
        aria-label={`${text} ${help.title(topic)}`}
        className={classNames(styles.link)}
        key={key}
        onPress={() => help.open(topic)}
      >
        {text}
      </Button>
    )
  })
}

/** Links the rules in the texts among the children; elements stay as they are. */
export const withHelp = (children: ReactNode): ReactNode =>
  Children.map(children, (child) => (typeof child === 'string' ? <HelpText>{child}</HelpText> : child))
