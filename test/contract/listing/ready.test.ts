/** "Ready" means that the platform publishes it (LST-17, LST-18): each requirement against practice's strict rules. */
import { afterEach, describe, expect, it } from 'vitest'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import type { JsonObject, JsonValue } from '../../../shared/inventory/json.ts'
import type { OfferField } from '../../../shared/listing/offer-field.ts'
import { completeFields, completeItem, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const product = completeItem.product as JsonObject

const withProduct = (changes: JsonObject, others: JsonObject = {}): JsonObject => ({
  ...completeItem,
  ...others,
  product: { ...product, ...changes },
})

/** The item's offer in a category that was read. */
const openItem = async (item: JsonObject, fields: Partial<Record<OfferField, string>> = {}) => {
  rig = await openListing()
  await rig.addItem('X-1', item)
  await rig.listing.saveDraft({ sku: 'X-1', fields: { ...completeFields, ...fields } })
  await rig.listing.refreshListing({ sku: 'X-1' })
}

const listOpen = async () =>
  (await rig.listing.listing({ sku: 'X-1' })).requirements.filter(
    ({ state }) => state === 'missing' || state === 'wrong',
  )

/** Publishes without the app's checks, and returns the refusals as the app shows them. */
const publishAnyway = async () => {
  await rig.saveOffer('X-1')
  const { offerId } = await rig.listing.listing({ sku: 'X-1' })
  return rig.asSeller('POST', `/sell/inventory/v1/offer/${offerId}/publish`, {})
}

const dress = (aspects: JsonObject) =>
  withProduct({ title: 'Summer dress', aspects: { Brand: ['Unbranded'], ...aspects } }, { condition: 'USED_EXCELLENT' })
const goodDress = { 'Size Type': ['Regular'], Size: ['M'] }

describe('what is typed for the item', () => {
  it('LST-01 counts before it is saved, and only its save stays open', async () => {
    const { description: _description, ...bare } = product
    const { availability: _availability, ...rest } = completeItem
    await openItem({ ...rest, product: bare }, { quantity: '' })
    expect((await listOpen()).map(({ key }) => key)).toEqual(['description', 'quantity'])
    const set = (path: readonly string[], value: JsonValue) => ({ op: 'set', path: [...path], value }) as const
    await rig.inventory.saveEdit({
      sku: 'X-1',
      edit: {
        onto: 'existing',
        changes: [set(fieldPaths.quantity, 3), set(fieldPaths.description, 'A lamp.')],
      },
    })
    expect((await listOpen()).map(({ key }) => key)).toEqual(['itemSaved'])
  })

  it('LST-01 of a new item too', async () => {
    rig = await openListing()
    await rig.inventory.createItem({ sku: 'N-1', title: 'Desk lamp' })
    const { requirements } = await rig.listing.listing({ sku: 'N-1' })
    const states = Object.fromEntries(requirements.map(({ key, state }) => [key, state]))
    expect(states).toMatchObject({ itemSaved: 'missing', title: 'met', quantity: 'missing' })
  })

  it('LST-01 emptying a field opens it again', async () => {
    await openItem(completeItem)
    const change = { op: 'set', path: [...fieldPaths.quantity], value: 0 } as const
    await rig.inventory.saveEdit({ sku: 'X-1', edit: { onto: 'existing', changes: [change] } })
    expect((await listOpen()).map(({ key }) => key)).toEqual(['itemSaved', 'quantity'])
  })
})

describe('item specifics', () => {
  it.each([
    ['outside a closed list', { ...goodDress, Size: ['XXL'] }, 'Size'],
    ['that go with another specific only', { ...goodDress, Size: ['SP'] }, 'Size'],
    ['of which one is allowed', { ...goodDress, 'Size Type': ['Regular', 'Petite'] }, 'Size Type'],
    ['with words in a number', { ...goodDress, 'Garment Length (cm)': ['long'] }, 'Garment Length (cm)'],
    ['that are too long', { ...goodDress, 'Style Code': ['much too long a code'] }, 'Style Code'],
  ])('LST-17 names values %s at their row before any call, and eBay refuses them', async (_, aspects, name) => {
    await openItem(dress(aspects), { categoryId: '63861' })
    const open = await listOpen()
    expect(open).toMatchObject([
      { key: 'aspects', state: 'wrong', fix: { at: 'item', path: ['product', 'aspects', name] } },
    ])
    expect((await publishAnyway()).errors).toMatchObject([{ errorId: 25022 }])
  })

  it('LST-17 is ready where every value fits, and eBay publishes it', async () => {
    await openItem(dress({ ...goodDress, Features: ['Lined', 'Pockets'] }), { categoryId: '63861' })
    expect(await listOpen()).toEqual([])
    expect((await publishAnyway()).listingId).toEqual(expect.any(String))
  })

  it('LST-17 keeps lists of more than 500 values whole', async () => {
    await openItem(completeItem)
    const { aspects } = await rig.listing.category({ categoryId: '261328' })
    expect(aspects.find(({ name }) => name === 'Player/Athlete')?.values).toHaveLength(1_200)
  })

  it('FACT-59 takes a specific as required by aspectRequired, whatever its usage says', async () => {
    await openItem(withProduct({ aspects: {} }))
    expect(await listOpen()).toMatchObject([{ key: 'aspects', message: 'Add the item specifics Brand and Type' }])
  })
})

describe('conditions', () => {
  it('FACT-47 LST-17 have the category’s own names', async () => {
    await openItem(completeItem)
    const { conditions } = await rig.listing.category({ categoryId: '63861' })
    expect(conditions?.find(({ condition }) => condition === 'USED_EXCELLENT')?.label).toBe('Pre-owned - Good')
  })

  it('FACT-46 FACT-153 LST-18 of cards need their descriptors, which are a step with a way to it', async () => {
    const card = withProduct({ aspects: { 'Player/Athlete': ['Player 900'] } }, { condition: 'LIKE_NEW' })
    await openItem(card, { categoryId: '261328' })
    expect(await listOpen()).toMatchObject([
      {
        key: 'descriptors',
        message: 'Add Professional Grader and Grade to the condition',
        fix: { at: 'item', path: ['conditionDescriptors'] },
      },
    ])
    const { conditions } = await rig.listing.category({ categoryId: '261328' })
    expect(conditions?.map(({ label }) => label)).toEqual(['Graded', 'Ungraded'])
    expect((await publishAnyway()).errors).toMatchObject([{ errorId: 25002 }, { errorId: 25002 }])
  })

  it('FACT-46 LST-18 is ready with the descriptors', async () => {
    const conditionDescriptors = [
      { name: '27501', values: ['275010'] },
      { name: '27502', values: ['275020'] },
    ]
    const card = withProduct(
      { aspects: { 'Player/Athlete': ['Player 900'] } },
      { condition: 'LIKE_NEW', conditionDescriptors },
    )
    await openItem(card, { categoryId: '261328' })
    expect(await listOpen()).toEqual([])
    expect((await publishAnyway()).listingId).toEqual(expect.any(String))
  })
})

describe('product codes', () => {
  const machine = withProduct({ aspects: { Brand: ['Unbranded'], Type: ['Manual'] } })

  it('FACT-44 LST-18 are a step where the category requires them, with “Does not apply” one press away', async () => {
    await openItem(machine, { categoryId: '20671' })
    const [open] = await listOpen()
    expect(open).toMatchObject({
      key: 'codes',
      fix: { at: 'item', path: ['product', 'upc'] },
      fill: { path: ['product', 'upc'], value: 'Does not apply' },
    })
    expect((await publishAnyway()).errors).toMatchObject([
      { message: expect.stringContaining('The UPC field is missing') },
    ])
  })

  it('FACT-44 LST-18 “Does not apply” is enough', async () => {
    await openItem(
      { ...machine, product: { ...(machine.product as JsonObject), upc: ['Does not apply'] } },
      { categoryId: '20671' },
    )
    expect(await listOpen()).toEqual([])
    expect((await publishAnyway()).listingId).toEqual(expect.any(String))
  })
})

describe('packages', () => {
  it('FACT-48 LST-18 need weight and size if the shipping policy calculates its price', async () => {
    await openItem(completeItem, { fulfillmentPolicyId: '6100003' })
    expect(await listOpen()).toMatchObject([
      {
        key: 'package',
        message: expect.stringContaining('Enter the package’s weight and size'),
        fix: { at: 'item', path: ['packageWeightAndSize', 'weight'] },
      },
    ])
    expect((await publishAnyway()).errors).toMatchObject([{ errorId: 25020 }])
  })

  it('FACT-48 LST-18 with weight and size are ready', async () => {
    const packageWeightAndSize = {
      weight: { value: 2, unit: 'POUND' },
      dimensions: { height: 5, length: 10, width: 8, unit: 'INCH' },
    }
    await openItem({ ...completeItem, packageWeightAndSize }, { fulfillmentPolicyId: '6100003' })
    expect(await listOpen()).toEqual([])
    expect((await publishAnyway()).listingId).toEqual(expect.any(String))
  })
})

describe('the account', () => {
  it('FACT-36 LST-18 names a registration that is not complete, which eBay’s refusal does not', async () => {
    await openItem(completeItem)
    await fetch(`${rig.platform.url}/practice/settings`, {
      method: 'POST',
      body: JSON.stringify({ isRegistrationIncomplete: true }),
    })
    await rig.listing.refreshChoices({})
    expect(await listOpen()).toMatchObject([
      { key: 'account', message: expect.stringContaining('seller registration') },
    ])
  })

  it('FACT-71 PLT-35 keeps locations and the program while policies are refused after joining', async () => {
    rig = await openListing()
    await fetch(`${rig.platform.url}/practice/settings`, {
      method: 'POST',
      body: JSON.stringify({ hasPolicies: false }),
    })
    await rig.listing.refreshChoices({})
    await rig.listing.optIn({})
    const during = await rig.listing.choices({})
    expect(during).toMatchObject({
      hasPolicies: true,
      policies: [],
      problem: { message: expect.stringContaining('can take a day') },
    })
    expect(during.locations).not.toEqual([])
    await rig.clock.advance(60 * 60_000)
    await rig.listing.refreshChoices({})
    expect(await rig.listing.choices({})).toMatchObject({
      problem: null,
      policies: expect.arrayContaining([expect.anything()]),
    })
  })

  it('PLT-35 keeps the policies of the last reading if one kind can’t be read now', async () => {
    rig = await openListing()
    await rig.listing.refreshChoices({})
    const before = await rig.listing.choices({})
    await fetch(`${rig.platform.url}/practice/faults`, {
      method: 'POST',
      body: JSON.stringify({ operation: 'getReturnPolicies', fault: 'status', status: 403 }),
    })
    await rig.listing.refreshChoices({})
    const { policies, problem } = await rig.listing.choices({})
    expect(policies).toEqual(before.policies)
    expect(problem).not.toBeNull()
  })
})

it.each([
  ['FACT-45', { brand: 'Kestrel' }, {}, ['product', 'mpn']],
  ['FACT-45', { brand: 'Kestrel', mpn: '4006381333931' }, {}, ['product', 'mpn']],
])('%s LST-18 a refusal that still comes leads to its row', async (_, changes, fields, path) => {
  await openItem(withProduct(changes), fields)
  await rig.saveOffer('X-1')
  await rig.publish('X-1').catch(() => undefined)
  expect((await rig.listing.listing({ sku: 'X-1' })).refusals).toMatchObject([{ fix: { at: 'item', path } }])
})
