/** Whether changes may be sent: the seller's consent at production, and the read-only mode of a connection. */
import type { WriteConsent } from '../http/with-write-gate.ts'
import type { Settings } from '../ports.ts'

export type ConsentFor = (connectionId: string, baseUrl: string) => WriteConsent

/** SECURITY: consent covers one connection at one address and is never stored, so each start asks again. */
export const createConsents = (): ConsentFor => {
  const given = new Set<string>()
  return (connectionId, baseUrl) => {
    const key = `${connectionId} ${baseUrl}`
    return { isGiven: () => given.has(key), give: () => void given.add(key) }
  }
}

const READ_ONLY_KEY = 'readOnlyConnections'

/** SECURITY: stored by id and not in the profile, so no form and no file can switch it off. */
export const createReadOnlyModes = (settings: Settings) => {
  const load = (): readonly unknown[] => {
    const stored = settings.get(READ_ONLY_KEY)
    return Array.isArray(stored) ? stored : []
  }
  return {
    isOn: (connectionId: string): boolean => load().includes(connectionId),
    set: (connectionId: string, isReadOnly: boolean): void => {
      const others = load().filter((id) => id !== connectionId)
      settings.set(READ_ONLY_KEY, isReadOnly ? [...others, connectionId] : others)
    },
  }
}
