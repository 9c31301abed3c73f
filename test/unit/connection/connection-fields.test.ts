import { describe, expect, it } from 'vitest'
import {
  defaultFields,
  emptyFields,
  fieldPaths,
  findField,
  parseFields,
  toFields,
  toProfile,
} from '../../../renderer/connection/form/connection-fields.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'

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
      headerWord: 'ACME',
      limits: { backgroundReadsPerDay: 5_000 },
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
    expect(defaultFields(typed)['oauth.tokenUrl']).toBe('https://api.example.com/identity/v1/oauth2/token')
    const shown = defaultFields({ ...emptyFields(), platform: 'ebay', marketplaceId: 'EBAY_DE' })
    expect(shown['oauth.tokenUrl']).toBe('https://api.sandbox.ebay.com/identity/v1/oauth2/token')
    expect(shown.contentLanguage).toBe('de-DE')
  })

  it('has the scope base as a field, and shows the scopes below it', () => {
    const fields = { ...typed, scopeBase: 'https://scopes.example/' }
    expect(parseFields(fields).profile).toMatchObject({ scopeBase: 'https://scopes.example/' })
    expect(defaultFields(fields)['scopes.application']).toBe('https://scopes.example/oauth/api_scope')
    expect(defaultFields(typed).scopeBase).toBe('https://api.example.com')
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
