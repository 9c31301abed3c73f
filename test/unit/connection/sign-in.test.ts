import { describe, expect, it } from 'vitest'
import { createLeftOutScopes, createPermissionCheck } from '../../../main/connection/left-out-scopes.ts'
import { createSellerSignIn } from '../../../main/connection/sign-in.ts'
import { TokenRefused } from '../../../main/connection/token-endpoint.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { validation } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { waitFor } from '../../support/wait-for.ts'
import { request } from '../http/fake-send.ts'

const createSignIn = (
  redirectUri: string,
  parts: {
    readonly exchange?: Promise<void>
    readonly opened?: string[]
    readonly isSignedIn?: boolean
    readonly platform?: 'ebay'
    readonly clientId?: string
    readonly clientSecret?: string
    readonly scopes?: readonly string[]
    readonly linkScheme?: string
    /** Whether no browser can be opened. */
    readonly isWithoutBrowser?: boolean
  } = {},
) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const phases: string[] = []
  const exchanged: unknown[][] = []
  const profile = completeProfile(
    {
      kind: 'sandbox',
      name: 'Test',
      baseUrl: 'https://api.example.com',
      ...(parts.platform === undefined ? { marketplaceId: 'US' } : { platform: parts.platform }),
      oauth: { clientId: parts.clientId ?? 'client', redirectUri },
      ...(parts.scopes === undefined ? {} : { scopes: { user: [...parts.scopes] } }),
    },
    undefined,
  )
  const settings = new Map<string, unknown>()
  const leftOut = createLeftOutScopes(
    { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
    profile,
  )
  const signIn = createSellerSignIn({
    profile,
    secrets: {
      get: async () => ('clientSecret' in parts ? parts.clientSecret : 'secret'),
      set: async () => undefined,
      delete: async () => undefined,
    },
    tokens: {
      signIn: async (...given) => {
        exchanged.push(given)
        await parts.exchange
      },
      session: async () => ({
        state: parts.isSignedIn === true ? 'signedIn' : 'signInNeeded',
        label: '',
        scopes: [],
        expiresAtMs: null,
        signInEndsAtMs: null,
      }),
    },
    leftOut,
    openExternal: async (url) => {
      if (parts.isWithoutBrowser === true) throw new Error('no browser')
      parts.opened?.push(url)
    },
    linkScheme: parts.linkScheme ?? null,
    clock,
    log,
    onChange: () => void phases.push(signIn.state().phase),
  })
  const nonce = (): string => new URL(signIn.state().address ?? '').searchParams.get('state') ?? ''
  return { clock, log, signIn, leftOut, profile, exchanged, phases, nonce }
}

const redirectOf = (address: string | undefined): string =>
  new URL(address ?? '').searchParams.get('redirect_uri') ?? ''

/** The status of an empty reply to a redirect; null if nothing listens there. */
const ask = (redirectUri: string): Promise<number | null> =>
  fetch(redirectUri).then(
    ({ status }) => status,
    () => null,
  )

it('AUT-05 a code pasted at the last moment is exchanged, however long the platform takes', async () => {
  const exchange = Promise.withResolvers<void>()
  const { clock, signIn } = createSignIn('https://shop.example.com/signed-in', { exchange: exchange.promise })
  await signIn.begin()
  await clock.advance(10 * 60_000 - 1_000)
  const finishing = signIn.finish('a-code')
  await clock.advance(30_000)
  expect(signIn.state().phase).toBe('exchanging')
  exchange.resolve()
  await finishing
  expect(signIn.state().phase).toBe('done')
})

it('AUT-05 a sign-in started from two windows at once leaves one listener and one time limit', async () => {
  const opened: string[] = []
  const { clock, signIn } = createSignIn('', { opened })
  await Promise.all([signIn.begin(), signIn.begin()])
  const [first, second] = opened.map(redirectOf)
  expect([await ask(first ?? ''), await ask(second ?? '')]).toEqual([null, 400])
  expect(redirectOf(signIn.state().address ?? '')).toBe(second)
  await signIn.cancel()
  expect(await ask(second ?? '')).toBeNull()
  await clock.advance(10 * 60_000)
  expect(signIn.state().phase).toBe('none')
})

it('AUT-05 a sign-in cancelled while it begins leaves no listener', async () => {
  const opened: string[] = []
  const { signIn } = createSignIn('', { opened })
  const beginning = signIn.begin()
  await signIn.cancel()
  await beginning
  expect(signIn.state().phase).toBe('none')
  for (const address of opened) expect(await ask(redirectOf(address))).toBeNull()
})

