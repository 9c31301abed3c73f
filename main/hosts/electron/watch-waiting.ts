/** Keeps the tray's counts up to date by reading them again after events. */
import type { EventBus } from '../../ipc/event-bus.ts'
import type { Cancel, Clock, Log } from '../../ports.ts'
import type { Waiting } from './tray.ts'

const READ_AFTER_MS = 300

export const watchWaiting = (deps: {
  readonly events: EventBus
  readonly waiting: () => Promise<Waiting>
  readonly show: (waiting: Waiting) => void
  readonly clock: Clock
  readonly log: Log
}): Cancel => {
  let cancelReading: Cancel | undefined
  let isEnded = false
  let shown = ''

  const read = async (): Promise<void> => {
    cancelReading = undefined
    const waiting = await deps.waiting()
    const text = JSON.stringify(waiting)
    if (isEnded || text === shown) return
    shown = text
    deps.show(waiting)
  }
  const stop = deps.events.subscribe(() => {
    if (isEnded || cancelReading !== undefined) return
    cancelReading = deps.clock.setTimer(() => {
      read().catch((error: unknown) => deps.log.warn('the counts for the tray could not be read', { error }))
    }, READ_AFTER_MS)
  })
  return () => {
    isEnded = true
    stop()
    cancelReading?.()
  }
}
