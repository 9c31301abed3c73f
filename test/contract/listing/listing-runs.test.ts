import { afterEach, expect, it } from 'vitest'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { type JsonObject, valueAt } from '../../../shared/inventory/json.ts'
import type { RunAction } from '../../../shared/listing/contract/listing-plan-contract.ts'
import { completeFields, failureOf, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const number = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `LAMP-${index + 1}`)

/** Adds complete items with offer drafts. */
const addItems = async (skus: readonly string[]): Promise<void> => {
  for (const sku of skus) {
    await rig.addItem(sku)
    await rig.listing.saveDraft({ sku, fields: completeFields })
  }
}

const rowsOf = async ({ planToken }: { readonly planToken: string }) =>
  (await rig.outbound.planRows({ planToken })).rows

const runAll = async (skus: readonly string[], what: RunAction) => {
  const plan = await rig.listing.planRun({ skus: [...skus], what })
  const rows = await rowsOf(plan)
  await rig.outbound.startRun({ planToken: plan.planToken })
  await rig.settle()
  return { ...plan, rows }
}

const addListings = async (skus: readonly string[]): Promise<void> => {
  await addItems(skus)
  await runAll(skus, { action: 'saveOffer' })
  await runAll(skus, { action: 'publish' })
}

const readPrices = async (skus: readonly string[]) =>
  Promise.all(skus.map(async (sku) => (await rig.offersOf(sku))[0]?.pricingSummary))

const readStock = async (sku: string): Promise<unknown> =>
  valueAt(await rig.asSeller('GET', `/sell/inventory/v1/inventory_item/${sku}`), fieldPaths.quantity)

it('LST-07 lists many items: creates offers 25 per call, reads fees, then publishes 25 per call', async () => {
  rig = await openListing()
  const skus = number(30)
  await addItems(skus)
  const offers = await runAll(skus, { action: 'saveOffer' })
  expect(offers).toMatchObject({ counts: { going: 30 }, calls: 2 })
  expect(rig.sent('bulkCreateOffer')).toHaveLength(2)
  const publish = await runAll(skus, { action: 'publish' })
  expect(publish.confirmation).toBe('Publish 30 items on the United States marketplace, $7,740.00 in all. Fees $10.50.')
  expect(rig.sent('bulkPublishOffer')).toHaveLength(2)
  expect(await rig.newestRun()).toMatchObject({ label: 'publish', isOpen: false, counts: { all: 30, sent: 30 } })
  expect((await rig.inventory.items({ listing: 'published' })).total).toBe(30)
})

it('LST-07 sets a price on items without one, and leaves the others unchanged', async () => {
  rig = await openListing()
  await addItems(number(2))
  await rig.listing.saveDraft({ sku: 'LAMP-2', fields: { price: null } })
  const plan = await runAll(number(2), { action: 'saveOffer', price: '15' })
  expect(plan.rows.flatMap(({ change }) => (change?.label === 'Price' ? [change.after] : []))).toEqual([
    '$129.00',
    '$15.00',
  ])
  await runAll(number(2), { action: 'publish' })
  const price = (value: string) => ({ price: { value, currency: 'USD' } })
  expect(await readPrices(number(2))).toEqual([price('129.00'), price('15.00')])
})

it('LST-07 reprices 60 listings in three calls, and shows the old and the new price of each first', async () => {
  rig = await openListing()
  const skus = number(60)
  await addListings(skus)
  const what = { action: 'price', by: 'percent', value: '-10' } as const
  const plan = await runAll(skus, what)
  expect(plan.rows[0]?.change).toMatchObject({ label: 'Price', before: '$129.00', after: '$116.10' })
  expect(rig.sent('bulkUpdatePriceQuantity')).toHaveLength(3)
  const price = { price: { value: '116.10', currency: 'USD' } }
  expect(await readPrices(skus)).toEqual(skus.map(() => price))
})

