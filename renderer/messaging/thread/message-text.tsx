/** The text of a message: addresses look like links and ask before they open, search hits are marked. */
import { memo, useMemo } from 'react'
import { Link as AriaLink } from 'react-aria-components'
import { findLinks, type WebLink } from '../../../shared/messaging/links.ts'
import type { TextRange } from '../../../shared/messaging/list.ts'
import styles from './message-text.module.css'
import { splitAtLinks, type TextPart } from './text-segments.ts'

/** `written` is the address as the message spells it, `url` what it opens. */
export type FollowedLink = { readonly written: string; readonly url: string; readonly host: string }

type MessageTextProps = {
  readonly text: string
  /** The search hits in the text, in order. */
  readonly found?: readonly TextRange[] | undefined
  /** Must be stable: the message is memoised. */
  readonly onFollow: (link: FollowedLink) => void
}

const noRanges: readonly TextRange[] = []

export const FoundText = ({ parts }: { readonly parts: readonly TextPart[] }) =>
  parts.map(({ text, isFound }, index) =>
    isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
      <mark className={styles.found} key={index}>
        {text}
      </mark>
    ) : (
      text
    ),
  )

/**
 * SECURITY (MSG-23): a stranger's text becomes text nodes and nothing else. A link has no `href`: pressing it opens the
 * confirmation.
 */
export const MessageText = memo(({ text, found = noRanges, onFollow }: MessageTextProps) => {
  const segments = useMemo(() => splitAtLinks(text, findLinks(text), found), [text, found])
  const follow = (link: WebLink): void =>
    onFollow({ written: text.slice(link.start, link.end), url: link.url, host: link.host })
  return (
    <p className={styles.text} dir="auto">
      {segments.map(({ link, start, parts }) =>
        link === null ? (
          <FoundText key={start} parts={parts} />
        ) : (
          <AriaLink key={start} className={styles.link ?? ''} onPress={() => follow(link)}>
            <FoundText parts={parts} />
          </AriaLink>
        ),
      )}
    </p>
  )
})
