import { afterEach, expect, it } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'

let platform: PracticePlatform | undefined
afterEach(() => platform?.stop())

const open = async () => {
  platform = await startPracticePlatform({ conversations: 0, items: 0, platform: 'ebay' })
  const { url } = platform
  const { scopes } = completeProfile({ kind: 'sandbox', name: 'Shop', baseUrl: url, platform: 'ebay' }, url)
  /** The sign-in page's answer, without following where it leads. */
  const authorize = async (redirectUri: string, requested: readonly string[] = scopes.user) => {
    const page = new URL(`${url}/oauth2/authorize`)
    page.searchParams.set('client_id', practiceCredentials.clientId)
    page.searchParams.set('redirect_uri', redirectUri)
    page.searchParams.set('response_type', 'code')
    page.searchParams.set('scope', requested.join(' '))
    const answer = await fetch(page, { redirect: 'manual' })
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  return { url, scopes, authorize }
}

it('FACT-1 practice ends a consent that asks for a refused scope on its own page, without a redirect', async () => {
  const { url, scopes, authorize } = await open()
  expect((await authorize('Some-RuName')).status).toBe(302)
  const fault = { operation: 'authorize', fault: 'scopeNotGranted', scope: '/commerce.message' }
  const set = await fetch(`${url}/practice/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  expect(set.ok).toBe(true)
  expect(await authorize('Some-RuName')).toEqual({
    status: 400,
    location: null,
    text: '{"error_id":"invalid_scope","http_status_code":400}',
  })
  const without = scopes.user.filter((scope) => !scope.endsWith('/commerce.message'))
  expect((await authorize('Some-RuName', without)).status).toBe(302)
})

it('FACT-2 practice refuses a scope that ordinary keysets never get', async () => {
  const { scopes, authorize } = await open()
  const answer = await authorize('Some-RuName', [...scopes.user, 'https://api.ebay.com/oauth/api_scope/sell.return'])
  expect([answer.status, answer.location]).toEqual([400, null])
})

it('FACT-8 practice calls an address in place of the RuName temporarily unavailable', async () => {
  const { authorize } = await open()
  expect(await authorize('https://shop.example.com/back')).toEqual({
    status: 500,
    location: null,
    text: '{"error_id":"temporarily_unavailable","http_status_code":500}',
  })
})
