import { describe, expect, it } from 'vitest'
import {
  applyPlatform,
  defaultFields,
  emptyFields,
  fieldPaths,
  findField,
  findPlatform,
  parseFields,
  toFields,
  toProfile,
} from '../../../renderer/connection/form/connection-fields.ts'
import { publicPlatform } from '../../../shared/connection/platforms.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'

const typed = { ...emptyFields(), name: 'My shop', baseUrl: 'https://api.example.com/' }

describe('the form of a connection', () => {
  it('leaves out defaults', () => {
    expect(parseFields(typed)).toEqual({
      profile: { kind: 'sandbox', name: 'My shop', baseUrl: 'https://api.example.com/' },
      errors: {},
      losesSecrets: false,
    })
  })

  it('writes back every field and keeps settings without a field', () => {
    const whole = completeProfile({
      kind: 'production',
      name: 'Whole',
      baseUrl: 'https://api.example.com',
      oauth: { clientId: 'me', redirectUri: 'Some-RuName' },
      receiver: { port: 9000, registeredUrl: 'https://hooks.example.com/' },
      pictureMirrors: [{ from: 'https://a.example/', to: 'https://b.example/' }],
      platform: { ...publicPlatform.platform },
    })
    const { id: _, ...profile } = whole
    expect(toProfile(toFields(profile), profile)).toEqual(profile)
  })

  it('reports each error at its field', () => {
    const { errors, profile } = parseFields({
      ...typed,
      name: '',
      baseUrl: 'x',
      'receiver.port': 'many',
      'scopes.user': 'a b\nü',
    })
    expect(profile).toBeUndefined()
    expect(Object.keys(errors).toSorted()).toEqual(['baseUrl', 'name', 'receiver.port', 'scopes.user'])
    expect(findField('input.profile.scopes.user.2')).toBe('scopes.user')
  })

  it('shows the defaults of the base URL and the platform', () => {
    const shown = defaultFields({ ...typed, 'platform.upper': 'EBAY' })
    expect(shown['oauth.tokenUrl']).toBe('https://api.example.com/identity/v1/oauth2/token')
    expect(shown['platform.authTokenElement']).toBe('eBayAuthToken')
    expect(shown.marketplaceId).toBe('EBAY_US')
  })

  it('knows which platform is chosen', () => {
    expect(findPlatform(typed)).toBe('documents')
    const other = applyPlatform(typed, 'public')
    expect(findPlatform(other)).toBe('public')
    expect((parseFields(other).profile as ProfileFile).platform).toEqual(publicPlatform.platform)
    expect(findPlatform({ ...other, 'platform.upper': 'MINE' })).toBe('own')
    expect(findPlatform(applyPlatform(other, 'documents'))).toBe('documents')
  })

  it('AUT-04 warns that another host deletes the secrets', () => {
    const base = { kind: 'sandbox' as const, name: 'My shop', baseUrl: 'https://api.example.com' }
    expect(parseFields(typed, base).losesSecrets).toBe(false)
    expect(parseFields({ ...typed, baseUrl: 'https://api.example.org' }, base).losesSecrets).toBe(true)
  })

  it('has no field for a secret', () => {
    expect(fieldPaths.join()).not.toMatch(/secret|refresh|password/i)
  })
})
