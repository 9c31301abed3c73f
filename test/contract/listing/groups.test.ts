/** Listings with variations: read, changed, planned, published and ended as one (LST-15). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { resolveConflicts } from '../../../shared/inventory/merge.ts'
import { isLong } from '../../reliability/long.ts'
import { hasDescriptions, listRequestProblems } from '../official/descriptions.ts'
import { failureOf, type ListingRig, openListing } from './listing-rig.ts'

const KEY = 'TEE'
const SKUS = ['TEE-S', 'TEE-M', 'TEE-L'] as const
const policies = { fulfillmentPolicyId: '6100001', paymentPolicyId: '6200001', returnPolicyId: '6300001' }
const ROOT = '/sell/inventory/v1'

const record: JsonObject = {
  title: 'T-shirt, organic cotton',
  description: 'Printed by hand.',
  aspects: { Brand: ['Unbranded'], Color: ['Black'] },
  imageUrls: ['https://pictures.practice.invalid/bks-1.png'],
  variantSKUs: [...SKUS],
  variesBy: { aspectsImageVariesBy: ['Size'], specifications: [{ name: 'Size', values: ['S', 'M', 'L'] }] },
  videoIds: ['unseen'],
}

let rig: ListingRig
afterEach(() => rig.close())

const readAhead = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await rig.clock.advance(250)
}
const putItem = (sku: string, size: string, quantity = 3) =>
  rig.asSeller('PUT', `${ROOT}/inventory_item/${sku}`, {
    availability: { shipToLocationAvailability: { quantity } },
    condition: 'NEW',
    product: { aspects: { Size: [size] }, imageUrls: ['https://pictures.practice.invalid/bks-2.png'] },
  })
const putOffer = (sku: string, price = '19.00', more: JsonObject = {}) =>
  rig.asSeller('POST', `${ROOT}/offer`, {
    sku,
    marketplaceId: 'EBAY_US',
    format: 'FIXED_PRICE',
    categoryId: '15687',
    availableQuantity: 3,
    merchantLocationKey: 'home',
    pricingSummary: { price: { value: price, currency: 'USD' } },
    listingPolicies: policies,
    ...more,
  })
const target = { inventoryItemGroupKey: KEY, marketplaceId: 'EBAY_US' }

/** A group of three sizes with offers, live or not, and read. */
const open = async ({ isLive = false, change = {} as JsonObject, offers = [...SKUS] as readonly string[] } = {}) => {
  rig = await openListing('ebay', { readsAhead: true })
  for (const [index, sku] of SKUS.entries()) {
    await putItem(sku, ['S', 'M', 'L'][index] ?? '')
    if (offers.includes(sku)) await putOffer(sku, index === 2 ? '22.00' : '19.00')
  }
  await rig.asSeller('PUT', `${ROOT}/inventory_item_group/${KEY}`, { ...record, ...change })
  if (isLive) await rig.asSeller('POST', `${ROOT}/offer/publish_by_inventory_item_group`, target)
  await rig.inventory.addSkus({ skus: [...SKUS] })
  await readAhead()
}
const rows = async (input: Parameters<ListingRig['inventory']['items']>[0] = {}) =>
  rig.inventory.items({ isGrouped: true, columns: ['title', 'quantity', 'price'], ...input })
const plan = (action: 'publish' | 'withdraw', skus: readonly string[] = SKUS) =>
  rig.listing.planRun({ skus: [...skus], what: { action }, excluded: [] })
const start = async (planToken: string): Promise<void> => {
  await rig.outbound.startRun({ planToken, cautions: 'confirmed' })
  await rig.settle()
}
const states = async () => {
  const { rows: runRows } = await rig.outbound.runRows({ runId: (await rig.newestRun())?.runId ?? 0 })
  return runRows.map(({ sku, state, message }) => [sku, state, message] as const)
}
const readGroup = () => rig.asSeller('GET', `${ROOT}/inventory_item_group/${KEY}`)
const listingIds = async () =>
  Promise.all(SKUS.map(async (sku) => (await rig.offersOf(sku)).map((offer) => [offer.status, offer.listing])))

