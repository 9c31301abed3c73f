/** Making a listing with variations of items that are sold alone (LST-15). */
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { NewGroup } from '../../../shared/listing/contract/new-group-contract.ts'
import { failureOf, type ListingRig, openListing } from './listing-rig.ts'

const SKUS = ['TEE-M', 'TEE-S', 'TEE-L'] as const
const ROOT = '/sell/inventory/v1'
const policies = { fulfillmentPolicyId: '6100001', paymentPolicyId: '6200001', returnPolicyId: '6300001' }

let rig: ListingRig
afterEach(() => rig.close())

const readAhead = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await rig.clock.advance(250)
}
const putItem = (sku: string, aspects: Readonly<Record<string, string>>, more: JsonObject = {}) =>
  rig.asSeller('PUT', `${ROOT}/inventory_item/${sku}`, {
    availability: { shipToLocationAvailability: { quantity: 3 } },
    condition: 'NEW',
    product: {
      title: `T-shirt organic cotton, ${aspects.Size}`,
      description: 'Printed by hand.',
      aspects: {
        Brand: ['Unbranded'],
        ...Object.fromEntries(Object.entries(aspects).map(([name, value]) => [name, [value]])),
      },
      imageUrls: ['https://pictures.practice.invalid/bks-2.png'],
    },
    ...more,
  })
const putOffer = (sku: string, more: JsonObject = {}) =>
  rig.asSeller('POST', `${ROOT}/offer`, {
    sku,
    marketplaceId: 'EBAY_US',
    format: 'FIXED_PRICE',
    categoryId: '15687',
    availableQuantity: 3,
    merchantLocationKey: 'home',
    pricingSummary: { price: { value: '19.00', currency: 'USD' } },
    listingPolicies: policies,
    ...more,
  })

/** Three sizes, sold alone and not live. */
const open = async ({ offers = SKUS as readonly string[] } = {}) => {
  rig = await openListing('ebay', { readsAhead: true })
  for (const sku of SKUS) await putItem(sku, { Size: sku.slice(-1), Color: 'Black' })
  for (const sku of offers) await putOffer(sku)
  await rig.inventory.addSkus({ skus: [...SKUS] })
  await readAhead()
  for (const sku of SKUS) await rig.listing.refreshListing({ sku })
}
const describeGroup = (skus: readonly string[] = SKUS, typed: NewGroup | null = null) =>
  rig.listing.newGroup({ skus: [...skus], typed })
const propose = async (change: Partial<NewGroup> = {}): Promise<NewGroup> => {
  const { group } = await describeGroup()
  return { ...group, imageUrls: [...group.imageUrls], variesBy: [...group.variesBy], ...change }
}
const plan = async (group: NewGroup, skus: readonly string[] = SKUS) =>
  rig.listing.planNewGroup({ skus: [...skus], group, excluded: [] })
const make = async (change: Partial<NewGroup> = {}): Promise<string> => {
  const group = await propose(change)
  const { planToken } = await plan(group)
  await rig.outbound.startRun({ planToken })
  return group.groupKey
}
const rows = async () => (await rig.inventory.items({ isGrouped: true })).rows
const newestRows = async () =>
  (await rig.outbound.runRows({ runId: (await rig.newestRun())?.runId ?? 0 })).rows.map(({ sku, state, message }) => [
    sku,
    state,
    message,
  ])
const readGroup = (key: string) => rig.asSeller('GET', `${ROOT}/inventory_item_group/${key}`)

describe('what is proposed', () => {
  it('LST-15 proposes what differs among the items, in the order of the category, and the words that their titles share', async () => {
    await open()
    const { group, members, aspects, shared, categoryName, problems } = await describeGroup()
    expect(group).toMatchObject({
      title: 'T-shirt organic cotton',
      groupKey: 'T-SHIRT-ORGANIC-COTTON',
      description: 'Printed by hand.',
      imageUrls: ['https://pictures.practice.invalid/bks-2.png'],
      variesBy: ['Size'],
      picturesBy: 'Size',
    })
    expect(
      members.map(({ sku, values, price, quantity, problem }) => [sku, values[0]?.value, price, quantity, problem]),
    ).toEqual(['S', 'M', 'L'].map((size) => [`TEE-${size}`, size, { amount: 19, currency: 'USD' }, 3, null]))
    expect(aspects).toEqual([{ name: 'Size', values: ['S', 'M', 'L'], canVary: true }])
    expect(shared.map(({ name }) => name).toSorted()).toEqual(['Brand', 'Color'])
    expect([categoryName, problems]).toEqual(['T-Shirts', []])
  })

  it('LST-15 proposes no specific in which the category allows no variations, and says so if it is chosen', async () => {
    await open()
    await putItem('TEE-M', { Size: 'M', Color: 'Black', Material: 'Linen' })
    for (const sku of ['TEE-S', 'TEE-L'])
      await putItem(sku, { Size: sku.slice(-1), Color: 'Black', Material: 'Cotton' })
    for (const sku of SKUS) await rig.inventory.refreshItem({ sku })
    const { group, aspects } = await describeGroup()
    expect(group.variesBy).toEqual(['Size'])
    expect(aspects.find(({ name }) => name === 'Material')?.canVary).toBe(false)
    const { problems } = await describeGroup(SKUS, await propose({ variesBy: ['Size', 'Material'] }))
    expect(problems).toEqual([
      { field: 'variesBy', message: 'This category doesn’t allow variations that differ in Material.' },
    ])
  })
})