const MESSAGES = 'https://api.ebay.com/oauth/api_scope/commerce.message'
const scopesOf = (address: string | null): readonly string[] =>
  (new URL(address ?? '').searchParams.get('scope') ?? '').split(' ')

it('FACT-1 FACT-3 PLT-29 the JSON page of a refused permission is understood, and the seller can sign in without it', async () => {
  const { signIn, leftOut, exchanged } = createSignIn('Some-RuName', { platform: 'ebay' })
  await signIn.begin()
  expect(scopesOf(signIn.state().address)).toContain(MESSAGES)
  await expect(signIn.finish('{"error_id":"invalid_scope","http_status_code":400}')).rejects.toThrow('without it')
  expect(signIn.state()).toMatchObject({ phase: 'failed', isScopeRefused: true })
  await signIn.begin([MESSAGES])
  expect(scopesOf(signIn.state().address)).not.toContain(MESSAGES)
  expect(leftOut.list()).toEqual([])
  await signIn.finish('v^1.1#i^1')
  expect(exchanged[0]?.[2]).not.toContain(MESSAGES)
  expect(leftOut.permissions([]).filter(({ isOff }) => isOff)).toMatchObject([{ name: 'messages' }])
  // Asked for again only on request.
  await signIn.begin()
  expect(scopesOf(signIn.state().address)).not.toContain(MESSAGES)
  await signIn.begin([])
  expect(scopesOf(signIn.state().address)).toContain(MESSAGES)
  await signIn.cancel()
})

it('PLT-29 a call whose permission was left out is not sent, and its refusal says so', async () => {
  const { leftOut, profile } = createSignIn('Some-RuName', { platform: 'ebay' })
  leftOut.save([MESSAGES])
  const check = createPermissionCheck(profile, leftOut.list)
  await expect((async () => check(request()))()).rejects.toMatchObject({
    detail: { kind: 'forbidden', scope: MESSAGES, message: expect.stringContaining('permission for messages') },
  })
  for (const sent of [request({ service: 'inventory' }), request({ credential: 'application' })])
    expect(() => check(sent)).not.toThrow()
})

it('FACT-8 a wrong RuName is named, whatever the page calls it', async () => {
  const { signIn } = createSignIn('Some-RuName', { platform: 'ebay' })
  await signIn.begin()
  const page = '{"error_id":"temporarily_unavailable","http_status_code":500}'
  await expect(signIn.finish(page)).rejects.toThrow('doesn’t know the RuName')
})

it.each([
  [true, 'login'],
  [false, null],
])('FACT-18 a sign-in over another one (%s) has eBay ask who signs in: %s', async (isSignedIn, prompt) => {
  const { signIn } = createSignIn('Some-RuName', { platform: 'ebay', isSignedIn })
  await signIn.begin()
  expect(new URL(signIn.state().address ?? '').searchParams.get('prompt')).toBe(prompt)
  await signIn.cancel()
})

it('PLT-29 shows a permission that was requested and not granted as off', () => {
  const { leftOut, profile } = createSignIn('Some-RuName', { platform: 'ebay' })
  const isOff = (granted: readonly string[]) =>
    leftOut.permissions(granted).flatMap((each) => (each.isOff ? [each.name] : []))
  expect(isOff(profile.scopes.user.filter((scope) => scope !== MESSAGES))).toEqual(['messages'])
  expect(isOff(profile.scopes.user)).toEqual([])
  // The token doesn't say.
  expect(isOff([])).toEqual([])
})

it('FACT-19 the sign-in asks for the root scope, for the legacy calls', async () => {
  const { signIn } = createSignIn('Some-RuName', { platform: 'ebay' })
  await signIn.begin()
  expect(scopesOf(signIn.state().address)).toContain('https://api.ebay.com/oauth/api_scope')
  await signIn.cancel()
})

const PUBLIC = 'https://shop.example.com/signed-in'

