/** The practice platform's orders as eBay: what buyers do, and what the services say about it. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticeOptions, startPracticePlatform } from '../../../main/practice/platform.ts'
import { startMs } from './practice-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared field by field
type Json = { readonly [name: string]: any }

const base = '/sell/fulfillment/v1/order'
const scopes = ['', '/sell.fulfillment'].map((path) => `https://api.ebay.com/oauth/api_scope${path}`)

const openEbayShop = async (options: Omit<PracticeOptions, 'platform'> = {}) => {
  const platform = await startPracticePlatform({ now: () => startMs, platform: 'ebay', ...options })
  onTestFinished(() => platform.stop())
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${platform.url}${path}`, { method, ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: (text === '' ? {} : JSON.parse(text)) as Json }
  }
  const { clientId, clientSecret } = practiceCredentials
  const { json } = await send('POST', '/identity/v1/oauth2/token', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: practiceCredentials.refreshToken,
      scope: scopes.join(' '),
    }),
  })
  const token = String(json.access_token)
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(method, path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const control = (method: string, path: string, body?: unknown) =>
    send(method, `/practice/${path}`, body === undefined ? {} : { body: JSON.stringify(body) })
  const advance = (advanceMs: number) => control('POST', 'clock', { advanceMs })
  /** A sale whose order can be read. */
  const sell = async (purchase: Json = {}): Promise<string> => {
    const { json: sold } = await control('POST', 'purchases', { buyer: 'anna_wolle', sku: 'CAM-0101', ...purchase })
    await advance(5_000)
    return String(sold.orderId)
  }
  const postOrder = (path: string, authorization = `IAF ${token}`) =>
    call('GET', `/post-order/v2${path}`, undefined, { authorization, 'x-ebay-c-marketplace-id': 'EBAY_US' })
  return { call, control, advance, sell, postOrder, token }
}

const errorOf = ({ status, json }: { status: number; json: Json }) => [status, json.errors[0].errorId]
const filter = (text: string) => `${base}?filter=${encodeURIComponent(text)}`

describe('an order of the practice shop', () => {
  it('FACT-118 can be read only some seconds after its sale', async () => {
    const shop = await openEbayShop()
    const { json } = await shop.control('POST', 'purchases', { buyer: 'anna_wolle', sku: 'CAM-0101' })
    expect(errorOf(await shop.call('GET', `${base}/${json.orderId}`))).toEqual([404, 32100])
    await shop.advance(3_000)
    expect((await shop.call('GET', `${base}/${json.orderId}`)).status).toBe(200)
  })

  it('ORD-01 is in no list before it can be read', async () => {
    const shop = await openEbayShop()
    const before = (await shop.call('GET', base)).json.total
    await shop.control('POST', 'purchases', { buyer: 'anna_wolle', sku: 'CAM-0101' })
    expect((await shop.call('GET', base)).json.total).toBe(before)
    await shop.advance(3_000)
    expect((await shop.call('GET', base)).json.total).toBe(before + 1)
  })

  it('ORD-01 states the title and the price of the item that was sold', async () => {
    const shop = await openEbayShop()
    const { json: order } = await shop.call('GET', `${base}/${await shop.sell()}`)
    const { json: item } = await shop.control('GET', 'items/CAM-0101')
    const [line] = order.lineItems
    expect(line.title).toBe(item.product.title)
    expect(line.lineItemCost.value).toMatch(/^\d+\.50$/)
    expect(Number(order.pricingSummary.total.value)).toBe(Number(line.lineItemCost.value) + 6.9)
    expect(order.buyer.username).toBe('anna_wolle')
  })

  it('ORD-01 takes what was sold from the stock', async () => {
    const shop = await openEbayShop()
    const stock = async () =>
      (await shop.control('GET', 'items/CAM-0101')).json.availability.shipToLocationAvailability.quantity
    const before = await stock()
    await shop.sell()
    expect(await stock()).toBe(before - 1)
  })

  it('ORD-01 cannot be made of more than there is', async () => {
    const shop = await openEbayShop()
    const refused = await shop.control('POST', 'purchases', { buyer: 'anna_wolle', sku: 'CAM-0101', quantity: 900 })
    expect(refused.status).toBe(400)
    expect(refused.json.error).toContain('CAM-0101 has')
  })

  it('ORD-02 belongs, in a new shop, to the buyer and the item of a conversation', async () => {
    const shop = await openEbayShop()
    const { json } = await shop.call('GET', base)
    expect(json.total).toBe(4)
    expect(json.orders.filter((one: Json) => one.orderFulfillmentStatus === 'FULFILLED')).toHaveLength(3)
  })

  it('FACT-138 states on each line when to ship and when it is expected', async () => {
    const shop = await openEbayShop()
    const { json } = await shop.call('GET', `${base}/${await shop.sell()}`)
    const { shipByDate, minEstimatedDeliveryDate, maxEstimatedDeliveryDate, guaranteedDelivery } =
      json.lineItems[0].lineItemFulfillmentInstructions
    expect(shipByDate).toBe('2026-11-24T07:59:59.000Z')
    expect(minEstimatedDeliveryDate < maxEstimatedDeliveryDate).toBe(true)
    expect(guaranteedDelivery).toBe(false)
  })

  it('ORD-06 loses its buyer’s name and street when the account is closed', async () => {
    const shop = await openEbayShop()
    const orderId = await shop.sell()
    await shop.control('POST', 'topics/MARKETPLACE_ACCOUNT_DELETION', { data: { username: 'anna_wolle' } })
    const { json } = await shop.call('GET', `${base}/${orderId}`)
    expect(JSON.stringify(json)).not.toMatch(/anna_wolle|Anna Practice/)
  })
})

