/** When a new token is requested, and what replaced secrets still affect (AUT-01, AUT-03). */
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../../main/connection/tokens.ts'
import type { HttpRequest, HttpResponse } from '../../../main/http/request.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const answer = (status: number, body: object): HttpResponse => ({
  status,
  headers: {},
  body: new TextEncoder().encode(JSON.stringify(body)),
  bodyCut: false,
})
const granted = (value: string, more: object = {}) => answer(200, { access_token: value, expires_in: 7200, ...more })
const refused = answer(400, { error: 'invalid_grant' })
const limited = answer(429, {})

type Step = HttpResponse | Promise<HttpResponse>

const profile = completeProfile({
  kind: 'sandbox',
  name: 'Test shop',
  baseUrl: 'https://shop.example',
  oauth: {
    authorizeUrl: 'https://shop.example/a',
    tokenUrl: 'https://shop.example/token',
    clientId: 'client',
    redirectUri: '',
  },
})

/** Answers with these steps, then with tokens `t1`, `t2`, … */
const setUp = (steps: readonly Step[] = [], scopes: readonly string[] = ['a']) => {
  const clock = createFakeClock()
  const kept = new Map([
    ['clientSecret', 'secret'],
    ['refreshToken', 'refresh'],
  ])
  const asked: HttpRequest[] = []
  const counts = { changes: 0, resets: 0 }
  const tokens = createTokens({
    profile,
    scopes: () => scopes,
    secrets: {
      get: async (name) => kept.get(name),
      set: async (name, secret) => void kept.set(name, secret),
      delete: async (name) => void kept.delete(name),
    },
    clock,
    log: createRecordingLog(),
    onChange: () => {
      counts.changes += 1
    },
    onReset: () => {
      counts.resets += 1
    },
    send: async (request) => {
      asked.push(request)
      return steps[asked.length - 1] ?? granted(`t${asked.length - steps.length}`)
    },
  })
  /** Renews as often as 401 answers to each new token would. */
  const renewOften = async (): Promise<number> => {
    const before = asked.length
    let last = await tokens.current('user')
    for (let n = 0; n < 10; n += 1) last = await tokens.renew('user', last)
    return asked.length - before
  }
  return { clock, kept, asked, counts, tokens, renewOften }
}

const nothing = async (): Promise<void> => undefined

describe('renewals after a 401', () => {
  it('AUT-03 are limited to three in any minute, and possible again when the error says', async () => {
    const { tokens, clock, asked } = setUp()
    let last = await tokens.current('user')
    for (let n = 0; n < 12; n += 1) {
      await clock.advance(20_001)
      const next = await tokens.renew('user', last)
      expect(next).not.toBe(last)
      last = next
    }
    for (let n = 0; n < 3; n += 1) last = await tokens.renew('user', last)
    const before = asked.length
    const { detail } = await tokens.current('user').catch((error) => error)
    expect(detail).toMatchObject({ kind: 'rateLimited' })
    await clock.advance(detail.retryAfterMs - 1)
    await expect(tokens.current('user')).rejects.toMatchObject({ detail: { retryAfterMs: 1 } })
    expect(asked).toHaveLength(before)
    await clock.advance(1)
    expect(await tokens.current('user')).not.toBe(last)
  })

  it('AUT-03 are counted from zero after new secrets', async () => {
    const { tokens, renewOften } = setUp()
    expect(await renewOften()).toBe(4)
    await tokens.changeSecrets(nothing)
    expect(await renewOften()).toBe(4)
  })
})

describe('the sign-in service', () => {
  it('AUT-03 is asked again after half a minute, if it answered since its last 429', async () => {
    const { tokens, clock, asked } = setUp([limited, limited, granted('a'), limited])
    for (const waitMs of [30_000, 60_000]) {
      await tokens.current('user').catch(() => undefined)
      await clock.advance(waitMs)
    }
    expect(await tokens.current('user')).toBe('a')
    await tokens.renew('user', 'a').catch(() => undefined)
    await clock.advance(30_000)
    expect(await tokens.current('user')).toBe('t1')
    expect(asked).toHaveLength(5)
  })

  it('AUT-05 is asked for no scope where a connection has none', async () => {
    const { tokens, asked } = setUp([], [])
    await tokens.current('application')
    expect(asked[0]?.body).toBe('grant_type=client_credentials')
  })

  it('AUT-03 keeps the end of the sign-in that it stated, if it repeats the refresh token', async () => {
    const { tokens, kept } = setUp([granted('a', { refresh_token: 'refresh' })])
    kept.set('refreshTokenEndsAt', '9000000000000')
    await tokens.current('user')
    expect((await tokens.session()).signInEndsAtMs).toBe(9_000_000_000_000)
  })
})

describe('an answer of the sign-in service', () => {
  it('AUT-03 that refuses a token in its last minutes ends the session', async () => {
    const { tokens, clock, counts } = setUp([granted('a'), refused])
    await tokens.current('user')
    await clock.advance(7_199_000)
    await expect(tokens.current('user')).rejects.toMatchObject({ detail: { kind: 'signInNeeded' } })
    expect((await tokens.session()).state).toBe('signInNeeded')
    expect(counts.changes).toBe(2)
  })

  it('AUT-03 that refuses is forgotten when the seller enters the secrets again', async () => {
    const { tokens, counts } = setUp([refused, granted('a')])
    await expect(tokens.current('user')).rejects.toMatchObject({ detail: { kind: 'signInNeeded' } })
    await tokens.changeSecrets(nothing)
    expect(await tokens.current('user')).toBe('a')
    // Waiting calls resume once.
    expect(counts.resets).toBe(1)
  })

  it('AUT-03 that refuses secrets replaced meanwhile signs out no one, and delays no call', async () => {
    const [old, next] = [Promise.withResolvers<HttpResponse>(), Promise.withResolvers<HttpResponse>()]
    const { tokens, kept, counts, asked } = setUp([old.promise, next.promise])
    const late = tokens.current('user')
    await settle()
    await tokens.changeSecrets(async () => void kept.set('refreshToken', 'new'))
    const first = tokens.current('user')
    await settle()
    old.resolve(refused)
    await expect(late).rejects.toMatchObject({ detail: { kind: 'signInNeeded' } })
    const second = tokens.current('user')
    await settle()
    expect(asked).toHaveLength(2)
    next.resolve(granted('a'))
    expect(await Promise.all([first, second])).toEqual(['a', 'a'])
    expect(counts.changes).toBe(1)
  })
  it('AUT-05 after a sign-in doesn’t replace the token of the seller who signed in', async () => {
    const old = Promise.withResolvers<HttpResponse>()
    const { tokens } = setUp([old.promise, granted('new', { refresh_token: 'other' })])
    const late = tokens.current('user')
    await settle()
    await tokens.signIn('code', 'back', ['a'])
    old.resolve(granted('old'))
    expect(await late).toBe('old')
    expect(await tokens.current('user')).toBe('new')
  })
})
