/** What the answers of the token endpoint mean (AUT-01, AUT-03, AUT-04, AUT-05). */
import { describe, expect, it } from 'vitest'
import { createTokenEndpoint, TokenRefused } from '../../../main/connection/token-endpoint.ts'
import { TransportFailure } from '../../../main/http/request.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { answer, type Step, scripted } from '../http/fake-send.ts'

const SECRET = 'the client/secret'
const DAY_MS = 86_400_000

const ask = async (step: Step, form: Readonly<Record<string, string>> = { grant_type: 'client_credentials' }) => {
  const clock = createFakeClock()
  const { send, asked } = scripted(step)
  const oauth = { clientId: 'client', tokenUrl: 'https://shop.example/token' }
  const profile = completeProfile({ kind: 'sandbox', name: 'Shop', baseUrl: 'https://shop.example', oauth })
  const request = createTokenEndpoint({ clock, profile, send })
  const granted = await request({ form, clientSecret: SECRET, scopes: ['assumed'], isRepeatable: true })
  return { ...granted, nowMs: clock.nowMs(), asked }
}
const fail = (step: Step, form?: Readonly<Record<string, string>>): Promise<Error> =>
  ask(step, form).then(
    () => new Error('a token was granted'),
    (error: Error) => error,
  )
const refused = (error: string, reason?: string, status = 400): Step =>
  answer(status, { error, ...(reason === undefined ? {} : { error_description: reason }) })
const token = (more: object = {}): Step => answer(200, { access_token: 'a-token', ...more })

describe('a granted token', () => {
  it('AUT-01 has the lifetime and the scopes that the service states', async () => {
    const more = { expires_in: 600, scope: ' one  two ', refresh_token: 'r', refresh_token_expires_in: '3600' }
    const { token: granted, refreshToken, refreshTokenEndsAtMs, nowMs } = await ask(token(more))
    expect(granted).toEqual({ value: 'a-token', expiresAtMs: nowMs + 600_000, scopes: ['one', 'two'] })
    expect([refreshToken, refreshTokenEndsAtMs]).toEqual(['r', nowMs + 3_600_000])
  })

  it('AUT-01 has two hours and the requested scopes if the service states nothing', async () => {
    const { token: granted, refreshToken, refreshTokenEndsAtMs, nowMs } = await ask(token())
    expect(granted).toEqual({ value: 'a-token', expiresAtMs: nowMs + 7_200_000, scopes: ['assumed'] })
    expect([refreshToken, refreshTokenEndsAtMs]).toEqual([undefined, undefined])
  })

  it('AUT-01 ends within a day, and its sign-in within ten years, whatever the service states', async () => {
    const {
      token: granted,
      refreshTokenEndsAtMs,
      nowMs,
    } = await ask(token({ expires_in: 1e15, refresh_token_expires_in: 1e15 }))
    expect(granted.expiresAtMs).toBe(nowMs + DAY_MS)
    expect(refreshTokenEndsAtMs).toBe(nowMs + 3_650 * DAY_MS)
  })

  it('AUT-05 is asked for with the client’s id and secret', async () => {
    const { asked } = await ask(token())
    expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`client:${SECRET}`).toString('base64')}`)
    expect(asked[0]?.maxBytes).toBeGreaterThan(32_000)
  })
})

describe('an answer without a token', () => {
  it.each([
    ['a redirect', answer(300), 'has a problem'],
    ['a redirect at the end of its range', answer(399), 'has a problem'],
    ['a fault', answer(500), 'has a problem'],
    ['a temporary refusal', refused('slow_down'), 'has a problem (slow_down)'],
    ['a web page', answer(200, `\n${' '.repeat(20)}<html>`), 'answered with a web page instead of a token'],
    ['something else', answer(200, '[]'), 'couldn’t be read'],
    ['a token that would break out of a header', token({ access_token: 'a\r\nb' }), 'couldn’t be read'],
    ['no answer', new TransportFailure('unknown', 'The answer was lost.'), 'didn’t answer'],
  ])('AUT-03 is no reason to sign in again, and nothing was sent: %s', async (_, step, message) => {
    const error = await fail(step)
    expect(error).toMatchObject({ outcome: 'notReached', message: expect.stringContaining(message) })
    expect(error.message).toContain('Nothing was sent.')
  })

  it('AUT-03 keeps the reason if the service could not be reached', async () => {
    const offline = new TransportFailure('notReached', 'You are offline.')
    expect(await fail(offline)).toBe(offline)
  })

  it.each([
    ['30', 30_000],
    [undefined, 30_000],
    ['90', 90_000],
  ])('AUT-03 says how long to wait: %s', async (retryAfter, retryAfterMs) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    const statedMs = retryAfter === undefined ? undefined : retryAfterMs
    expect(await fail(answer(429, '', headers))).toMatchObject({
      detail: { kind: 'rateLimited', retryAfterMs },
      statedMs,
    })
  })
})

describe('a refusal', () => {
  const code = { grant_type: 'authorization_code', code: 'the-code' }

  it.each([
    ['invalid_grant', undefined, 'The sign-in has ended', true, false],
    ['invalid_grant', code, 'The code has expired, was used before', true, false],
    ['invalid_client', undefined, 'doesn’t accept the client ID or client secret', true, true],
    ['unauthorized_client', code, 'doesn’t accept the client ID or client secret', true, true],
    ['invalid_scope', code, 'doesn’t grant a permission', true, false],
    ['toString', undefined, 'The platform refused the sign-in. Check the connection', false, false],
  ] as const)('AUT-03 %s (%j) says what to do: %s', async (error, form, message, isLasting, isClientRefused) => {
    const failure = await fail(refused(error), form)
    expect(failure).toBeInstanceOf(TokenRefused)
    expect(failure).toMatchObject({ message: expect.stringContaining(message), isLasting, isClientRefused })
  })

  it('AUT-03 calls the platform by its name', () => {
    const { message } = new TokenRefused('invalid_client', platforms.ebay.name)
    expect(message).toMatch(/^eBay doesn’t accept the client ID or client secret of this connection\./)
  })

  it.each([
    ['a page', answer(403, '<html>')],
    ['an error that is no text', answer(400, { error: 7 })],
  ])('AUT-03 that cannot be read may end by itself: %s', async (_, step) => {
    const failure = await fail(step)
    expect(failure).toMatchObject({ code: undefined, isLasting: false, isClientRefused: false })
    expect(failure.message).toMatch(/^The platform refused the sign-in\./)
  })

  it('AUT-04 quotes the service’s reason on one line, without secrets and long words', async () => {
    const scope = 'https://api.example.com/oauth/api_scope/sell.inventory'
    const basic = Buffer.from(`client:${SECRET}`).toString('base64')
    const reason = ` Bad\n\n${SECRET} ${encodeURIComponent(SECRET)} ${basic} the-code r-1 ${scope} ${'x'.repeat(25)} end `
    const form = { grant_type: 'refresh_token', refresh_token: 'r-1', code: 'the-code' }
    const { message } = await fail(refused('invalid_scope', reason), form)
    expect(message).toContain(`The sign-in service says: “Bad … … … … … ${scope} … end”. The platform`)
  })

  it('AUT-04 quotes at most 200 characters of the reason, or else the error', async () => {
    expect((await fail(refused('invalid_scope', 'no '.repeat(200)))).message).toContain(`“${'no '.repeat(66)}no”`)
    expect((await fail(refused('invalid_scope'))).message).toContain('“invalid_scope”')
    expect((await fail(refused('invalid_scope', ' '))).message).toMatch(/^The platform doesn’t grant/)
  })
})
