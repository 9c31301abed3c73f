import { expect, it } from 'vitest'
import { createSellerSignIn } from '../../../main/connection/sign-in.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const createSignIn = (
  redirectUri: string,
  parts: { readonly exchange?: Promise<void>; readonly opened?: string[] } = {},
) => {
  const clock = createFakeClock()
  const profile = completeProfile(
    {
      kind: 'sandbox',
      name: 'Test',
      baseUrl: 'https://api.example.com',
      marketplaceId: 'US',
      oauth: { clientId: 'client', redirectUri },
    },
    undefined,
  )
  const signIn = createSellerSignIn({
    profile,
    secrets: { get: async () => 'secret', set: async () => undefined, delete: async () => undefined },
    tokens: { signIn: () => parts.exchange ?? Promise.resolve() },
    openExternal: async (url) => void parts.opened?.push(url),
    linkScheme: null,
    clock,
    log: createRecordingLog(),
    onChange: () => undefined,
  })
  return { clock, signIn }
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
