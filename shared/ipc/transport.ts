/**
 * What a host implements to carry the contract: calls, and a stream of events. The preload exposes it as
 * `window.stallhand`, the local host implements it over loopback HTTP, and tests use one in process. One conformance
 * suite tests all three.
 */
import type { Result } from '../result.ts'

/**
 * `seq` increases by one with each event of an `epoch`. A client that sees a gap or a new epoch reads everything again.
 */
export type WireEvent = {
  readonly epoch: string
  readonly seq: number
  readonly name: string
  readonly data: unknown
}

export type Transport = {
  /**
   * Never rejects: a closed transport returns an `offline` error. Main refuses a call whose `connectionId`, the connection it
   * is about, isn't the open one.
   */
  readonly call: (method: string, input: unknown, connectionId?: string) => Promise<Result<unknown>>
  /** Subscribes to all later events, beginning with `hello`, which has the current `seq`. Returns the unsubscribe function. */
  readonly onEvent: (listener: (event: WireEvent) => void) => () => void
  /**
   * Reports when the connection to main breaks and when it returns. Absent if it can't break while the window lives.
   */
  readonly onLine?: (listener: (isOpen: boolean) => void) => () => void
}

/** The first event of a stream. Its `seq` is that of the previous event, so a gap shows even if nothing follows. */
export const HELLO = 'hello'
