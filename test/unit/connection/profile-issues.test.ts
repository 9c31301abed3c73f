import { describe, expect, it } from 'vitest'
import { platforms } from '../../../shared/connection/platforms.ts'
import {
  addsOrigin,
  completeProfile,
  listOrigins,
  nameScope,
  type ProfileFile,
} from '../../../shared/connection/profile.ts'
import { profileIssues } from '../../../shared/connection/profile-issues.ts'

const sandbox: ProfileFile = { kind: 'sandbox', name: 'My shop', baseUrl: 'https://api.example.com' }
const listIssues = (more: object, base: object = sandbox) => profileIssues({ ...base, ...more })

describe('the scope that is missing', () => {
  const complete = (file: Partial<ProfileFile>) =>
    completeProfile({ kind: 'sandbox', name: 'Shop', baseUrl: 'https://api.example.com', ...file })

  it.each([
    [
      'requested, as the connection spells it',
      { user: ['https://other.example/sell.inventory'] },
      'https://other.example/sell.inventory',
    ],
    ['never requested', { user: [] }, 'https://api.example.com/oauth/api_scope/sell.inventory'],
    [
      'present for reading only',
      { user: ['https://x/sell.inventory.readonly'] },
      'https://api.example.com/oauth/api_scope/sell.inventory',
    ],
  ])('AUT-03 is named where it is %s', (_, scopes, named) => {
    expect(nameScope(complete({ scopes }), 'sell.inventory')).toBe(named)
  })

  it('AUT-03 is named below the scope base of the connection, like the scopes it requests', () => {
    const profile = complete({ scopeBase: 'https://scopes.example/' })
    expect(profile.scopes.user).toContain('https://scopes.example/oauth/api_scope/sell.inventory')
    expect(nameScope({ ...profile, scopes: { user: [], application: [] } }, 'sell.inventory')).toBe(
      'https://scopes.example/oauth/api_scope/sell.inventory',
    )
  })

  it('PLT-03 is an absolute address on eBay', () => {
    const profile = completeProfile({ kind: 'sandbox', name: 'Shop', platform: 'ebay', scopes: { user: [] } })
    expect(nameScope(profile, 'message', 'commerce.message')).toBe(
      'https://api.ebay.com/oauth/api_scope/commerce.message',
    )
  })
})

