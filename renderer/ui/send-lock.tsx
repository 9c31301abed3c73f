// Disables every button that sends, with one reason.
import { createContext, type ReactNode, use } from 'react'

const SendLock = createContext<string | undefined>(undefined)

export interface SendLockProviderProps {
  /** Why nothing is sent, and what to do; undefined if sending is possible. */
  readonly reason: string | undefined
  readonly children: ReactNode
}

export function SendLockProvider({ reason, children }: SendLockProviderProps) {
  return <SendLock value={reason}>{children}</SendLock>
}

export const useSendLock = (): string | undefined => use(SendLock)
