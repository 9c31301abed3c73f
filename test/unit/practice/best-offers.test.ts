/** The practice platform's offers as eBay: what buyers offer, what the legacy calls answer, and what watchers get. */
import { describe, expect, it } from 'vitest'
import { parseXml } from '../../../main/practice/api/soap-request.ts'
import { createFaults } from '../../../main/practice/control/faults.ts'
import { createNotifier, type Notifier } from '../../../main/practice/delivery/notifier.ts'
import type { JsonObject } from '../../../main/practice/json-body.ts'
import { listActive as listFor } from '../../../main/practice/listing/active-list.ts'
import { createBestOfferCalls } from '../../../main/practice/negotiation/best-offer-calls.ts'
import { addOffer, expireOffers } from '../../../main/practice/negotiation/best-offers.ts'
import { createOfferControl } from '../../../main/practice/negotiation/offer-control.ts'
import { openShopState } from '../../../main/practice/shop/shop-state.ts'
import { startMs } from './practice-shop.ts'

const HOUR_MS = 3_600_000

const openShop = (hasSales = false) => {
  let nowMs = startMs
  const practice = openShopState({
    ...{ platform: 'ebay', now: () => nowMs, seed: 1, conversations: 5, items: 12, hasVariations: false, hasSales },
  })
  const published: JsonObject[] = []
  const notifier = {
    publish: (topic: string, data: JsonObject) => {
      if (topic === 'OFFER_ACTIVITY') published.push(data)
      return 1
    },
    deliver: () => 0,
  } as unknown as Notifier
  const calls = createBestOfferCalls(practice, notifier)
  const call = (name: keyof typeof calls, content: string): string => {
    const parsed = parseXml(`<${name}Request xmlns="urn:ebay:apis:eBLBaseComponents">${content}</${name}Request>`)
    if (parsed === undefined) throw new Error('no XML')
    return calls[name](parsed.root)
  }
  const [listing] = listFor(practice)
  const listingId = listing?.listingId ?? ''
  const offer = (more: Partial<Parameters<typeof addOffer>[1]> = {}) =>
    addOffer(practice, {
      ...{ listingId, buyer: 'jules.b', price: '10.00', quantity: 1, buyerMessage: 'Please', type: 'BuyerBestOffer' },
      ...more,
    })
  return {
    practice,
    notifier,
    published,
    call,
    offer,
    listingId,
    price: Number(listing?.price),
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

const ask = (offerId: string, action: string, more = '', listing = ''): string =>
  `<ItemID>${listing}</ItemID><BestOfferID>${offerId}</BestOfferID><Action>${action}</Action>${more}`

describe('a buyer’s offer of the practice shop', () => {
  it('FACT-172 expires after 48 hours, which the topic tells once', () => {
    const shop = openShop()
    const { offerId } = shop.offer()
    shop.advance(48 * HOUR_MS - 1)
    expect(shop.call('GetBestOffers', '<BestOfferStatus>Active</BestOfferStatus>')).toContain(offerId)
    shop.advance(1)
    expect(shop.call('GetBestOffers', '<BestOfferStatus>Active</BestOfferStatus>')).not.toContain(offerId)
    expireOffers(shop.practice, shop.notifier)
    expect(shop.published).toMatchObject([{ offerId, offerType: 'BUYER_OFFER', offerStatus: 'EXPIRED' }])
  })

  it('FACT-172 has its messages with the level of detail ReturnAll only, and all states for one listing only', () => {
    const shop = openShop()
    shop.offer()
    const active = '<BestOfferStatus>Active</BestOfferStatus>'
    expect(shop.call('GetBestOffers', active)).not.toContain('BuyerMessage')
    expect(shop.call('GetBestOffers', `<DetailLevel>ReturnAll</DetailLevel>${active}`)).toContain('Please')
    expect(() => shop.call('GetBestOffers', '<BestOfferStatus>All</BestOfferStatus>')).toThrow('BestOfferStatus')
    const own = `<ItemID>${shop.listingId}</ItemID><BestOfferStatus>All</BestOfferStatus>`
    expect(shop.call('GetBestOffers', own)).toContain('jules.b')
  })

  it.each(['Accept', 'Decline', 'Counter'])('FACT-172 is answered once: a second %s is refused', (action) => {
    const shop = openShop()
    const { offerId } = shop.offer()
    const price =
      '<CounterOfferPrice currencyID="USD">11.00</CounterOfferPrice><CounterOfferQuantity>1</CounterOfferQuantity>'
    const request = ask(offerId, action, action === 'Counter' ? price : '', shop.listingId)
    expect(shop.call('RespondToBestOffer', request)).toContain('<CallStatus>Success</CallStatus>')
    expect(() => shop.call('RespondToBestOffer', request)).toThrow('no longer active')
  })

  it('FACT-172 several are declined in one call, each with its own result; one alone is accepted', () => {
    const shop = openShop()
    const [one, other] = [shop.offer(), shop.offer({ buyer: 'nora.lind' })]
    const both = `<ItemID>${shop.listingId}</ItemID><BestOfferID>${one.offerId}</BestOfferID><BestOfferID>${other.offerId}</BestOfferID>`
    expect(() => shop.call('RespondToBestOffer', `${both}<Action>Accept</Action>`)).toThrow('Only one')
    one.status = 'Retracted'
    const results = shop.call('RespondToBestOffer', `${both}<Action>Decline</Action>`)
    expect([...results.matchAll(/<CallStatus>(\w+)/g)].map(([, status]) => status)).toEqual(['Failure', 'Success'])
  })

  it('FACT-172 a counter above the fixed price of its pieces is refused', () => {
    const shop = openShop()
    const { offerId } = shop.offer({ quantity: 2, price: '20.00' })
    const counter = (value: number) =>
      ask(
        offerId,
        'Counter',
        `<CounterOfferPrice currencyID="USD">${value.toFixed(2)}</CounterOfferPrice><CounterOfferQuantity>2</CounterOfferQuantity>`,
        shop.listingId,
      )
    expect(() => shop.call('RespondToBestOffer', counter(shop.price * 2 + 0.01))).toThrow('Buy It Now')
    expect(shop.call('RespondToBestOffer', counter(shop.price * 2))).toContain('Success')
  })

  it('FACT-172 a longer message than 250 characters refuses the answer', () => {
    const shop = openShop()
    const { offerId } = shop.offer()
    const said = `<SellerResponse>${'x'.repeat(251)}</SellerResponse>`
    expect(() => shop.call('RespondToBestOffer', ask(offerId, 'Decline', said, shop.listingId))).toThrow('too long')
  })

  it('LST-25 an accepted one is an order at its price, and the stock falls', () => {
    const shop = openShop()
    const { offerId } = shop.offer()
    const before = listFor(shop.practice).find((one) => one.listingId === shop.listingId)
    shop.call('RespondToBestOffer', ask(offerId, 'Accept', '', shop.listingId))
    const after = listFor(shop.practice).find((one) => one.listingId === shop.listingId)
    expect(shop.practice.state.orders.at(-1)).toMatchObject({ buyer: 'jules.b', lines: [{ price: '10.00' }] })
    expect((after?.soldQuantity ?? 0) - (before?.soldQuantity ?? 0)).toBe(1)
    expect(shop.published).toMatchObject([{ offerStatus: 'ACCEPTED' }])
  })

  it('LST-25 a new shop has three open ones, of which one ends within hours', () => {
    const { practice } = openShop(true)
    expect(practice.state.bestOffers.map(({ status }) => status)).toEqual(['Pending', 'Pending', 'Pending'])
    const ends = practice.state.bestOffers.map(({ expiresAtMs }) => (expiresAtMs - startMs) / HOUR_MS)
    expect(Math.min(...ends)).toBeLessThan(6)
    expect(openShop(false).practice.state.bestOffers).toEqual([])
  })
})

it('FACT-172 the topic OFFER_ACTIVITY is delivered to its subscribers for an offer that is made, and not for one withdrawn', async () => {
  const practice = openShopState({
    ...{ platform: 'ebay', now: () => startMs, seed: 1, conversations: 5, items: 12, hasVariations: false },
    hasSales: false,
  })
  const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }
  practice.state.subscriptions.push({
    ...{ subscriptionId: 's1', topicId: 'OFFER_ACTIVITY', destinationId: 'd1', status: 'ENABLED', createdAtMs: 0 },
    payload,
  })
  const notifier = createNotifier(practice, createFaults(practice.now))
  const control = createOfferControl(practice, notifier)
  const post = async (path: string, body: object) =>
    (await control.request(`/practice/offers${path}`, { method: 'POST', body: JSON.stringify(body) })).json()
  const listingId = listFor(practice)[0]?.listingId
  const made = (await post('', { listingId, price: '4', buyer: 'anna' })) as { offerId: string }
  expect(made).toMatchObject({ notifications: 1 })
  await post(`/${made.offerId}/withdraw`, {})
  expect(practice.state.deliveries.map(({ name, body }) => [name, JSON.parse(body).notification.data])).toMatchObject([
    ['OFFER_ACTIVITY', { listingId, offerId: made.offerId, offerStatus: 'PENDING' }],
  ])
  await notifier.stop()
})
