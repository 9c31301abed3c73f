/** The daily limits that the platform states, read from the practice platform (PLT-38). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getOneConversation } from '../../../main/connection/check-services.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import type { ServiceCalls } from '../../../shared/connection/contract.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type Opened, openPractice } from './open-practice.ts'

let platform: PracticePlatform
let shop: Opened

const open = async (id: 'ebay' | 'neutral'): Promise<void> => {
  platform = await startPracticePlatform({ platform: id, conversations: 3, items: 3 })
  shop = await openPractice({ platform: id, baseUrl: platform.url, headerWord: id === 'ebay' ? 'EBAY' : 'SVC' })
}
afterEach(async () => {
  await shop.close()
  await platform.stop()
})

const control = async (
  path: string,
  body?: unknown,
): Promise<{ requests: readonly { operation: string; status: number }[] }> => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return (await (await fetch(`${platform.url}/practice/${path}`, init)).json()) as never
}
const listRead = async (): Promise<string[]> =>
  (await control('status')).requests
    .map(({ operation, status }) => `${operation} ${status}`)
    .filter((one) => /RateLimits/.test(one))
    .sort()

const find = async (label: string): Promise<ServiceCalls | undefined> =>
  (await shop.handlers.calls({})).services.find((one) => one.label === label)

describe('on eBay', () => {
  beforeEach(() => open('ebay'))

  it('PLT-38 are read at the start, by the application and by the seller, and kept', async () => {
    await shop.start()
    await waitFor(() => expect(shop.settings.has('statedLimits')).toBe(true))
    expect(await listRead()).toEqual(['getRateLimits 200', 'getUserRateLimits 200'])
    await shop.send(getOneConversation(shop.profile))
    expect((await find('Message service'))?.limit).toEqual({
      source: 'stated',
      perDay: 500_000,
      atMs: expect.any(Number),
    })
  })

  it('PLT-38 are read again after a 429, and say until when no calls are left', async () => {
    await shop.start()
    await waitFor(() => expect(shop.settings.has('statedLimits')).toBe(true))
    await control('faults', { operation: 'messaging', fault: 'dailyCap', dailyCap: 1 })
    for (let call = 0; call < 3; call += 1) await shop.send(getOneConversation(shop.profile)).catch(() => undefined)
    await waitFor(async () => expect((await find('Message service'))?.limit.perDay).toBe(1))
    const { refusedUntilMs } = (await find('Message service')) ?? {}
    expect(new Date(refusedUntilMs ?? 0).toISOString()).toMatch(/T00:00:00\.0/)
  })

  it('PLT-38 stay the published ones while the platform doesn’t say', async () => {
    await control('faults', { operation: 'analytics', fault: 'status', status: 500 })
    await shop.start()
    await waitFor(() =>
      expect(shop.log.lines.map(({ message }) => message)).toContain('the daily limits could not be read'),
    )
    expect((await find('Service for call limits'))?.limit).toEqual({ source: 'published', perDay: 5_000 })
  })

  it('PLT-46 are read as soon as the sign-in service accepts the keyset, not an hour later', async () => {
    await control('faults', { operation: 'oauth', fault: 'status', status: 401 })
    await shop.start()
    await waitFor(() =>
      expect(shop.log.lines.map(({ message }) => message)).toContain('the daily limits could not be read'),
    )
    await fetch(`${platform.url}/practice/faults`, { method: 'DELETE' })
    await shop.handlers.tryNow({})
    await waitFor(() => expect(shop.settings.has('statedLimits')).toBe(true))
    expect(await listRead()).toEqual(['getRateLimits 200', 'getUserRateLimits 200'])
  })

  it('PLT-38 are told to the right kind of token only', async () => {
    const { clientId, clientSecret } = practiceCredentials
    const token = async (form: Record<string, string>): Promise<string> => {
      const response = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
        body: new URLSearchParams(form),
      })
      return ((await response.json()) as { access_token: string }).access_token
    }
    const application = await token({ grant_type: 'client_credentials', scope: 'https://api.ebay.com/oauth/api_scope' })
    const user = await token({ grant_type: 'refresh_token', refresh_token: practiceCredentials.refreshToken })
    const ask = async (path: string, bearer: string): Promise<number> =>
      (
        await fetch(`${platform.url}/developer/analytics/v1_beta${path}`, {
          headers: { authorization: `Bearer ${bearer}` },
        })
      ).status
    expect(await ask('/rate_limit/', application)).toBe(200)
    expect(await ask('/rate_limit/?api_name=nothing', application)).toBe(204)
    expect(await ask('/user_rate_limit/', user)).toBe(200)
    expect(await ask('/rate_limit/', user)).toBe(403)
    expect(await ask('/user_rate_limit/', application)).toBe(403)
    expect(await ask('/rate_limit', application)).toBe(404)
  })
})

it('PLT-38 are not asked for where the platform has no such call', async () => {
  await open('neutral')
  await shop.start()
  await shop.send(getOneConversation(shop.profile))
  expect(await listRead()).toEqual([])
  expect((await fetch(`${platform.url}/developer/analytics/v1_beta/rate_limit/`)).status).toBe(404)
})