describe('what is in the way', () => {
  const problemOf = async (sku: string) => (await describeGroup()).members.find((member) => member.sku === sku)?.problem

  it('FACT-161 LST-22 names the items whose offer has a description of its own, not those with a description of the item', async () => {
    await open()
    for (const sku of SKUS)
      await rig.asSeller('PUT', `${ROOT}/inventory_item/${sku}`, {
        product: { description: 'Printed by hand.', aspects: { Size: [sku.slice(-1)] } },
      })
    for (const sku of SKUS) await rig.inventory.refreshItem({ sku })
    expect((await describeGroup()).withOwnTexts).toEqual([])
    const [sku = ''] = SKUS
    await rig.listing.saveDraft({ sku, fields: { listingDescription: 'Only for this one.' } })
    expect((await describeGroup()).withOwnTexts).toEqual([sku])
  })

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'another category',
      () =>
        rig
          .asSeller('DELETE', `${ROOT}/inventory_item/TEE-M`)
          .then(() => putItem('TEE-M', { Size: 'M' }))
          .then(() => putOffer('TEE-M', { categoryId: '63861' })),
      /^The category of TEE-M differs/,
    ],
    [
      'another condition',
      () => putItem('TEE-M', { Size: 'M' }, { condition: 'NEW_OTHER' }),
      /^The condition of TEE-M differs/,
    ],
    [
      'the same values as another',
      () => putItem('TEE-M', { Size: 'S' }),
      /^TEE-S and TEE-M are the same variation: S|^TEE-M and TEE-S/,
    ],
    ['no value', () => putItem('TEE-M', { Size: '' }), /^TEE-M has no Size/],
    [
      'a listing of its own',
      async () => {
        const [offer] = await rig.offersOf('TEE-M')
        await rig.asSeller('POST', `${ROOT}/offer/${String(offer?.offerId)}/publish`, {})
      },
      /^TEE-M has a live listing of its own \(\d+\)\. End it first/,
    ],
    [
      'a group already',
      () =>
        rig.asSeller('PUT', `${ROOT}/inventory_item_group/OLD`, {
          title: 'Older shirts',
          variantSKUs: ['TEE-M'],
          variesBy: { specifications: [{ name: 'Size', values: ['M'] }] },
        }),
      /^TEE-M is one of the variations of another listing already/,
    ],
  ])('LST-15 says at the item what is in the way before any call: %s', async (_, change, sentence) => {
    await open()
    await change()
    await rig.inventory.refreshItem({ sku: 'TEE-M' })
    await rig.listing.refreshListing({ sku: 'TEE-M' })
    await readAhead()
    const { members } = await describeGroup(SKUS, {
      ...(await propose()),
      variesBy: ['Size'],
      picturesBy: 'Size',
    })
    const found = members.flatMap(({ problem }) => problem ?? [])
    expect(found.join('\n')).toMatch(sentence)
    const { planToken, counts } = await plan(await propose({ variesBy: ['Size'], picturesBy: 'Size' }))
    expect(counts).toEqual({ going: 0, leftOut: 1 })
    expect((await failureOf(rig.outbound.startRun({ planToken }))).kind).toBe('conflict')
    expect(rig.sent('createOrReplaceInventoryItemGroup')).toEqual([])
  })

  it('LST-15 names the policies and the marketplace in which an item differs', async () => {
    await open({ offers: ['TEE-S', 'TEE-L'] })
    await putOffer('TEE-M', { listingPolicies: { ...policies, returnPolicyId: '6300002' } })
    await rig.listing.refreshListing({ sku: 'TEE-M' })
    expect(await problemOf('TEE-M')).toMatch(/^The set of policies of TEE-M differs/)
  })

  it.each<[string, Partial<NewGroup>, string, RegExp]>([
    ['no title', { title: ' ' }, 'title', /no title/],
    ['a title that is too long', { title: 'x'.repeat(81) }, 'title', /81 characters/],
    ['no description', { description: '' }, 'description', /no description/],
    ['a number with a space', { groupKey: 'A B' }, 'groupKey', /contains a space/],
    ['nothing that varies', { variesBy: [], picturesBy: null }, 'variesBy', /Choose what the variations differ in/],
    [
      'no choice of what the pictures show',
      { picturesBy: null },
      'picturesBy',
      /Choose which specific the pictures show/,
    ],
    ['an address that is no picture', { imageUrls: ['http://a.example/1.png'] }, 'imageUrls', /https/i],
  ])('LST-15 says at the field what is in the way: %s', async (_, change, field, sentence) => {
    await open()
    const { problems } = await describeGroup(SKUS, await propose(change))
    expect(problems.map((problem) => problem.field)).toContain(field)
    expect(problems.find((problem) => problem.field === field)?.message).toMatch(sentence)
  })

  it('LST-15 needs two items', async () => {
    await open()
    const { problems } = await describeGroup(['TEE-S'], await propose())
    expect(problems.map(({ field, message }) => [field, message])).toContainEqual([
      'items',
      'A listing with variations needs at least two items. Choose another one.',
    ])
  })

  it('LST-15 refuses where the platform has no listings with variations', async () => {
    rig = await openListing('neutral')
    expect((await failureOf(rig.listing.newGroup({ skus: ['A', 'B'], typed: null }))).message).toMatch(
      /has no listings with variations/,
    )
  })
})

