/** What a sign-in and a pasted access token lead to, and what they replace (AUT-01, AUT-03, AUT-05). */
import { describe, expect, it } from 'vitest'
import { formatPastedToken } from '../../../main/connection/stored-grants.ts'
import { createTokens } from '../../../main/connection/tokens.ts'
import type { HttpRequest, HttpResponse } from '../../../main/http/request.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const answer = (status: number, body: object): HttpResponse => ({
  status,
  headers: {},
  body: new TextEncoder().encode(JSON.stringify(body)),
  bodyCut: false,
})
const granted = (value: string, more: object = {}) => answer(200, { access_token: value, expires_in: 7200, ...more })
const refused = (error: string, status = 400) => answer(status, { error })

const setUp = (steps: readonly HttpResponse[], stored: Readonly<Record<string, string>>, clientId = 'client') => {
  const clock = createFakeClock()
  const kept = new Map(Object.entries(stored))
  const asked: HttpRequest[] = []
  const counts = { changes: 0, resets: 0 }
  const tokens = createTokens({
    profile: completeProfile({
      kind: 'sandbox',
      name: 'Test shop',
      baseUrl: 'https://shop.example',
      oauth: {
        authorizeUrl: 'https://shop.example/a',
        tokenUrl: 'https://shop.example/token',
        clientId,
        redirectUri: 'back',
      },
    }),
    scopes: () => ['a', 'b'],
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
      const step = steps[asked.length]
      asked.push(request)
      if (step === undefined) throw new Error('nothing was to be asked')
      return step
    },
  })
  return { clock, kept, asked, tokens, counts }
}

describe('a sign-in', () => {
  it('AUT-05 exchanges its code once, stores the refresh token, and uses the access token at once', async () => {
    const { tokens, kept, asked, counts } = setUp([granted('new', { refresh_token: 'r-new' })], {
      clientSecret: 'secret',
      accessToken: 'pasted',
    })
    await tokens.signIn('the-code', 'back', ['a'])
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body ?? ''))).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: 'back',
    })
    expect(asked[0]?.repeatable).toBe(false)
    expect(Object.fromEntries(kept)).toEqual({ clientSecret: 'secret', refreshToken: 'r-new' })
    expect(await tokens.current('user')).toBe('new')
    expect(await tokens.session()).toMatchObject({ state: 'signedIn', label: 'Seller of Test shop', scopes: ['a'] })
    expect(counts).toEqual({ changes: 1, resets: 1 })
  })

  it('AUT-05 repeats the renewal of a token, which is safe', async () => {
    const { tokens, asked } = setUp([granted('new')], { clientSecret: 'secret', refreshToken: 'r' })
    await tokens.current('user')
    expect(asked[0]?.repeatable).toBe(true)
  })

  it('AUT-03 says what to do about a code that is not accepted, at its field', async () => {
    const { tokens } = setUp([refused('invalid_grant')], { clientSecret: 'secret' })
    await expect(tokens.signIn('used', 'back', [])).rejects.toMatchObject({
      detail: { kind: 'validation', message: expect.stringContaining('A code works once') },
    })
  })

  it.each([
    ['invalid_client', 401],
    ['server_error', 500],
  ])('AUT-03 never blames the code for %s', async (error, status) => {
    const { tokens } = setUp([refused(error, status)], { clientSecret: 'secret' })
    const failure = await tokens.signIn('good', 'back', []).catch((thrown: Error) => thrown)
    expect(String(failure)).not.toContain('A code works once')
  })

  it('AUT-03 forgets what the secrets before it led to', async () => {
    const { tokens } = setUp([refused('invalid_client', 401), granted('new', { refresh_token: 'r' })], {
      clientSecret: 'secret',
      refreshToken: 'old',
    })
    await tokens.current('user').catch(() => undefined)
    await tokens.signIn('code', 'back', [])
    expect(await tokens.current('user')).toBe('new')
  })

  it('AUT-03 a scope that the application may not have is no reason to ask for fewer', async () => {
    const { tokens, asked } = setUp([refused('invalid_scope')], { clientSecret: 'secret' })
    await expect(tokens.current('application')).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })
})

describe('changed secrets', () => {
  it('AUT-04 end the token of the old ones', async () => {
    const { tokens, kept, counts } = setUp([granted('old'), granted('new')], {
      clientSecret: 'secret',
      refreshToken: 'r',
    })
    expect(await tokens.current('user')).toBe('old')
    await tokens.changeSecrets(async () => void kept.set('refreshToken', 'other'))
    expect(counts.resets).toBe(1)
    expect(await tokens.current('user')).toBe('new')
  })

  it('AUT-03 end the pause after refused tokens', async () => {
    const { tokens } = setUp(
      Array.from({ length: 6 }, (_, number) => granted(`t${number}`)),
      { clientSecret: 'secret', refreshToken: 'r' },
    )
    let last = await tokens.current('user')
    for (let count = 0; count < 4; count += 1) last = await tokens.renew('user', last)
    await expect(tokens.current('user')).rejects.toThrow('doesn’t accept the tokens of its own sign-in service')
    await tokens.changeSecrets(async () => undefined)
    expect(await tokens.current('user')).toBe('t4')
  })

  it('AUT-03 counts refused tokens of the last minute only', async () => {
    const { tokens, clock } = setUp(
      Array.from({ length: 12 }, (_, number) => granted(`t${number}`)),
      { clientSecret: 'secret', refreshToken: 'r' },
    )
    let last = await tokens.current('user')
    for (let count = 0; count < 8; count += 1) {
      await clock.advance(30_000)
      last = await tokens.renew('user', last)
    }
    expect(last).toBe('t8')
  })
})

