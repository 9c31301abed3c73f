import { describe, expect, it } from 'vitest'
import { createConnections } from '../../../main/connection/connections.ts'
import { upgradeProfile } from '../../../main/connection/old-profiles.ts'
import { completeProfile, type ProfileFile, profileFileSchema } from '../../../shared/connection/profile.ts'
import { profileIssues } from '../../../shared/connection/profile-issues.ts'

const upgrade = (profile: object): ProfileFile => profileFileSchema.parse(upgradeProfile(profile))

describe('a stored profile in the older form', () => {
  it('leaves a current profile unchanged', () => {
    const profile = { id: 'shop', kind: 'sandbox', name: 'Shop', baseUrl: 'https://api.example.com' }
    expect(upgradeProfile(profile)).toBe(profile)
  })

  it('keeps the names it needs as settings', () => {
    const profile = upgrade({
      id: 'shop',
      kind: 'sandbox',
      name: 'Shop',
      baseUrl: 'https://api.example.com',
      platform: { upper: 'ACME', graphqlPath: '/query', bulkPath: '/inventory_item/bulk_create_or_replace' },
    })
    expect(profileIssues(profile)).toEqual([])
    expect(completeProfile(profile)).toMatchObject({
      platform: 'neutral',
      headerWord: 'ACME',
      graphqlUrl: 'https://api.example.com/query',
      bulkPath: '/inventory_item/bulk_create_or_replace',
    })
  })

  it('calls the neutral platform by its present name', () => {
    const profile = upgrade({
      id: 'shop',
      kind: 'sandbox',
      name: 'Shop',
      baseUrl: 'https://api.example.com',
      platform: 'documents',
    })
    expect(profileIssues(profile)).toEqual([])
    expect(profile.platform).toBe('neutral')
  })

  it('is opened under the former name of the neutral platform', () => {
    const stored = { id: 'shop', kind: 'sandbox', name: 'Shop', baseUrl: 'https://api.example.com' }
    const settings = { get: () => [{ ...stored, platform: 'documents' }], set: () => undefined }
    const connections = createConnections({ settings, given: undefined, isTaken: () => false })
    expect(connections.byId('shop').profile).toMatchObject({ platform: 'neutral' })
  })

  it.each([
    ['sandbox', 'https://api.sandbox.ebay.com'],
    ['production', 'https://api.ebay.com/'],
  ])('PLT-02 gets the built-in addresses for eBay %s and keeps id, name and client id', (kind, baseUrl) => {
    const profile = upgrade({
      id: 'shop',
      kind,
      name: 'Shop',
      baseUrl,
      oauth: { clientId: 'me', authorizeUrl: `${baseUrl}/oauth2/authorize` },
      platform: { upper: 'EBAY' },
    })
    expect(profile).toEqual({ id: 'shop', kind, name: 'Shop', oauth: { clientId: 'me' }, platform: 'ebay' })
    expect(profileIssues(profile)).toEqual([])
  })

  it('PLT-38 keeps what a typed limit of all calls left to background reads', () => {
    const shop = { id: 'shop', kind: 'sandbox', name: 'Shop', baseUrl: 'https://api.example.com' }
    expect(upgrade({ ...shop, limits: { callsPerDay: 1_000 } }).limits).toEqual({ backgroundReadsPerDay: 650 })
    expect(upgrade({ ...shop, limits: { callsPerDay: null } }).limits).toEqual({})
  })

  it('PLT-14 opens with the two choices about the change limit that no longer exist, and without them', () => {
    const limits = { itemChangesPerDay: 500, changesCountedBy: 'call', changeDay: 'utc' }
    const profile = upgrade({ id: 'shop', kind: 'sandbox', name: 'Shop', baseUrl: 'https://api.example.com', limits })
    expect(profile.limits).toEqual({ itemChangesPerDay: 500 })
    expect(profileIssues({ ...profile, limits })).toEqual([])
  })
})
