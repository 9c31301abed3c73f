/** Tries a change at once, so that an error shows where the seller pressed the button. Queues a change that can't be sent now. */
import type { ActResult } from '../../shared/outbound/act-result.ts'
import type { OutboundState } from '../../shared/outbound/state.ts'
import { Failure } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import type { OutboundKind } from './kind.ts'

export const ON_HOLD = 'Saved. It will be sent once you release the outbox.'
/** Used when earlier changes must be sent first. The call doesn't wait for them. */
const WAITS_BEHIND = 'Saved. It will be sent after the earlier changes.'
const WAITS = 'Saved. It will be sent as soon as possible.'

/** `answer`: what a send that was carried out returned. */
export type Tried<Answer> = ActResult & { readonly answer?: Answer }

const notDone = (state: Exclude<ActResult['state'], 'sent'>, message: string): ActResult => ({
  state,
  known: null,
  message,
  note: '',
})

export type FirstTries<Payload, Evidence, Answer> = {
  /**
   * Tries a row that was just added. Resolves after its first try, or at once if it must wait. Throws the platform's refusal
   * and removes the row from the outbox, because the caller shows the error.
   */
  readonly run: (id: string, lane: string) => Promise<Tried<Answer>>
  /** Whether a caller is waiting for the row's first try. */
  readonly isWaiting: (id: string) => boolean
  /** The kind, which now ends the tries of its rows. */
  readonly follow: <Ready>(
    kind: OutboundKind<Payload, Evidence, Ready, Answer>,
  ) => OutboundKind<Payload, Evidence, Ready, Answer>
}

/** See `OutboundQueue`. */
type TryQueue = {
  readonly isOnHold: () => boolean
  readonly isFirst: (id: string, lane: string) => boolean
  readonly wake: (lane: string) => void
}

export const createFirstTries = <Payload, Evidence, Answer>({
  clock,
  log,
  queue,
  discard,
}: {
  readonly clock: Clock
  readonly log: Log
  readonly queue: () => TryQueue
  /** Removes a refused row from the outbox. */
  readonly discard: (ids: readonly string[]) => void
}): FirstTries<Payload, Evidence, Answer> => {
  type End = { readonly state: OutboundState<unknown>; readonly answer: Answer | undefined }
  const callers = new Map<string, (end: End) => void>()
  const end = (id: string, state: OutboundState<unknown>, answer: Answer | undefined): void => {
    callers.get(id)?.({ state, answer })
    callers.delete(id)
  }
  return {
    run: async (id, lane) => {
      const { isOnHold, isFirst, wake } = queue()
      if (isOnHold() || !isFirst(id, lane)) {
        wake(lane)
        return notDone('waiting', isOnHold() ? ON_HOLD : WAITS_BEHIND)
      }
      const ended = new Promise<End>((resolve) => callers.set(id, resolve))
      wake(lane)
      const { state, answer } = await ended
      switch (state.state) {
        case 'refused':
          try {
            discard([id])
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
            ...(answer === undefined ? {} : { answer }),
          }
        default:
          return notDone('withdrawn', 'This was withdrawn.')
      }
    },
    isWaiting: (id) => callers.has(id),
    follow: (kind) => ({
      ...kind,
      onState: (row, from, answer) => {
        kind.onState?.(row, from, answer)
        const { id, state } = row
        const isToShow = state.state === 'sent' && from === 'sending' && kind.triesUntilShown === true
        if (state.state !== 'sending' && !isToShow) end(id, state, answer)
      },
      afterSend: async (row, signal, answer) => {
        const sent = { state: 'sent', atMs: clock.nowMs(), known: 'answer' } as const
        try {
          await kind.afterSend?.(row, signal, answer)
        } finally {
          end(row.id, sent, answer)
        }
      },
    }),
  }
}
