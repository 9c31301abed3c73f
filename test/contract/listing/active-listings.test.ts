/** The listings that other tools made, read from the platform's own list (LST-13). */
import { afterEach, describe, expect, it } from 'vitest'
import { waitAfter } from '../../../main/inventory/active/active-reader.ts'
import { type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const CALL = 'GetMyeBaySelling'

const open = async (listings: Parameters<ListingRig['listElsewhere']>[0] = []) => {
  rig = await openListing('ebay', { readsAhead: true })
  return rig.listElsewhere(listings)
}

/** Lets the background readings of the next seconds end. */
const readAhead = async (seconds = 5): Promise<void> => {
  for (let turn = 0; turn < seconds * 4; turn += 1) await rig.clock.advance(250)
}
const rows = async (input: Parameters<ListingRig['inventory']['items']>[0] = {}) =>
  (await rig.inventory.items({ maker: 'any', ...input })).rows
const pagesRead = (): readonly (string | undefined)[] =>
  rig.sent(CALL).map(({ body }) => /<PageNumber>(\d+)</.exec(body ?? '')?.[1])

describe('listings made with other tools', () => {
  it('LST-13 are shown beside the items, with what the platform says about them', async () => {
    const [listingId] = await open([
      { title: 'Field telephone', sku: 'TEL-1', price: '84.00', quantity: 6, soldQuantity: 2, watchers: 17 },
    ])
    await rig.addItem('LAMP-1')
    await readAhead()
    expect((await rows()).map(({ sku }) => sku)).toEqual(['LAMP-1', 'TEL-1'])
    expect(await rows({ maker: 'elsewhere' })).toMatchObject([
      {
        title: 'Field telephone',
        quantity: 4,
        price: { amount: 84, currency: 'USD' },
        listingState: 'published',
        elsewhere: { listingId, format: 'fixedPrice', sold: 2, watchers: 17, variations: 0 },
      },
    ])
    expect((await rig.inventory.items({})).active).toMatchObject({ elsewhere: 1, progress: null, problem: null })
  })

  it('FACT-130 available is the quantity without what was sold, and a listing without watchers has none', async () => {
    await open([{ title: 'Pens', quantity: 12, soldQuantity: 5 }])
    await readAhead()
    expect(await rows()).toMatchObject([{ quantity: 7, elsewhere: { sold: 5, watchers: null } }])
  })

  it('LST-13 are not those that were ended and listed again here', async () => {
    await open()
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    await rig.startItems()
    await readAhead()
    const { listingId } = await rig.listing.listing({ sku: 'LAMP-1' })
    await rig.clock.advance(60 * 60_000)
    await readAhead()
    expect((await rig.inventory.items({})).active).toMatchObject({ elsewhere: 0, readAtMs: expect.any(Number) })
    await rig.listing.withdraw({ sku: 'LAMP-1', listingId: listingId ?? '' })
    await rig.publish('LAMP-1')
    await readAhead()
    expect((await rows()).map(({ sku }) => sku)).toEqual(['LAMP-1'])
  })

  it('LST-13 stay out of every list of items that can be edited', async () => {
    await open([{ title: 'Pens', sku: 'PEN-1' }])
    await readAhead()
    expect((await rig.inventory.items({})).rows).toEqual([])
    expect((await rig.inventory.exportCsv({ search: '', filter: 'all', maker: 'any' })).text).not.toContain('PEN-1')
  })

  it('LST-13 tells two listings with one SKU, one without and an auction apart', async () => {
    const ids = await open([
      { title: 'Bookend, left', sku: 'BKE-1' },
      { title: 'Bookend, right', sku: 'BKE-1' },
      { title: 'Pens', sku: null },
      { title: 'Station clock', type: 'Chinese', sku: 'AUC-1' },
    ])
    await readAhead()
    const found = await rows({ sort: { by: 'title', direction: 'ascending' } })
    expect(found.map(({ sku, elsewhere }) => [sku, elsewhere?.listingId, elsewhere?.format])).toEqual([
      ['BKE-1', ids[0], 'fixedPrice'],
      ['BKE-1', ids[1], 'fixedPrice'],
      ['', ids[2], 'fixedPrice'],
      ['AUC-1', ids[3], 'auction'],
    ])
  })

  it('LST-13 shows a listing with variations as one, with its rows', async () => {
    const size = (sku: string, value: string, soldQuantity: number) => ({
      sku,
      specifics: { Size: value },
      price: '24.00',
      quantity: 5,
      soldQuantity,
    })
    const [listingId = ''] = await open([
      { title: 'T-shirt', quantity: 10, soldQuantity: 5, variations: [size('TEE-S', 'S', 0), size('TEE-M', 'M', 5)] },
    ])
    await readAhead()
    expect(await rows({ search: 'tee-m' })).toMatchObject([{ quantity: 5, elsewhere: { variations: 2 } }])
    expect(await rig.inventory.activeListing({ listingId })).toMatchObject({
      variations: [
        { sku: 'TEE-S', specifics: [{ name: 'Size', value: 'S' }], price: 24, available: 5, sold: 0 },
        { sku: 'TEE-M', specifics: [{ name: 'Size', value: 'M' }], price: 24, available: 0, sold: 5 },
      ],
    })
  })

  it('LST-13 does not show the listing of an offer a second time', async () => {
    await open([{ title: 'Pens', sku: 'PEN-1' }])
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    await readAhead()
    const [published] = await rig.offersOf('LAMP-1')
    expect(published).toMatchObject({ status: 'PUBLISHED' })
    expect((await rows()).map(({ sku }) => sku)).toEqual(['LAMP-1', 'PEN-1'])
  })

  it('LST-13 counts low stock of listings, but not of auctions', async () => {
    await open([
      { title: 'Last one', sku: 'ONE', quantity: 3, soldQuantity: 2 },
      { title: 'Plenty', sku: 'MANY', quantity: 40 },
      { title: 'Station clock', type: 'Chinese' },
    ])
    await readAhead()
    const low = await rig.inventory.items({ maker: 'any', filter: 'lowStock' })
    expect(low.rows.map(({ title }) => title)).toEqual(['Last one'])
    expect(low.counts.lowStock).toBe(1)
  })

  it('LST-13 finds and filters them like items', async () => {
    await open([
      { title: 'Field telephone', price: '84.00' },
      { title: 'Pens', price: '19.00', quantity: 3, soldQuantity: 3 },
    ])
    await readAhead()
    const titles = async (input: Parameters<typeof rows>[0]) => (await rows(input)).map(({ title }) => title)
    expect(await titles({ search: 'TELE' })).toEqual(['Field telephone'])
    expect(await titles({ maxPrice: 20 })).toEqual(['Pens'])
    expect(await titles({ listing: 'outOfStock' })).toEqual(['Pens'])
    expect(await titles({ filter: 'changed' })).toEqual([])
    expect(await titles({ maker: 'here' })).toEqual([])
    expect(await titles({ sort: { by: 'price', direction: 'descending' } })).toEqual(['Field telephone', 'Pens'])
  })
})

describe('reading the list', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: `Pen ${index}`, sku: `PEN-${index}` }))

  it('FACT-129 reads 200 listings a page, without a level of detail or another list', async () => {
    await open(many(450))
    await readAhead()
    expect((await rig.inventory.items({})).active?.elsewhere).toBe(450)
    expect(pagesRead()).toEqual(['1', '2', '3'])
    expect(rig.sent(CALL)[0]?.body).toMatch(/<EntriesPerPage>200</)
    expect(rig.sent(CALL)[0]?.body).not.toMatch(/DetailLevel|SoldList|UnsoldList/)
  })

  it('LST-13 continues with the next page after the app was killed', async () => {
    rig = await openListing('ebay', { readsAhead: true })
    await rig.listElsewhere(many(450))
    rig.setFate(({ operation }) => (operation === CALL && rig.sent(CALL).length >= 2 ? 'down' : 'fine'))
    await readAhead()
    expect(await rig.inventory.items({})).toMatchObject({
      active: { elsewhere: 400, readAtMs: null, progress: { done: 2, all: 3 }, problem: { kind: 'offline' } },
    })
    await rig.kill()
    rig.setFate(() => 'fine')
    await readAhead()
    expect(pagesRead()).toEqual(['1', '2', '3'])
    expect((await rig.inventory.items({})).active).toMatchObject({ elsewhere: 450, progress: null, problem: null })
  })

  it('LST-13 drops a listing that ended once two readings missed it', async () => {
    const [first = ''] = await open(many(2))
    await readAhead()
    await rig.endElsewhere(first)
    await rig.clock.advance(waitAfter({ pages: 1, hasMissing: false }))
    await readAhead()
    expect((await rig.inventory.items({})).active?.elsewhere).toBe(2)
    await rig.clock.advance(waitAfter({ pages: 1, hasMissing: true }))
    await readAhead()
    expect((await rig.inventory.items({})).active?.elsewhere).toBe(1)
  })

  it('LST-13 loses no live listing when others end between two pages', async () => {
    const ids = await open(many(450))
    let hasEnded = false
    rig.setFate(({ operation, body }) => {
      if (operation === CALL && body?.includes('<PageNumber>2<') === true && !hasEnded) {
        hasEnded = true
        void Promise.all(ids.slice(0, 3).map(rig.endElsewhere))
      }
      return 'fine'
    })
    await readAhead()
    for (let turn = 0; turn < 3; turn += 1) {
      await rig.clock.advance(waitAfter({ pages: 3, hasMissing: false }))
      await readAhead()
    }
    expect((await rig.inventory.items({})).active?.elsewhere).toBe(447)
  })

  it('LST-13 says why the list cannot be read, keeps what was read, and tries again', async () => {
    await open(many(2))
    await readAhead()
    rig.setFate(({ operation }) => (operation === CALL ? 'down' : 'fine'))
    await rig.inventory.retryReading({})
    await readAhead()
    expect((await rig.inventory.items({})).active).toMatchObject({ elsewhere: 2, problem: { kind: 'offline' } })
    rig.setFate(() => 'fine')
    await rig.inventory.retryReading({})
    await readAhead()
    expect((await rig.inventory.items({})).active?.problem).toBeNull()
  })

  it('LST-13 is complete at once in a shop without listings', async () => {
    await open()
    await readAhead()
    expect((await rig.inventory.items({})).active).toMatchObject({
      elsewhere: 0,
      problem: null,
      readAtMs: expect.any(Number),
    })
  })

  it('LST-13 is no call of the neutral platform', async () => {
    rig = await openListing('neutral', { readsAhead: true })
    await readAhead()
    expect(rig.sent(CALL)).toEqual([])
    expect((await rig.inventory.items({})).active).toBeNull()
  })

  it('opens the page of a listing only on the platform’s own address', async () => {
    await open()
    await rig.listing.openListingPage({ listingId: '1/../2' })
    expect(rig.browsed).toEqual(['https://www.sandbox.ebay.com/itm/1%2F..%2F2'])
  })
})