describe('the list of orders', () => {
  it('FACT-136 refuses a limit above 200', async () => {
    const shop = await openEbayShop()
    expect(errorOf(await shop.call('GET', `${base}?limit=201`))).toEqual([400, 31100])
    expect((await shop.call('GET', `${base}?limit=200`)).status).toBe(200)
  })

  it('FACT-136 lists by creation date alone if both dates are given', async () => {
    const shop = await openEbayShop()
    await shop.sell()
    const recent = 'lastmodifieddate:[2026-11-21T11:00:00.000Z..]'
    expect((await shop.call('GET', filter(recent))).json.total).toBeGreaterThan(0)
    const both = `creationdate:[2026-01-01T00:00:00.000Z..2026-01-02T00:00:00.000Z],${recent}`
    expect((await shop.call('GET', filter(both))).json.total).toBe(0)
  })

  it.each([
    ['an end in the future', 'lastmodifieddate:[2026-11-20T00:00:00.000Z..2026-11-22T00:00:00.000Z]', 30850],
    ['a start more than two years ago', 'creationdate:[2020-11-20T00:00:00.000Z..]', 30830],
    ['a time without a zone', 'creationdate:[2026-11-20T00:00:00..]', 30810],
    ['an unknown criterion', 'color:[red]', 30700],
    ['a status alone', 'orderfulfillmentstatus:{NOT_STARTED}', 30800],
  ])('FACT-136 refuses %s', async (_, text, errorId) => {
    const shop = await openEbayShop()
    expect(errorOf(await shop.call('GET', filter(text)))).toEqual([400, errorId])
  })

  it('FACT-136 states its pages by the number of orders to skip', async () => {
    const shop = await openEbayShop()
    const { json } = await shop.call('GET', `${base}?limit=3`)
    expect(json).toMatchObject({ total: 4, limit: 3, offset: 0 })
    expect(json.next).toContain('offset=3')
    expect((await shop.call('GET', `${base}?limit=3&offset=3`)).json.orders).toHaveLength(1)
  })

  it('FACT-137 leaves cancel requests empty, which the order itself states', async () => {
    const shop = await openEbayShop()
    const orderId = await shop.sell()
    await shop.control('POST', 'cases', { orderId, kind: 'cancellation' })
    const listed = (await shop.call('GET', `${base}?orderIds=${orderId}`)).json.orders[0]
    expect(listed.cancelStatus).toEqual({ cancelState: 'IN_PROGRESS', cancelRequests: [] })
    const { json } = await shop.call('GET', `${base}/${orderId}`)
    expect(json.cancelStatus.cancelRequests).toMatchObject([{ cancelRequestState: 'REQUESTED' }])
  })

  it('ORD-01 lists an order again after it was cancelled', async () => {
    const shop = await openEbayShop()
    const orderId = await shop.sell()
    await shop.advance(3_600_000)
    const since = 'lastmodifieddate:[2026-11-21T12:30:00.000Z..]'
    expect((await shop.call('GET', filter(since))).json.total).toBe(0)
    await shop.control('POST', `orders/${orderId}/cancel`)
    expect((await shop.call('GET', filter(since))).json.orders).toMatchObject([
      { orderId, orderPaymentStatus: 'FULLY_REFUNDED', cancelStatus: { cancelState: 'CANCELED' } },
    ])
  })
})

