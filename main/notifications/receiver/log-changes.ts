/** Batches changes to the log, so that the window reads it once after a burst. */
import type { Cancel, Clock } from '../../ports.ts'
import type { FiledEvent } from './file-delivery.ts'

/** `eventId` is undefined for a change of several events. */
type LogChange = { readonly eventId?: number }

const DELAY_MS = 60
/**
 * SECURITY (SEC-07): strangers can send any number of messages, which must not keep the window busy reading the log.
 */
const STRANGERS_DELAY_MS = 1000

export const createLogChanges = (clock: Clock, changed: (change: LogChange) => void) => {
  const eventIds = new Set<number>()
  let timer: Cancel | undefined
  let dueAtMs = 0

  const flush = (): void => {
    timer = undefined
    const [only] = eventIds
    changed(eventIds.size === 1 && only !== undefined ? { eventId: only } : {})
    eventIds.clear()
  }

  return {
    add: ({ eventId, signature }: Pick<FiledEvent, 'eventId' | 'signature'>): void => {
      eventIds.add(eventId)
      const delayMs = signature === 'verified' ? DELAY_MS : STRANGERS_DELAY_MS
      const atMs = clock.monotonicMs() + delayMs
      if (timer !== undefined && dueAtMs <= atMs) return
      timer?.()
      dueAtMs = atMs
      timer = clock.setTimer(flush, delayMs)
    },
    stop: (): void => timer?.(),
  }
}
