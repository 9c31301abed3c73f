/** Tries a change at once, so that the seller sees an error where the button was pressed. A change that can't go now is queued. */
import type { OutboundState } from '../../shared/outbound/state.ts'
import { Failure } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import type { OutboundQueue } from './outbound.ts'

export const ON_HOLD = 'Saved. It will be sent once you release the outbox.'
/** The first try may be far off, so the call doesn't wait for it. */
const WAITS_BEHIND = 'Saved. It will be sent after the earlier changes.'
const WAITS = 'Saved. It will be sent when the platform answers.'

/** How a first try ended, with a sentence if it isn't done. */
type FirstTry<Result> = {
  readonly outcome: 'sent' | 'alreadyThere' | 'waiting' | 'unknown' | 'withdrawn'
  readonly message: string
  /** What a send that was carried out returned. */
  readonly result?: Result
}

export const createFirstTries = <Result>({ clock, log }: { readonly clock: Clock; readonly log: Log }) => {
  const callers = new Map<string, (state: OutboundState<unknown>) => void>()
  const results = new Map<string, Result>()
  return {
    /**
     * Tries a row that was just added, and resolves at the end of its first try, or at once if it must wait. Throws why the
     * platform refused it; the caller shows that, so the row doesn't stay in the outbox.
     */
    run: async <Payload, Evidence>(
      queue: OutboundQueue<Payload, Evidence>,
      id: string,
      lane: string,
    ): Promise<FirstTry<Result>> => {
      if (queue.isOnHold() || !queue.isFirst(id, lane)) {
        queue.wake(lane)
        return { outcome: 'waiting', message: queue.isOnHold() ? ON_HOLD : WAITS_BEHIND }
      }
      const ended = new Promise<OutboundState<unknown>>((resolve) => callers.set(id, resolve))
      queue.wake(lane)
      const state = await ended
      const result = results.get(id)
      results.delete(id)
      switch (state.state) {
        case 'refused':
          try {
            queue.act(id, { event: 'discard', atMs: clock.nowMs() }, 'It changed in the meantime.')
          } catch (error) {
            // A row that a full disk could not delete stays visible in the outbox.
            log.warn('could not remove a refused change from the outbox', { error })
          }
          throw new Failure(state.error)
        case 'unknown':
          return { outcome: 'unknown', message: state.reason }
        case 'queued':
        case 'waiting':
          return { outcome: 'waiting', message: state.error?.message ?? WAITS }
        case 'sent': {
          const outcome = state.known === 'answer' ? 'sent' : 'alreadyThere'
          return { outcome, message: '', ...(result === undefined ? {} : { result }) }
        }
        default:
          return { outcome: 'withdrawn', message: 'This was withdrawn.' }
      }
    },
    /** Whether a call waits for the row's first try. */
    isWaiting: (id: string): boolean => callers.has(id),
    /** Keeps what a send returned until its final state is stored. */
    keep: (id: string, result: Result): void => {
      if (callers.has(id)) results.set(id, result)
    },
    /** Call with each new state but `sending`. */
    end: (id: string, state: OutboundState<unknown>): void => {
      callers.get(id)?.(state)
      callers.delete(id)
    },
  }
}
