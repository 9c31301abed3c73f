/** What every button that sends shows: the destination, and why it is disabled. */
import { createContext, use } from 'react'

export type Sending = {
  /** `data-kind`: tokens.css has its colour and pattern. */
  readonly kind: string | undefined
  /** The kind's name, shown in the button. Undefined if nothing is at stake. */
  readonly kindLabel: string | undefined
  /** Why nothing is sent, and what to do. Disables every button that sends. */
  readonly lock: string | undefined
}

/** The connection kind and the lock of every button that sends. */
export const SendingContext = createContext<Sending>({ kind: undefined, kindLabel: undefined, lock: undefined })

export const useSending = (): Sending => use(SendingContext)
