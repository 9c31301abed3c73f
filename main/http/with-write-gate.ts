/**
 * The one door through which everything that changes the platform goes: shut where the seller locked the connection, and
 * at production until the seller has said, once since it was opened, that it may send.
 *
 * What is not known to be a read is a write, so that an operation that is added later cannot slip past.
 */
import type { Cancel } from '../ports.ts'
import { type HttpRequest, type Send, TransportFailure } from './request.ts'

/** `unconfirmed`: nothing goes out until the seller allowed it. `readOnly`: nothing goes out at all. */
export type WriteState = 'open' | 'unconfirmed' | 'readOnly'

/** `asking`: something waits for the seller's word. `declined`: the word was "not now". */
export type WriteQuestion = 'none' | 'asking' | 'declined'

export type WriteGate = {
  readonly state: () => WriteState
  /** Whether something wanted to go out while it was unconfirmed, and what the seller said to that. */
  readonly question: () => WriteQuestion
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
  readonly needsConfirming: boolean
  readonly isReadOnly: boolean
  readonly onChange: () => void
}): WriteGate => {
  const listeners = new Set<() => void>()
  let { isReadOnly } = deps
  let isConfirmed = !deps.needsConfirming
  let question: WriteQuestion = 'none'

  const state = (): WriteState => (isReadOnly ? 'readOnly' : isConfirmed ? 'open' : 'unconfirmed')
  const become = (change: () => void): void => {
    const before = state()
    change()
    deps.onChange()
    if (before !== 'open' && state() === 'open') for (const listener of [...listeners]) listener()
  }

  return {
    state,
    question: () => (state() === 'unconfirmed' ? question : 'none'),
    allow: () =>
      become(() => {
        isConfirmed = true
      }),
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
      if (now === 'unconfirmed' && question === 'none') {
        question = 'asking'
        deps.onChange()
      }
      throw new TransportFailure('notCarriedOut', words[now])
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
