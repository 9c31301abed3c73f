/** Sign-in: literal token requests and answers, against the client and the practice platform (docs/platform.md, Tokens). */
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../../main/connection/tokens.ts'
import type { HttpRequest, HttpResponse } from '../../../main/http/request.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openShop } from '../../unit/practice/practice-shop.ts'
import { profileAt } from './clients-over.ts'

type Grant = {
  readonly credential: 'user' | 'application'
  readonly form: readonly (readonly [string, string])[]
  readonly answer: string
}

/** `practice-client:practice-secret`, encoded by hand. */
const basic = 'Basic cHJhY3RpY2UtY2xpZW50OnByYWN0aWNlLXNlY3JldA=='
const root = 'https://api.example.com/oauth/api_scope'

const grants: readonly Grant[] = [
  {
    credential: 'application',
    form: [
      ['grant_type', 'client_credentials'],
      ['scope', root],
    ],
    answer: '{"access_token":"fresh-token","expires_in":7200,"token_type":"Application Access Token"}',
  },
  {
    credential: 'user',
    form: [
      ['grant_type', 'refresh_token'],
      ['refresh_token', 'practice-refresh-token'],
      [
        'scope',
        `${root}/message ${root}/sell.inventory ${root}/sell.listing_preview ${root}/commerce.notification.subscription`,
      ],
    ],
    answer: '{"access_token":"fresh-token","expires_in":7200,"token_type":"User Access Token"}',
  },
]

const tokensAnswering = (answer: string) => {
  const requests: HttpRequest[] = []
  const clock = createFakeClock()
  const secrets = new Map([
    ['clientSecret', 'practice-secret'],
    ['refreshToken', 'practice-refresh-token'],
  ])
  const profile = profileAt('https://api.example.com')
  const tokens = createTokens({
    profile: { ...profile, oauth: { ...profile.oauth, clientId: 'practice-client' } },
    scopes: (credential) => profile.scopes[credential],
    secrets: {
      get: async (name) => secrets.get(name),
      set: async (name, value) => void secrets.set(name, value),
      delete: async (name) => void secrets.delete(name),
    },
    send: async (request): Promise<HttpResponse> => {
      requests.push(request)
      return { status: 200, headers: {}, body: new TextEncoder().encode(answer), bodyCut: false }
    },
    onReset: () => undefined,
    clock,
    log: createRecordingLog(),
    onChange: () => undefined,
  })
  return { tokens, requests, clock, secrets }
}

describe('token requests', () => {
  it('AUT-05 are sent as documented and as OAuth specifies', async () => {
    for (const { credential, form, answer } of grants) {
      const { tokens, requests } = tokensAnswering(answer)
      expect(await tokens.current(credential)).toBe('fresh-token')
      const [request] = requests
      expect(request).toMatchObject({
        method: 'POST',
        url: 'https://api.example.com/identity/v1/oauth2/token',
        credential: 'none',
        headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([...new URLSearchParams(request?.body)]).toEqual(form)
    }
  })

  it('AUT-01 a token of two hours is used until shortly before it expires, then replaced', async () => {
    const { tokens, requests, clock } = tokensAnswering(grants[1]?.answer ?? '')
    await tokens.current('user')
    await clock.advance(100 * 60_000)
    await tokens.current('user')
    expect(requests).toHaveLength(1)
    await clock.advance(16 * 60_000)
    await tokens.current('user')
    expect(requests).toHaveLength(2)
  })

  it('AUT-05 an answer without a refresh token keeps the old one, and a new one replaces it', async () => {
    const kept = tokensAnswering(grants[1]?.answer ?? '')
    await kept.tokens.current('user')
    expect(kept.secrets.get('refreshToken')).toBe('practice-refresh-token')
    const rotated = tokensAnswering('{"access_token":"fresh-token","expires_in":7200,"refresh_token":"another"}')
    await rotated.tokens.current('user')
    expect(rotated.secrets.get('refreshToken')).toBe('another')
  })

  it('AUT-05 are answered by the practice platform with a token of about two hours', async () => {
    const shop = await openShop()
    for (const { form, answer } of grants) {
      const given = await shop.call('POST', '/identity/v1/oauth2/token', {
        headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form.map(([name, value]) => [name, value])).toString(),
      })
      expect(given.status).toBe(200)
      const { token_type, expires_in } = JSON.parse(answer) as Record<string, unknown>
      expect(given.json).toMatchObject({ access_token: expect.any(String), token_type, expires_in })
    }
  })
})
