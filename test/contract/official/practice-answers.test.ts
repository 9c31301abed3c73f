/** Checks the practice platform's answers as `ebay` against the published descriptions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { type DescribedService, findOperation, hasDescriptions, listAnswerProblems } from './descriptions.ts'

type Call = {
  readonly service: DescribedService
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly status: number
  readonly token?: 'application'
}

let platform: PracticePlatform
const tokens: Partial<Record<'user' | 'application', string>> = {}

const loadToken = async (form: Record<string, string>): Promise<string> => {
  const { clientId, clientSecret } = practiceCredentials
  const response = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams(form),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const send = async ({ method = 'GET', path, body, token }: Call) => {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens[token ?? 'user']}`,
      'accept-language': 'en-US',
      'content-language': 'en-US',
      'x-ebay-c-marketplace-id': 'EBAY_US',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const call = async <T>(one: Omit<Call, 'service' | 'status'>): Promise<T> =>
  JSON.parse((await send({ service: 'inventory', status: 200, ...one })).text) as T

const policies = { fulfillmentPolicyId: '6100001', paymentPolicyId: '6200001', returnPolicyId: '6300001' }
const item = {
  availability: { shipToLocationAvailability: { quantity: 2 } },
  condition: 'USED_GOOD',
  product: {
    title: 'Kestrel 35 film camera',
    description: 'Works well.',
    aspects: { Brand: ['Kestrel'], Type: ['SLR'] },
    imageUrls: ['https://pictures.practice.invalid/cam-1.png'],
    upc: ['012345678905'],
  },
}
const offer = {
  sku: 'DESC-1',
  marketplaceId: 'EBAY_US',
  format: 'FIXED_PRICE',
  categoryId: '15230',
  merchantLocationKey: 'home',
  pricingSummary: { price: { value: '25.00', currency: 'USD' } },
  listingPolicies: policies,
}

const itemPath = '/sell/inventory/v1/inventory_item'
const offerPath = '/sell/inventory/v1/offer'
const messagePath = '/commerce/message/v1'
const metadataPath = '/sell/metadata/v1/marketplace/EBAY_US'
const negotiationPath = '/sell/negotiation/v1'
const orderPath = '/sell/fulfillment/v1/order'
const moneyPath = '/sell/finances/v1'
const treePath = '/commerce/taxonomy/v1/category_tree/0'

/** Orders have their legacy number, and shipments their service, but neither is described (FACT-139, FACT-167). */
const withoutObserved = (text: string): string =>
  text.replaceAll(/"(?:legacyOrderId|shippingServiceCode)":"[\w-]+",(?="(?:creationDate|shippedDate)")/g, '')

