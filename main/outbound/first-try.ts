/** Tries a change at once, so that an error shows where the seller pressed the button. Queues a change that can't be sent now. */
import type { ActResult } from '../../shared/outbound/act-result.ts'
import type { OutboundState } from '../../shared/outbound/state.ts'
import { Failure } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import type { OutboundQueue } from './outbound.ts'

export const ON_HOLD = 'Saved. It will be sent once you release the outbox.'
/** Used when earlier changes must be sent first. The call doesn't wait for them. */
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
     * Tries a row that was just added. Resolves after its first try, or at once if it must wait. Throws the platform's refusal
     * and removes the row from the outbox, because the caller shows the error.
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
            // If the disk is full, the row stays visible in the outbox.
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
    /** Whether a caller is waiting for the row's first try. */
    isWaiting: (id: string): boolean => callers.has(id),
    /** Keeps the result of a send until its final state is stored. */
    keep: (id: string, result: Result): void => {
      if (callers.has(id)) results.set(id, result)
    },
    /** Call with each new state except `sending`. */
    end: (id: string, state: OutboundState<unknown>): void => {
      callers.get(id)?.(state)
      callers.delete(id)
    },
  }
}
