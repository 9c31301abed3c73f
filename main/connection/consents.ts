/** The seller's word that production may be changed: given once, it lasts until the process ends, over every switch. */
import type { WriteConsent } from '../http/with-write-gate.ts'

export type ConsentFor = (connectionId: string, baseUrl: string) => WriteConsent

/** SECURITY: the word holds for one connection at one address, and is written nowhere, so that each start asks again. */
export const createConsents = (): ConsentFor => {
  const given = new Set<string>()
  return (connectionId, baseUrl) => {
    const key = `${connectionId} ${baseUrl}`
    return { isGiven: () => given.has(key), give: () => void given.add(key) }
  }
}