describe('a profile', () => {
  it('is complete with kind, name and address, and for practice without an address', () => {
    expect(listIssues({})).toEqual([])
    expect(profileIssues({ kind: 'practice', name: 'P' })).toEqual([])
    expect(profileIssues({ kind: 'sandbox', name: 'S' })).toEqual([
      { path: 'baseUrl', message: 'A sandbox connection needs the platform’s address' },
    ])
  })

  it.each([
    ['name', { name: '  ' }],
    ['tradingEndpoint', { tradingEndpoint: 'http://api.example.com/ws' }],
    ['oauth.tokenUrl', { oauth: { tokenUrl: 'token' } }],
    ['oauth.redirectUri', { oauth: { redirectUri: 'http://api.example.com/back' } }],
    ['oauth.redirectUri', { oauth: { redirectUri: 'two words' } }],
    ['oauth.clientId', { oauth: { clientId: 'with:colon' } }],
    ['scopeBase', { scopeBase: 'two words' }],
    ['scopes.user.0', { scopes: { user: ['two words'] } }],
    ['marketplaceId', { marketplaceId: 'SVC US' }],
    ['contentLanguage', { contentLanguage: 'en_US' }],
    ['siteId', { siteId: 'US' }],
    ['compatibilityLevel', { compatibilityLevel: '' }],
    ['limits.itemChangesPerDay', { limits: { itemChangesPerDay: Number.NaN } }],
    ['limits.productsPerTask', { limits: { productsPerTask: 501 } }],
    ['receiver.port', { receiver: { port: 1.5 } }],
    ['headerWord', { headerWord: 'A B' }],
    ['platform', { platform: 'other' }],
    ['graphqlUrl', { graphqlUrl: '/graphql' }],
    ['bulkPath', { bulkPath: '/other' }],
    ['mapping.startDocument', { mapping: { startDocument: 'mutation { other }' } }],
    ['mapping.startVariables', { mapping: { startVariables: '{' } }],
    ['mapping.startVariables', { mapping: { startVariables: '{"products":[{"id":"{{id}}"}]}' } }],
    ['mapping.startVariables', { mapping: { startVariables: '{"products":[{"title":"{{title}}"}]}' } }],
    ['mapping.startVariables', { mapping: { startVariables: '{"products":[{"id":"no {{sku}}"}]}' } }],
    ['mapping.taskDocument', { mapping: { taskDocument: 'query { listingPreviewsCreationTaskById {' } }],
    ['mapping.taskDocument', { mapping: { taskDocument: '{ listingPreviewsCreationTaskById }' } }],
  ])('names %s in a sentence if it is wrong', (path, more) => {
    const issues = listIssues(more)
    expect(issues.map((issue) => issue.path)).toContain(path)
    // The schema library's messages aren't written for sellers.
    for (const { message } of issues) expect(message).not.toMatch(/invalid|expected|pattern|too (small|big)|NaN/i)
  })

  it.each([
    ['http://127.0.0.1:9000/notify', 'production', /requires HTTPS, with a certificate/],
    ['https://localhost/notify', 'production', /Nothing outside this computer/],
    ['http://hooks.example.com/', 'sandbox', /isn’t HTTPS/],
    ['hooks', 'sandbox', /isn’t an address/],
    ['https://a:b@hooks.example.com/', 'sandbox', /name or password/],
  ])('RCV-14 refuses to register %s for %s', (registeredUrl, kind, message) => {
    const [issue] = listIssues({ kind, receiver: { registeredUrl } })
    expect(issue).toEqual({ path: 'receiver.registeredUrl', message: expect.stringMatching(message) })
  })

  it.each([
    ['https://hooks.example.com/notify', 'production'],
    ['http://127.0.0.1:9000/notify', 'sandbox'],
    ['http://localhost:9000/notify', 'practice'],
  ])('RCV-14 takes %s for %s', (registeredUrl, kind) => {
    expect(listIssues({ kind, receiver: { registeredUrl } })).toEqual([])
  })

  it('INV-13 can be set to either bulk path', () => {
    for (const bulkPath of [
      '/bulk_create_or_replace_inventory_item',
      '/inventory_item/bulk_create_or_replace',
    ] as const) {
      expect(completeProfile({ ...sandbox, bulkPath }).bulkPath).toBe(bulkPath)
    }
  })

  it.each(['sandbox', 'production'] as const)('PLT-01 an eBay %s connection needs only a name', (kind) => {
    const file: ProfileFile = { kind, name: 'My shop', platform: 'ebay' }
    expect(profileIssues(file)).toEqual([])
    const { baseUrl, graphqlUrl, oauth } = completeProfile(file)
    expect({ baseUrl, graphqlUrl, authorizeUrl: oauth.authorizeUrl }).toMatchObject({
      baseUrl: platforms.ebay.environments?.[kind].baseUrl,
      graphqlUrl: platforms.ebay.environments?.[kind].graphqlUrl,
      authorizeUrl: platforms.ebay.environments?.[kind].authorizeUrl,
    })
  })

  it('PLT-01 the marketplace sets language and site', () => {
    const file: ProfileFile = { kind: 'sandbox', name: 'My shop', platform: 'ebay', marketplaceId: 'EBAY_DE' }
    expect(completeProfile(file)).toMatchObject({ contentLanguage: 'de-DE', siteId: '77' })
  })

  it('PLT-02 every host of the environment counts as an origin of the connection', () => {
    const origins = listOrigins(completeProfile({ kind: 'sandbox', name: 'My shop', platform: 'ebay' }))
    expect(origins.toSorted()).toEqual(
      ['api', 'apim', 'apiz', 'auth', 'graphqlapi'].map((host) => `https://${host}.sandbox.ebay.com`),
    )
  })

  it('PLT-03 scopes are absolute and the same in both environments', () => {
    const list = (kind: 'sandbox' | 'production') => completeProfile({ kind, name: 'S', platform: 'ebay' }).scopes
    expect(list('sandbox')).toEqual(list('production'))
    expect(list('sandbox').user).toContain('https://api.ebay.com/oauth/api_scope/commerce.message')
  })

  it.each([
    ['baseUrl', { baseUrl: 'https://api.example.com' }, /built in/],
    ['oauth.tokenUrl', { oauth: { tokenUrl: 'https://stranger.example/token' } }, /built in/],
    ['mediaUrl', { mediaUrl: 'https://stranger.example/' }, /built in/],
    ['oauth.redirectUri', { oauth: { redirectUri: 'https://example.com/back' } }, /RuName/],
    ['oauth.clientId', { oauth: { clientId: 'Me-Shop-PRD-1234' } }, /belongs to eBay production/],
    ['marketplaceId', { marketplaceId: 'EBAY_USA' }, /isn’t a marketplace of eBay/],
  ])('PLT-01 names %s of an eBay connection where it cannot work', (path, more, message) => {
    const issues = listIssues(more, { kind: 'sandbox', name: 'My shop', platform: 'ebay' })
    expect(issues).toEqual([{ path, message: expect.stringMatching(message) }])
  })

  it('PLT-02 a base URL on this machine replaces the platform, with every service below it', () => {
    const file: ProfileFile = { kind: 'sandbox', name: 'S', platform: 'ebay', baseUrl: 'http://127.0.0.1:9000' }
    expect(profileIssues(file)).toEqual([])
    expect(listOrigins(completeProfile(file))).toEqual(['http://127.0.0.1:9000'])
  })

  it('fills in only missing fields, and counts undefined as missing', () => {
    const profile = completeProfile({ ...sandbox, oauth: { clientId: 'me', tokenUrl: undefined }, limits: undefined })
    expect(profile.oauth).toEqual({
      authorizeUrl: 'https://api.example.com/oauth2/authorize',
      tokenUrl: 'https://api.example.com/identity/v1/oauth2/token',
      clientId: 'me',
      redirectUri: '',
    })
    expect(profile.limits.itemChangesPerDay).toBe(250)
  })

  it.each([
    ['another name', { name: 'Other' }, false],
    ['another path on the same host', { tradingEndpoint: 'https://api.example.com/other' }, false],
    ['another host', { baseUrl: 'https://api.example.org' }, true],
    ['another port', { oauth: { tokenUrl: 'https://api.example.com:8443/token' } }, true],
  ])('AUT-04 knows whether %s leads elsewhere', (_, more, expected) => {
    expect(addsOrigin(sandbox, { ...sandbox, ...more })).toBe(expected)
  })
})
