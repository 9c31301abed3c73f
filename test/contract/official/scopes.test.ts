/** Checks the scopes that a connection requests against the platform's published lists. */
import { describe, expect, it } from 'vitest'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { hasDescriptions, listScopes } from './descriptions.ts'

describe.skipIf(!hasDescriptions)('scopes of an eBay connection (published lists)', () => {
  it.each(['sandbox', 'production'] as const)('PLT-03 exist in the %s', (kind) => {
    const known = listScopes(kind)
    const { user, application } = completeProfile({ kind, name: 'eBay', platform: 'ebay' }).scopes
    expect(known.size).toBeGreaterThan(10)
    expect([...user, ...application].filter((scope) => !known.has(scope))).toEqual([])
  })
})
