import { expect, it } from 'vitest'
import { createTokenEndpoint } from '../../../main/connection/token-endpoint.ts'
import type { HttpResponse } from '../../../main/http/request.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const code = { grant_type: 'authorization_code', code: 'v^1.1#used' }
const renewal = { grant_type: 'refresh_token', refresh_token: 'old' }

const refuse = async (
  error: string,
  form: Readonly<Record<string, string>>,
  profile: Partial<ProfileFile> = {},
): Promise<string> => {
  const answer: HttpResponse = {
    status: error === 'invalid_client' ? 401 : 400,
    headers: {},
    body: Buffer.from(JSON.stringify({ error })),
    bodyCut: false,
  }
  const request = createTokenEndpoint({
    clock: createFakeClock(),
    profile: completeProfile({ kind: 'production', name: 'Shop', platform: 'ebay', ...profile }),
    send: async () => answer,
  })
  return request({ form, clientSecret: 's', scopes: [], isRepeatable: false }).then(
    () => 'granted',
    (failure: Error) => failure.message,
  )
}

it('FACT-9 an ended sign-in names the changed password among its causes', async () => {
  expect(await refuse('invalid_grant', renewal)).toContain('the password or user name was changed')
})

it('an expired or foreign code is named as such, and not as an ended sign-in', async () => {
  const message = await refuse('invalid_grant', code)
  expect(message).toContain('has expired, was used before, or belongs to another keyset. Start the sign-in again')
  expect(message).not.toContain('password')
})

it('FACT-10 FACT-11 a refused client names the Cert ID, and what a new production keyset needs first', async () => {
  const production = await refuse('invalid_client', code)
  expect(production).toContain('Cert ID from the same production keyset')
  expect(production).toContain('marketplace account deletion')
  const sandbox = await refuse('invalid_client', code, { kind: 'sandbox' })
  expect(sandbox).toContain('Cert ID from the same sandbox keyset')
  expect(sandbox).not.toContain('account deletion')
})