describe('before a sign-in', () => {
  it.each([
    ['the client ID', { clientId: '' }, 'needs the client ID and client secret'],
    ['the client secret', { clientSecret: undefined }, 'needs the client ID and client secret'],
    ['scopes', { scopes: [] }, 'requests no permissions'],
  ] as const)('AUT-05 the missing part is named: %s', async (_, parts, message) => {
    const opened: string[] = []
    const { signIn } = createSignIn(PUBLIC, { ...parts, opened } as never)
    await expect(signIn.begin()).rejects.toThrow(message)
    expect([signIn.state().phase, opened]).toEqual(['none', []])
  })

  it('AUT-05 eBay needs a RuName, and another platform listens on this computer without a redirect', async () => {
    await expect(createSignIn('', { platform: 'ebay' }).signIn.begin()).rejects.toThrow('needs the RuName')
    const { signIn } = createSignIn('')
    await signIn.begin()
    expect(signIn.state()).toMatchObject({ phase: 'waiting', way: 'loopback' })
    await signIn.cancel()
  })

  it.each([
    ['paste', PUBLIC, 'app.shop'],
    ['link', 'APP.shop:/signed-in', 'app.shop'],
    ['paste', 'other.app:/signed-in', 'app.shop'],
    ['paste', 'null:/signed-in', undefined],
  ] as const)('AUT-05 the code comes back by %s with the redirect %s', async (way, redirectUri, linkScheme) => {
    const { signIn, clock } = createSignIn(redirectUri, linkScheme === undefined ? {} : { linkScheme })
    await signIn.begin()
    expect(signIn.state()).toMatchObject({ way, problem: null, endsAtMs: clock.nowMs() + 10 * 60_000 })
  })

  it('AUT-05 the address stays on screen if no browser can be opened', async () => {
    const { signIn, log } = createSignIn(PUBLIC, { isWithoutBrowser: true })
    await signIn.begin()
    expect(signIn.state()).toMatchObject({ phase: 'waiting', address: expect.stringContaining('client_id=client') })
    expect(log.lines).toMatchObject([{ message: 'the browser could not be opened' }])
  })
})