describe('a pasted access token', () => {
  const LIFETIME_MS = 7_200_000
  const pasted = (clock = createFakeClock()) => ({ accessToken: formatPastedToken('typed', clock.nowMs()) })

  it('AUT-01 is used until it ends, without a request', async () => {
    const { tokens, clock, asked } = setUp([], pasted())
    expect(await tokens.current('user')).toBe('typed')
    expect(await tokens.session()).toMatchObject({ state: 'signedIn', scopes: [] })
    await clock.advance(LIFETIME_MS - 1)
    expect(await tokens.current('user')).toBe('typed')
    await clock.advance(1)
    await expect(tokens.current('user')).rejects.toThrow('The pasted access token has expired')
    expect(asked).toEqual([])
  })

  it('AUT-01 that has ended is known before anything is asked', async () => {
    const { tokens, clock } = setUp([], pasted())
    expect((await tokens.session()).state).toBe('signedIn')
    await clock.advance(LIFETIME_MS)
    expect(await tokens.session()).toMatchObject({
      state: 'signInNeeded',
      label: expect.stringContaining('pasted access token has expired'),
    })
  })

  it('AUT-02 is not used again after a 401', async () => {
    const { tokens, counts } = setUp([], pasted())
    await tokens.current('user')
    await expect(tokens.renew('user', 'typed')).rejects.toThrow('Sign in, or paste a new one')
    await expect(tokens.current('user')).rejects.toThrow('Sign in, or paste a new one')
    expect((await tokens.session()).state).toBe('signInNeeded')
    expect(counts.changes).toBeGreaterThan(1)
  })
})

describe('what is missing for a token', () => {
  it.each([
    [{ clientSecret: 's' }, 'client', 'No seller has signed in to this connection yet. Sign in in Settings.'],
    [{ refreshToken: 'r' }, 'client', 'This connection has no client secret yet. Add it in Settings.'],
    [{ clientSecret: 's' }, '', 'This connection has no client ID yet. Add it in Settings.'],
    [{}, '', 'This connection has no client ID and client secret yet. Add them in Settings.'],
    [{ clientSecret: 's', accessToken: 'damaged' }, 'client', 'No seller has signed in to this connection yet.'],
  ] as const)('AUT-03 is named: with %j and the client ID “%s”', async (stored, clientId, message) => {
    const { tokens, asked } = setUp([], stored, clientId)
    await expect(tokens.current('user')).rejects.toThrow(message)
    expect(asked).toEqual([])
  })
})

describe('the end of a sign-in', () => {
  const stored = { clientSecret: 'secret', refreshToken: 'r' }

  it('AUT-03 is known before anything is asked, by its day', async () => {
    const endsAtMs = createFakeClock().nowMs() + 60_000
    const { tokens, clock, asked } = setUp([granted('t')], { ...stored, refreshTokenEndsAt: String(endsAtMs) })
    expect(await tokens.session()).toMatchObject({ state: 'signedIn', signInEndsAtMs: endsAtMs })
    await clock.advance(59_999)
    expect(await tokens.session()).toMatchObject({ state: 'signedIn' })
    await clock.advance(1)
    await expect(tokens.current('user')).rejects.toThrow('The sign-in was valid until 2026-11-21. Sign in again')
    expect(asked).toEqual([])
  })

  it.each(['', 'soon', '-5', '1e3', '99999999999999999', '9000000000000000'])(
    'AUT-03 is unknown if its stored time is damaged: “%s”',
    async (refreshTokenEndsAt) => {
      const { tokens } = setUp([granted('t')], { ...stored, refreshTokenEndsAt })
      expect(await tokens.session()).toMatchObject({ state: 'signedIn', signInEndsAtMs: null })
      expect(await tokens.current('user')).toBe('t')
    },
  )

  it('AUT-03 is stored with a new refresh token, and forgotten if the service states none', async () => {
    const { tokens, kept, clock } = setUp(
      [granted('t1', { refresh_token: 'r2', refresh_token_expires_in: 3600 }), granted('t2', { refresh_token: 'r3' })],
      stored,
    )
    const first = await tokens.current('user')
    expect(Object.fromEntries(kept)).toMatchObject({
      refreshToken: 'r2',
      refreshTokenEndsAt: String(clock.nowMs() + 3_600_000),
    })
    await tokens.renew('user', first)
    expect(Object.fromEntries(kept)).toEqual({ clientSecret: 'secret', refreshToken: 'r3' })
  })
})
