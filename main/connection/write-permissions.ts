/** Whether changes may be sent: the seller's consent at production, and a connection's read-only mode. */
import * as z from 'zod'
import type { WriteConsent } from '../http/write-gate.ts'
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
const PRACTICE_ID = 'practice'

/** The ids in read-only mode. After a fault, the ids unlocked since: all others are read-only. */
const storedSchema = z.union([z.array(z.string()), z.object({ unlocked: z.array(z.string()) })])

/**
 * SECURITY: stored by id and not in the profile, so no form and no file can switch it off. A fault never unlocks
 * (SEC-12): unreadable or damaged settings count as read-only until the seller unlocks a connection.
 */
export const createReadOnlyModes = (settings: Settings) => {
  const load = (): z.infer<typeof storedSchema> => {
    const stored = settings.get(READ_ONLY_KEY)
    if (stored === undefined) return []
    const parsed = storedSchema.safeParse(stored)
    return parsed.success ? parsed.data : { unlocked: [PRACTICE_ID] }
  }
  const without = (ids: readonly string[], id: string): string[] => ids.filter((one) => one !== id)
  return {
    isOn: (connectionId: string): boolean => {
      const stored = load()
      return Array.isArray(stored) ? stored.includes(connectionId) : !stored.unlocked.includes(connectionId)
    },
    set: (connectionId: string, isReadOnly: boolean): void => {
      const stored = load()
      const isListed = Array.isArray(stored) === isReadOnly
      const others = without(Array.isArray(stored) ? stored : stored.unlocked, connectionId)
      const ids = isListed ? [...others, connectionId] : others
      settings.set(READ_ONLY_KEY, Array.isArray(stored) ? ids : { unlocked: ids })
    },
    /** Call when the settings were damaged. */
    lockAll: (): void => settings.set(READ_ONLY_KEY, { unlocked: [PRACTICE_ID] }),
  }
}