it('LST-07 rounds half a cent up', async () => {
  rig = await openListing()
  await addItems(number(1))
  await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '13.50' } })
  await runAll(number(1), { action: 'saveOffer' })
  const what = { action: 'price', by: 'percent', value: '15' } as const
  const [row] = await rowsOf(await rig.listing.planRun({ skus: ['LAMP-1'], what }))
  expect(row?.change).toMatchObject({ label: 'Price', before: '$13.50', after: '$15.53' })
})

it('LST-07 reads the result of each element: a refused one does not affect the others', async () => {
  rig = await openListing()
  const skus = number(3)
  await addItems(skus)
  await rig.listing.saveDraft({ sku: 'LAMP-2', fields: { price: '0.50' } })
  await runAll(skus, { action: 'saveOffer' })
  await runAll(skus, { action: 'publish' })
  const { runId = 0, counts } = (await rig.newestRun()) ?? {}
  expect(counts).toMatchObject({ sent: 2, refused: 1 })
  const { rows } = await rig.outbound.runRows({ runId, states: ['refused'] })
  expect(rows).toMatchObject([{ sku: 'LAMP-2', message: expect.stringContaining('at least 0.99') }])
  expect(
    (await rig.listing.listing({ sku: 'LAMP-2' })).fields.find(({ field }) => field === 'price')?.refusal,
  ).toContain('0.99')
})

it('LST-02 publishes an element without an answer no second time, because the first may still arrive', async () => {
  rig = await openListing()
  await addItems(number(3))
  await runAll(number(3), { action: 'saveOffer' })
  rig.setFate(({ operation }) => (operation === 'bulkPublishOffer' ? 'short' : 'fine'))
  await runAll(number(3), { action: 'publish' })
  expect([...rig.sent('bulkPublishOffer'), ...rig.sent('publishOffer')]).toHaveLength(1)
  expect((await rig.newestRun())?.counts).toMatchObject({ sent: 2, notFound: 1 })
})

it('PLT-14 leaves out a listing whose changes of the day are used up, and changes the others', async () => {
  rig = await openListing('ebay', { itemChangesPerDay: 2 })
  await addListings(number(2))
  for (const value of ['90', '100']) await runAll(['LAMP-1'], { action: 'price', by: 'set', value })
  await runAll(number(2), { action: 'price', by: 'set', value: '110' })
  const price = (value: string) => ({ price: { value, currency: 'USD' } })
  expect(await readPrices(number(2))).toEqual([price('100.00'), price('110.00')])
  const { runId = 0, isOpen } = (await rig.newestRun()) ?? {}
  expect(isOpen).toBe(false)
  const { rows } = await rig.outbound.runRows({ runId, states: ['refused'] })
  expect(rows).toMatchObject([{ sku: 'LAMP-1', message: expect.stringContaining('2 of 2 changes of LAMP-1') }])
})

it('OFF-02 leaves a price unchanged if it changed after the plan', async () => {
  rig = await openListing()
  await addListings(['LAMP-1'])
  const what = { action: 'price', by: 'set', value: '99' } as const
  const { planToken } = await rig.listing.planRun({ skus: ['LAMP-1'], what })
  const [offer = {}] = await rig.offersOf('LAMP-1')
  await rig.asSeller('POST', '/sell/inventory/v1/bulk_update_price_quantity', {
    requests: [
      { sku: 'LAMP-1', offers: [{ offerId: offer.offerId ?? '', price: { value: '150.00', currency: 'USD' } }] },
    ],
  })
  await rig.outbound.startRun({ planToken })
  await rig.settle()
  expect(await readPrices(['LAMP-1'])).toEqual([{ price: { value: '150.00', currency: 'USD' } }])
})

it('OFF-02 leaves a quantity unchanged if it changed after the plan', async () => {
  rig = await openListing()
  await addListings(['LAMP-1'])
  const what = { action: 'quantity', value: '5' } as const
  const { planToken } = await rig.listing.planRun({ skus: ['LAMP-1'], what })
  await rig.asSeller('POST', '/sell/inventory/v1/bulk_update_price_quantity', {
    requests: [{ sku: 'LAMP-1', shipToLocationAvailability: { quantity: 1 } }],
  })
  const { runId } = await rig.outbound.startRun({ planToken })
  await rig.settle()
  expect(await readStock('LAMP-1')).toBe(1)
  const { rows } = await rig.outbound.runRows({ runId, states: ['refused'] })
  expect(rows[0]?.message).toBe('The quantity is 1 now, not what you reviewed. Nothing was changed.')
})

