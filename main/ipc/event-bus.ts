/**
 * Events on their way out: numbered, in order, to every window.
 *
 * The bus keeps nothing but the last number. A client that missed one sees the gap and reads everything again, which is
 * cheap because all it reads is on this machine's disk.
 */
import { HELLO, type WireEvent } from '../../shared/ipc/transport.ts'
import type { Cancel } from '../ports.ts'

export type EventBus = {
  /** Numbers an event and hands it to every subscriber, in the order of the calls. */
  readonly emit: (name: string, data: unknown) => void
  /** Tells `hello` with the present number at once, then every later event. A listener that throws hurts nobody else. */
  readonly subscribe: (listener: (event: WireEvent) => void) => Cancel
  /** Begins another run of numbers: every client reads everything again. For when the data under them was swapped. */
  readonly beginAgain: () => void
}

/** `newEpoch` names a run of numbers: another name means that they began again. */
export const createEventBus = (newEpoch: () => string, onListenerError: (error: unknown) => void): EventBus => {
  const listeners = new Set<(event: WireEvent) => void>()
  let epoch = newEpoch()
  let seq = 0

  const tell = (listener: (event: WireEvent) => void, event: WireEvent): void => {
    try {
      listener(event)
    } catch (error) {
      onListenerError(error)
    }
  }

  return {
    emit: (name, data) => {
      seq += 1
      const event: WireEvent = { epoch, seq, name, data }
      for (const listener of [...listeners]) tell(listener, event)
    },
    subscribe: (listener) => {
      // A set of functions would fold two subscriptions of one listener into one, so each gets a wrapper of its own.
      const own = (event: WireEvent): void => listener(event)
      listeners.add(own)
      tell(own, { epoch, seq, name: HELLO, data: null })
      return () => void listeners.delete(own)
    },
    beginAgain: () => {
      epoch = newEpoch()
      seq = 0
      for (const listener of [...listeners]) tell(listener, { epoch, seq, name: HELLO, data: null })
    },
  }
}
