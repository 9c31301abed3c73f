/** What is kept of buyers' offers and of offers to watchers. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BestOfferRecord } from '../../../main/offers/platform/adapter.ts'
import { createBestOfferStore, waitsForSeller } from '../../../main/offers/store/best-offer-store.ts'
import { createWatcherStore } from '../../../main/offers/store/watcher-store.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createUser, HOUR_MS, openOffers } from './offers-rig.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const NOW_MS = Date.UTC(2026, 10, 21)
const record: BestOfferRecord = {
  offerId: 'o1',
  listingId: 'L1',
  buyer: 'jules.b',
  type: 'BuyerBestOffer',
  status: 'Pending',
  price: usd(4_000),
  quantity: 1,
  asked: usd(5_000),
  title: 'Lamp',
  buyerMessage: null,
  sellerMessage: null,
  expiresAtMs: NOW_MS + 48 * HOUR_MS,
}

const openStore = (erased = noErasedPersons) => {
  const database = openTestDatabase()
  onTestFinished(() => database.close())
  return createBestOfferStore(database, erased)
}

describe('a buyer’s offer', () => {
  it.each([
    ['BuyerBestOffer', 'Pending', true],
    ['BuyerBestOffer', 'Active', true],
    ['BuyerCounterOffer', 'Active', true],
    ['SellerCounterOffer', 'Active', false],
    ['BuyerBestOffer', 'Declined', false],
  ] as const)('LST-25 a %s that is %s waits for the seller: %s', (type, status, waits) => {
    expect(waitsForSeller({ type, status })).toBe(waits)
  })

  it('LST-25 that the platform no longer has is closed, but one that was answered keeps its answer', () => {
    const store = openStore()
    store.save([record, { ...record, offerId: 'o2' }], NOW_MS, NOW_MS)
    store.markAnswered('o2', 'Accepted', NOW_MS)
    store.end('o1', 'Unknown')
    store.end('o2', 'Unknown')
    expect(['o1', 'o2'].map((id) => [store.find(id)?.status, store.find(id)?.isOpen])).toEqual([
      ['Unknown', false],
      ['Accepted', false],
    ])
  })

  it('LST-25 keeps the asked price only in the currency of the offer', () => {
    const store = openStore()
    store.save(
      [
        record,
        { ...record, offerId: 'o2', asked: { minor: 4_500, currency: 'EUR' } },
        { ...record, offerId: 'o3', asked: null },
      ],
      NOW_MS,
      NOW_MS,
    )
    expect(['o1', 'o2', 'o3'].map((id) => store.find(id)?.asked)).toEqual([usd(5_000), null, null])
  })

  it('PLT-18 of an erased name is judged by when it was made: 48 hours before it ends, or never known', () => {
    const asked: unknown[] = []
    const store = openStore({
      ...noErasedPersons,
      isErased: (name, atMs) => {
        asked.push([name, atMs])
        return atMs !== null && atMs < NOW_MS
      },
    })
    store.save(
      [
        { ...record, offerId: 'after' },
        { ...record, offerId: 'before', expiresAtMs: NOW_MS + 48 * HOUR_MS - 1 },
        { ...record, offerId: 'undated', expiresAtMs: null },
      ],
      NOW_MS,
      NOW_MS,
    )
    expect(asked).toEqual([
      ['jules.b', NOW_MS],
      ['jules.b', NOW_MS - 1],
      ['jules.b', null],
    ])
    expect(['after', 'before', 'undated'].map((id) => store.find(id) !== undefined)).toEqual([true, false, true])
  })
})

it('LST-25 an open offer that the platform no longer has is closed by the next reading', async () => {
  const rig = openOffers()
  onTestFinished(rig.stop)
  rig.platform.list('L1')
  rig.platform.make('o1')
  await rig.start()
  rig.platform.offers.length = 0
  await rig.call().refresh({})
  expect(await rig.open()).toEqual([])
  expect(
    (await createUser(rig).accept({ offerId: 'o1', price: usd(4_000), quantity: 1, message: '' })).error?.detail,
  ).toMatchObject({ message: 'This offer is no longer open.' })
})

describe('offers to watchers', () => {
  it('LST-26 are found by listing, by run, or both, the newest first, with how many there are', () => {
    const database = openTestDatabase()
    onTestFinished(() => database.close())
    const store = createWatcherStore(database)
    const offer = { title: null, price: usd(4_500), quantity: 1, untilMs: null, buyers: 3 }
    for (const [index, [listingId, runId]] of [
      ['L1', 1],
      ['L2', 1],
      ['L1', 2],
    ].entries() as IterableIterator<[number, [string, number]]>)
      store.add({ ...offer, listingId, runId, sentAtMs: NOW_MS + index })
    const found = (of: Parameters<typeof store.page>[0], limit = 10) => {
      const { rows, total } = store.page(of, 0, limit)
      return [rows.map(({ listingId, runId }) => `${listingId} ${runId}`), total]
    }
    expect(found({})).toEqual([['L1 2', 'L2 1', 'L1 1'], 3])
    expect(found({ listingId: 'L1' })).toEqual([['L1 2', 'L1 1'], 2])
    expect(found({ runId: 1 }, 1)).toEqual([['L2 1'], 2])
    expect(found({ listingId: 'L1', runId: 1 })).toEqual([['L1 1'], 1])
  })
})
