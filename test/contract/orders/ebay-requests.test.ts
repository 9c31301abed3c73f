/** Every request about orders, checked against the published descriptions. */
import { describe, expect, it } from 'vitest'
import type { HttpRequest, Send } from '../../../main/http/request.ts'
import { createPostOrderClient } from '../../../main/orders/cases/post-order-client.ts'
import { createFulfillmentClient } from '../../../main/orders/platform/fulfillment-client.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { caseTypes } from '../../../shared/orders/case.ts'
import { hasDescriptions, isDescribedPostOrder, listRequestProblems } from '../official/descriptions.ts'

const profile = completeProfile({ kind: 'production', name: 'Shop', platform: 'ebay', oauth: { clientId: 'client' } })

const record = () => {
  const requests: HttpRequest[] = []
  const send: Send = async (request) => {
    requests.push(request)
    return { status: 200, headers: {}, body: new TextEncoder().encode('{}'), bodyCut: false }
  }
  return { requests, send }
}

describe.skipIf(!hasDescriptions)('requests about orders (published descriptions)', () => {
  it('PLT-04 ORD-01 ORD-03 the fulfillment service’s pass', async () => {
    const { requests, send } = record()
    const client = createFulfillmentClient({ profile, send })
    const atMs = Date.UTC(2026, 10, 1)
    await client.getOrders({ fromMs: atMs, toMs: null }, 0)
    await client.getOrders({ fromMs: atMs, toMs: atMs + 1_000 }, 200)
    await client.getOrders({ fromMs: null, toMs: null }, 0)
    await client.getOrder('14-00000-00001')
    await client.getShippingFulfillments('14-00000-00001')
    const lineItems = [{ lineItemId: '10000000001', quantity: 2 }]
    await client.createShippingFulfillment('14-00000-00001', { lineItems }, {})
    await client.createShippingFulfillment(
      '14-00000-00001',
      {
        lineItems,
        trackingNumber: '1Z999AA10123456784',
        shippingCarrierCode: 'UPS',
        shippedDate: new Date(atMs).toISOString(),
      },
      {},
    )
    expect(requests).toHaveLength(7)
    expect(requests.flatMap((request) => listRequestProblems('fulfillment', request))).toEqual([])
  })

  it('FACT-15 FACT-141 ORD-04 the Post-Order service’s name described paths, the IAF scheme and the marketplace', async () => {
    const { requests, send } = record()
    const client = createPostOrderClient({ profile, send })
    const window = { fromMs: Date.UTC(2026, 9, 1), toMs: Date.UTC(2026, 10, 1) }
    for (const type of caseTypes) await client.search(type, window, 1, {})
    expect(requests).toHaveLength(caseTypes.length)
    for (const { method, url, tokenScheme, headers } of requests) {
      expect(isDescribedPostOrder(method, new URL(url).pathname), url).toBe(true)
      expect(tokenScheme).toBe('IAF')
      expect(headers).toMatchObject({ 'x-ebay-c-marketplace-id': 'EBAY_US' })
    }
    const roles = requests.map(({ url }) => new URL(url).searchParams.get('role'))
    expect(roles.filter((role) => role !== null)).toEqual(['BUYER'])
  })
})
