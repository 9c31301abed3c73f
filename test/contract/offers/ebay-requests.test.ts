/** Every request about offers, checked against the published description and the fields of the legacy calls' pages. */
import { describe, expect, it } from 'vitest'
import type { HttpRequest, Send } from '../../../main/http/request.ts'
import type { WatcherOfferRequest } from '../../../main/offers/platform/adapter.ts'
import { createOffersPlatform } from '../../../main/offers/platform/choose-adapter.ts'
import { parseXml } from '../../../main/xml.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { hasDescriptions, listRequestProblems } from '../official/descriptions.ts'

const open = (given: { readonly marketplaceId?: string; readonly contentLanguage?: string } = {}, body = '{}') => {
  const profile = completeProfile({
    ...{ kind: 'production', name: 'Shop', platform: 'ebay', oauth: { clientId: 'client' } },
    ...given,
  })
  const requests: HttpRequest[] = []
  const send: Send = async (request) => {
    const { body: given = await request.freshBody?.(), ...rest } = request
    requests.push(given === undefined ? rest : { ...rest, body: given })
    return { status: 200, headers: {}, body: new TextEncoder().encode(body), bodyCut: false }
  }
  const secrets = { get: async () => undefined, set: async () => undefined, delete: async () => undefined }
  const platform = createOffersPlatform({
    ...{ profile, send, secrets, clock: createFakeClock(), log: createRecordingLog() },
  })
  if (platform === null) throw new Error('eBay has offers')
  return { ...platform, requests }
}

const usd = (minor: number) => ({ minor, currency: 'USD' })
const offer: WatcherOfferRequest = { listingId: '110000000001', quantity: 1, message: '', discount: { percent: 10 } }

describe.skipIf(!hasDescriptions)('requests for offers to watchers (published description)', () => {
  it('PLT-04 FACT-173 LST-26 pass', async () => {
    const { watchers, requests } = open()
    await watchers?.findEligible(0, {})
    await watchers?.findEligible(200, { purpose: 'watch' })
    await watchers?.send(offer, {})
    await watchers?.send({ ...offer, message: 'For you', discount: { price: usd(3_800) } }, {})
    expect(requests).toHaveLength(4)
    expect(requests.flatMap((request) => listRequestProblems('negotiation', request))).toEqual([])
    expect(requests.map(({ headers }) => headers['X-EBAY-C-MARKETPLACE-ID'])).toEqual(Array(4).fill('EBAY_US'))
  })
})

describe('an offer to watchers', () => {
  it.each([
    ['EBAY_US', 'en-US', '12.50'],
    ['EBAY_GB', 'en-GB', '12.50'],
    ['EBAY_AU', 'en-AU', '12.50'],
    ['EBAY_CA', 'en-CA', '12.50'],
    ['EBAY_CA', 'fr-CA', '12,50'],
    ['EBAY_DE', 'de-DE', '12,50'],
    ['EBAY_ES', 'es-ES', '12,50'],
    ['EBAY_FR', 'fr-FR', '12,50'],
    ['EBAY_IT', 'it-IT', '12,50'],
  ])(
    'FACT-173 LST-26 on %s in %s has the decimal mark that is read there',
    async (marketplaceId, contentLanguage, value) => {
      const { watchers, requests } = open({ marketplaceId, contentLanguage })
      await watchers?.send({ ...offer, discount: { price: { minor: 1_250, currency: 'EUR' } } }, {})
      const body = JSON.parse(requests[0]?.body ?? '{}') as { offeredItems: readonly { price: unknown }[] }
      expect(body.offeredItems[0]?.price).toEqual({ value, currency: 'EUR' })
    },
  )

  it('LST-26 exists only on the marketplaces that have it', () => {
    expect(open({ marketplaceId: 'EBAY_AT' }).watchers).toBeNull()
    expect(open({ marketplaceId: 'EBAY_MOTORS_US' }).watchers).not.toBeNull()
  })
})

/** In the order of the types' pages; those of every call come first. */
const fields = {
  GetBestOffers: ['DetailLevel', 'ItemID', 'BestOfferID', 'BestOfferStatus', 'Pagination'],
  RespondToBestOffer: [
    ...[
      'DetailLevel',
      'ItemID',
      'BestOfferID',
      'Action',
      'SellerResponse',
      'CounterOfferPrice',
      'CounterOfferQuantity',
    ],
  ],
} as const

const answer = (content: string): string =>
  `<R xmlns="urn:ebay:apis:eBLBaseComponents"><Ack>Success</Ack>${content}</R>`

