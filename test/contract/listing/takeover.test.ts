/** Taking over listings that other tools made (LST-14). */
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { isLong } from '../../reliability/long.ts'
import { type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const CALL = 'bulkMigrateListing'

const readAhead = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await rig.clock.advance(250)
}
const open = async (listings: readonly JsonObject[]): Promise<readonly string[]> => {
  rig = await openListing('ebay', { readsAhead: true })
  const ids = await rig.listElsewhere(listings)
  await readAhead()
  return ids
}
const plan = (listingIds: readonly string[]) => rig.listing.planTakeover({ listingIds: [...listingIds] })
const start = async (listingIds: readonly string[]): Promise<void> => {
  const { planToken } = await plan(listingIds)
  await rig.outbound.startRun({ planToken })
  await rig.settle()
}
const states = async () => {
  const run = await rig.newestRun()
  const { rows } = await rig.outbound.runRows({ runId: run?.runId ?? 0 })
  return rows.map(({ sku, state, message }) => [sku, state, message] as const)
}
const calls = (): readonly (readonly string[])[] =>
  rig
    .sent(CALL)
    .map(({ body }) =>
      (JSON.parse(body ?? '') as { requests: readonly { listingId: string }[] }).requests.map((one) => one.listingId),
    )
const plain = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Pen ${index}`, sku: `PEN-${index}`, quantity: 2 }))

describe('the plan', () => {
  it('LST-14 says which listings qualify, and why others do not', async () => {
    const variation = (sku: string | null) => ({
      sku,
      specifics: { Size: 'S' },
      price: '5.00',
      quantity: 1,
      soldQuantity: 0,
    })
    const ids = await open([
      { title: 'Fine', sku: 'FINE' },
      { title: 'Without', sku: null },
      { title: 'Auction', type: 'Chinese', sku: 'AUC' },
      { title: 'Left', sku: 'TWIN' },
      { title: 'Right', sku: 'TWIN' },
      { title: 'Terms of its own', sku: 'TERMS', hasPolicies: false },
      { title: 'Sizes', variations: [variation('S-1'), variation(null)] },
    ])
    const { planToken, counts, calls: count, confirmation } = await plan(ids)
    expect(counts).toEqual({ going: 1, leftOut: 6 })
    expect(count).toBe(1)
    expect(confirmation).toBe('Take over 1 listing for good. They stay live under the same numbers.')
    const { rows } = await rig.outbound.planRows({ planToken, show: 'leftOut' })
    expect(rows.map(({ title, problem }) => [title, problem])).toEqual([
      ['Without', expect.stringMatching(/no SKU/)],
      ['Auction', expect.stringMatching(/auction/)],
      ['Left', expect.stringMatching(/same SKU/)],
      ['Right', expect.stringMatching(/same SKU/)],
      ['Terms of its own', expect.stringMatching(/business policies/)],
      ['Sizes', expect.stringMatching(/variation has no SKU/)],
    ])
    expect(rig.sent(CALL)).toEqual([])
  })

  it('LST-14 leaves out a listing with the SKU of an item', async () => {
    const ids = await open([{ title: 'Pens', sku: 'LAMP-1' }])
    await rig.addItem('LAMP-1')
    expect((await plan(ids)).counts).toEqual({ going: 0, leftOut: 1 })
  })
})

describe('the run', () => {
  it('LST-14 takes over five a call, and shows each as an item with its live listing', async () => {
    const ids = await open(plain(7))
    await start(ids)
    expect(calls().map(({ length }) => length)).toEqual([5, 2])
    await readAhead()
    const { rows, active } = await rig.inventory.items({ maker: 'any' })
    expect(rows.map(({ sku, elsewhere, listingState }) => [sku, elsewhere, listingState])).toEqual(
      plain(7).map(({ sku }) => [sku, null, 'published']),
    )
    expect(active?.elsewhere).toBe(0)
    expect((await rig.offersOf('PEN-3'))[0]).toMatchObject({ status: 'PUBLISHED', listing: { listingId: ids[3] } })
  })

  it('LST-14 reads the result of each listing', async () => {
    const ids = await open([
      { title: 'Fine', sku: 'FINE' },
      { title: 'Pays later', sku: 'LATER', requiresImmediatePayment: false },
    ])
    await start(ids)
    expect(await states()).toMatchObject([
      ['FINE', 'sent', ''],
      ['LATER', 'refused', expect.stringMatching(/immediate payment/)],
    ])
    expect((await rig.inventory.items({ maker: 'elsewhere' })).rows.map(({ sku }) => sku)).toEqual(['LATER'])
  })

  it('LST-14 takes over a listing with variations, each as an item of the same listing', async () => {
    const variation = (sku: string) => ({ sku, specifics: { Size: sku }, price: '5.00', quantity: 3, soldQuantity: 1 })
    const ids = await open([{ title: 'Sizes', variations: [variation('S-1'), variation('S-2')] }])
    await start(ids)
    await readAhead()
    const { rows } = await rig.inventory.items({ maker: 'any' })
    expect(rows.map(({ sku, elsewhere }) => [sku, elsewhere])).toEqual([
      ['S-1', null],
      ['S-2', null],
    ])
  })

  it('FACT-65 shows that the new offer lacks the ids of its policies', async () => {
    const ids = await open([{ title: 'Fine', sku: 'FINE' }])
    await start(ids)
    const { fields } = await rig.listing.listing({ sku: 'FINE' })
    expect(fields.find(({ field }) => field === 'paymentPolicyId')?.platformText).toBe('')
  })

  it('FACT-162 PLT-45 a listing just taken over can be changed at once, although the platform made its location by itself', async () => {
    const ids = await open([{ title: 'Fine', sku: 'FINE' }])
    await rig.listing.refreshChoices({})
    await start(ids)
    await rig.listing.saveDraft({ sku: 'FINE', fields: { price: '7.50' } })
    const { fields } = await rig.listing.listing({ sku: 'FINE' })
    expect(fields.find(({ field }) => field === 'merchantLocationKey')?.problem ?? null).toBeNull()
    // The platform wants policies and a picture too, but nothing here holds the save back.
    await rig.saveOffer('FINE').catch(() => undefined)
    expect(rig.sent('updateOffer')).toHaveLength(1)
  })

  it('PLT-45 reads the locations again when an offer names one that is not known', async () => {
    const ids = await open([{ title: 'Fine', sku: 'FINE' }])
    await rig.listing.refreshChoices({})
    const before = rig.sent('getInventoryLocations').length
    await start(ids)
    await readAhead()
    expect(rig.sent('getInventoryLocations')).toHaveLength(before + 1)
    const { locations } = await rig.listing.choices({})
    expect(locations.some(({ merchantLocationKey }) => merchantLocationKey.startsWith('migrated-location'))).toBe(true)
  })

  it.each(['lost', 'swallowed'] as const)(
    'LST-14 settles a call whose %s by reading, and sends none twice',
    async (fate) => {
      const count = isLong ? 200 : 20
      const ids = await open(plain(count))
      rig.setFate(({ operation }) => (operation === CALL ? fate : 'fine'))
      await start(ids)
      for (let turn = 0; turn < count / 5; turn += 1) await rig.settle()
      expect(calls().flat().toSorted()).toEqual([...ids].toSorted())
      const expected = fate === 'lost' ? 'sent' : 'notFound'
      expect((await states()).every(([, state]) => state === expected)).toBe(true)
    },
  )
})

describe.each(Array.from({ length: isLong ? 20 : 1 }, (_, round) => round))('round %i', (round) => {
  it.each(['before', 'after'] as const)(
    'LST-14 takes over each once, wherever the app is killed %s a request',
    async (moment) => {
      for (let place = round % 2; place < 8; place += 2) {
        const ids = await open(plain(6))
        const { planToken } = await plan(ids)
        await rig.outbound.startRun({ planToken })
        let count = 0
        let killing: Promise<void> | undefined
        rig.setFate(() => {
          if (killing !== undefined) return 'fine'
          count += 1
          if (count <= place) return 'fine'
          killing = rig.kill()
          return moment === 'before' ? 'down' : 'fine'
        })
        await rig.settle()
        await killing
        await rig.settle()
        await rig.settle()
        const sent = calls().flat()
        expect(new Set(sent).size, `killed ${moment} request ${place}`).toBe(sent.length)
        expect(sent.toSorted()).toEqual([...ids].toSorted())
        if (place < 6) await rig.close()
      }
    },
  )
})

describe('plans that can’t change such a listing', () => {
  it('LST-13 leave it out with the reason, and so does the result of the run', async () => {
    const ids = await open([{ title: 'Pen', sku: 'PEN-1' }])
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    const { planToken, counts } = await rig.listing.planRun({
      ...{ skus: ['LAMP-1'], listingIds: [...ids] },
      what: { action: 'price', by: 'percent', value: '-5' },
    })
    expect(counts).toEqual({ going: 1, leftOut: 1 })
    await rig.outbound.startRun({ planToken })
    await rig.settle()
    const reason = 'It was made with another tool. Take it over to change it here.'
    expect(await rig.newestRun()).toMatchObject({
      counts: { sent: 1 },
      leftOut: [{ sku: 'PEN-1', title: 'Pen', reason }],
    })
    const deletion = await rig.listing.planDeletion({ skus: [], listingIds: [...ids] })
    expect(deletion.counts).toEqual({ going: 0, leftOut: 1 })
  })
})
