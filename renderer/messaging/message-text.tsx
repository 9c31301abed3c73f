/** What somebody wrote, as text: addresses in it look like links and ask first, what a search found is marked. */
import { memo, useMemo } from 'react'
import { Link as AriaLink } from 'react-aria-components'
import { linksOf, type WebLink } from '../../shared/messaging/links.ts'
import type { TextRange } from '../../shared/messaging/list.ts'
import styles from './message-text.module.css'
import { segmentsOf, type TextPart } from './text-segments.ts'

/** An address a person wants to follow: as it stands in the message, and where it leads. */
export type FollowedLink = { readonly written: string; readonly url: string; readonly host: string }

export type MessageTextProps = {
  readonly text: string
  /** What a search found in it, in order. */
  readonly found?: readonly TextRange[] | undefined
  /** Must be stable, so that a message is drawn once. */
  readonly onFollow: (link: FollowedLink) => void
}

const noRanges: readonly TextRange[] = []

export const FoundText = ({ parts }: { readonly parts: readonly TextPart[] }) =>
  parts.map(({ text, isFound }, index) =>
    isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
      <mark className={styles.found} key={index}>
        {text}
      </mark>
    ) : (
      text
    ),
  )

/**
 * SECURITY (MSG-23): a stranger's words, as text nodes and nothing else. A link has no address of its own that a browser could
 * follow: pressing it asks.
 */
export const MessageText = memo(({ text, found = noRanges, onFollow }: MessageTextProps) => {
  const segments = useMemo(() => segmentsOf(text, linksOf(text), found), [text, found])
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
