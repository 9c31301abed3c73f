/** The messages of a conversation, and its scroll position. */
import { Fragment, memo, type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import type { Message } from '../../../shared/messaging/conversation.ts'
import type { SearchHit } from '../../../shared/messaging/list.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { OutboxLine } from '../../outbox/outbox-line.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { formatDay } from '../../ui/format/format-time.ts'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { MessageEntry } from './message-entry.tsx'
import type { FollowedLink } from './message-text.tsx'
import { findRanges } from './text-segments.ts'
import styles from './thread-pane.module.css'
import { useThreadScroll } from './use-thread-scroll.ts'

/** Index of the first of the buyer's last `newer` messages; -1 if there are none. */
const firstNewer = (messages: readonly Message[], newer: number): number => {
  if (newer === 0) return -1
  let left = newer
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const { writer } = messages[index] ?? { writer: 'platform' }
    if (writer === 'seller' || writer === 'platform') continue
    left -= 1
    if (left === 0) return index
  }
  return -1
}

/** Whether a message is the first of its day. A message without a time starts no day. */
const startsDay = ({ createdAtMs }: Message, previous: Message | undefined): boolean =>
  createdAtMs !== null &&
  (previous?.createdAtMs == null ||
    new Date(previous.createdAtMs).toDateString() !== new Date(createdAtMs).toDateString())

type ThreadMessagesProps = {
  readonly name: string
  readonly messages: readonly Message[]
  readonly outbox: readonly OutboundEntry[]
  /** Buyer messages since the draft was started. */
  readonly newer: number
  readonly hit: SearchHit | null
  /** Receives the function that scrolls to the messages to review, or to the newest. */
  readonly reviewRef: RefObject<() => void>
  readonly onFollow: (link: FollowedLink) => void
  /** Shown while there are no messages. */
  readonly empty: ReactNode
}

/** Memoised: neither the header nor typing in the composer re-renders the messages. */
export const ThreadMessages = memo(
  ({ name, messages, outbox, newer, hit, reviewRef, onFollow, empty }: ThreadMessagesProps) => {
    const nowMs = useNow()
    const foundIndex = useMemo(() => {
      const index = hit === null ? -1 : messages.findIndex(({ key }) => key === hit.messageKey)
      return index < 0 ? null : index
    }, [messages, hit])
    const { scrollRef, firstShown, showEarlier, scrollToEnd } = useThreadScroll(
      messages.length,
      outbox.length,
      foundIndex,
    )
    const newerAt = firstNewer(messages, newer)

    const scrollIntoView = useCallback(
      (selector: string): boolean => {
        const element = scrollRef.current?.querySelector(selector)
        element?.scrollIntoView({ block: 'center' })
        return element !== null && element !== undefined
      },
      [scrollRef],
    )
    useEffect(() => {
      reviewRef.current = () => {
        if (!scrollIntoView('[data-newer]')) scrollToEnd()
        scrollRef.current?.focus({ preventScroll: true })
      }
    }, [reviewRef, scrollIntoView, scrollToEnd, scrollRef])

    const foundKey = foundIndex === null ? null : hit?.messageKey
    useLayoutEffect(() => {
      if (foundKey !== null) scrollIntoView('[data-found]')
    }, [foundKey, scrollIntoView])

    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <section aria-label={`Messages with ${name}`} className={styles.messages} ref={scrollRef} tabIndex={0}>
        {empty}
        {firstShown > 0 && (
          <span className={styles.earlier}>
            <Button size="s" variant="quiet" onPress={showEarlier}>
              {`Show earlier messages (${formatNumber(firstShown)})`}
            </Button>
          </span>
        )}
        {messages.slice(firstShown).map((message, offset) => (
          <Fragment key={message.key}>
            {startsDay(message, messages[firstShown + offset - 1]) && message.createdAtMs !== null && (
              <p className={styles.day}>{formatDay(message.createdAtMs, nowMs)}</p>
            )}
            {firstShown + offset === newerAt && (
              <p className={styles.newer} data-newer="">
                {newer === 1 ? 'New since you started your draft' : `${newer} new since you started your draft`}
              </p>
            )}
            <MessageEntry
              message={message}
              found={hit !== null && message.key === hit.messageKey ? findRanges(message.text, hit) : undefined}
              onFollow={onFollow}
            />
          </Fragment>
        ))}
        {outbox.map((entry) => (
          <OutboxLine key={entry.id} entry={entry} />
        ))}
      </section>
    )
  },
)
