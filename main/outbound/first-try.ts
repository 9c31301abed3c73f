/** Tries a change at once, so that the seller sees an error where the button was pressed. A change that can't go now is queued. */
import type { ActResult } from '../../shared/outbound/act-result.ts'
import type { OutboundState } from '../../shared/outbound/state.ts'
import { Failure } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import type { OutboundQueue } from './outbound.ts'

export const ON_HOLD = 'Saved. It will be sent once you release the outbox.'
/** The first try may be far off, so the call doesn't wait for it. */
const WAITS_BEHIND = 'Saved. It will be sent after the earlier changes.'
const WAITS = 'Saved. It will be sent when the platform answers.'

/** `result`: what a send that was carried out returned. */
type Tried<Result> = ActResult & { readonly result?: Result }

const notDone = (state: Exclude<ActResult['state'], 'sent'>, message: string): ActResult => ({
  state,
  known: null,
  message,
  note: '',
})

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
    ): Promise<Tried<Result>> => {
      if (queue.isOnHold() || !queue.isFirst(id, lane)) {
        queue.wake(lane)
        return notDone('waiting', queue.isOnHold() ? ON_HOLD : WAITS_BEHIND)
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
          return notDone('unknown', state.reason)
        case 'queued':
        case 'waiting':
          return notDone('waiting', state.error?.message ?? WAITS)
        case 'sent':
          return {
            state: 'sent',
            known: state.known,
            message: '',
            note: state.note ?? '',
            ...(result === undefined ? {} : { result }),
          }
        default:
          return notDone('withdrawn', 'This was withdrawn.')
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
