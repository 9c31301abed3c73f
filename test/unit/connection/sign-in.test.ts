import { expect, it } from 'vitest'
import { createLeftOutScopes, withLeftOutScopes } from '../../../main/connection/left-out-scopes.ts'
import { createSellerSignIn } from '../../../main/connection/sign-in.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { answer, request, scripted } from '../http/fake-send.ts'

const createSignIn = (
  redirectUri: string,
  parts: {
    readonly exchange?: Promise<void>
    readonly opened?: string[]
    readonly isSignedIn?: boolean
    readonly platform?: 'ebay'
  } = {},
) => {
  const clock = createFakeClock()
  const exchanged: unknown[][] = []
  const profile = completeProfile(
    {
      kind: 'sandbox',
      name: 'Test',
      baseUrl: 'https://api.example.com',
      ...(parts.platform === undefined ? { marketplaceId: 'US' } : { platform: parts.platform }),
      oauth: { clientId: 'client', redirectUri },
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
    secrets: { get: async () => 'secret', set: async () => undefined, delete: async () => undefined },
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
    openExternal: async (url) => void parts.opened?.push(url),
    linkScheme: null,
    clock,
    log: createRecordingLog(),
    onChange: () => undefined,
  })
  return { clock, signIn, leftOut, profile, exchanged }
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
  expect(leftOut.permissions().filter(({ isOff }) => isOff)).toMatchObject([{ name: 'messages' }])
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
  const { send, asked } = scripted(answer(200))
  const limited = withLeftOutScopes(send, profile, leftOut.list)
  await expect(limited(request())).rejects.toMatchObject({
    detail: { kind: 'forbidden', scope: MESSAGES, message: expect.stringContaining('permission for messages') },
  })
  await limited(request({ service: 'inventory' }))
  await limited(request({ credential: 'application' }))
  expect(asked).toHaveLength(2)
})

it('FACT-8 a wrong RuName is named, whatever the page calls it', async () => {
  const { signIn } = createSignIn('Some-RuName', { platform: 'ebay' })
  await signIn.begin()
  const page = '{"error_id":"temporarily_unavailable","http_status_code":500}'
  await expect(signIn.finish(page)).rejects.toThrow('does not know the RuName')
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

it('FACT-19 the sign-in asks for the root scope, for the legacy calls', async () => {
  const { signIn } = createSignIn('Some-RuName', { platform: 'ebay' })
  await signIn.begin()
  expect(scopesOf(signIn.state().address)).toContain('https://api.ebay.com/oauth/api_scope')
  await signIn.cancel()
})