describe('shipping', () => {
  const ship = { trackingNumber: 'RN123456785GB', shippingCarrierCode: 'Royal Mail' }

  it('FACT-139 states no shipments of an order that is to be shipped, and 400 for one that does not exist', async () => {
    const shop = await openEbayShop()
    const path = `${base}/${await shop.sell()}/shipping_fulfillment`
    expect((await shop.call('GET', path)).json).toEqual({ total: 0, fulfillments: [] })
    expect(errorOf(await shop.call('GET', `${base}/14-1-1/shipping_fulfillment`))).toEqual([400, 32100])
  })

  it('FACT-139 states the tracking number and never the carrier', async () => {
    const shop = await openEbayShop()
    const orderId = await shop.sell()
    const { json: order } = await shop.call('GET', `${base}/${orderId}`)
    const lines = order.lineItems.map(({ lineItemId }: Json) => ({ lineItemId, quantity: 1 }))
    const made = await shop.call('POST', `${base}/${orderId}/shipping_fulfillment`, { ...ship, lineItems: lines })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toContain('/shipping_fulfillment/RN123456785GB')
    const { json } = await shop.call('GET', `${base}/${orderId}/shipping_fulfillment`)
    expect(json.fulfillments).toHaveLength(1)
    expect(json.fulfillments[0]).toMatchObject({ shipmentTrackingNumber: ship.trackingNumber })
    expect(json.fulfillments[0]).not.toHaveProperty('shippingCarrierCode')
  })

  it('ORD-03 leaves an order in progress until its last line is sent', async () => {
    const shop = await openEbayShop()
    const lines = [{ sku: 'CAM-0101' }, { sku: 'CER-0103' }]
    const orderId = await shop.sell({ lines })
    const { json: order } = await shop.call('GET', `${base}/${orderId}`)
    const status = async () => (await shop.call('GET', `${base}/${orderId}`)).json.orderFulfillmentStatus
    const [first, second] = order.lineItems
    const send = (lineItemId: string) =>
      shop.call('POST', `${base}/${orderId}/shipping_fulfillment`, { lineItems: [{ lineItemId }] })
    await send(first.lineItemId)
    expect(await status()).toBe('IN_PROGRESS')
    await send(second.lineItemId)
    expect(await status()).toBe('FULFILLED')
  })

  it.each([
    ['a tracking number with blanks', { ...ship, trackingNumber: 'RN 123 456 785 GB' }, 32300],
    ['a tracking number without a carrier', { trackingNumber: ship.trackingNumber }, 32300],
    ['a date in the future', { ...ship, shippedDate: '2027-01-01T00:00:00.000Z' }, 32500],
    ['a line of another order', { ...ship, lineItems: [{ lineItemId: '1' }] }, 32200],
    ['no lines', { ...ship, lineItems: [] }, 32600],
  ])('ORD-03 refuses %s', async (_, body, errorId) => {
    const shop = await openEbayShop()
    const orderId = await shop.sell()
    const { json: order } = await shop.call('GET', `${base}/${orderId}`)
    const lineItems = order.lineItems.map(({ lineItemId }: Json) => ({ lineItemId }))
    const answer = await shop.call('POST', `${base}/${orderId}/shipping_fulfillment`, { lineItems, ...body })
    expect(errorOf(answer)).toEqual([400, errorId])
  })
})

