/** Offers of a whole app against the practice platform: as eBay, which has them, and as neutral, which has none. */
import { afterEach, describe, expect, it } from 'vitest'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import type { BestOffer, BestOfferDetail } from '../../../shared/offers/best-offer.ts'
import type { EligibleListing } from '../../../shared/offers/watcher-offer.ts'
import type { RunPlan } from '../../../shared/outbound/run-contract.ts'
import { waitFor } from '../../support/wait-for.ts'
import { createTestHost, type TestHost } from '../connection/open-app.ts'

const SKU = 'CAM-0101'
const HOUR_MS = 3_600_000

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const createDriver = (platform: PracticePlatform, host: TestHost) => {
  const control = async <T = Record<string, unknown>>(path: string, body: object): Promise<T> => {
    const answer = await fetch(`${platform.url}/practice/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const open = async (): Promise<readonly BestOffer[]> =>
    (await host.ask<{ rows: readonly BestOffer[] }>('offers.open')).rows
  return {
    host,
    control,
    open,
    find: (offerId: string) => host.ask<BestOfferDetail | null>('offers.offer', { offerId }),
    seen: async (offerId: string) => {
      const offer = await host.ask<BestOfferDetail>('offers.offer', { offerId })
      return { offerId, price: offer.price, quantity: offer.quantity }
    },
    /** A buyer makes an offer, and the app reads it. */
    offer: async (more: object = {}): Promise<string> => {
      const { offerId } = await control<{ offerId: string }>('offers', {
        ...{ buyer: 'anna_wolle', sku: SKU, price: '10.00', message: 'Would you take this?' },
        ...more,
      })
      await host.ask('offers.refresh')
      return offerId
    },
    read: async <T>(path: string): Promise<T> => (await (await fetch(`${platform.url}/practice/${path}`)).json()) as T,
    count: async (operation: string): Promise<number> => {
      const status = (await (await fetch(`${platform.url}/practice/status`)).json()) as {
        requests: readonly { readonly operation: string }[]
      }
      return status.requests.filter((request) => request.operation === operation).length
    },
  }
}

const open = async (platformId: 'ebay' | 'neutral', hasSales = false) => {
  const platform = await startPracticePlatform({ platform: platformId, conversations: 20, items: 6, hasSales })
  closing.push(platform.stop)
  const host = createTestHost()
  closing.push(host.close)
  const profile = { id: 'shop', kind: 'practice', name: 'Shop', platform: platformId, baseUrl: platform.url } as const
  await host.start({ profile, file: 'shop.json' })
  return createDriver(platform, host)
}

describe('buyers’ offers of an eBay shop', () => {
  it('FACT-172 LST-25 a new practice shop has open ones, which are read at start', async () => {
    const shop = await open('ebay', true)
    await waitFor(async () => {
      expect((await shop.open()).map(({ buyer }) => buyer)).toEqual(['jules.b', 'nora.lind', 'quickbuy_88'])
    })
    expect((await shop.open())[0]).toMatchObject({
      message: 'I would pay right away. Does it come with the case?',
      percentBelow: expect.any(Number),
      asked: { currency: 'USD' },
    })
  })

  it('LST-25 a person plays the buyer: an offer is made, raised, and the seller’s counter accepted', async () => {
    const { host, open: openOffers, seen } = await open('ebay')
    type Played = { listings: readonly { listingId: string }[]; offers: readonly { offerId: string; type: string }[] }
    const { listings } = await host.ask<Played>('practice.offers')
    const made = { buyer: 'kees_van_d', listingId: listings[0]?.listingId, price: '9', message: 'Yes?' }
    const { offerId } = await host.ask<{ offerId: string }>('practice.makeOffer', made)
    await host.ask('practice.actOnOffer', { act: 'raise', offerId, price: '9.50' })
    await host.ask('offers.refresh')
    const [raised] = await openOffers()
    expect(raised).toMatchObject({ buyer: 'kees_van_d', price: { minor: 950 } })
    await host.ask('offers.counter', { ...(await seen(raised?.offerId ?? '')), counter: '11' })
    const { offers } = await host.ask<Played>('practice.offers')
    expect(offers[0]).toMatchObject({ type: 'SellerCounterOffer', price: '11.00' })
    await host.ask('practice.actOnOffer', { act: 'answer', offerId: offers[0]?.offerId, action: 'accept' })
    expect((await host.ask<Played>('practice.offers')).offers[0]).toMatchObject({ status: 'Accepted' })
  })

  it('LST-25 one is accepted, sells the thing at its price, and is closed here and there', async () => {
    const shop = await open('ebay')
    const offerId = await shop.offer()
    expect(await shop.open()).toMatchObject([{ offerId, buyer: 'anna_wolle', sku: SKU, pending: null }])
    const seen = await shop.seen(offerId)
    expect(await shop.host.ask('offers.accept', seen)).toMatchObject({ state: 'sent', known: 'answer' })
    expect(await shop.open()).toEqual([])
    const { orders } = await shop.read<{ orders: readonly { buyer: string; total: string }[] }>('orders')
    expect(orders[0]).toMatchObject({ buyer: 'anna_wolle', total: '16.90' })
    expect(await shop.host.refusal('offers.accept', seen)).toMatchObject({ kind: 'conflict' })
  })

  it('LST-25 one is countered, and the buyer’s answer to the counter is read', async () => {
    const shop = await open('ebay')
    const offerId = await shop.offer()
    const counter = { ...(await shop.seen(offerId)), counter: '11,50', message: 'Meet me here?' }
    expect(await shop.host.ask('offers.counter', counter)).toMatchObject({ state: 'sent' })
    const { offers } = await shop.read<{
      offers: readonly { offerId: string; type: string; price: string; status: string }[]
    }>('offers')
    expect(offers).toMatchObject([
      { type: 'SellerCounterOffer', price: '11.50', status: 'Pending' },
      { offerId, status: 'Countered' },
    ])
    await shop.host.ask('offers.refresh')
    expect(await shop.open()).toEqual([])
  })

  it('FACT-172 LST-25 several are declined in one call', async () => {
    const shop = await open('ebay')
    const ids = [
      await shop.offer(),
      await shop.offer({ buyer: 'nora.lind' }),
      await shop.offer({ buyer: 'kees_van_d' }),
    ]
    const offers = await Promise.all(ids.map((id) => shop.seen(id)))
    const { results } = await shop.host.ask<{ results: readonly { problem: string | null }[] }>('offers.decline', {
      offers,
      message: 'Sorry.',
    })
    expect(results.map(({ problem }) => problem)).toEqual([null, null, null])
    await waitFor(async () => expect(await shop.open()).toEqual([]))
    expect(await shop.count('RespondToBestOffer')).toBe(1)
  })

  it.each([
    ['withdraw', {}, 'The buyer withdrew this offer. Nothing was sent.'],
    ['raise', { price: '12.00' }, 'The buyer withdrew this offer. They now offer $12.00. Nothing was sent.'],
    ['answer', { action: 'decline' }, 'This offer is declined already. Nothing was sent.'],
  ])('OFF-08 LST-25 %s meanwhile is seen before the answer goes', async (act, body, message) => {
    const shop = await open('ebay')
    const offerId = await shop.offer()
    const seen = await shop.seen(offerId)
    await shop.control(`offers/${offerId}/${act}`, body)
    expect(await shop.host.refusal('offers.accept', seen)).toMatchObject({ message })
    expect(await shop.count('RespondToBestOffer')).toBe(0)
  })

  it('LST-25 a lost answer is settled by reading, and not sent a second time', async () => {
    const shop = await open('ebay')
    const offerId = await shop.offer()
    await shop.control('faults', { operation: 'RespondToBestOffer', fault: 'dropAfterActing', count: 1 })
    expect(await shop.host.ask('offers.accept', await shop.seen(offerId))).toMatchObject({ state: 'unknown' })
    await waitFor(async () => {
      expect(await shop.find(offerId)).toMatchObject({ status: 'Accepted', pending: null })
    })
    expect(await shop.count('RespondToBestOffer')).toBe(1)
  })

  it('LST-25 the platform’s refusals reach the seller: a listing that has ended', async () => {
    const shop = await open('ebay')
    const { listingIds } = await shop.control<{ listingIds: readonly string[] }>('listings', {
      listings: [{ title: 'A lamp of another tool', price: '20.00' }],
    })
    const listingId = listingIds[0] ?? ''
    const offerId = await shop.offer({ sku: undefined, listingId })
    const seen = await shop.seen(offerId)
    await fetch(`${(await shop.read<{ url: string }>('status')).url}/practice/listings/${listingId}`, {
      method: 'DELETE',
    })
    expect(await shop.host.refusal('offers.accept', seen)).toMatchObject({
      kind: 'service',
      message: expect.stringContaining('The item has ended.'),
    })
  })

  it('FACT-172 LST-25 one expires by the platform’s clock', async () => {
    const shop = await open('ebay')
    const offerId = await shop.offer()
    await shop.control('clock', { advanceMs: 47 * HOUR_MS })
    await shop.host.ask('offers.refresh')
    expect(await shop.open()).toMatchObject([{ offerId }])
    await shop.control('clock', { advanceMs: 2 * HOUR_MS })
    await shop.host.ask('offers.refresh')
    expect(await shop.open()).toEqual([])
    expect(await shop.find(offerId)).toMatchObject({ status: 'Expired' })
  })
})

describe('offers to watchers of an eBay shop', () => {
  it('FACT-173 LST-26 are planned, sent once, and not again while they run', async () => {
    const shop = await open('ebay')
    const { listings } = await shop.host.ask<{ listings: readonly EligibleListing[] }>('offers.eligible')
    expect(listings.length).toBeGreaterThan(1)
    await waitFor(async () => {
      const read = await shop.host.ask<{ listings: readonly EligibleListing[] }>('offers.eligible')
      expect(read.listings.every(({ price, title }) => price !== null && title !== null)).toBe(true)
    })
    const offers = listings.map(({ listingId }) => ({ listingId, discount: { percent: 10 } }))
    const plan = await shop.host.ask<RunPlan>('offers.planWatcherOffers', { offers, message: 'For you' })
    expect(plan.counts).toEqual({ going: listings.length, leftOut: 0 })
    expect(await shop.count('sendOfferToInterestedBuyers')).toBe(0)
    const { runId } = await shop.host.ask<{ runId: number }>('outbound.startRun', { planToken: plan.planToken })
    await waitFor(async () => {
      const run = await shop.host.ask<{ isOpen: boolean; counts: { sent: number } }>('outbound.run', { runId })
      expect(run).toMatchObject({ isOpen: false, counts: { sent: listings.length } })
    })
    const { watcherOffers } = await shop.read<{ watcherOffers: readonly unknown[] }>('offers')
    expect(watcherOffers.length).toBeGreaterThan(listings.length)
    expect((await shop.host.ask<{ listings: readonly unknown[] }>('offers.eligible')).listings).toEqual([])
    const again = await shop.host.ask<RunPlan>('offers.planWatcherOffers', { offers, message: '' })
    expect(again.counts).toEqual({ going: 0, leftOut: listings.length })
  })
})

it('FACT-173 LST-26 a person plays one who watches: buys at the offered price, which the run then counts', async () => {
  const shop = await open('ebay')
  const { listings } = await shop.host.ask<{ listings: readonly EligibleListing[] }>('offers.eligible')
  const offers = listings.map(({ listingId }) => ({ listingId, discount: { percent: 10 } }))
  const plan = await shop.host.ask<RunPlan>('offers.planWatcherOffers', { offers, message: '' })
  const { runId } = await shop.host.ask<{ runId: number }>('outbound.startRun', { planToken: plan.planToken })
  await waitFor(async () => {
    expect(await shop.host.ask('outbound.run', { runId })).toMatchObject({ isOpen: false })
  })
  type Sent = { offerId: string; listingId: string; price: string; isOpen: boolean; status: string }
  const played = async () => (await shop.read<{ watcherOffers: readonly Sent[] }>('offers')).watcherOffers
  const taken = (await played()).find(({ isOpen }) => isOpen)
  const buy = { act: 'buy', offerId: taken?.offerId }
  await shop.host.ask('practice.actOnOffer', buy)
  expect((await played()).find(({ offerId }) => offerId === taken?.offerId)).toMatchObject({ status: 'ACCEPTED' })
  expect(await shop.host.refusal('practice.actOnOffer', buy)).toMatchObject({
    message: expect.stringContaining('no longer open'),
  })
  await waitFor(async () => {
    await shop.host.ask('orders.refresh')
    const { rows } = await shop.host.ask<{ rows: readonly { listingId: string; result: { bought: number } }[] }>(
      'offers.watcherOffers',
      { runId, offset: 0, limit: 100 },
    )
    const bought = rows.map(({ listingId, result }) => [listingId, result.bought])
    expect(bought.filter(([, count]) => count !== 0)).toEqual([[taken?.listingId, 1]])
  })
})

it('FACT-174 LST-25 a neutral shop says that it has no offers of buyers', async () => {
  const { host } = await open('neutral')
  expect(await host.ask('offers.reading')).toMatchObject({ canRead: false, canOfferWatchers: false })
  expect(await host.refusal('offers.refresh')).toMatchObject({ kind: 'conflict' })
  expect(await host.refusal('offers.eligible')).toMatchObject({ kind: 'conflict' })
})
