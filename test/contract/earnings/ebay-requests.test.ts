/** Every request about earnings, checked against the published description. */
import { describe, expect, it } from 'vitest'
import { createFinancesClient } from '../../../main/earnings/platform/finances-client.ts'
import type { HttpRequest, Send } from '../../../main/http/request.ts'
import { completeProfile, listOrigins } from '../../../shared/connection/profile.ts'
import { hasDescriptions, listRequestProblems } from '../official/descriptions.ts'

const profile = completeProfile({
  kind: 'production',
  name: 'Shop',
  platform: 'ebay',
  marketplaceId: 'EBAY_AU',
  oauth: { clientId: 'client' },
})

const record = (status = 204) => {
  const requests: HttpRequest[] = []
  const send: Send = async (request) => {
    requests.push(request)
    return { status, headers: {}, body: new Uint8Array(), bodyCut: false }
  }
  return { requests, client: createFinancesClient({ profile, send }) }
}
const atMs = Date.UTC(2026, 10, 1)

describe.skipIf(!hasDescriptions)('requests about earnings (published description)', () => {
  it('PLT-04 FIN-01 the finances service’s pass', async () => {
    const { requests, client } = record()
    await client.getTransactions(null, 0)
    await client.getTransactions({ fromMs: atMs, toMs: atMs + 1_000 }, 1_000)
    await client.getPayoutTransactions('5012345678', 0)
    await client.getPayouts({ fromMs: atMs, toMs: null }, 0)
    await client.getPayouts({ fromMs: atMs, toMs: atMs + 1_000 }, 200)
    expect(requests).toHaveLength(5)
    expect(requests.flatMap((request) => listRequestProblems('finances', request))).toEqual([])
  })
})

it('FACT-171 finances are on the host apiz, which the connection’s other calls use already', async () => {
  const { requests, client } = record()
  await client.getTransactions(null, 0)
  expect(requests[0]?.url).toMatch(/^https:\/\/apiz\.ebay\.com\/sell\/finances\/v1\/transaction\?/)
  // Outside the United States the marketplace has to be named.
  expect(requests[0]?.headers).toMatchObject({ 'x-ebay-c-marketplace-id': 'EBAY_AU' })
  expect(listOrigins(profile)).toContain('https://apiz.ebay.com')
  expect(listOrigins({ ...profile, financesUrl: profile.identityUrl })).toEqual(listOrigins(profile))
})

it('FIN-01 an answer without a body has no entries', async () => {
  const { client } = record(204)
  expect(await client.getTransactions(null, 0)).toEqual({ entries: [], total: 0, step: 0 })
  expect(await client.getPayouts({ fromMs: atMs, toMs: null }, 0)).toEqual({ entries: [], total: 0, step: 0 })
})
