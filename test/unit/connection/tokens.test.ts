import { describe, expect, it } from 'vitest'
import { createTokens } from '../../../main/connection/tokens.ts'
import type { ConnectionSecrets } from '../../../main/feature.ts'
import { type HttpRequest, type HttpResponse, TransportFailure } from '../../../main/http/request.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

type Step = HttpResponse | Error | (() => Promise<HttpResponse>)

const answer = (status: number, body: object | string, headers = {}): HttpResponse => ({
  status,
  headers,
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  bodyCut: false,
})
const token = (value: string, more: object = {}) => answer(200, { access_token: value, expires_in: 7200, ...more })
const refusal = (error: string, status = 400) =>
  answer(status, { error, error_description: 'The grant canary-refresh of client:canary-client-secret is over' })

const setUp = (steps: readonly Step[], stored: Readonly<Record<string, string>> = {}) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const kept = new Map(
    Object.entries({ clientSecret: 'canary-client-secret', refreshToken: 'canary-refresh', ...stored }),
  )
  const secrets: ConnectionSecrets = {
    get: async (name) => kept.get(name),
    set: async (name, secret) => void kept.set(name, secret),
    delete: async (name) => void kept.delete(name),
  }
  const asked: HttpRequest[] = []
  let changes = 0
  let resumes = 0
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
  const tokens = createTokens({
    profile,
    scopes: (credential) => profile.scopes[credential],
    secrets,
    clock,
    log,
    onChange: () => {
      changes += 1
    },
    onReset: () => {
      resumes += 1
    },
    send: async (request) => {
      const step = steps[Math.min(asked.length, steps.length - 1)]
      asked.push(request)
      if (step === undefined) throw new Error('nothing was to be asked')
      if (step instanceof Error) throw step
      return typeof step === 'function' ? step() : step
    },
  })
  const forms = () => asked.map(({ body }) => Object.fromEntries(new URLSearchParams(body ?? '')))
  return { clock, log, kept, asked, forms, tokens, profile, changes: () => changes, resumes: () => resumes }
}