it('LST-07 sets the quantity of listings and of their items', async () => {
  rig = await openListing()
  await addListings(number(2))
  await runAll(number(2), { action: 'quantity', value: '7' })
  expect((await rig.offersOf('LAMP-1'))[0]?.availableQuantity).toBe(7)
  expect(await readStock('LAMP-1')).toBe(7)
})

it('LST-07 restocks an item whose offer already has the new quantity', async () => {
  rig = await openListing()
  await rig.addItem('LAMP-1')
  await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { ...completeFields, quantity: '7' } })
  await runAll(['LAMP-1'], { action: 'saveOffer' })
  await runAll(['LAMP-1'], { action: 'publish' })
  const plan = await runAll(['LAMP-1'], { action: 'quantity', value: '7' })
  expect(plan.rows[0]?.change).toMatchObject({ label: 'Quantity', before: '2', after: '7' })
  expect(await readStock('LAMP-1')).toBe(7)
})

it('LST-07 settles a quantity whose answer was lost by both the item and its offer', async () => {
  rig = await openListing()
  await rig.addItem('LAMP-1')
  await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { ...completeFields, quantity: '7' } })
  await runAll(['LAMP-1'], { action: 'saveOffer' })
  await runAll(['LAMP-1'], { action: 'publish' })
  rig.setFate((request) => (request.operation === 'bulkUpdatePriceQuantity' ? 'swallowed' : 'fine'))
  await runAll(['LAMP-1'], { action: 'quantity', value: '7' })
  await rig.clock.advance(60_000)
  await rig.settle()
  expect((await rig.newestRun())?.counts).toMatchObject({ sent: 0, notFound: 1 })
})

it('LST-08 ends many listings and keeps their offers', async () => {
  rig = await openListing()
  await addListings(number(10))
  await runAll(number(10), { action: 'withdraw' })
  expect((await rig.inventory.items({ listing: 'ended' })).total).toBe(10)
  expect((await rig.offersOf('LAMP-7'))[0]).toMatchObject({ status: 'UNPUBLISHED' })
})

it('LST-04 publishes a plan that was shown before another one', async () => {
  rig = await openListing()
  await addItems(number(2))
  await runAll(number(2), { action: 'saveOffer' })
  const what = { action: 'publish' } as const
  const all = await rig.listing.planRun({ skus: [...number(2)], what })
  await rig.listing.planRun({ skus: ['LAMP-1'], what })
  await rig.outbound.startRun({ planToken: all.planToken })
  await rig.settle()
  expect((await rig.newestRun())?.counts).toMatchObject({ sent: 2 })
})

it('LST-07 starts nothing that differs from the plan', async () => {
  rig = await openListing()
  await addItems(number(2))
  const what = { action: 'saveOffer' } as const
  const { planToken } = await rig.listing.planRun({ skus: [...number(2)], what })
  await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '1.00' } })
  const detail = await failureOf(rig.outbound.startRun({ planToken }))
  expect(detail.kind).toBe('conflict')
  expect(rig.waiting()).toEqual([])
})

it('LST-07 says why an item is left out', async () => {
  rig = await openListing()
  await addItems(['LAMP-1'])
  await rig.addItem('LAMP-2')
  await rig.listing.saveDraft({ sku: 'LAMP-2', fields: { price: '€12' } })
  const plan = await rig.listing.planRun({ skus: ['LAMP-1', 'LAMP-2'], what: { action: 'saveOffer' } })
  expect(plan.counts).toEqual({ going: 1, leftOut: 1 })
  expect((await rowsOf(plan)).find(({ sku }) => sku === 'LAMP-2')?.problem).toContain('Prices are in USD here.')
})

