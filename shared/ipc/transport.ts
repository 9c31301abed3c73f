/**
 * What a host provides to carry the contract: calls, and a stream of events.
 *
 * The preload exposes it as `window.stallhand`, the local host speaks it over loopback HTTP, and tests use one in process. One
 * conformance suite tests all three.
 */
import type { Result } from '../result.ts'

/** `seq` rises by one with each event of an `epoch`. A client that sees a gap or another epoch reads everything again. */
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
  /** Reports when the line to main breaks and returns. Absent if it can't break without the window. */
  readonly onLine?: (listener: (isOpen: boolean) => void) => () => void
}

/** The first event of a stream. Its `seq` is that of the last event before it, so a gap shows even if nothing follows. */
export const HELLO = 'hello'