describe('tokens', () => {
  it('AUT-05 uses the refresh_token grant for the user and client_credentials for the application', async () => {
    const { tokens, forms, asked, profile } = setUp([token('user-1'), token('application-1')])
    expect(await tokens.current('user')).toBe('user-1')
    expect(await tokens.current('application')).toBe('application-1')
    expect(forms()).toEqual([
      { grant_type: 'refresh_token', refresh_token: 'canary-refresh', scope: profile.scopes.user.join(' ') },
      { grant_type: 'client_credentials', scope: profile.scopes.application.join(' ') },
    ])
    const basic = Buffer.from('client:canary-client-secret').toString('base64')
    expect(asked[0]).toMatchObject({ url: 'https://shop.example/token', credential: 'none' })
    expect(asked[0]?.headers.authorization).toBe(`Basic ${basic}`)
  })

  it('AUT-01 keeps a token, and renews it five minutes before its end', async () => {
    const { tokens, clock, asked } = setUp([token('first'), token('second')])
    await tokens.current('user')
    await clock.advance((7200 - 301) * 1000)
    expect(await tokens.current('user')).toBe('first')
    expect(asked).toHaveLength(1)
    await clock.advance(2_000)
    expect(await tokens.current('user')).toBe('second')
  })

  it('AUT-01 keeps using the old token in its last minutes if it can’t be renewed', async () => {
    const { tokens, clock } = setUp([token('first'), new TransportFailure('unknown', 'broke')])
    await tokens.current('user')
    await clock.advance((7200 - 60) * 1000)
    for (let n = 0; n < 3; n += 1) expect(await tokens.current('user')).toBe('first')
    await clock.advance(61_000)
    await expect(tokens.current('user')).rejects.toMatchObject({ outcome: 'notReached' })
  })

  it('AUT-02 requests one token for all waiting calls, at the start and after a 401', async () => {
    const { tokens, asked } = setUp([token('first'), token('second')])
    const first = await Promise.all(Array.from({ length: 20 }, () => tokens.current('user')))
    expect(new Set(first)).toEqual(new Set(['first']))
    const renewed = await Promise.all(Array.from({ length: 20 }, () => tokens.renew('user', 'first')))
    expect(new Set(renewed)).toEqual(new Set(['second']))
    expect(await tokens.renew('user', 'first')).toBe('second')
    expect(asked).toHaveLength(2)
  })

  it.each([120, 1_800, 7_200, 86_400])(
    'AUT-01 renews a token of %i s after nine tenths of its life or later',
    async (lifetimeS) => {
      const { tokens, clock, asked } = setUp([token('first', { expires_in: lifetimeS }), token('second')])
      await tokens.current('user')
      await clock.advance(lifetimeS * 900 - 1)
      expect(await tokens.current('user')).toBe('first')
      await clock.advance(lifetimeS * 100 - 1)
      expect(await tokens.current('user')).toBe('second')
      expect(asked).toHaveLength(2)
    },
  )

  it('AUT-02 never reuses a token that got a 401, even if no other is available', async () => {
    const { tokens } = setUp([token('first'), new TransportFailure('unknown', 'broke'), token('second')])
    await tokens.current('user')
    await expect(tokens.renew('user', 'first')).rejects.toMatchObject({ outcome: 'notReached' })
    expect(await tokens.current('user')).toBe('second')
  })

  it('AUT-03 stops renewing if the platform refuses every new token, and retries a minute later', async () => {
    let number = 0
    const { tokens, clock, asked } = setUp([
      async () => {
        number += 1
        return token(`t${number}`)
      },
    ])
    let last = await tokens.current('user')
    for (let n = 0; n < 10; n += 1) last = await tokens.renew('user', last)
    expect(asked).toHaveLength(4)
    await expect(tokens.current('user')).rejects.toMatchObject({
      detail: { kind: 'rateLimited', retryAfterMs: 60_000 },
    })
    expect(asked).toHaveLength(4)
    await clock.advance(60_001)
    expect(await tokens.current('user')).not.toBe(last)
  })

  it('AUT-03 does not count a renewal that failed', async () => {
    const broke = new TransportFailure('unknown', 'broke')
    const { tokens } = setUp([token('first'), broke, broke, broke, broke, token('second')])
    await tokens.current('user')
    for (let n = 0; n < 4; n += 1) await tokens.renew('user', 'first').catch(() => undefined)
    expect(await tokens.renew('user', 'first')).toBe('second')
  })

  it('resumes calls that waited for a sign-in as soon as a token is available', async () => {
    const { tokens, resumes } = setUp([refusal('invalid_grant'), token('after'), token('later')])
    await tokens.current('user').catch(() => undefined)
    expect(resumes()).toBe(0)
    tokens.tryAgain()
    await tokens.current('user')
    expect(resumes()).toBe(1)
    await tokens.renew('user', 'after')
    expect(resumes()).toBe(1)
  })

  it('AUT-04 quotes the sign-in service’s reason without the request’s values', async () => {
    const { tokens } = setUp([refusal('invalid_grant')])
    await expect(tokens.current('user')).rejects.toThrow('The sign-in service says: “The grant … of client:… is over”')
    const long = setUp([
      answer(400, { error: 'odd', error_description: `no ${'x'.repeat(40)} for https://a.example/scope` }),
    ])
    await expect(long.tokens.current('user')).rejects.toThrow('“no … for https://a.example/scope”')
  })

  it('AUT-03 does not retry with a refused secret, but does with a new one', async () => {
    const { tokens, kept, asked } = setUp([refusal('invalid_grant'), token('after')])
    for (let n = 0; n < 5; n += 1) {
      await expect(tokens.current('user')).rejects.toMatchObject({ detail: { kind: 'signInNeeded' } })
    }
    expect(asked).toHaveLength(1)
    expect(await tokens.session()).toMatchObject({
      state: 'signInNeeded',
      label: expect.stringMatching(/Sign in again/),
    })
    kept.set('refreshToken', 'canary-new')
    expect((await tokens.session()).state).toBe('signedIn')
    expect(await tokens.current('user')).toBe('after')
  })

  it('retries when the seller says so, and automatically after an unexplained refusal', async () => {
    const said = setUp([refusal('invalid_client', 401), token('after')])
    await expect(said.tokens.current('user')).rejects.toThrow(/client ID or client secret/)
    said.tokens.tryAgain()
    expect(await said.tokens.current('user')).toBe('after')

    const vague = setUp([answer(401, '<html>proxy</html>'), token('after')])
    await expect(vague.tokens.current('user')).rejects.toMatchObject({ detail: { kind: 'signInNeeded' } })
    await vague.clock.advance(30_001)
    expect(await vague.tokens.current('user')).toBe('after')
  })

  it('AUT-03 keeps the granted rights if a requested one was not granted, and invents none', async () => {
    const { tokens, forms } = setUp([refusal('invalid_scope'), token('less')])
    expect(await tokens.current('user')).toBe('less')
    expect(forms().map(({ scope }) => scope === undefined)).toEqual([false, true])
    expect((await tokens.session()).scopes).toEqual([])
  })

  it('discards a token that was requested with old secrets', async () => {
    const gate = { open: (_: HttpResponse): void => undefined }
    const late = new Promise<HttpResponse>((resolve) => {
      gate.open = resolve
    })
    const { tokens } = setUp([() => late, token('of-the-new')])
    const waiting = tokens.current('user')
    await settle()
    await tokens.changeSecrets(async () => undefined)
    expect(await tokens.current('user')).toBe('of-the-new')
    gate.open(token('of-the-old'))
    expect(await waiting).toBe('of-the-old')
    expect(await tokens.current('user')).toBe('of-the-new')
  })

  it.each([
    ['a sign-out deleted', (kept: Map<string, string>) => void kept.delete('refreshToken'), undefined],
    [
      'a sign-in replaced',
      (kept: Map<string, string>) => void kept.set('refreshToken', 'canary-other'),
      'canary-other',
    ],
  ])('AUT-04 does not bring back by a renewal what %s meanwhile', async (_, change, expected) => {
    const late = Promise.withResolvers<HttpResponse>()
    const { tokens, kept } = setUp([() => late.promise])
    const waiting = tokens.current('user')
    await settle()
    await tokens.changeSecrets(async () => change(kept))
    late.resolve(token('late', { refresh_token: 'canary-rotated' }))
    await waiting
    expect(kept.get('refreshToken')).toBe(expected)
  })

  it('keeps the old refresh token unless the answer has a new one', async () => {
    const { tokens, kept } = setUp([token('first'), token('second', { refresh_token: 'canary-rotated' })])
    await tokens.current('user')
    expect(kept.get('refreshToken')).toBe('canary-refresh')
    await tokens.renew('user', 'first')
    expect(kept.get('refreshToken')).toBe('canary-rotated')
  })

  it.each([
    ['broke', new TransportFailure('unknown', 'broke')],
    ['was refused', new TransportFailure('notReached', 'refused')],
    ['answered 500', answer(500, '')],
    ['answered with something else', answer(200, '<html>')],
    ['answered half', { ...token('x'), bodyCut: true }],
    ['answered a token that would break out of its header', token('a\r\nb')],
  ] satisfies [string, Step][])(
    'MSG-13 never leaves it open whether the call was carried out when the sign-in service %s',
    async (_, step) => {
      const { tokens } = setUp([step])
      await expect(tokens.current('user')).rejects.toMatchObject({ name: 'TransportFailure', outcome: 'notReached' })
    },
  )

  it('reports how long the sign-in service asks to wait', async () => {
    const { tokens } = setUp([answer(429, '', { 'retry-after': '12' })])
    await expect(tokens.current('user')).rejects.toMatchObject({
      detail: { kind: 'rateLimited', retryAfterMs: 12_000 },
    })
  })

  it('AUT-03 asks the sign-in service nothing more, for either credential, until its pause has passed', async () => {
    const { tokens, clock, asked } = setUp([answer(429, '', { 'retry-after': '120' }), token('after')])
    await expect(tokens.current('user')).rejects.toMatchObject({ detail: { retryAfterMs: 120_000 } })
    await clock.advance(20_000)
    tokens.tryAgain()
    await expect(tokens.current('application')).rejects.toMatchObject({ detail: { retryAfterMs: 100_000 } })
    expect(asked).toHaveLength(1)
    expect((await tokens.session()).state).toBe('signedIn')
    await clock.advance(100_001)
    expect(await tokens.current('user')).toBe('after')
  })

  it('AUT-03 waits ever longer after each 429 of the sign-in service that does not say how long', async () => {
    const { tokens, clock, asked } = setUp([answer(429, '')])
    for (const waitMs of [30_000, 60_000, 120_000]) {
      await tokens.current('user').catch(() => undefined)
      await clock.advance(waitMs - 1)
      const before = asked.length
      await tokens.current('user').catch(() => undefined)
      expect(asked).toHaveLength(before)
      await clock.advance(2)
    }
  })

  it.each(['temporarily_unavailable', 'server_error'])(
    'AUT-05 a passing fault (%s) signs nobody out',
    async (error) => {
      const { tokens, clock } = setUp([refusal(error), token('after')])
      await expect(tokens.current('user')).rejects.toMatchObject({ outcome: 'notReached' })
      expect((await tokens.session()).state).toBe('signedIn')
      await clock.advance(1_001)
      expect(await tokens.current('user')).toBe('after')
    },
  )

  it('AUT-02 a passing fault is met once by all calls that wait and repeat, and ever more rarely', async () => {
    const { tokens, clock, asked } = setUp([refusal('temporarily_unavailable')])
    for (const waitMs of [1_000, 2_000, 4_000]) {
      const before = asked.length
      for (let n = 0; n < 5; n += 1) {
        await Promise.all(
          ['user', 'application', 'user'].map((credential) =>
            expect(tokens.current(credential as 'user')).rejects.toMatchObject({ outcome: 'notReached' }),
          ),
        )
        await clock.advance(waitMs / 5)
      }
      // Both credentials may ask in the same moment.
      expect(asked.length - before).toBeLessThanOrEqual(2)
      await clock.advance(30_000)
      await clock.advance(1)
    }
  })

  it('AUT-03 a 401 for ever is met once, until the seller tries again', async () => {
    const { tokens, clock, asked } = setUp([answer(401, '')])
    for (let n = 0; n < 5; n += 1) {
      await expect(tokens.current('user')).rejects.toThrow(/client ID or client secret/)
      await clock.advance(3_600_000)
    }
    expect(asked).toHaveLength(1)
    tokens.tryAgain()
    await tokens.current('user').catch(() => undefined)
    expect(asked).toHaveLength(2)
  })

  it('AUT-03 tries again after an error that names neither grant nor client, ever more rarely', async () => {
    const { tokens, clock, asked } = setUp([refusal('invalid_request'), refusal('invalid_request'), token('after')])
    await tokens.current('user').catch(() => undefined)
    await clock.advance(30_001)
    await tokens.current('user').catch(() => undefined)
    await clock.advance(30_001)
    await tokens.current('user').catch(() => undefined)
    expect(asked).toHaveLength(2)
    await clock.advance(30_001)
    expect(await tokens.current('user')).toBe('after')
  })

  it.each([9e15, 1e300])('AUT-01 a token that claims to live %d s leaves the sign-in readable', async (lifetimeS) => {
    const { tokens, kept } = setUp([
      token('long', { expires_in: lifetimeS, refresh_token: 'canary-2', refresh_token_expires_in: lifetimeS }),
    ])
    await tokens.current('user')
    const { expiresAtMs, signInEndsAtMs } = await tokens.session()
    for (const atMs of [expiresAtMs, signInEndsAtMs]) expect(() => new Date(atMs ?? 0).toISOString()).not.toThrow()
    kept.set('refreshTokenEndsAt', '9999999999999999')
    expect((await tokens.session()).signInEndsAtMs).toBeNull()
  })

  it('AUT-01 a token that ended on its way does not count as refused', async () => {
    let number = 0
    const { tokens, clock } = setUp([
      async () => {
        number += 1
        return token(`t${number}`, { expires_in: 5 })
      },
    ])
    for (let n = 0; n < 6; n += 1) {
      const current = await tokens.current('user')
      await clock.advance(6_000)
      await tokens.renew('user', current)
    }
    await expect(tokens.current('user')).resolves.toMatch(/^t/)
  })

  it('AUT-01 says so if every token ends too soon to be used', async () => {
    let number = 0
    const { tokens } = setUp([
      async () => {
        number += 1
        return token(`t${number}`, { expires_in: 5 })
      },
    ])
    for (let n = 0; n < 5; n += 1) await tokens.renew('user', await tokens.current('user').catch(() => 'none'))
    await expect(tokens.current('user')).rejects.toThrow('tokens that end after 5 seconds')
  })

  it('says which secret is missing and makes no request', async () => {
    const { tokens, kept, asked } = setUp([])
    kept.delete('refreshToken')
    await expect(tokens.current('user')).rejects.toMatchObject({ detail: { kind: 'signInNeeded' } })
    kept.delete('clientSecret')
    await expect(tokens.current('application')).rejects.toThrow('no client secret yet. Add it in Settings.')
    // The settings show the label.
    expect(await tokens.session()).toMatchObject({
      state: 'signInNeeded',
      label: 'This connection has no client secret yet. Add it.',
    })
    expect(asked).toEqual([])
  })

  it('reports changes of the session', async () => {
    const { tokens, changes } = setUp([token('first'), refusal('invalid_grant')])
    await tokens.current('user')
    expect(changes()).toBe(1)
    expect(await tokens.session()).toMatchObject({ state: 'signedIn', expiresAtMs: expect.any(Number) })
    await tokens.renew('user', 'first').catch(() => undefined)
    await settle()
    expect(changes()).toBe(2)
    expect((await tokens.session()).state).toBe('signInNeeded')
  })

  it('AUT-04 shows no secret in a failure, the session or the log', async () => {
    const { tokens, log } = setUp([token('canary-access'), refusal('invalid_grant')])
    await tokens.current('user')
    const session = await tokens.session()
    const failure = await tokens.renew('user', 'canary-access').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    const reported = JSON.stringify([session, await tokens.session(), failure, log.lines, String(failure)])
    expect(reported).not.toContain('canary')
  })
})
