import { describe, expect, it } from 'vitest'
import {
  emptyFields,
  fieldOfIssue,
  fieldPaths,
  fieldsOf,
  placeholdersOf,
  profileOf,
  readFields,
  withWords,
  wordsOf,
} from '../../../renderer/connection/profile-form.ts'
import { publicPlatform } from '../../../shared/connection/platforms.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'

const typed = { ...emptyFields(), name: 'My shop', baseUrl: 'https://api.example.com/' }

describe('the form of a connection', () => {
  it('leaves out what follows by itself', () => {
    expect(readFields(typed)).toEqual({
      profile: { kind: 'sandbox', name: 'My shop', baseUrl: 'https://api.example.com/' },
      errors: {},
      losesSecrets: false,
    })
  })

  it('writes back every field that it read, and keeps what it has no field for', () => {
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
    expect(profileOf(fieldsOf(profile), profile)).toEqual(profile)
  })

  it('puts each error at its field', () => {
    const { errors, profile } = readFields({
      ...typed,
      name: '',
      baseUrl: 'x',
      'receiver.port': 'many',
      'scopes.user': 'a b\nü',
    })
    expect(profile).toBeUndefined()
    expect(Object.keys(errors).toSorted()).toEqual(['baseUrl', 'name', 'receiver.port', 'scopes.user'])
    expect(fieldOfIssue('input.profile.scopes.user.2')).toBe('scopes.user')
  })

  it('shows what follows from the base URL and the words', () => {
    const shown = placeholdersOf({ ...typed, 'platform.upper': 'EBAY' })
    expect(shown['oauth.tokenUrl']).toBe('https://api.example.com/identity/v1/oauth2/token')
    expect(shown['platform.authTokenElement']).toBe('eBayAuthToken')
    expect(shown.marketplaceId).toBe('EBAY_US')
  })

  it('knows which words are chosen', () => {
    expect(wordsOf(typed)).toBe('documents')
    const other = withWords(typed, 'public')
    expect(wordsOf(other)).toBe('public')
    expect((readFields(other).profile as ProfileFile).platform).toEqual(publicPlatform.platform)
    expect(wordsOf({ ...other, 'platform.upper': 'MINE' })).toBe('own')
    expect(wordsOf(withWords(other, 'documents'))).toBe('documents')
  })

  it('AUT-04 says beforehand that secrets go when another host is named', () => {
    const base = { kind: 'sandbox' as const, name: 'My shop', baseUrl: 'https://api.example.com' }
    expect(readFields(typed, base).losesSecrets).toBe(false)
    expect(readFields({ ...typed, baseUrl: 'https://api.example.org' }, base).losesSecrets).toBe(true)
  })

  it('has no field for a secret', () => {
    expect(fieldPaths.join()).not.toMatch(/secret|refresh|password/i)
  })
})
