/** What is said to those who listen instead of look: new messages, and what became of those that were sent. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { OutboxEntry } from '../../shared/messaging/conversation.ts'
import { useApiQuery, useClient } from '../api/hooks.ts'
import { formatCount } from '../ui/locale-format.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { outboxLabel } from './outbox/outbox-labels.ts'

type Said = { readonly id: number; readonly text: string }

/** Long enough to be read out, short enough not to be found again when browsing the page. */
const FORGET_AFTER_MS = 8_000

let said: readonly Said[] = []
let nextId = 0
const listeners = new Set<() => void>()

const show = (next: readonly Said[]): void => {
  said = next
  for (const listener of [...listeners]) listener()
}

/** Says a sentence when the reader comes to it; several that come together are all said. */
export const announce = (text: string): void => {
  const id = nextId
  nextId += 1
  show([...said, { id, text }])
  setTimeout(() => show(said.filter((one) => one.id !== id)), FORGET_AFTER_MS)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Once in each screen of messages. */
export const Announcer = () => {
  useAnnouncedStates(useApiQuery('messaging', 'outbox', {}).data?.entries)
  useAnnouncedUnread()
  const sentences = useSyncExternalStore(subscribe, () => said)
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-relevant="additions" role="log" aria-label="News of messages">
        {sentences.map(({ id, text }) => (
          <span key={id}>{text} </span>
        ))}
      </span>
    </VisuallyHidden>
  )
}

/**
 * Says when a message of the outbox comes into another state. What was there before the screen came is not news.
 *
 * A message that leaves the outbox was sent, taken back or thrown away; the last two are actions of a person, who knows. So
 * only what was really sent is said.
 */
const useAnnouncedStates = (entries: readonly OutboxEntry[] | undefined): void => {
  const client = useClient()
  const known = useRef<ReadonlyMap<string, OutboxEntry> | null>(null)
  useEffect(() => {
    if (entries === undefined) return
    const before = known.current
    const now = new Map(entries.map((entry) => [entry.id, entry]))
    known.current = now
    if (before === null) return
    const labelOf = (entry: OutboxEntry): string => outboxLabel(entry, Date.now()).label
    const say = (entry: OutboxEntry, word: string): void =>
      announce(`Message to ${entry.buyer ?? 'an unknown buyer'}: ${word}.`)
    for (const entry of entries) {
      const former = before.get(entry.id)
      if (former === undefined || labelOf(former) !== labelOf(entry)) say(entry, labelOf(entry))
    }
    for (const [id, entry] of before) {
      if (now.has(id)) continue
      if (entry.state.state === 'sending') say(entry, 'Sent')
      else {
        void client.messaging
          .sentRecently({ target: entry.target, messageText: entry.content.messageText })
          .then(({ atMs }) => {
            if (atMs !== null) say(entry, 'Sent')
          })
          // Whoever listens hears less; nothing else is lost.
          .catch(() => undefined)
      }
    }
  }, [entries, client])
}

/** Says when there is more to read than before. */
const useAnnouncedUnread = (): void => {
  const unread = useApiQuery('messaging', 'counts', {}).data?.views.unread
  const known = useRef<number | null>(null)
  useEffect(() => {
    if (unread === undefined) return
    const before = known.current
    known.current = unread
    if (before !== null && unread > before) announce(`New messages: ${formatCount(unread, 'conversation')} unread.`)
  }, [unread])
}
