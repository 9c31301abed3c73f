import { expect, it } from 'vitest'
import { createSellerSignIn } from '../../../main/connection/sign-in.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

it('AUT-05 a code pasted at the last moment is exchanged, however long the platform takes', async () => {
  const clock = createFakeClock()
  const exchange = Promise.withResolvers<void>()
  const profile = completeProfile(
    {
      kind: 'sandbox',
      name: 'Test',
      baseUrl: 'https://api.example.com',
      marketplaceId: 'US',
      oauth: { clientId: 'client', redirectUri: 'https://shop.example.com/signed-in' },
    },
    undefined,
  )
  const signIn = createSellerSignIn({
    profile,
    secrets: { get: async () => 'secret', set: async () => undefined, delete: async () => undefined },
    tokens: { signIn: () => exchange.promise },
    openExternal: async () => undefined,
    linkScheme: null,
    clock,
    log: createRecordingLog(),
    onChange: () => undefined,
  })
  await signIn.begin()
  await clock.advance(10 * 60_000 - 1_000)
  const finishing = signIn.finish('a-code')
  await clock.advance(30_000)
  expect(signIn.state().phase).toBe('exchanging')
  exchange.resolve()
  await finishing
  expect(signIn.state().phase).toBe('done')
})
