/**
 * Numbers main's events and delivers them to every window, in order. The bus keeps only the last number. A client that
 * missed an event sees the gap and reads everything again.
 */
import { HELLO, type WireEvent } from '../../shared/ipc/transport.ts'
import type { Cancel } from '../ports.ts'

export type EventBus = {
  readonly emit: (name: string, data: unknown) => void
  /** Delivers `hello` with the current number, then every later event. A listener's error doesn't affect the others. */
  readonly subscribe: (listener: (event: WireEvent) => void) => Cancel
  /** Starts a new epoch, so every client reads everything again: the database was swapped. */
  readonly restart: () => void
}

export const createEventBus = (newEpoch: () => string, onListenerError: (error: unknown) => void): EventBus => {
  // Keyed by an object: one listener may subscribe twice.
  const listeners = new Map<object, (event: WireEvent) => void>()
  let epoch = newEpoch()
  let seq = 0

  const deliver = (listener: (event: WireEvent) => void, event: WireEvent): void => {
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
      for (const listener of [...listeners.values()]) deliver(listener, event)
    },
    subscribe: (listener) => {
      const key = {}
      listeners.set(key, listener)
      deliver(listener, { epoch, seq, name: HELLO, data: null })
      return () => void listeners.delete(key)
    },
    restart: () => {
      epoch = newEpoch()
      seq = 0
      for (const listener of [...listeners.values()]) deliver(listener, { epoch, seq, name: HELLO, data: null })
    },
  }
}