describe.skipIf(!hasDescriptions)('the practice platform as eBay (published descriptions)', () => {
  beforeAll(async () => {
    platform = await startPracticePlatform({ platform: 'ebay' })
    const { scopes } = completeProfile({ kind: 'practice', name: 'P', platform: 'ebay' }, platform.url)
    tokens.user = await loadToken({
      grant_type: 'refresh_token',
      refresh_token: practiceCredentials.refreshToken,
      scope: scopes.user.join(' '),
    })
    tokens.application = await loadToken({
      grant_type: 'client_credentials',
      scope: scopes.application.join(' '),
    })
    await send({ service: 'inventory', method: 'PUT', path: `${itemPath}/DESC-1`, body: item, status: 201 })
  })
  afterAll(() => platform.stop())

  const requests: readonly Call[] = [
    { service: 'identity', path: '/commerce/identity/v1/user/', status: 200 },
    { service: 'analytics', path: '/developer/analytics/v1_beta/rate_limit/', status: 200, token: 'application' },
    { service: 'analytics', path: '/developer/analytics/v1_beta/user_rate_limit/', status: 200 },
    { service: 'message', path: `${messagePath}/conversation?conversation_type=FROM_MEMBERS&limit=50`, status: 200 },
    {
      service: 'message',
      path: `${messagePath}/conversation?conversation_type=FROM_EBAY&limit=5&offset=5`,
      status: 200,
    },
    { service: 'message', path: `${messagePath}/conversation?conversation_type=FROM_SVC`, status: 400 },
    { service: 'message', path: `${messagePath}/conversation`, status: 400 },
    {
      service: 'message',
      path: `${messagePath}/conversation?conversation_type=FROM_MEMBERS&limit=20&offset=5`,
      status: 400,
    },
    {
      service: 'message',
      path: `${messagePath}/conversation?conversation_type=FROM_MEMBERS&conversation_status=UNANSWERED`,
      status: 400,
    },
    {
      service: 'message',
      method: 'POST',
      path: `${messagePath}/send_message`,
      body: { messageText: 'x' },
      status: 400,
    },
    {
      service: 'message',
      method: 'POST',
      path: `${messagePath}/send_message`,
      body: { otherPartyUsername: 'anna_wolle', messageText: 'Hello' },
      status: 201,
    },
    {
      service: 'message',
      method: 'POST',
      path: `${messagePath}/bulk_update_conversation`,
      body: {
        conversations: [{ conversationId: 'none', conversationStatus: 'READ', conversationType: 'FROM_MEMBERS' }],
      },
      status: 200,
    },
    { service: 'inventory', path: `${itemPath}?limit=10&offset=2`, status: 200 },
    { service: 'inventory', path: `${itemPath}?limit=500`, status: 400 },
    { service: 'inventory', path: `${itemPath}/DESC-1`, status: 200 },
    { service: 'inventory', path: `${itemPath}/NONE`, status: 404 },
    { service: 'inventory', method: 'PUT', path: `${itemPath}/DESC-1`, body: item, status: 204 },
    {
      service: 'inventory',
      method: 'PUT',
      path: `${itemPath}/DESC-1`,
      body: { ...item, product: { ...item.product, subtitle: 'Nice' } },
      status: 200,
    },
    {
      service: 'inventory',
      method: 'PUT',
      path: `${itemPath}/DESC-1`,
      body: { ...item, product: { ...item.product, upc: '012345678905' } },
      status: 400,
    },
    {
      service: 'inventory',
      method: 'POST',
      path: '/sell/inventory/v1/bulk_create_or_replace_inventory_item',
      body: {
        requests: [
          { ...item, sku: 'DESC-2', locale: 'en_US' },
          { ...item, sku: 'DESC-3', locale: 'en_US' },
        ],
      },
      status: 200,
    },
    ...[
      { skus: ['DESC-1'], status: 200 },
      { skus: ['DESC-1', 'NONE'], status: 207 },
      { skus: ['DESC-1', 'DESC-1'], status: 400 },
      { skus: Array.from({ length: 26 }, (_, index) => `NONE-${index}`), status: 400 },
    ].map(
      ({ skus, status }): Call => ({
        service: 'inventory',
        method: 'POST',
        path: '/sell/inventory/v1/bulk_get_inventory_item',
        body: { requests: skus.map((sku) => ({ sku })) },
        status,
      }),
    ),
    { service: 'inventory', path: `${offerPath}?sku=DESC-1`, status: 404 },
    { service: 'inventory', method: 'POST', path: offerPath, body: { sku: 'DESC-1' }, status: 400 },
    { service: 'inventory', path: '/sell/inventory/v1/location?limit=10', status: 200 },
    {
      service: 'inventory',
      method: 'POST',
      path: '/sell/inventory/v1/location/attic',
      body: { location: { address: { postalCode: '95125', country: 'US' } } },
      status: 204,
    },
    { service: 'account', path: '/sell/account/v1/fulfillment_policy?marketplace_id=EBAY_US', status: 200 },
    { service: 'account', path: '/sell/account/v1/payment_policy?marketplace_id=EBAY_US', status: 200 },
    { service: 'account', path: '/sell/account/v1/return_policy?marketplace_id=EBAY_US', status: 200 },
    { service: 'account', path: '/sell/account/v1/privilege', status: 200 },
    ...['261328', '63861', '20671'].flatMap((id): Call[] => [
      { service: 'taxonomy', path: `${treePath}/get_item_aspects_for_category?category_id=${id}`, status: 200 },
      {
        service: 'metadata',
        path: `${metadataPath}/get_item_condition_policies?filter=categoryIds:{${id}}`,
        status: 200,
      },
      { service: 'metadata', path: `${metadataPath}/get_category_policies?filter=categoryIds:{${id}}`, status: 200 },
    ]),
    { service: 'account', path: '/sell/account/v1/program/get_opted_in_programs', status: 200 },
    {
      service: 'taxonomy',
      path: '/commerce/taxonomy/v1/get_default_category_tree_id?marketplace_id=EBAY_US',
      status: 200,
      token: 'application',
    },
    {
      service: 'taxonomy',
      path: `${treePath}/get_category_suggestions?q=film+camera`,
      status: 200,
      token: 'application',
    },
    { service: 'taxonomy', path: `${treePath}/get_category_suggestions?q=%2A`, status: 204, token: 'application' },
    {
      service: 'taxonomy',
      path: `${treePath}/get_item_aspects_for_category?category_id=15230`,
      status: 200,
      token: 'application',
    },
    {
      service: 'taxonomy',
      path: `${treePath}/get_item_aspects_for_category?category_id=625`,
      status: 400,
      token: 'application',
    },
    {
      service: 'metadata',
      path: '/sell/metadata/v1/marketplace/EBAY_US/get_item_condition_policies?filter=categoryIds:%7B15230%7D',
      status: 200,
      token: 'application',
    },
    { service: 'fulfillment', path: `${orderPath}?limit=200`, status: 200 },
    { service: 'fulfillment', path: `${orderPath}?limit=201`, status: 400 },
    { service: 'fulfillment', path: `${orderPath}?filter=color:red`, status: 400 },
    { service: 'fulfillment', path: `${orderPath}/14-00000-00000`, status: 404 },
    { service: 'fulfillment', path: `${orderPath}/14-00000-00000/shipping_fulfillment`, status: 400 },
    { service: 'negotiation', path: `${negotiationPath}/find_eligible_items?limit=200&offset=0`, status: 200 },
    { service: 'negotiation', path: `${negotiationPath}/find_eligible_items?limit=201`, status: 400 },
    {
      service: 'negotiation',
      method: 'POST',
      path: `${negotiationPath}/send_offer_to_interested_buyers`,
      body: { offeredItems: [{ listingId: '1', discountPercentage: '10' }] },
      status: 409,
    },
    { service: 'finances', path: `${moneyPath}/transaction?limit=1000`, status: 200 },
    { service: 'finances', path: `${moneyPath}/transaction?limit=1001`, status: 400 },
    { service: 'finances', path: `${moneyPath}/transaction?filter=orderId:%7B1%7D`, status: 204 },
    { service: 'finances', path: `${moneyPath}/transaction?sort=transactionDate`, status: 400 },
    { service: 'finances', path: `${moneyPath}/payout?limit=200`, status: 200 },
    { service: 'finances', path: `${moneyPath}/payout?limit=201`, status: 400 },
    { service: 'finances', path: `${moneyPath}/payout/1`, status: 404 },
    { service: 'notification', path: '/commerce/notification/v1/topic?limit=10', status: 200, token: 'application' },
    {
      service: 'notification',
      path: '/commerce/notification/v1/topic/NEW_MESSAGE',
      status: 200,
      token: 'application',
    },
    {
      service: 'notification',
      path: '/commerce/notification/v1/destination?limit=10',
      status: 200,
      token: 'application',
    },
    { service: 'notification', path: '/commerce/notification/v1/subscription?limit=10', status: 200 },
    { service: 'notification', path: '/commerce/notification/v1/config', status: 404, token: 'application' },
  ]

  it.each(requests.map((one) => [`${one.method ?? 'GET'} ${one.path}`, one] as const))(
    'PLT-04 answers %s as described',
    async (_, one) => {
      const { status, text } = await send(one)
      expect(status, text).toBe(one.status)
      const found = findOperation(one.service, one.method ?? 'GET', one.path.replace(/\?.*$/, ''))
      expect(found).toBeDefined()
      if (found !== undefined)
        expect(listAnswerProblems(one.service, found.operation, status, withoutObserved(text))).toEqual([])
    },
  )

  it('PLT-03 reads items in bulk with the permission to read them', async () => {
    const read = async (scope: string): Promise<number> => {
      const token = await loadToken({
        grant_type: 'refresh_token',
        refresh_token: practiceCredentials.refreshToken,
        scope: `https://api.ebay.com/oauth/api_scope/${scope}`,
      })
      const answer = await fetch(`${platform.url}/sell/inventory/v1/bulk_get_inventory_item`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'accept-language': 'en-US',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ requests: [{ sku: 'DESC-1' }] }),
      })
      return answer.status
    }
    expect([await read('sell.inventory.readonly'), await read('sell.account')]).toEqual([200, 403])
  })

  it('FACT-173 LST-26 sends an offer to watchers as described, and no second one', async () => {
    const path = `${negotiationPath}/send_offer_to_interested_buyers`
    const { eligibleItems } = await call<{ eligibleItems: readonly { listingId: string }[] }>({
      path: `${negotiationPath}/find_eligible_items?limit=200`,
    })
    const listingId = eligibleItems[0]?.listingId
    const body = {
      allowCounterOffer: false,
      message: 'For you',
      offeredItems: [{ listingId, discountPercentage: '10' }],
    }
    const described = findOperation('negotiation', 'POST', path)
    const problems = async (status: number): Promise<readonly string[]> => {
      const answer = await send({ service: 'negotiation', method: 'POST', path, body, status })
      expect(answer.status, answer.text).toBe(status)
      return described === undefined
        ? ['not described']
        : listAnswerProblems('negotiation', described.operation, status, answer.text)
    }
    expect(await problems(200)).toEqual([])
    expect(await problems(409)).toEqual([])
  })

  it('LST-01 creates, reads, publishes, prices and withdraws an offer as described', async () => {
    const check = async (one: Omit<Call, 'service'>): Promise<string> => {
      const { status, text } = await send({ service: 'inventory', ...one })
      expect(status, text).toBe(one.status)
      const found = findOperation('inventory', one.method ?? 'GET', one.path.replace(/\?.*$/, ''))
      expect(found, one.path).toBeDefined()
      if (found !== undefined) {
        expect(listAnswerProblems('inventory', found.operation, status, text), one.path).toEqual([])
      }
      return text
    }
    const created = await check({ method: 'POST', path: offerPath, body: offer, status: 201 })
    const { offerId } = JSON.parse(created) as { offerId: string }
    await check({ path: `${offerPath}?sku=DESC-1`, status: 200 })
    await check({ method: 'POST', path: `${offerPath}/get_listing_fees`, body: { offers: [{ offerId }] }, status: 200 })
    await check({ method: 'POST', path: `${offerPath}/${offerId}/publish`, body: {}, status: 200 })
    await check({ path: `${offerPath}/${offerId}`, status: 200 })
    const { sku: _, marketplaceId: _marketplace, format: _format, ...fields } = offer
    await check({ method: 'PUT', path: `${offerPath}/${offerId}`, body: fields, status: 200 })
    await check({
      method: 'POST',
      path: '/sell/inventory/v1/bulk_update_price_quantity',
      body: {
        requests: [
          { sku: 'DESC-1', offers: [{ offerId, availableQuantity: 1, price: { value: '30.00', currency: 'USD' } }] },
        ],
      },
      status: 200,
    })
    const repriced = await call<{ pricingSummary: { price: { value: string } } }>({ path: `${offerPath}/${offerId}` })
    expect(repriced.pricingSummary.price.value).toBe('30.00')
    await check({ method: 'POST', path: `${offerPath}/${offerId}/withdraw`, body: {}, status: 200 })
    await check({ method: 'DELETE', path: `${offerPath}/${offerId}`, status: 204 })
  })

  it('ORD-01 answers an order that is bought, cancelled by its buyer and shipped as described', async () => {
    const control = async (path: string, body: unknown): Promise<Record<string, string>> => {
      const init = { method: 'POST', body: JSON.stringify(body) }
      return (await (await fetch(`${platform.url}/practice/${path}`, init)).json()) as Record<string, string>
    }
    const { orderId } = await control('purchases', { buyer: 'anna_wolle', sku: 'CAM-0101', note: 'A present' })
    await control('clock', { advanceMs: 5_000 })
    await control('cases', { orderId, kind: 'cancellation' })
    const check = async (one: Omit<Call, 'service'>): Promise<string> => {
      const { status, text } = await send({ service: 'fulfillment', ...one })
      expect(status, text).toBe(one.status)
      const found = findOperation('fulfillment', one.method ?? 'GET', one.path)
      expect(found, one.path).toBeDefined()
      if (found === undefined) return text
      expect(listAnswerProblems('fulfillment', found.operation, status, withoutObserved(text)), one.path).toEqual([])
      return text
    }
    const order = JSON.parse(await check({ path: `${orderPath}/${orderId}`, status: 200 })) as {
      lineItems: { lineItemId: string }[]
    }
    const lineItems = order.lineItems.map(({ lineItemId }) => ({ lineItemId }))
    const shipments = `${orderPath}/${orderId}/shipping_fulfillment`
    const body = { lineItems, trackingNumber: '9400111899223100001236', shippingCarrierCode: 'USPS' }
    await check({ method: 'POST', path: shipments, body, status: 201 })
    await check({ path: shipments, status: 200 })
    await control(`orders/${orderId}/cancel`, {})
    await check({ path: `${orderPath}/${orderId}`, status: 200 })
  })

  it('LST-02 refuses a second offer for one SKU, marketplace and format', async () => {
    await send({ service: 'inventory', method: 'PUT', path: `${itemPath}/TWICE`, body: item, status: 201 })
    const body = { ...offer, sku: 'TWICE' }
    expect((await send({ service: 'inventory', method: 'POST', path: offerPath, body, status: 201 })).status).toBe(201)
    const again = await send({ service: 'inventory', method: 'POST', path: offerPath, body, status: 400 })
    expect(again.text).toContain('already exists')
  })

  it('LST-01 names everything an offer lacks for publishing', async () => {
    await send({ service: 'inventory', method: 'PUT', path: `${itemPath}/BARE`, body: {}, status: 201 })
    const body = { sku: 'BARE', marketplaceId: 'EBAY_US', format: 'FIXED_PRICE' }
    const { offerId } = await call<{ offerId: string }>({ method: 'POST', path: offerPath, body })
    const refused = await call<{ errors: { errorId: number }[] }>({
      method: 'POST',
      path: `${offerPath}/${offerId}/publish`,
      body: {},
    })
    const ids = refused.errors.map(({ errorId }) => errorId)
    for (const id of [25002, 25003, 25004, 25005, 25007, 25008, 25009, 25012, 25014, 25021]) expect(ids).toContain(id)
  })
})