describe('cases', () => {
  it('FACT-15 are read with IAF, and refused with Bearer', async () => {
    const shop = await openEbayShop()
    expect((await shop.postOrder('/return/search', `Bearer ${shop.token}`)).status).toBe(401)
    expect((await shop.postOrder('/return/search')).status).toBe(200)
  })

  it('FACT-141 lists the cancellations that buyers ask for only to role BUYER', async () => {
    const shop = await openEbayShop()
    await shop.control('POST', 'cases', { orderId: await shop.sell(), kind: 'cancellation' })
    expect((await shop.postOrder('/cancellation/search')).json.cancellations).toEqual([])
    const { json } = await shop.postOrder('/cancellation/search?role=BUYER')
    expect(json.cancellations).toMatchObject([{ requestorType: 'BUYER', cancelState: 'APPROVAL_PENDING' }])
  })

  it('FACT-141 refuses a window of more than ninety days, and one that begins too long ago', async () => {
    const shop = await openEbayShop()
    const search = (from: string, to: string) =>
      shop.postOrder(`/return/search?creation_date_range_from=${from}&creation_date_range_to=${to}`)
    expect((await search('2026-01-01T00:00:00Z', '2026-11-01T00:00:00Z')).status).toBe(400)
    expect((await search('2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z')).status).toBe(400)
    expect((await search('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z')).status).toBe(200)
    expect((await shop.postOrder('/return/search?limit=201')).status).toBe(400)
  })

  it('FACT-141 are searched for ninety days from a start without an end', async () => {
    const shop = await openEbayShop()
    await shop.control('POST', 'cases', { orderId: await shop.sell(), kind: 'return' })
    const since = async (from: string) =>
      (await shop.postOrder(`/return/search?creation_date_range_from=${from}`)).json.paginationOutput.totalEntries
    expect(await since('2026-07-01T00:00:00Z')).toBe(0)
    expect(await since('2026-10-01T00:00:00Z')).toBe(1)
  })

  it('ORD-04 state what the seller has to do and by when, until they are closed', async () => {
    const shop = await openEbayShop()
    const orderId = await shop.sell()
    const { json: opened } = await shop.control('POST', 'cases', { orderId, kind: 'inquiry' })
    const { json } = await shop.postOrder('/inquiry/search')
    expect(json.members).toMatchObject([{ inquiryId: opened.caseId, buyer: 'anna_wolle', inquiryStatusEnum: 'OPEN' }])
    expect(json.members[0].respondByDate.value).toBe('2026-11-24T12:00:05.000Z')
    await shop.control('POST', `cases/${opened.caseId}/close`, { outcome: 'accepted' })
    const { json: closed } = await shop.postOrder('/inquiry/search')
    expect(closed.members[0]).not.toHaveProperty('respondByDate')
    expect((await shop.call('GET', `${base}/${orderId}`)).json.orderPaymentStatus).toBe('FULLY_REFUNDED')
  })
})

describe('the neutral platform', () => {
  it('ORD-01 has sale events and no orders to read', async () => {
    const platform = await startPracticePlatform({ now: () => startMs })
    onTestFinished(() => platform.stop())
    const bought = await fetch(`${platform.url}/practice/purchases`, {
      method: 'POST',
      body: JSON.stringify({ buyer: 'anna_wolle', sku: 'CAM-0101' }),
    })
    expect(bought.status).toBe(200)
    expect((await fetch(`${platform.url}${base}`)).status).toBe(404)
    const { events } = (await (await fetch(`${platform.url}/practice/events`)).json()) as { events: Json[] }
    expect(events).toMatchObject([{ event: 'FixedPriceTransaction', sku: 'CAM-0101', buyer: 'anna_wolle' }])
  })
})

it('ORD-08 FACT-139 a line of which some pieces are shipped is in progress, and its shipments name no quantities', async () => {
  const shop = await openEbayShop()
  const orderId = await shop.sell({ quantity: 2 })
  const read = async (): Promise<Json> => (await shop.call('GET', `${base}/${orderId}`)).json
  const [{ lineItemId }] = (await read()).lineItems
  const ship = (trackingNumber: string) =>
    shop.call('POST', `${base}/${orderId}/shipping_fulfillment`, {
      ...{ lineItems: [{ lineItemId, quantity: 1 }], trackingNumber, shippingCarrierCode: 'USPS' },
    })
  await ship('9400111899223100001243')
  expect((await read()).lineItems[0].lineItemFulfillmentStatus).toBe('IN_PROGRESS')
  const { json } = await shop.call('GET', `${base}/${orderId}/shipping_fulfillment`)
  expect(json.fulfillments[0].lineItems).toEqual([{ lineItemId }])
  await ship('9400111899223100001267')
  expect((await read()).orderFulfillmentStatus).toBe('FULFILLED')
})

it('FACT-167 an order has its legacy number beside its own', async () => {
  const shop = await openEbayShop()
  const { json } = await shop.call('GET', `${base}/${await shop.sell()}`)
  expect(json.legacyOrderId).toBe(`${json.lineItems[0].legacyItemId}-${json.lineItems[0].lineItemId}`)
})