describe('the list', () => {
  beforeEach(() => open({ isLive: true }))

  it('LST-15 shows a listing with variations as one row', async () => {
    const { rows: shown, total, matches, counts } = await rows()
    expect(shown).toMatchObject([
      {
        title: 'T-shirt, organic cotton',
        quantity: 9,
        listingState: 'published',
        price: { amount: 19, currency: 'USD' },
        cells: { title: 'T-shirt, organic cotton', quantity: '9', price: '19.00' },
        group: { groupKey: KEY, skus: SKUS, variations: 3, variesBy: ['Size'], maxPrice: 22 },
      },
    ])
    expect([total, matches, counts.all]).toEqual([1, 3, 3])
  })

  it('LST-15 unfolds it into its variations, each with its price and stock', async () => {
    const { rows: shown, total } = await rows({ unfolded: [KEY] })
    expect(total).toBe(4)
    expect(shown.map(({ sku, variation, cells }) => [sku, variation?.values, cells.price])).toEqual([
      [KEY, undefined, '19.00'],
      ['TEE-S', [{ name: 'Size', value: 'S' }], '19.00'],
      ['TEE-M', [{ name: 'Size', value: 'M' }], '19.00'],
      ['TEE-L', [{ name: 'Size', value: 'L' }], '22.00'],
    ])
  })

  it.each(['tee-m', 'organic', 'tee s'])(
    'LST-15 finds it by “%s”, of its text or any of its variations',
    async (search) => {
      expect((await rows({ search })).rows.map(({ group }) => group?.groupKey)).toEqual([KEY])
    },
  )

  it.each(['ascending', 'descending'] as const)(
    'LST-15 keeps variations below their listing, sorted %s',
    async (direction) => {
      await rig.addItem('ABC')
      await rig.addItem('XYZ')
      for (const by of ['sku', 'title', 'quantity', 'price', 'listing'] as const) {
        const { rows: shown } = await rows({ unfolded: [KEY], sort: { by, direction } })
        const at = shown.findIndex(({ group }) => group !== null)
        expect(
          shown.slice(at + 1, at + 4).every(({ variation }) => variation?.groupKey === KEY),
          by,
        ).toBe(true)
        expect(shown).toHaveLength(6)
      }
    },
  )

  it('LST-15 shows and selects only the variations that match the search and filter', async () => {
    const { rows: shown, total, matches } = await rows({ search: 'tee-m', unfolded: [KEY] })
    expect(shown.map(({ sku, group }) => [sku, group?.skus, group?.variations])).toEqual([
      [KEY, ['TEE-M'], 3],
      ['TEE-M', undefined, undefined],
    ])
    expect([total, matches]).toEqual([2, 1])
  })

  it('LST-15 says of each variation how it differs where rows are not grouped', async () => {
    const { rows: shown } = await rows({ isGrouped: false, search: 'TEE-S' })
    expect(shown.map(({ sku, variation }) => [sku, variation?.values])).toEqual([
      ['TEE-S', [{ name: 'Size', value: 'S' }]],
    ])
  })

  it('LST-15 lists the variations as items where rows are not grouped', async () => {
    const { rows: shown } = await rig.inventory.items({})
    expect(shown.map(({ sku, title, group }) => [sku, title, group])).toEqual(
      [...SKUS].toSorted().map((sku) => [sku, 'T-shirt, organic cotton', null]),
    )
  })

  it('LST-15 pages through rows without losing or repeating one', async () => {
    for (const sku of ['A', 'B', 'Z']) await rig.addItem(sku)
    const all = (await rows({ unfolded: [KEY] })).rows.map(({ sku }) => sku)
    const paged: string[] = []
    for (let offset = 0; offset < all.length; offset += 2) {
      paged.push(...(await rows({ unfolded: [KEY], offset, limit: 2 })).rows.map(({ sku }) => sku))
    }
    expect(paged).toEqual(all)
    expect(new Set(paged).size).toBe(7)
  })
})

