/**
 * The one door through which everything that changes the platform goes: shut where the seller locked the connection, and
 * at production until the seller has said, once since the start, that it may send.
 *
 * The question stands in the way of whatever is done next, and so it is asked at an act of the seller's alone. What comes
 * from a queue meanwhile is told of by a line, and what a mere look would change is left as it is.
 *
 * What is not known to be a read is a write, so that an operation that is added later cannot slip past.
 */
import type { Cancel } from '../ports.ts'
import { type HttpRequest, type Send, TransportFailure } from './request.ts'

/** `unconfirmed`: nothing goes out until the seller allowed it. `readOnly`: nothing goes out at all. */
export type WriteState = 'open' | 'unconfirmed' | 'readOnly'

/**
 * `asking`: the seller did something that waits for the seller's word. `waiting`: something of earlier does, which is no
 * reason to interrupt. `declined`: the word was "not now".
 */
export type WriteQuestion = 'none' | 'asking' | 'waiting' | 'declined'

/** Whether the seller has given the word since the start: it outlives the gate, which is made anew with each opening. */
export type WriteConsent = { readonly isGiven: () => boolean; readonly give: () => void }

export type WriteGate = {
  readonly state: () => WriteState
  /** Whether something wanted to go out while it was unconfirmed, and what the seller said to that. */
  readonly question: () => WriteQuestion
  /** The seller has something sent that goes out later: now is the moment to ask. */
  readonly ask: () => void
  readonly allow: () => void
  /** The seller says no for now: what waits goes on waiting, and nobody asks again until it is allowed. */
  readonly notNow: () => void
  readonly lock: (isReadOnly: boolean) => void
  /** Told each time it comes open; what waited for that plans itself here. */
  readonly onOpen: (listener: () => void) => Cancel
  /** Throws where the request must not go out. */
  readonly demand: (request: HttpRequest) => void
}

/** Reads that the documents send by POST. Everything else that is not a GET changes something. */
const readsByPost: readonly string[] = ['listingPreviewsCreationTaskById', 'GetNotificationPreferences']

export const isWrite = ({ method, operation }: Pick<HttpRequest, 'method' | 'operation'>): boolean =>
  method !== 'GET' && !readsByPost.includes(operation)

const words: Readonly<Record<Exclude<WriteState, 'open'>, string>> = {
  unconfirmed:
    'Nothing was sent: Stallhand asks once after each start before it changes anything at your real shop. Allow it, then try again.',
  readOnly: 'Nothing was sent: this connection is locked to reading. Unlock it in Settings, then try again.',
}

/** `onChange` is told when the state, or whether the seller is to be asked, is other than before. */
export const createWriteGate = (deps: {
  readonly consent: WriteConsent
  readonly isReadOnly: boolean
  readonly onChange: () => void
}): WriteGate => {
  const listeners = new Set<() => void>()
  let { isReadOnly } = deps
  let question: WriteQuestion = 'none'

  const state = (): WriteState => (isReadOnly ? 'readOnly' : deps.consent.isGiven() ? 'open' : 'unconfirmed')
  const become = (change: () => void): void => {
    const before = state()
    change()
    deps.onChange()
    if (before !== 'open' && state() === 'open') for (const listener of [...listeners]) listener()
  }

  /** A word that was given stays until the next start; a line may still become the question. */
  const raise = (next: 'asking' | 'waiting'): void => {
    if (state() !== 'unconfirmed' || (question !== 'none' && !(question === 'waiting' && next === 'asking'))) return
    question = next
    deps.onChange()
  }

  return {
    state,
    question: () => (state() === 'unconfirmed' ? question : 'none'),
    ask: () => raise('asking'),
    allow: () => become(deps.consent.give),
    notNow: () =>
      become(() => {
        question = 'declined'
      }),
    lock: (locked) =>
      become(() => {
        isReadOnly = locked
      }),
    onOpen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    demand: (request) => {
      const now = state()
      if (now === 'open' || !isWrite(request)) return
      if (request.occasion !== 'look') raise(request.occasion === 'queue' ? 'waiting' : 'asking')
      throw new TransportFailure('notReached', words[now])
    },
  }
}

/** Stands outermost: a request that must not go out takes no place in a lane and says nothing of the line. */
export const withWriteGate =
  (next: Send, deps: { readonly gate: WriteGate }): Send =>
  async (request) => {
    deps.gate.demand(request)
    return next(request)
  }
