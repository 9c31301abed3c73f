// Why nothing can be sent, for every button that sends: one word at the top of the window reaches all of them.
import { createContext, type ReactNode, use } from 'react'

const SendLock = createContext<string | undefined>(undefined)

export interface SendLockProviderProps {
  /** Why nothing is sent, and what to do; undefined where things are sent. */
  readonly reason: string | undefined
  readonly children: ReactNode
}

/** Disables every button within that sends (those with a `kind`), with the reason. */
export function SendLockProvider({ reason, children }: SendLockProviderProps) {
  return <SendLock value={reason}>{children}</SendLock>
}

/** Why a button that sends cannot, or undefined. */
export const useSendLock = (): string | undefined => use(SendLock)
