/**
 * What a host supplies to carry the contract: one call, one stream of events.
 *
 * The preload exposes exactly this as `window.stallhand`; the local host speaks it over loopback HTTP; tests use the one
 * in process. The same conformance suite holds all three.
 */
import type { Result } from '../result.ts'

/**
 * An event on its way to the window.
 *
 * `seq` rises by one with every event of one run of main; `epoch` names that run. A client that sees a gap in `seq`, or
 * another `epoch`, has missed something and reads everything again.
 */
export type WireEvent = {
  readonly epoch: string
  readonly seq: number
  readonly name: string
  readonly data: unknown
}

/** What stands on the wire for a call. */
export type WireCall = { readonly method: string; readonly input: unknown }

export type Transport = {
  /** Carries one call. Never rejects: a transport that is closed answers with an `offline` error. */
  readonly call: (method: string, input: unknown) => Promise<Result<unknown>>
  /**
   * Subscribes to every event from now on; the first one told is always `hello`, which bears the present `seq`.
   *
   * @returns a function that ends the subscription.
   */
  readonly onEvent: (listener: (event: WireEvent) => void) => () => void
  /** Tells when the line to main breaks and when it is back. Absent where it cannot break without the window itself. */
  readonly onLine?: (listener: (isOpen: boolean) => void) => () => void
}

/**
 * The name of the event that opens a stream: its `seq` is that of the last event before it.
 *
 * A client learns from it where it stands, so that a gap is seen even when nothing else happens.
 */
export const HELLO = 'hello'