it('LST-07 changes no live listing while it creates offers', async () => {
  rig = await openListing()
  await addListings(['LAMP-1'])
  await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { listingDescription: 'Chrome.' } })
  await rig.addItem('LAMP-2')
  await rig.listing.saveDraft({ sku: 'LAMP-2', fields: completeFields })
  const plan = await runAll(number(2), { action: 'saveOffer' })
  expect(plan.counts.going).toBe(1)
  expect(plan.rows.find(({ sku }) => sku === 'LAMP-1')?.problem).toContain('buyers would see its changes immediately')
  expect((await rig.offersOf('LAMP-1'))[0]).not.toHaveProperty('listingDescription')
})

it('LST-07 withdraws the unsent part of a run', async () => {
  rig = await openListing()
  await addListings(number(3))
  rig.setFate(() => 'down')
  const what = { action: 'withdraw' } as const
  const { planToken } = await rig.listing.planRun({ skus: [...number(3)], what })
  const { runId } = await rig.outbound.startRun({ planToken })
  expect(await rig.outbound.stopRun({ runId })).toEqual({ withdrawn: 3 })
  rig.setFate(() => 'fine')
  await rig.settle()
  expect(rig.sent('withdrawOffer')).toEqual([])
})

it('LST-11 the list shows at once what a run is about to change, and what it was once the run is stopped', async () => {
  rig = await openListing()
  await addListings(number(3))
  rig.setFate(() => 'down')
  const what = { action: 'withdraw' } as const
  const { planToken } = await rig.listing.planRun({ skus: [...number(3)], what })
  const { runId } = await rig.outbound.startRun({ planToken })
  expect((await rig.inventory.items({ listing: 'ending' })).total).toBe(3)
  await rig.outbound.stopRun({ runId })
  expect((await rig.inventory.items({ listing: 'published' })).total).toBe(3)
})

it('LST-07 keeps the refused items of a run that is stopped', async () => {
  rig = await openListing()
  const skus = number(3)
  await addItems(skus)
  await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '0.50' } })
  await runAll(skus, { action: 'saveOffer' })
  const { planToken } = await rig.listing.planRun({ skus: [...skus], what: { action: 'publish' } })
  rig.setFate(({ url }) => (/LAMP-[23]/.test(url) ? 'down' : 'fine'))
  const { runId } = await rig.outbound.startRun({ planToken })
  await rig.settle()
  const { counts } = (await rig.newestRun()) ?? {}
  expect([counts?.refused, (counts?.waiting ?? 0) + (counts?.queued ?? 0)]).toEqual([1, 2])
  expect(await rig.outbound.stopRun({ runId })).toEqual({ withdrawn: 2 })
  expect((await rig.newestRun())?.counts).toMatchObject({ refused: 1, discarded: 2 })
})

it('OFF-06 leaves out what the seller excluded, and says so in the result', async () => {
  rig = await openListing()
  await addListings(number(3))
  const what = { action: 'price', by: 'set', value: '99' } as const
  const excluded = [{ sku: 'LAMP-2', path: null }]
  const plan = await rig.listing.planRun({ skus: [...number(3)], what, excluded })
  expect(plan.counts).toEqual({ going: 2, leftOut: 1 })
  await rig.outbound.startRun({ planToken: plan.planToken })
  await rig.settle()
  const price = (value: string) => ({ price: { value, currency: 'USD' } })
  expect(await readPrices(number(3))).toEqual([price('99.00'), price('129.00'), price('99.00')])
  expect((await rig.newestRun())?.leftOut).toMatchObject([{ sku: 'LAMP-2', reason: 'You left it out.' }])
})

