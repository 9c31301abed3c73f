/** Announces new messages and the delivery of sent ones to screen readers. */
import { useEffect, useRef } from 'react'
import type { OutboundEntry } from '../../shared/outbound/contract.ts'
import { useApiQuery, useClient } from '../api/hooks.ts'
import { entryLabel } from '../outbox/outbox-labels.ts'
import { useSendingState } from '../outbox/use-sending-state.ts'
import { VisuallyHidden } from '../ui/base/visually-hidden.tsx'
import { formatCount } from '../ui/format/locale-format.ts'
import { createStore, useStore } from '../ui/hooks/store.ts'

type Sentence = { readonly id: number; readonly text: string }

/** Long enough to be read out, short enough not to be found when browsing the page. */
const FORGET_AFTER_MS = 8_000

const sentences = createStore<readonly Sentence[]>([])
let nextId = 0

/** Makes a screen reader say a sentence, after those already queued. */
export const announce = (text: string): void => {
  const id = nextId
  nextId += 1
  sentences.set([...sentences.get(), { id, text }])
  setTimeout(() => sentences.set(sentences.get().filter((one) => one.id !== id)), FORGET_AFTER_MS)
}

/** Mount it once in the inbox. */
export const Announcer = () => {
  useAnnouncedStates(useApiQuery('outbound', 'list', {}).data?.entries)
  useAnnouncedUnread()
  const waiting = useStore(sentences)
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-relevant="additions" role="log" aria-label="Message announcements">
        {waiting.map(({ id, text }) => (
          <span key={id}>{text} </span>
        ))}
      </span>
    </VisuallyHidden>
  )
}

/**
 * Announces each change of an outbox message, but not the initial state. A message leaves the outbox when it is sent,
 * withdrawn or discarded. The user did the last two, so only sent ones are announced.
 */
const useAnnouncedStates = (all: readonly OutboundEntry[] | undefined): void => {
  const client = useClient()
  const { isOnHold, isOffline, platformName } = useSendingState()
  const known = useRef<ReadonlyMap<string, OutboundEntry> | null>(null)
  useEffect(() => {
    if (all === undefined) return
    const entries = all.filter(({ written }) => written !== null)
    const before = known.current
    const now = new Map(entries.map((entry) => [entry.id, entry]))
    known.current = now
    if (before === null) return
    const sending = { isOnHold, isOffline, platformName }
    const labelOf = (entry: OutboundEntry): string => entryLabel(entry, Date.now(), sending).label
    const say = (entry: OutboundEntry, word: string): void =>
      announce(`Message to ${entry.written?.to ?? 'an unknown buyer'}: ${word}.`)
    for (const entry of entries) {
      const former = before.get(entry.id)
      if (former === undefined || labelOf(former) !== labelOf(entry)) say(entry, labelOf(entry))
    }
    for (const [id, entry] of before) {
      if (now.has(id)) continue
      if (entry.state === 'sending') say(entry, 'Sent')
      else {
        void client.outbound
          .done({ sinceMs: entry.changedAtMs })
          .then((done) => {
            if (done.entries.some((one) => one.id === id)) say(entry, 'Sent')
          })
          // Only one announcement is lost.
          .catch(() => undefined)
      }
    }
  }, [all, isOnHold, isOffline, platformName, client])
}

/** Announces that there are more unread conversations. */
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
