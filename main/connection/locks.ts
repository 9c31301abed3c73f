/** Which connections are locked to reading: the seller's choice, kept over restarts. */
import type { Settings } from '../ports.ts'

const LOCKED_KEY = 'readOnlyConnections'

export type Locks = {
  readonly isLocked: (connectionId: string) => boolean
  readonly set: (connectionId: string, isReadOnly: boolean) => void
}

export const createLocks = (settings: Settings): Locks => {
  const locked = (): readonly unknown[] => {
    const stored = settings.get(LOCKED_KEY)
    return Array.isArray(stored) ? stored : []
  }
  return {
    isLocked: (connectionId) => locked().includes(connectionId),
    set: (connectionId, isReadOnly) => {
      const others = locked().filter((id) => id !== connectionId)
      settings.set(LOCKED_KEY, isReadOnly ? [...others, connectionId] : others)
    },
  }
}