it('LST-19 touches live listings only, and shows old and new of those that it leaves out', async () => {
  rig = await openListing()
  await addListings(['LAMP-1'])
  await rig.addOffer('LAMP-2')
  const plan = await rig.listing
    .planRun({ skus: [...number(2)], what: { action: 'price', by: 'set', value: '$1,00.00' } })
    .catch(({ detail }) => detail)
  expect(plan).toMatchObject({ kind: 'validation' })
  const priced = await rig.listing.planRun({ skus: [...number(2)], what: { action: 'price', by: 'set', value: '$99' } })
  expect(await rowsOf(priced)).toMatchObject([
    { sku: 'LAMP-1', problem: null },
    {
      sku: 'LAMP-2',
      problem: 'It isn’t live, so buyers see no price.',
      change: { before: '$129.00', after: '$99.00' },
    },
  ])
  const restocked = await rig.listing.planRun({ skus: [...number(2)], what: { action: 'quantity', value: '7' } })
  expect(await rowsOf(restocked)).toMatchObject([
    { sku: 'LAMP-1', problem: null },
    { sku: 'LAMP-2', problem: expect.stringContaining('It isn’t live') },
  ])
})

it('USE-05 asks once about prices that change by more than half, and starts nothing before', async () => {
  rig = await openListing()
  await addListings(number(2))
  const what = { action: 'price', by: 'set', value: '12.90' } as const
  const plan = await rig.listing.planRun({ skus: [...number(2)], what })
  expect(plan.cautions).toMatchObject({
    all: 2,
    first: [{ sku: 'LAMP-1', message: '$12.90 is 90% less than $129.00.' }, {}],
  })
  const { planToken } = plan
  expect(await failureOf(rig.outbound.startRun({ planToken }))).toMatchObject({ kind: 'validation' })
  expect(rig.sent('bulkUpdatePriceQuantity')).toEqual([])
  await rig.outbound.startRun({ planToken, cautions: 'confirmed' })
  await rig.settle()
  expect(await readPrices(['LAMP-1'])).toEqual([{ price: { value: '12.90', currency: 'USD' } }])
})

it('LST-20 warns about best offers that are still accepted below a higher price', async () => {
  rig = await openListing()
  await rig.addOffer('LAMP-1')
  const [offer = {}] = await rig.offersOf('LAMP-1')
  const { offerId, status, sku, marketplaceId, format, ...writable } = offer
  const terms = { bestOfferEnabled: true, autoAcceptPrice: { value: '24.00', currency: 'USD' } }
  const listingPolicies = { ...(offer.listingPolicies as JsonObject), bestOfferTerms: terms }
  const answer = await rig.asSeller('PUT', `/sell/inventory/v1/offer/${offerId}`, { ...writable, listingPolicies })
  expect(answer).not.toHaveProperty('errors')
  await rig.listing.refreshListing({ sku: 'LAMP-1' })
  await rig.publish('LAMP-1')
  const plan = await rig.listing.planRun({ skus: ['LAMP-1'], what: { action: 'price', by: 'add', value: '5' } })
  expect(plan.cautions.first[0]?.message).toBe('Best offers of $24.00 or more are still accepted automatically.')
})

it('LST-19 puts back the prices of a run, and leaves alone one that others have changed since', async () => {
  rig = await openListing()
  await addListings(number(2))
  await runAll(number(2), { action: 'price', by: 'percent', value: '-10' })
  const { runId = 0, canRevert } = (await rig.newestRun()) ?? {}
  expect(canRevert).toBe(true)
  const [offer = {}] = await rig.offersOf('LAMP-2')
  await rig.asSeller('POST', '/sell/inventory/v1/bulk_update_price_quantity', {
    requests: [
      { sku: 'LAMP-2', offers: [{ offerId: offer.offerId ?? '', price: { value: '150.00', currency: 'USD' } }] },
    ],
  })
  await rig.listing.refreshListing({ sku: 'LAMP-2' })
  const plan = await rig.outbound.planRevert({ runId })
  expect(await rowsOf(plan)).toMatchObject([
    { sku: 'LAMP-1', change: { label: 'Price', before: '$116.10', after: '$129.00' } },
    { sku: 'LAMP-2', problem: 'eBay has another value now.' },
  ])
  await rig.outbound.startRun({ planToken: plan.planToken })
  await rig.settle()
  const price = (value: string) => ({ price: { value, currency: 'USD' } })
  expect(await readPrices(number(2))).toEqual([price('129.00'), price('150.00')])
  expect(await rig.newestRun()).toMatchObject({ revertsRunId: runId, counts: { sent: 1 } })
})
