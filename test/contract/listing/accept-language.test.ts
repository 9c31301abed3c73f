import { afterEach, expect, it } from 'vitest'
import { checkServices } from '../../../main/connection/check-services.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { createInventoryClient } from '../../../main/inventory/platform/inventory-client.ts'
import { createOfferClient } from '../../../main/listing/platform/offer-client.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'

let platform: PracticePlatform | undefined
afterEach(() => platform?.stop())

/** Clients whose requests are recorded, over the practice platform as eBay. */
const open = async (contentLanguage: string, platformId: 'ebay' | 'neutral' = 'ebay') => {
  platform = await startPracticePlatform({ conversations: 0, items: 2, platform: platformId })
  const { url } = platform
  const profile = completeProfile(
    { kind: 'sandbox', name: 'Shop', baseUrl: url, platform: platformId, contentLanguage },
    url,
  )
  const wire = createUndiciSend({ origins: [url] })
  const answer = await fetch(`${url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: practiceCredentials.refreshToken }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const languages = new Map<string, string | undefined>()
  const send: typeof wire.send = (request) => {
    languages.set(request.operation, request.headers['accept-language'])
    return wire.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
  }
  const inventory = createInventoryClient({ profile, send, nowMs: Date.now })
  const offers = createOfferClient({ profile, send })
  return { url, token, profile, send, languages, inventory, offers }
}

it.each(['en-GB', 'fr-CA', 'nl-BE', 'de-CH'])(
  'FACT-20 PLT-23 reads of items, offers, policies and categories carry %s as chosen',
  async (language) => {
    const { profile, send, languages, inventory, offers } = await open(language)
    expect((await inventory.getInventoryItems(0)).items).toHaveLength(2)
    // Practice hides the records of a SKU in these languages; only the headers count here.
    await offers.getOffers('CAM-0101').catch(() => [])
    await checkServices(profile, send)
    const named = [...languages].filter(([, value]) => value !== undefined).map(([operation]) => operation)
    expect(named.toSorted()).toEqual([
      'getDefaultCategoryTreeId',
      'getFulfillmentPolicies',
      'getInventoryItems',
      'getOffers',
      'getOptedInPrograms',
    ])
    expect(new Set(named.map((operation) => languages.get(operation)))).toEqual(new Set([language]))
  },
)

it('FACT-21 an item that is hidden in another language is neither missing nor unlisted', async () => {
  const { inventory, offers } = await open('en-GB')
  const hidden = { detail: { message: expect.stringContaining('listing language of the connection') } }
  await expect(inventory.getInventoryItem('CAM-0101')).rejects.toMatchObject(hidden)
  await expect(inventory.bulkGetInventoryItem(['CAM-0101', 'CAM-0102'])).rejects.toMatchObject(hidden)
  await expect(offers.getOffers('CAM-0101')).rejects.toMatchObject(hidden)
})

it('FACT-20 practice refuses a read of items without Accept-Language, and with Node’s own', async () => {
  const { url, token } = await open('en-US')
  for (const headers of [{}, { 'accept-language': '*' }] satisfies Record<string, string>[]) {
    const answer = await fetch(`${url}/sell/inventory/v1/inventory_item?limit=1`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ errorId: 25709 }] }])
  }
})

it('PLT-23 the neutral platform gets no header that its description does not have', async () => {
  const { profile, send, languages } = await open('en-US', 'neutral')
  await checkServices(profile, send)
  expect([...languages.values()].filter((value) => value !== undefined)).toEqual([])
})