describe('the legacy calls for buyers’ offers', () => {
  it('FACT-172 LST-25 have the fields of their pages, in their order', async () => {
    const { bestOffers, requests } = open({}, answer(''))
    const prepare = async () => ['b1', 'b2']
    const counter = { action: 'Counter', listingId: 'L1', message: 'Both?', price: usd(9_150), quantity: 2 } as const
    await bestOffers.listOpen(1, {})
    await bestOffers.listOpenOf('L1', {})
    await bestOffers.read('b1', {})
    await bestOffers.respond({ action: 'Accept', listingId: 'L1', message: '' }, async () => ['b1'], {})
    await bestOffers.respond({ action: 'Decline', listingId: 'L1', message: 'Too low <3' }, prepare, {})
    await bestOffers.respond(counter, async () => ['b1'], {})
    for (const { operation, body, headers, tokenHeader, lane, repeatable } of requests) {
      const root = parseXml(body ?? '')
      const known: readonly string[] = fields[operation as keyof typeof fields]
      const names = root.children.map(({ name }) => name)
      expect(root.name).toBe(`${operation}Request`)
      expect(names.filter((name) => !known.includes(name))).toEqual([])
      expect(names).toEqual(names.toSorted((a, b) => known.indexOf(a) - known.indexOf(b)))
      expect(headers['X-EBAY-API-CALL-NAME']).toBe(operation)
      expect(tokenHeader).toBe('X-EBAY-API-IAF-TOKEN')
      const isRead = operation === 'GetBestOffers'
      expect([lane, repeatable]).toEqual([isRead ? 'read' : 'write', isRead])
    }
    const texts = requests.map(({ body }) =>
      parseXml(body ?? '').children.map(({ name, text, attributes }) => [
        name,
        text,
        ...attributes.map(({ value }) => value),
      ]),
    )
    expect(texts[4]).toEqual([
      ['ItemID', 'L1'],
      ['BestOfferID', 'b1'],
      ['BestOfferID', 'b2'],
      ['Action', 'Decline'],
      ['SellerResponse', 'Too low <3'],
    ])
    expect(texts[5]).toEqual([
      ['ItemID', 'L1'],
      ['BestOfferID', 'b1'],
      ['Action', 'Counter'],
      ['SellerResponse', 'Both?'],
      ['CounterOfferPrice', '91.50', 'USD'],
      ['CounterOfferQuantity', '2'],
    ])
  })

  it('FACT-172 LST-25 read every field that the window shows, in both forms of the answer', async () => {
    const item =
      '<Item><ItemID>L1</ItemID><BuyItNowPrice currencyID="USD">50.0</BuyItNowPrice><Title>Lamp</Title></Item>'
    const offerXml = `<BestOffer><BestOfferID>b1</BestOfferID><ExpirationTime>2026-11-30T10:00:00.000Z</ExpirationTime>
      <Buyer><UserID>jules.b</UserID></Buyer><Price currencyID="USD">40.0</Price><Status>Pending</Status><Quantity>2</Quantity>
      <BuyerMessage>Please</BuyerMessage><SellerMessage>Hm</SellerMessage><BestOfferCodeType>BuyerCounterOffer</BestOfferCodeType>
      <NewBestOffer>true</NewBestOffer></BestOffer>`
    const group = `<BestOfferArray>${offerXml}</BestOfferArray>${item}`
    const expected = {
      offerId: 'b1',
      listingId: 'L1',
      buyer: 'jules.b',
      type: 'BuyerCounterOffer',
      status: 'Pending',
      price: usd(4_000),
      quantity: 2,
      asked: usd(5_000),
      title: 'Lamp',
      buyerMessage: 'Please',
      sellerMessage: 'Hm',
      expiresAtMs: Date.parse('2026-11-30T10:00:00.000Z'),
    }
    const stamp = '<Timestamp>2026-11-28T10:00:00.000Z</Timestamp>'
    const pages = '<PaginationResult><TotalNumberOfPages>3</TotalNumberOfPages></PaginationResult>'
    const all = open(
      {},
      answer(`${stamp}<ItemBestOffersArray><ItemBestOffers>${group}</ItemBestOffers></ItemBestOffersArray>${pages}`),
    )
    expect(await all.bestOffers.listOpen(1, {})).toMatchObject({
      offers: [expected],
      pages: 3,
      atMs: Date.parse('2026-11-28T10:00:00.000Z'),
    })
    const one = open({}, answer(`${stamp}${group}`))
    expect((await one.bestOffers.read('b1', {})).offer).toEqual(expected)
    expect((await one.bestOffers.read('b2', {})).offer).toBeUndefined()
  })

  it.each([
    [
      '<RespondToBestOffer><BestOffer><BestOfferID>b1</BestOfferID><CallStatus>Success</CallStatus></BestOffer></RespondToBestOffer>',
      'carriedOut',
    ],
    [
      '<RespondToBestOffer><BestOffer><BestOfferID>b1</BestOfferID><CallStatus>Failure</CallStatus></BestOffer></RespondToBestOffer>',
      'refused',
    ],
    ['', undefined],
  ])('LST-25 an answer’s own status decides: %s', async (content, outcome) => {
    const { bestOffers } = open({}, answer(content))
    const outcomes = await bestOffers.respond(
      { action: 'Accept', listingId: 'L1', message: '' },
      async () => ['b1'],
      {},
    )
    expect('outcome' in outcomes ? outcomes : outcomes.get('b1')?.outcome).toBe(outcome)
  })

  it.each([
    ['21930', 'refused'],
    ['10007', 'unknown'],
  ])('LST-25 the error %s of an answer is %s', async (code, outcome) => {
    const body = `<R><Ack>Failure</Ack><Errors><LongMessage>No.</LongMessage><ErrorCode>${code}</ErrorCode></Errors></R>`
    const { bestOffers } = open({}, body)
    expect(
      await bestOffers.respond({ action: 'Accept', listingId: 'L1', message: '' }, async () => ['b1'], {}),
    ).toMatchObject({ outcome })
  })
})