describe('making it', () => {
  it('LST-15 makes the group with one call, and its items become the rows of one listing', async () => {
    await open()
    const { confirmation, counts, calls } = await plan(await propose())
    expect([confirmation, counts, calls]).toEqual([
      'Make one listing with 3 variations. Buyers see nothing yet: you publish it afterwards.',
      { going: 1, leftOut: 0 },
      1,
    ])
    const key = await make()
    await rig.settle()
    expect(await newestRows()).toEqual([['TEE-S', 'sent', '']])
    expect(rig.sent('createOrReplaceInventoryItemGroup')).toHaveLength(1)
    expect(await readGroup(key)).toEqual({
      inventoryItemGroupKey: key,
      title: 'T-shirt organic cotton',
      description: 'Printed by hand.',
      aspects: { Brand: ['Unbranded'], Color: ['Black'] },
      imageUrls: ['https://pictures.practice.invalid/bks-2.png'],
      variantSKUs: ['TEE-S', 'TEE-M', 'TEE-L'],
      variesBy: { aspectsImageVariesBy: ['Size'], specifications: [{ name: 'Size', values: ['S', 'M', 'L'] }] },
    })
    expect(await rows()).toMatchObject([{ title: 'T-shirt organic cotton', group: { groupKey: key, variations: 3 } }])
    expect(await rig.inventory.group({ groupKey: key })).toMatchObject({ making: null, edit: null })
    expect((await rig.newestRun())?.canRevert).toBe(false)
  })

  it('LST-15 shows the items as one listing at once, and makes it once the platform can be reached', async () => {
    await open()
    const group = await propose()
    rig.setFate(() => 'down')
    await rig.outbound.startRun({ planToken: (await plan(group)).planToken })
    expect(await rows()).toMatchObject([
      {
        title: 'T-shirt organic cotton',
        state: 'new',
        group: { groupKey: group.groupKey, variations: 3, variesBy: ['Size'] },
      },
    ])
    expect(await rig.inventory.group({ groupKey: group.groupKey })).toMatchObject({
      record: null,
      view: { title: 'T-shirt organic cotton' },
      making: { state: 'waiting' },
    })
    rig.setFate(() => 'fine')
    await rig.settle()
    expect(await readGroup(group.groupKey)).toMatchObject({ variantSKUs: ['TEE-S', 'TEE-M', 'TEE-L'] })
  })

  it('LST-15 publishes by its group what was made of items', async () => {
    await open()
    await make()
    await rig.settle()
    const { planToken, counts } = await rig.listing.planRun({
      skus: [...SKUS],
      what: { action: 'publish' },
      excluded: [],
    })
    expect(counts).toEqual({ going: 1, leftOut: 0 })
    await rig.outbound.startRun({ planToken })
    await rig.settle()
    const offers = (await Promise.all(SKUS.map((sku) => rig.offersOf(sku)))).flat()
    expect(offers.map(({ status }) => status)).toEqual(SKUS.map(() => 'PUBLISHED'))
    expect(new Set(offers.map(({ listing }) => (listing as JsonObject).listingId)).size).toBe(1)
  })

  it('LST-15 publishes none of its items alone while it is being made', async () => {
    await open()
    rig.setFate(({ operation }) => (operation === 'createOrReplaceInventoryItemGroup' ? 'down' : 'fine'))
    await make()
    const { planToken, counts } = await rig.listing.planRun({
      skus: ['TEE-S'],
      what: { action: 'publish' },
      excluded: [],
    })
    expect(counts).toEqual({ going: 0, leftOut: 1 })
    expect((await rig.outbound.planRows({ planToken, show: 'leftOut' })).rows[0]?.problem).toMatch(/in progress/)
    expect((await rig.listing.listing({ sku: 'TEE-S' })).confirm).toBeNull()
  })

  it('LST-15 settles a lost answer by reading the group, and sends it once', async () => {
    await open()
    rig.setFate(({ operation }) => (operation === 'createOrReplaceInventoryItemGroup' ? 'lost' : 'fine'))
    await make()
    await rig.settle()
    expect(await newestRows()).toEqual([['TEE-S', 'sent', '']])
    expect(rig.sent('createOrReplaceInventoryItemGroup')).toHaveLength(1)
  })

  it('LST-15 replaces no group of somebody else that has the same number', async () => {
    await open()
    const group = await propose({ groupKey: 'OLD' })
    const { planToken } = await plan(group)
    await putItem('OTHER-1', { Size: 'S' })
    const other = { title: 'Older shirts', variantSKUs: ['OTHER-1'] }
    await rig.asSeller('PUT', `${ROOT}/inventory_item_group/OLD`, other)
    await rig.outbound.startRun({ planToken })
    await rig.settle()
    expect(await newestRows()).toMatchObject([
      ['TEE-S', 'refused', expect.stringMatching(/another listing with variations under this SKU/)],
    ])
    expect(await readGroup('OLD')).toEqual({ inventoryItemGroupKey: 'OLD', ...other })
    // What was typed stays.
    expect(await rig.inventory.group({ groupKey: 'OLD' })).toMatchObject({
      view: { title: 'T-shirt organic cotton' },
      making: { state: 'refused', message: expect.stringMatching(/another listing/) },
    })
  })

  it('LST-15 keeps the platform’s refusal beside the listing, whose texts can be corrected and sent again', async () => {
    await open()
    const group = await propose()
    const { planToken } = await plan(group)
    const [offer] = await rig.offersOf('TEE-M')
    const offerPath = `${ROOT}/offer/${String(offer?.offerId)}`
    await rig.asSeller('POST', `${offerPath}/publish`, {})
    await rig.outbound.startRun({ planToken })
    await rig.settle()
    expect(await newestRows()).toMatchObject([['TEE-S', 'refused', expect.stringMatching(/TEE-M/)]])
    await rig.asSeller('POST', `${offerPath}/withdraw`, {})
    const { groupKey } = group
    const making = await rig.inventory.group({ groupKey })
    const edit = making?.edit ?? { onto: 'new' as const, changes: [] }
    await rig.inventory.saveGroupEdit({
      groupKey,
      edit: {
        ...edit,
        changes: edit.changes.map((change) =>
          change.op === 'set' && change.path[0] === 'title' ? { ...change, value: 'Shirts' } : change,
        ),
      },
    })
    const again = await rig.inventory.planGroup({ groupKey, excluded: [] })
    expect(again.confirmation).toMatch(/^Make one listing with 3 variations/)
    await rig.outbound.startRun({ planToken: again.planToken })
    await rig.settle()
    expect(await readGroup(groupKey)).toMatchObject({ title: 'Shirts' })
  })

  it('LST-15 keeps the items apart again when what waits is discarded', async () => {
    await open()
    rig.setFate(({ operation }) => (operation === 'createOrReplaceInventoryItemGroup' ? 'down' : 'fine'))
    const groupKey = await make()
    expect(await rows()).toHaveLength(1)
    await rig.inventory.cancelNewGroup({ groupKey })
    rig.setFate(() => 'fine')
    await rig.settle()
    expect((await rows()).map(({ sku, group }) => [sku, group])).toEqual([...SKUS].toSorted().map((sku) => [sku, null]))
    expect(rig.sent('createOrReplaceInventoryItemGroup')).toEqual([])
    expect(await rig.inventory.group({ groupKey })).toBeNull()
  })

  it('LST-15 discards nothing that the platform has', async () => {
    await open()
    const groupKey = await make()
    await rig.settle()
    expect((await failureOf(rig.inventory.cancelNewGroup({ groupKey }))).kind).toBe('conflict')
    expect(await rows()).toHaveLength(1)
  })
})