describe('a reply to a sign-in', () => {
  const replyTo = (redirectUri: string, reply: Readonly<Record<string, string>>): string =>
    `${redirectUri}?${new URLSearchParams(reply).toString()}`

  it('AUT-05 is exchanged for the redirect and scopes of its attempt, and each step is shown', async () => {
    const { signIn, exchanged, phases, nonce, profile } = createSignIn(PUBLIC)
    await signIn.begin()
    await signIn.finish(replyTo(PUBLIC, { code: 'a-code', state: nonce() }))
    expect(exchanged).toEqual([['a-code', PUBLIC, profile.scopes.user]])
    expect(phases).toEqual(['waiting', 'exchanging', 'done'])
    expect(signIn.state()).toMatchObject({ phase: 'done', address: null, way: null })
  })

  it.each([
    ['another sign-in', 'another'],
    ['a longer state', undefined],
  ])('AUT-05 of %s changes nothing', async (_, state) => {
    const { signIn, exchanged, nonce } = createSignIn(PUBLIC)
    await signIn.begin()
    const address = replyTo(PUBLIC, { code: 'a-code', state: state ?? `${nonce()}x` })
    await expect(signIn.finish(address)).rejects.toThrow('This belongs to another sign-in')
    const sameLength = 'x'.repeat(nonce().length)
    await expect(signIn.finish(replyTo(PUBLIC, { code: 'a-code', state: sameLength }))).rejects.toThrow('another')
    expect([exchanged, signIn.state().phase]).toEqual([[], 'waiting'])
    await signIn.finish(replyTo(PUBLIC, { code: 'a-code', state: nonce() }))
    expect(signIn.state().phase).toBe('done')
  })

  it('AUT-05 is refused before a sign-in, after it, and while its code is exchanged', async () => {
    const exchange = Promise.withResolvers<void>()
    const { signIn, exchanged } = createSignIn(PUBLIC, { exchange: exchange.promise })
    await expect(signIn.finish('code-1234')).rejects.toThrow('No sign-in is in progress')
    await signIn.begin()
    const finishing = signIn.finish('code-1234')
    await expect(signIn.finish('code-1234')).rejects.toThrow('No sign-in is in progress')
    exchange.resolve()
    await finishing
    await expect(signIn.finish('code-1234')).rejects.toThrow('No sign-in is in progress')
    expect(exchanged).toHaveLength(1)
  })

  it('AUT-05 that comes to this computer is exchanged there, and the port is closed', async () => {
    const opened: string[] = []
    const { signIn, exchanged, nonce, profile } = createSignIn('', { opened })
    await signIn.begin()
    const redirectUri = redirectOf(opened[0])
    expect(await ask(replyTo(redirectUri, { code: 'a-code', state: 'guessed' }))).toBe(400)
    expect(signIn.state().phase).toBe('waiting')
    expect(await ask(replyTo(redirectUri, { code: 'a-code', state: nonce() }))).toBe(200)
    expect(exchanged).toEqual([['a-code', redirectUri, profile.scopes.user]])
    expect(signIn.state().phase).toBe('done')
    await waitFor(async () => expect(await ask(redirectUri)).toBeNull())
  })

  it('AUT-05 without a code is refused, and the seller can start again', async () => {
    const opened: string[] = []
    const { signIn, exchanged, nonce } = createSignIn('', { opened })
    await signIn.begin()
    expect(await ask(replyTo(redirectOf(opened[0]), { state: nonce() }))).toBe(400)
    expect([signIn.state().phase, exchanged]).toEqual(['waiting', []])
    await signIn.begin()
    expect(await ask(replyTo(redirectOf(opened[1]), { code: 'a-code', state: nonce() }))).toBe(200)
  })

  it.each([
    ['access_denied', 'was declined on the platform', { isClientRefused: false, isScopeRefused: false }],
    ['invalid_scope', 'doesn’t grant your keyset', { isClientRefused: false, isScopeRefused: true }],
    ['unauthorized_client', 'doesn’t know the client ID', { isClientRefused: true, isScopeRefused: false }],
    ['temporarily_unavailable', 'without a code', { isClientRefused: false, isScopeRefused: false }],
  ])('AUT-05 that refuses with %s says what to do, and closes the port', async (error, problem, cause) => {
    const opened: string[] = []
    const { signIn, nonce, clock } = createSignIn('', { opened })
    await signIn.begin()
    const redirectUri = redirectOf(opened[0])
    await ask(replyTo(redirectUri, { error, state: nonce() }))
    expect(signIn.state()).toMatchObject({ phase: 'failed', problem: expect.stringContaining(problem), ...cause })
    await waitFor(async () => expect(await ask(redirectUri)).toBeNull())
    await clock.advance(10 * 60_000)
    expect(signIn.state().problem).toContain(problem)
  })

  it.each([
    [
      'the platform refuses the client',
      new TokenRefused('invalid_client', platforms.neutral.name),
      'client ID or client secret',
      true,
    ],
    ['the platform refuses the code', validation('input.pasted', 'It is used up.'), 'It is used up.', false],
    ['something else fails', new Error('a fault'), 'The sign-in couldn’t be completed. Start it again.', false],
  ])('AUT-05 whose exchange fails because %s says so, and leaves nothing out', async (_, error, problem, isRefused) => {
    const { signIn, leftOut } = createSignIn('Some-RuName', { platform: 'ebay', exchange: Promise.reject(error) })
    await signIn.begin([MESSAGES])
    await expect(signIn.finish('v^1.1#i^1')).rejects.toThrow(error.message)
    expect(signIn.state()).toMatchObject({
      phase: 'failed',
      problem: expect.stringContaining(problem),
      isClientRefused: isRefused,
    })
    expect(leftOut.list()).toEqual([])
  })

  it.each([
    ['succeeds', undefined],
    ['fails', new Error('too late')],
  ])('AUT-05 whose exchange %s after the seller started again does not end the new sign-in', async (_, error) => {
    const exchange = Promise.withResolvers<void>()
    const { signIn, exchanged } = createSignIn(PUBLIC, { exchange: exchange.promise })
    await signIn.begin()
    const finishing = signIn.finish('code-1234').catch(() => undefined)
    await signIn.begin()
    if (error === undefined) exchange.resolve()
    else exchange.reject(error)
    await finishing
    expect(signIn.state()).toMatchObject({ phase: 'waiting', problem: null })
    await signIn.finish('code-5678').catch(() => undefined)
    expect(exchanged).toHaveLength(2)
  })
})

describe('a sign-in that is left alone', () => {
  it('AUT-05 ends after ten minutes, says so, and closes its port', async () => {
    const opened: string[] = []
    const { signIn, clock, phases } = createSignIn('', { opened })
    await signIn.begin()
    await clock.advance(10 * 60_000 - 1)
    expect(signIn.state().phase).toBe('waiting')
    await clock.advance(1)
    expect(signIn.state()).toMatchObject({
      phase: 'failed',
      problem: 'The sign-in wasn’t completed within ten minutes. Start it again.',
    })
    await waitFor(async () => expect(await ask(redirectOf(opened[0]))).toBeNull())
    expect(phases).toEqual(['waiting', 'failed'])
    await signIn.cancel()
    expect(phases).toEqual(['waiting', 'failed', 'none'])
  })

  it('AUT-05 changes nothing if it is cancelled before it began', async () => {
    const { signIn, phases } = createSignIn(PUBLIC)
    await signIn.cancel()
    expect(phases).toEqual([])
  })
})