describe('what the variations share', () => {
  const edit = async (changes: Readonly<Record<string, JsonObject[string]>>) => {
    const group = await rig.inventory.group({ groupKey: KEY })
    const base = group?.record ?? undefined
    const next = Object.entries(changes).reduce(
      (all, [path, value]) => withChange(all, base, path.split('.'), value),
      startEdit(base),
    )
    await rig.inventory.saveGroupEdit({ groupKey: KEY, edit: { onto: next.onto, changes: [...next.changes] } })
  }
  beforeEach(() => open({ isLive: true }))

  it('LST-15 replaces the group with the change and every other field as it was', async () => {
    await edit({ title: 'T-shirt, black' })
    const { planToken, confirmation } = await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })
    expect(confirmation).toBe('Change what the 3 variations of this listing share. Buyers see it immediately.')
    await start(planToken)
    expect(await readGroup()).toEqual({ ...record, title: 'T-shirt, black', inventoryItemGroupKey: KEY })
    expect((await rig.inventory.group({ groupKey: KEY }))?.edit).toBeNull()
    expect(rig.sent('createOrReplaceInventoryItem')).toEqual([])
    expect((await rows()).rows[0]?.title).toBe('T-shirt, black')
  })

  it('LST-15 keeps what others changed meanwhile in other fields', async () => {
    await edit({ title: 'Mine' })
    const { planToken } = await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })
    await rig.asSeller('PUT', `${ROOT}/inventory_item_group/${KEY}`, { ...record, subtitle: 'Theirs' })
    await start(planToken)
    expect(await readGroup()).toMatchObject({ title: 'Mine', subtitle: 'Theirs', videoIds: ['unseen'] })
  })

  it('LST-15 refuses a change of a field that others changed too', async () => {
    await edit({ title: 'Mine' })
    const { planToken } = await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })
    await rig.asSeller('PUT', `${ROOT}/inventory_item_group/${KEY}`, { ...record, title: 'Theirs' })
    await start(planToken)
    expect(await states()).toMatchObject([['TEE-S', 'refused', expect.stringMatching(/changed fields/)]])
    expect((await rig.inventory.group({ groupKey: KEY }))?.conflicts).toEqual([
      { path: ['title'], was: record.title, remote: 'Theirs', wanted: 'Mine' },
    ])
  })

  it.each([
    ['mine', 'Mine'],
    ['platform', 'Theirs'],
  ] as const)('LST-15 saves the side that the seller decides for: %s', async (keep, title) => {
    await edit({ title: 'Mine' })
    await rig.asSeller('PUT', `${ROOT}/inventory_item_group/${KEY}`, { ...record, title: 'Theirs' })
    await rig.inventory.refreshGroup({ groupKey: KEY })
    const group = await rig.inventory.group({ groupKey: KEY })
    const typed = group?.edit ?? startEdit(undefined)
    const choices = (group?.conflicts ?? []).map(({ path }) => ({ path, keep }))
    const { onto, changes } = resolveConflicts(group?.record ?? undefined, typed, choices)
    await rig.inventory.saveGroupEdit({ groupKey: KEY, edit: { onto, changes: [...changes] } })
    if (keep === 'mine') await start((await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })).planToken)
    expect(await readGroup()).toMatchObject({ title })
    expect(await rig.inventory.group({ groupKey: KEY })).toMatchObject({ edit: null, conflicts: [] })
  })

  it('OFF-02 sends no change of the group that was edited after it was confirmed, and keeps the edit', async () => {
    await edit({ title: 'Confirmed' })
    const { planToken } = await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })
    rig.setFate(() => 'down')
    await rig.outbound.startRun({ planToken })
    await edit({ title: 'Typed later' })
    rig.setFate(() => 'fine')
    await rig.settle()
    expect(await states()).toMatchObject([['TEE-S', 'refused', expect.stringMatching(/changed here after/)]])
    expect(await readGroup()).toMatchObject({ title: record.title })
    expect((await rig.inventory.group({ groupKey: KEY }))?.edit?.changes).toMatchObject([{ value: 'Typed later' }])
  })

  it('LST-15 names what a change deletes, and says what is wrong before any call', async () => {
    await edit({ aspects: { Brand: ['Unbranded'] } }).catch(() => undefined)
    const group = await rig.inventory.group({ groupKey: KEY })
    const without = withChange(
      startEdit(group?.record ?? undefined),
      group?.record ?? undefined,
      ['aspects', 'Color'],
      undefined,
    )
    await rig.inventory.saveGroupEdit({ groupKey: KEY, edit: { onto: without.onto, changes: [...without.changes] } })
    const { deletions } = await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })
    expect(deletions.all).toBe(1)
    await edit({ title: 'x'.repeat(81) })
    const { planToken, counts } = await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })
    expect(counts).toEqual({ going: 0, leftOut: 1 })
    const { rows: lines } = await rig.outbound.planRows({ planToken, show: 'leftOut' })
    expect(lines[0]?.problem).toMatch(/81 characters/)
  })

  it('LST-15 changes neither members nor unknown fields here', async () => {
    const failure = await failureOf(edit({ variantSKUs: ['TEE-S'] }))
    expect(failure.kind).toBe('validation')
  })

  it('LST-15 puts back an earlier text', async () => {
    await edit({ title: 'Wrong' })
    await start((await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })).planToken)
    const runId = (await rig.newestRun())?.runId ?? 0
    await start((await rig.outbound.planRevert({ runId })).planToken)
    expect(await readGroup()).toMatchObject({ title: record.title })
  })

  it('LST-15 settles a change of the group whose answer is lost by reading it', async () => {
    await edit({ title: 'Once' })
    const { planToken } = await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })
    rig.setFate(({ operation }) => (operation === 'createOrReplaceInventoryItemGroup' ? 'lost' : 'fine'))
    await start(planToken)
    expect(await states()).toMatchObject([['TEE-S', 'sent', '']])
    expect(rig.sent('createOrReplaceInventoryItemGroup')).toHaveLength(1)
  })

  it('LST-15 says on the page of a variation which listing it belongs to', async () => {
    expect((await rig.inventory.item({ sku: 'TEE-M' })).group).toEqual({
      groupKey: KEY,
      title: 'T-shirt, organic cotton',
      values: [{ name: 'Size', value: 'M' }],
    })
  })
})

