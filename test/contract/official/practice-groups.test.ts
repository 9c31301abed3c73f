/** Groups of variations on the practice platform as eBay: what it answers and refuses (LST-15). */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { type ListingRig, openListing } from '../listing/listing-rig.ts'
import { findOperation, hasDescriptions, listAnswerProblems } from './descriptions.ts'
import { fetchSellerHeaders } from './seller-headers.ts'

const ROOT = '/sell/inventory/v1'
const policies = { fulfillmentPolicyId: '6100001', paymentPolicyId: '6200001', returnPolicyId: '6300001' }

let rig: ListingRig
const checked: string[] = []
beforeEach(async () => {
  rig = await openListing()
})
afterEach(() => rig.close())
afterAll(() => expect(checked.length > 0 || !hasDescriptions).toBe(true))

/** Sends a call as the seller, and checks its answer against the description. */
const send = async (method: string, path: string, body?: JsonObject, language = 'en-US') => {
  const response = await fetch(`${rig.platform.url}${ROOT}${path}`, {
    method,
    headers: {
      ...rig.sellerHeaders(),
      'accept-language': 'en-US',
      ...(language === '' ? {} : { 'content-language': language }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const found =
    hasDescriptions && path.includes('group')
      ? findOperation('inventory', method, `${ROOT}${path}`.replace(/\?.*$/, ''))
      : undefined
  if (found !== undefined) {
    expect(listAnswerProblems('inventory', found.operation, response.status, text), path).toEqual([])
    checked.push(path)
  }
  const json = (text === '' ? {} : JSON.parse(text)) as JsonObject
  const errors = (json.errors ?? []) as readonly { readonly errorId: number; readonly message: string }[]
  return { status: response.status, json, ids: errors.map(({ errorId }) => errorId), errors }
}

const group: JsonObject = {
  title: 'T-shirt, organic cotton',
  description: 'Printed by hand.',
  aspects: { Brand: ['Unbranded'] },
  imageUrls: ['https://pictures.practice.invalid/bks-1.png'],
  variantSKUs: ['TEE-S', 'TEE-M'],
  variesBy: { aspectsImageVariesBy: ['Size'], specifications: [{ name: 'Size', values: ['S', 'M'] }] },
}

const putItem = (sku: string, aspects: JsonObject, more: JsonObject = {}) =>
  send('PUT', `/inventory_item/${sku}`, {
    availability: { shipToLocationAvailability: { quantity: 3 } },
    condition: 'NEW',
    product: { aspects, imageUrls: ['https://pictures.practice.invalid/bks-2.png'] },
    ...more,
  })
const addOffer = async (sku: string, more: JsonObject = {}): Promise<string> => {
  const { json } = await send('POST', '/offer', {
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
  return String(json.offerId)
}
const addMembers = async (): Promise<readonly string[]> => {
  const colors = { Color: ['Black'] }
  await putItem('TEE-S', { Size: ['S'], ...colors })
  await putItem('TEE-M', { Size: ['M'], ...colors })
  return [await addOffer('TEE-S'), await addOffer('TEE-M')]
}
const putGroup = (change: JsonObject = {}, key = 'TEE') =>
  send('PUT', `/inventory_item_group/${key}`, { ...group, ...change })
const target = { inventoryItemGroupKey: 'TEE', marketplaceId: 'EBAY_US' }
const publish = (body: JsonObject = target) => send('POST', '/offer/publish_by_inventory_item_group', body)
const withdraw = (body: JsonObject = target) => send('POST', '/offer/withdraw_by_inventory_item_group', body)
const readOffer = async (offerId: string) => (await send('GET', `/offer/${offerId}`)).json

describe('the record', () => {
  it('LST-15 creates, reads, replaces and deletes a group', async () => {
    await addMembers()
    expect((await putGroup()).status).toBe(201)
    expect((await send('GET', '/inventory_item_group/TEE')).json).toEqual({ ...group, inventoryItemGroupKey: 'TEE' })
    const { subtitle: _, ...rest } = { subtitle: '', ...group }
    expect((await send('PUT', '/inventory_item_group/TEE', { variantSKUs: ['TEE-S'] })).status).toBe(204)
    expect((await send('GET', '/inventory_item_group/TEE')).json).toEqual({
      variantSKUs: ['TEE-S'],
      inventoryItemGroupKey: 'TEE',
    })
    expect((await send('PUT', '/inventory_item_group/TEE', rest)).status).toBe(204)
    expect((await send('DELETE', '/inventory_item_group/TEE')).status).toBe(204)
    expect((await send('GET', '/inventory_item_group/TEE')).ids).toEqual([25705])
  })

  it('LST-15 names the group in each of its items, and in no other', async () => {
    await addMembers()
    await putItem('ALONE', {})
    await putGroup()
    const { inventoryItems } = (await send('GET', '/inventory_item?limit=10&offset=0')).json as {
      inventoryItems: readonly JsonObject[]
    }
    expect(
      inventoryItems.map(({ sku, groupIds, inventoryItemGroupKeys }) => [sku, groupIds, inventoryItemGroupKeys]),
    ).toEqual([
      ['TEE-S', ['TEE'], ['TEE']],
      ['TEE-M', ['TEE'], ['TEE']],
      ['ALONE', undefined, undefined],
    ])
    expect((await send('GET', '/inventory_item/TEE-S')).json).toMatchObject({ inventoryItemGroupKeys: ['TEE'] })
  })

  it('LST-15 takes a deleted item out of its group', async () => {
    await addMembers()
    await putGroup()
    await send('DELETE', '/inventory_item/TEE-S')
    expect((await send('GET', '/inventory_item_group/TEE')).json.variantSKUs).toEqual(['TEE-M'])
  })

  it.each<[string, JsonObject, number]>([
    ['an unknown field', { color: 'red' }, 2004],
    ['aspects that are no lists', { aspects: { Brand: 'Unbranded' } }, 2004],
    ['no SKU', { variantSKUs: [] }, 25709],
    ['an unknown SKU', { variantSKUs: ['NONE'] }, 25701],
    ['a SKU twice', { variantSKUs: ['TEE-S', 'TEE-S'] }, 25013],
    ['a long title', { title: 'x'.repeat(81) }, 25709],
    ['an http picture', { imageUrls: ['http://pictures.practice.invalid/a.png'] }, 25015],
  ])('LST-15 refuses %s', async (_, change, id) => {
    await addMembers()
    expect(await putGroup(change)).toMatchObject({ status: 400, ids: [id] })
  })

  it('LST-15 refuses a group without Content-Language', async () => {
    await addMembers()
    expect((await send('PUT', '/inventory_item_group/TEE', group, '')).ids).toEqual([25709])
  })

  it('LST-15 refuses a SKU of another group', async () => {
    await addMembers()
    await putGroup()
    expect((await putGroup({}, 'OTHER')).ids).toEqual([25703, 25703])
  })

  it('FACT-58 refuses a SKU that is listed by itself', async () => {
    const [small = ''] = await addMembers()
    const { product } = {
      product: { title: 'Tee', description: 'x', aspects: { Size: ['S'], Color: ['Black'], Brand: ['Unbranded'] } },
    }
    await putItem('TEE-S', {}, { product: { ...product, imageUrls: ['https://pictures.practice.invalid/bks-2.png'] } })
    expect((await send('POST', `/offer/${small}/publish`, {})).status).toBe(200)
    expect((await putGroup()).ids).toEqual([25704])
  })
})

describe('publishing', () => {
  it('LST-15 makes one listing of all offers, ends it, and gives it a new number again', async () => {
    const ids = await addMembers()
    await putGroup()
    const { status, json } = await publish()
    expect(status).toBe(200)
    const offers = await Promise.all(ids.map(readOffer))
    expect(offers.map(({ status: state, listing }) => [state, (listing as JsonObject).listingId])).toEqual(
      ids.map(() => ['PUBLISHED', json.listingId]),
    )
    expect((await publish()).json).toMatchObject({ listingId: json.listingId, warnings: [{ errorId: 25402 }] })
    expect((await withdraw()).status).toBe(204)
    expect((await Promise.all(ids.map(readOffer))).map(({ status: state }) => state)).toEqual([
      'UNPUBLISHED',
      'UNPUBLISHED',
    ])
    expect((await withdraw()).ids).toEqual([25725])
    expect((await publish()).json.listingId).not.toBe(json.listingId)
  })

  it('LST-15 leaves out a member without an offer, and adds it to the live listing later', async () => {
    await putItem('TEE-S', { Size: ['S'], Color: ['Black'] })
    await putItem('TEE-M', { Size: ['M'], Color: ['Black'] })
    await addOffer('TEE-S')
    await putGroup()
    const { json } = await publish()
    const later = await addOffer('TEE-M')
    expect((await publish()).json.listingId).toBe(json.listingId)
    expect(await readOffer(later)).toMatchObject({ listing: { listingId: json.listingId } })
  })

  it('LST-15 publishes and ends no single offer of a group', async () => {
    const [small = ''] = await addMembers()
    await putGroup()
    expect((await send('POST', `/offer/${small}/publish`, {})).ids).toEqual([25016])
    const bulk = await send('POST', '/bulk_publish_offer', { requests: [{ offerId: small }] })
    expect(bulk).toMatchObject({ status: 400, json: { responses: [{ errors: [{ errorId: 25732 }] }] } })
    await publish()
    expect((await send('POST', `/offer/${small}/withdraw`, {})).ids).toEqual([25002])
  })

  it.each<[string, JsonObject, RegExp]>([
    ['no title', { title: '' }, /title is missing/],
    ['no description', { description: '' }, /description is missing/],
    ['no aspects', { aspects: {} }, /aspects are missing/],
    ['nothing that varies', { variesBy: {} }, /specifications is missing/],
    [
      'a value that is not in variesBy',
      { variesBy: { aspectsImageVariesBy: ['Size'], specifications: [{ name: 'Size', values: ['S'] }] } },
      /Size M of TEE-M isn't in variesBy/,
    ],
    [
      'the same values twice',
      { variesBy: { aspectsImageVariesBy: ['Color'], specifications: [{ name: 'Color', values: ['Black'] }] } },
      /same variation/,
    ],
    [
      'an aspect that no item has',
      { variesBy: { aspectsImageVariesBy: ['Cut'], specifications: [{ name: 'Cut', values: ['Wide'] }] } },
      /TEE-S has no Cut/,
    ],
    [
      'pictures by another aspect',
      { variesBy: { aspectsImageVariesBy: ['Color'], specifications: [{ name: 'Size', values: ['S', 'M'] }] } },
      /Pictures vary by Color/,
    ],
  ])('LST-15 refuses a group with %s', async (_, change, sentence) => {
    await addMembers()
    await putGroup(change)
    const { status, errors } = await publish()
    expect(status).toBe(400)
    expect(errors.find(({ errorId, message }) => errorId === 25013 && sentence.test(message))).toBeDefined()
  })

  it('FACT-59 refuses a variation by an aspect that the category does not allow for it', async () => {
    await addMembers()
    await putItem('TEE-S', { Size: ['S'], Color: ['Black'], Material: ['Cotton'] })
    await putItem('TEE-M', { Size: ['M'], Color: ['Black'], Material: ['Linen'] })
    const specifications = [{ name: 'Material', values: ['Cotton', 'Linen'] }]
    await putGroup({ variesBy: { aspectsImageVariesBy: ['Material'], specifications } })
    expect((await publish()).errors.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/doesn't allow variations by Material/),
    )
  })

  it.each<[string, JsonObject, RegExp]>([
    ['category', { categoryId: '63861' }, /different values of category/],
    ['policies', { listingPolicies: { ...policies, returnPolicyId: '6300002' } }, /different values of policies/],
  ])('LST-15 refuses offers of another %s', async (_, change, sentence) => {
    await putItem('TEE-S', { Size: ['S'], Color: ['Black'] })
    await putItem('TEE-M', { Size: ['M'], Color: ['Black'] })
    await addOffer('TEE-S')
    await addOffer('TEE-M', change)
    await putGroup()
    expect((await publish()).errors.map(({ message }) => message)).toContainEqual(expect.stringMatching(sentence))
  })

  it('LST-15 keeps a sold variation in its live listing, and takes another out', async () => {
    const ids = await addMembers()
    await putGroup()
    await publish()
    expect((await putGroup({ variantSKUs: ['TEE-S'] })).status).toBe(204)
    expect(await readOffer(ids[1] ?? '')).toMatchObject({ status: 'UNPUBLISHED' })
    expect((await putGroup({ title: '' })).ids).toEqual([25013])
  })

  it('LST-15 refuses an unknown group and another marketplace', async () => {
    expect((await publish()).ids).toEqual([25705])
    await addMembers()
    await putGroup()
    expect((await publish({ ...target, marketplaceId: 'EBAY_DE' })).ids).toEqual([25709])
  })
})

describe('a new shop', () => {
  it('LST-15 starts with a live listing with variations that can be ended and published again', async () => {
    const platform = await startPracticePlatform({ platform: 'ebay', items: 2, conversations: 0, hasVariations: true })
    const call = async (path: string) => {
      const body = { inventoryItemGroupKey: 'TSHIRT', marketplaceId: 'EBAY_US' }
      const headers = { ...(await fetchSellerHeaders(platform.url)), 'content-type': 'application/json' }
      return (
        await fetch(`${platform.url}${ROOT}/offer/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).status
    }
    expect(await call('withdraw_by_inventory_item_group')).toBe(204)
    expect(await call('publish_by_inventory_item_group')).toBe(200)
    await platform.stop()
  })
})

describe('taking over', () => {
  it('LST-15 makes a real group of a listing with variations', async () => {
    const variation = (sku: string) => ({ sku, specifics: { Size: sku }, price: '5.00', quantity: 3, soldQuantity: 1 })
    const [listingId = ''] = await rig.listElsewhere([{ title: 'Sizes', variations: [variation('S'), variation('M')] }])
    const { json } = await send('POST', '/bulk_migrate_listing', { requests: [{ listingId }] })
    const [{ inventoryItemGroupKey: key } = { inventoryItemGroupKey: '' }] = json.responses as readonly {
      inventoryItemGroupKey: string
    }[]
    expect((await send('GET', `/inventory_item_group/${key}`)).json).toMatchObject({
      title: 'Sizes',
      variantSKUs: ['S', 'M'],
      variesBy: { specifications: [{ name: 'Size', values: ['S', 'M'] }] },
    })
    expect((await send('PUT', `/inventory_item_group/${key}`, { ...group, variantSKUs: ['S'] })).ids).toEqual([25013])
  })
})
