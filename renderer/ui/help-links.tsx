// Messages name what they rest on, `(MSG-09)`. Where the window has an explanation, the name is the way to it.
import { Children, createContext, type ReactNode, useContext } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './help-links.module.css'

export interface HelpLinks {
  /** A message in stretches; those with a topic lead to it. Together they are the message. */
  readonly piecesOf: (message: string) => readonly { readonly text: string; readonly topic?: string }[]
  /** What the topic is about, for assistive technology: "The length of a message". */
  readonly titleOf: (topic: string) => string
  readonly open: (topic: string) => void
}

/** Without a help around it every message is plain text. */
export const HelpLinksContext = createContext<HelpLinks | null>(null)

/** A message, with a way to the explanation of everything it names. */
export function HelpText({ children }: { readonly children: string }) {
  const help = useContext(HelpLinksContext)
  if (help === null) return children
  const pieces = help.piecesOf(children)
  if (pieces.every(({ topic }) => topic === undefined)) return children
  let at = 0
  return pieces.map(({ text, topic }) => {
    const key = `${at} ${text}`
    at += text.length
    return topic === undefined ? (
      <span key={key}>{text}</span>
    ) : (
      <Button
        aria-label={`${text}: ${help.titleOf(topic)}`}
        className={classNames(styles.link)}
        key={key}
        onPress={() => help.open(topic)}
      >
        {text}
      </Button>
    )
  })
}

/** The same for whatever stands in a banner: its own texts become ways, its elements stay as they are. */
export function withHelp(children: ReactNode): ReactNode {
  return Children.map(children, (child) => (typeof child === 'string' ? <HelpText>{child}</HelpText> : child))
}