describe('publishing and ending', () => {
  it('LST-15 counts a listing with variations once in a plan, and publishes it by its group', async () => {
    await open()
    const { planToken, counts, calls, confirmation } = await plan('publish')
    expect(counts).toEqual({ going: 1, leftOut: 0 })
    expect(calls).toBe(1)
    expect(confirmation).toMatch(
      /^Publish 1 listing with 3 variations on the United States marketplace, \$180\.00 in all\. Fees \$/,
    )
    await start(planToken)
    expect(await states()).toMatchObject([['TEE-S', 'sent', '']])
    expect(rig.sent('publishOfferByInventoryItemGroup').map(({ body }) => JSON.parse(body ?? ''))).toEqual([target])
    expect([...rig.sent('publishOffer'), ...rig.sent('bulkPublishOffer')]).toEqual([])
    await readAhead()
    expect((await rows()).rows.map(({ listingState }) => listingState)).toEqual(['published'])
  })

  it.each(['price', 'quantity'] as const)(
    'LST-15 counts listings and their variations in a plan of %s',
    async (action) => {
      await open({ isLive: true })
      for (const sku of SKUS) await rig.listing.refreshListing({ sku })
      const what = action === 'price' ? ({ action, by: 'add', value: '1' } as const) : ({ action, value: '7' } as const)
      const only = await rig.listing.planRun({ skus: [...SKUS], what, excluded: [] })
      expect(only.confirmation).toContain('of 1 listing with 3 variations')
      await rig.addOffer('LAMP-1')
      await rig.publish('LAMP-1')
      const mixed = await rig.listing.planRun({ skus: [...SKUS, 'LAMP-1'], what, excluded: [] })
      expect(mixed.confirmation).toContain('of 2 listings, 1 with 3 variations')
    },
  )

  it('LST-15 ends it as one listing, and says that a part of it was chosen', async () => {
    await open({ isLive: true })
    const { planToken, cautions, confirmation } = await plan('withdraw', ['TEE-M'])
    expect(cautions.first).toEqual([
      { sku: 'TEE-S', message: 'All 3 variations are one listing: 2 more than you chose.' },
    ])
    expect(confirmation).toMatch(/^End 1 listing with 3 variations on/)
    await start(planToken)
    expect(rig.sent('withdrawOfferByInventoryItemGroup')).toHaveLength(1)
    expect((await listingIds()).flat().map(([status]) => status)).toEqual(SKUS.map(() => 'UNPUBLISHED'))
    await readAhead()
    expect((await rows()).rows.map(({ listingState }) => listingState)).toEqual(['ended'])
  })

  it('LST-15 leaves a variation without an offer out, and adds it to the live listing later', async () => {
    await open({ offers: ['TEE-S', 'TEE-M'] })
    await start((await plan('publish')).planToken)
    await putOffer('TEE-L')
    await rig.listing.refreshListing({ sku: 'TEE-L' })
    await start((await plan('publish')).planToken)
    const ids = (await listingIds()).flat().map(([, listing]) => (listing as JsonObject).listingId)
    expect(new Set(ids).size).toBe(1)
  })

  it('FACT-161 LST-22 names the variations whose own description buyers read, in the plan and on the listing’s page', async () => {
    await open({ isLive: false })
    const [sku = ''] = SKUS
    const { offers } = (await rig.asSeller('GET', `${ROOT}/offer?sku=${sku}`)) as { offers: readonly JsonObject[] }
    const { offerId, status: _status, ...offer } = offers[0] ?? {}
    await rig.asSeller('PUT', `${ROOT}/offer/${offerId}`, { ...offer, listingDescription: 'Only for this one.' })
    for (const one of SKUS) await rig.listing.refreshListing({ sku: one })
    const { planToken } = await plan('publish')
    const { rows: planned } = await rig.outbound.planRows({ planToken })
    expect(planned[0]?.caution).toContain(`the description of ${sku} instead of the listing’s`)
    const group = await rig.inventory.group({ groupKey: KEY })
    expect(group?.members.filter(({ hasOwnTexts }) => hasOwnTexts).map((one) => one.sku)).toEqual([sku])
  })

  it('LST-15 publishes and ends no variation by itself', async () => {
    await open({ isLive: true })
    const { listingId } = await rig.listing.listing({ sku: 'TEE-S' })
    for (const step of [
      rig.listing.publish({
        sku: 'TEE-S',
        confirmed: { marketplaceId: 'EBAY_US', price: '19.00', currency: 'USD', quantity: 3, fees: null },
      }),
      rig.listing.withdraw({ sku: 'TEE-S', listingId: listingId ?? '' }),
    ]) {
      expect((await failureOf(step)).message).toMatch(/one of the variations/)
    }
    expect(rig.requests.filter(({ operation }) => /^(publish|withdraw)Offer$/.test(operation))).toEqual([])
  })

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a variation without its specific', () => putItem('TEE-M', ''), /TEE-M has no Size/],
    ['two of the same', () => putItem('TEE-M', 'S'), /TEE-S and TEE-M are the same variation/],
    [
      'a value that the listing does not offer',
      () => putItem('TEE-M', 'XXL'),
      /TEE-M has the Size “XXL”, which isn’t among the values of the listing/,
    ],
  ])('LST-15 says before any call that a group disagrees: %s', async (_, change, sentence) => {
    await open()
    await change()
    await rig.inventory.refreshItem({ sku: 'TEE-M' })
    const { planToken, counts } = await plan('publish')
    expect(counts).toEqual({ going: 0, leftOut: 1 })
    expect((await rig.outbound.planRows({ planToken, show: 'leftOut' })).rows[0]?.problem).toMatch(sentence)
    expect(rig.sent('publishOfferByInventoryItemGroup')).toEqual([])
  })

  it('LST-15 names the variation that has another category', async () => {
    await open({ offers: ['TEE-S', 'TEE-M'] })
    await putOffer('TEE-L', '22.00', { categoryId: '34' })
    await rig.listing.refreshListing({ sku: 'TEE-L' })
    const { planToken } = await plan('publish')
    expect((await rig.outbound.planRows({ planToken, show: 'leftOut' })).rows[0]?.problem).toMatch(
      /The category of TEE-L differs/,
    )
  })

  it('LST-15 publishes nothing whose price is not the confirmed one when it goes out', async () => {
    await open()
    const { planToken } = await plan('publish')
    const [offer = {}] = await rig.offersOf('TEE-M')
    await rig.asSeller('PUT', `${ROOT}/offer/${String(offer.offerId)}`, {
      categoryId: '15687',
      availableQuantity: 3,
      merchantLocationKey: 'home',
      listingPolicies: policies,
      pricingSummary: { price: { value: '1.90', currency: 'USD' } },
    })
    await start(planToken)
    expect(await states()).toMatchObject([['TEE-S', 'refused', expect.stringMatching(/price of TEE-M is \$1\.90/)]])
    expect(rig.sent('publishOfferByInventoryItemGroup')).toEqual([])
  })

  it('LST-04 LST-15 publishes no variation whose offer was made after the seller confirmed', async () => {
    await open({ offers: ['TEE-S', 'TEE-M'] })
    const { planToken } = await plan('publish')
    await putOffer('TEE-L', '0.99')
    await start(planToken)
    expect(await states()).toMatchObject([['TEE-S', 'refused', expect.stringMatching(/TEE-L .* you didn’t confirm/)]])
    expect(rig.sent('publishOfferByInventoryItemGroup')).toEqual([])
    expect((await listingIds()).flat().map(([status]) => status)).toEqual(SKUS.map(() => 'UNPUBLISHED'))
  })

  it('LST-04 LST-15 publishes no variation that another tool added to the group', async () => {
    await open()
    const { planToken } = await plan('publish')
    await putItem('TEE-XL', 'XL')
    await putOffer('TEE-XL', '0.99')
    await rig.asSeller('PUT', `${ROOT}/inventory_item_group/${KEY}`, {
      ...record,
      variantSKUs: [...SKUS, 'TEE-XL'],
      variesBy: {
        ...(record.variesBy as JsonObject),
        specifications: [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }],
      },
    })
    await start(planToken)
    expect(await states()).toMatchObject([['TEE-S', 'refused', expect.stringMatching(/TEE-XL .* you didn’t confirm/)]])
    expect((await rig.offersOf('TEE-XL')).map(({ status }) => status)).toEqual(['UNPUBLISHED'])
  })

  it('LST-15 keeps the platform’s reason of a refusal', async () => {
    await open({ change: { description: 'x' } })
    const { planToken } = await plan('publish')
    // Known to the platform alone: its category doesn't allow the aspect any more.
    rig.beforeSending('publishOfferByInventoryItemGroup', async () => {
      await rig.asSeller('PUT', `${ROOT}/inventory_item_group/${KEY}`, { ...record, description: '' })
    })
    await start(planToken)
    expect(await states()).toMatchObject([['TEE-S', 'refused', expect.stringMatching(/description is missing/)]])
  })

  it('LST-15 changes prices of variations by themselves', async () => {
    await open({ isLive: true })
    await rig.listing.saveDraft({ sku: 'TEE-L', fields: { price: '25.00' } })
    const { planToken } = await rig.inventory.planRun({ scope: { kind: 'skus', skus: ['TEE-L'] }, excluded: [] })
    await start(planToken)
    expect((await rig.offersOf('TEE-L'))[0]).toMatchObject({ pricingSummary: { price: { value: '25.00' } } })
  })
})

