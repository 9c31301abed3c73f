/**
 * The gate for everything that changes the platform: closed in read-only mode, and at production until the seller has
 * consented once since the start. Only an action of the seller opens the host's dialog. Queued work shows a line, and
 * viewing alone asks nothing. Every request that isn't known to be a read counts as a write, so a new operation can't
 * slip past.
 */
import type { Cancel } from '../ports.ts'
import { BlockedRequest, type HttpRequest } from './request.ts'

/** `unconfirmed`: nothing is sent until the seller allows it. `readOnly`: nothing is sent at all. */
type WriteState = 'open' | 'unconfirmed' | 'readOnly'

/**
 * `asking`: an action of the seller waits for consent. `waiting`: queued work does. `declined`: the seller chose "Not
 * now".
 */
type WriteQuestion = 'none' | 'asking' | 'waiting' | 'declined'

/** Whether the seller has consented since the start. Outlives the gate, which is created at each opening. */
export type WriteConsent = { readonly isGiven: () => boolean; readonly give: () => void }

export type WriteGate = {
  readonly state: () => WriteState
  readonly question: () => WriteQuestion
  /** Call when the seller queues something to be sent later. */
  readonly ask: () => void
  readonly allow: () => void
  /** The seller chose "Not now": waiting work keeps waiting, and nothing asks again until writes are allowed. */
  readonly decline: () => void
  readonly lock: (isReadOnly: boolean) => void
  /** Called each time the gate opens. */
  readonly onOpen: (listener: () => void) => Cancel
  /** What to do before each write leaves, in place of what was set before. If it throws, nothing is sent. */
  readonly guard: (beforeWrite: () => void) => void
  /** Throws if the request must not be sent. */
  readonly check: (request: HttpRequest) => void
}

/** Reads that use POST. */
const READS_BY_POST: readonly string[] = [
  'listingPreviewsCreationTaskById',
  'GetNotificationPreferences',
  'getListingFees',
  'bulkGetInventoryItem',
]

export const isWrite = ({ method, operation }: Pick<HttpRequest, 'method' | 'operation'>): boolean =>
  method !== 'GET' && !READS_BY_POST.includes(operation)

const messages: Readonly<Record<Exclude<WriteState, 'open'>, string>> = {
  unconfirmed:
    'Nothing was sent. Stallhand asks once after each start before it changes your real shop. Allow it, then try again.',
  readOnly: 'Nothing was sent. This connection is in read-only mode. Switch it off in Settings, then try again.',
}

/** `onChange` is called when the state or the question changes. */
export const createWriteGate = (deps: {
  readonly consent: WriteConsent
  readonly isReadOnly: boolean
  readonly onChange: () => void
  /** Called when an action of the seller waits for consent. Asks for it outside the window (SEC-04). */
  readonly onAsk: () => void
}): WriteGate => {
  const listeners = new Set<() => void>()
  let { isReadOnly } = deps
  let question: WriteQuestion = 'none'
  let beforeWrite: () => void = () => undefined

  const getState = (): WriteState => (isReadOnly ? 'readOnly' : deps.consent.isGiven() ? 'open' : 'unconfirmed')
  const apply = (change: () => void): void => {
    const before = getState()
    change()
    deps.onChange()
    if (before !== 'open' && getState() === 'open') for (const listener of [...listeners]) listener()
  }

  /** `declined` stays until the next start. A line may still turn into a dialog. */
  const raise = (next: 'asking' | 'waiting'): void => {
    const isRaised = question !== 'none' && !(question === 'waiting' && next === 'asking')
    if (getState() !== 'unconfirmed' || isRaised) return
    question = next
    deps.onChange()
    if (next === 'asking') deps.onAsk()
  }

  return {
    state: getState,
    question: () => (getState() === 'unconfirmed' ? question : 'none'),
    ask: () => raise('asking'),
    allow: () => apply(deps.consent.give),
    decline: () =>
      apply(() => {
        question = 'declined'
      }),
    lock: (locked) =>
      apply(() => {
        isReadOnly = locked
      }),
    guard: (next) => {
      beforeWrite = next
    },
    onOpen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    check: (request) => {
      const state = getState()
      if (!isWrite(request)) return
      if (state === 'open') return beforeWrite()
      if (request.trigger !== 'view') raise(request.trigger === 'queue' ? 'waiting' : 'asking')
      throw new BlockedRequest(state === 'readOnly' ? 'readOnly' : 'consent', messages[state])
    },
  }
}
