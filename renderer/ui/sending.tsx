import { createContext, use } from 'react'
import type { ConnectionKind } from './connection-kind.ts'

export interface Sending {
  /** The kind of the open connection. */
  readonly kind: ConnectionKind | undefined
  /** Why nothing is sent, and what to do: disables every button that sends. */
  readonly lock: string | undefined
}

/** The connection kind and the lock of every button that sends. */
export const SendingContext = createContext<Sending>({ kind: undefined, lock: undefined })

export const useSending = (): Sending => use(SendingContext)