describe.skipIf(!hasDescriptions)('requests', () => {
  it('PLT-04 fit the published descriptions', async () => {
    await open()
    const record = (await rig.inventory.group({ groupKey: KEY }))?.record ?? undefined
    const edit = withChange(startEdit(record), record, ['title'], 'Shirt')
    await rig.inventory.saveGroupEdit({ groupKey: KEY, edit: { onto: edit.onto, changes: [...edit.changes] } })
    await start((await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })).planToken)
    await start((await plan('publish')).planToken)
    await start((await plan('withdraw')).planToken)
    const made = rig.requests.filter(({ operation }) => /ItemGroup$/.test(operation))
    expect(new Set(made.map(({ operation }) => operation)).size).toBe(4)
    for (const request of made) {
      expect(listRequestProblems('inventory', request), request.operation).toEqual([])
    }
  })
})

describe('trouble', () => {
  const tries = isLong ? 200 : 4

  it.each(['lost', 'swallowed'] as const)(
    'LST-15 settles a publication whose request is %s by reading',
    async (fate) => {
      await open()
      for (let turn = 0; turn < tries; turn += 1) {
        // The rig's token lasts two hours of the fake clock.
        if (turn > 0 && turn % 40 === 0) {
          await rig.close()
          await open()
        }
        const before = rig.sent('publishOfferByInventoryItemGroup').length
        const { planToken } = await plan('publish')
        rig.setFate(({ operation }) => (operation === 'publishOfferByInventoryItemGroup' ? fate : 'fine'))
        await start(planToken)
        await rig.settle()
        expect(rig.sent('publishOfferByInventoryItemGroup')).toHaveLength(before + 1)
        expect(await states()).toMatchObject([['TEE-S', fate === 'lost' ? 'sent' : 'notFound', expect.any(String)]])
        rig.setFate(() => 'fine')
        if (fate === 'lost') {
          rig.setFate(({ operation }) => (operation === 'withdrawOfferByInventoryItemGroup' ? 'lost' : 'fine'))
          await start((await plan('withdraw')).planToken)
          await rig.settle()
          expect(await states()).toMatchObject([['TEE-S', 'sent', '']])
          rig.setFate(() => 'fine')
        }
      }
    },
  )
})

describe.each(Array.from({ length: isLong ? 20 : 1 }, (_, round) => round))('round %i', (round) => {
  it.each(['before', 'after'] as const)(
    'LST-15 publishes a group once, wherever the app is killed %s a request',
    async (moment) => {
      for (let place = round % 3; place < 9; place += 3) {
        await open()
        const { planToken } = await plan('publish')
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
        expect(rig.sent('publishOfferByInventoryItemGroup'), `killed ${moment} request ${place}`).toHaveLength(1)
        const ids = (await listingIds()).flat().map(([, listing]) => (listing as JsonObject | undefined)?.listingId)
        expect(new Set(ids).size).toBe(1)
        expect(ids[0]).toBeDefined()
        if (place + 3 < 9) await rig.close()
      }
    },
  )
})
