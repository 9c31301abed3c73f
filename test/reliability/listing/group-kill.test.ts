/**
 * Making a listing with variations and deleting an item, with the app killed at a request: nothing is made, listed or deleted twice,
 * and nothing is lost (LST-02, LST-08, LST-15). The long form kills at every request.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { failureOf, type ListingRig, openListing } from '../../contract/listing/listing-rig.ts'
import { isLong } from '../long.ts'
import { spread } from '../spread.ts'

const SKUS = ['TEE-L', 'TEE-M', 'TEE-S'] as const
const KEY = 'SHIRTS'
const ROOT = '/sell/inventory/v1'
const IN_SHORT = 3

let rig: ListingRig
afterEach(() => rig.close())

const openShirts = async (): Promise<void> => {
  rig = await openListing()
  for (const sku of SKUS) {
    await rig.addItem(sku, {
      availability: { shipToLocationAvailability: { quantity: 3 } },
      condition: 'NEW',
      product: {
        title: `Cotton shirt, ${sku.slice(-1)}`,
        description: 'Printed by hand.',
        aspects: { Brand: ['Unbranded'], Color: ['Black'], Size: [sku.slice(-1)] },
        imageUrls: ['https://pictures.practice.invalid/bks-2.png'],
      },
    })
    await rig.asSeller('POST', `${ROOT}/offer`, {
      sku,
      marketplaceId: 'EBAY_US',
      format: 'FIXED_PRICE',
      categoryId: '15687',
      availableQuantity: 3,
      merchantLocationKey: 'home',
      pricingSummary: { price: { value: '19.00', currency: 'USD' } },
      listingPolicies: { fulfillmentPolicyId: '6100001', paymentPolicyId: '6200001', returnPolicyId: '6300001' },
    })
    await rig.listing.refreshListing({ sku })
  }
}

/** The run goes on by itself after a crash, so a seller repeats only what was not started. */
const startOnce = async (planToken: string): Promise<void> => {
  await rig.outbound.startRun({ planToken })
  await rig.settle()
}

/** The seller's steps until the shirts are one live listing; can be repeated after a crash. */
const makeAndPublish = async (): Promise<void> => {
  const group = await rig.inventory.group({ groupKey: KEY })
  if (group === null) {
    const proposed = await rig.listing.newGroup({ skus: [...SKUS], typed: null })
    const { planToken } = await rig.listing.planNewGroup({
      skus: [...SKUS],
      group: {
        ...proposed.group,
        imageUrls: [...proposed.group.imageUrls],
        variesBy: ['Size'],
        picturesBy: 'Size',
        groupKey: KEY,
      },
      excluded: [],
    })
    await startOnce(planToken)
  } else if (group.making !== null && ['unsent', 'refused'].includes(group.making.state)) {
    await startOnce((await rig.inventory.planGroup({ groupKey: KEY, excluded: [] })).planToken)
  }
  const { planToken, counts } = await rig.listing.planRun({
    skus: [...SKUS],
    what: { action: 'publish' },
    excluded: [],
  })
  if (counts.going > 0) await startOnce(planToken)
}

const deleteItem = async (): Promise<void> => {
  const { planToken, counts } = await rig.listing.planDeletion({ skus: ['TEE-M'], excluded: [] })
  if (counts.going === 0) return
  await rig.outbound.startRun({ planToken, deletions: 'confirmed' })
  await rig.settle()
}

/** Runs the steps, killing the app at this request. Resolves with whether it came to that request. */
const killAt = async (place: number, moment: 'before' | 'after', steps: () => Promise<void>): Promise<boolean> => {
  let count = 0
  let killing: Promise<void> | undefined
  rig.setFate(() => {
    if (killing !== undefined) return 'fine'
    count += 1
    if (count <= place) return 'fine'
    killing = rig.kill()
    return moment === 'before' ? 'down' : 'fine'
  })
  await steps().catch((error: Error) => {
    if (!/killed/.test(error.message)) throw error
  })
  await killing
  await rig.settle()
  return killing !== undefined
}

/** How many requests the steps send if nothing happens. */
const countRequests = async (open: () => Promise<void>, steps: () => Promise<void>): Promise<number> => {
  await open()
  let count = 0
  rig.setFate(() => {
    count += 1
    return 'fine'
  })
  await steps()
  await rig.close()
  return count
}

/** Kills at some requests, or at each in the long form, and checks afterwards. */
const killAtEach = async (
  moment: 'before' | 'after',
  open: () => Promise<void>,
  steps: () => Promise<void>,
  check: (name: string) => Promise<void>,
): Promise<void> => {
  const requests = await countRequests(open, steps)
  const places = spread(requests, isLong ? requests : IN_SHORT)
  let kills = 0
  for (const [index, place] of places.entries()) {
    await open()
    if (await killAt(place, moment, steps)) kills += 1
    await steps()
    await rig.settle()
    await check(`killed ${moment} request ${place} of ${requests}`)
    if (index < places.length - 1) await rig.close()
  }
  // Null control: the app really was killed.
  expect(kills).toBeGreaterThanOrEqual(places.length - 1)
}

describe.each(['before', 'after'] as const)('killed %s a request', (moment) => {
  it('LST-15 shirts become one listing once, and none is listed alone', async () => {
    await killAtEach(moment, openShirts, makeAndPublish, async (name) => {
      expect(await rig.asSeller('GET', `${ROOT}/inventory_item_group/${KEY}`), name).toMatchObject({
        title: 'Cotton shirt',
        variantSKUs: ['TEE-S', 'TEE-M', 'TEE-L'],
      })
      const offers = (await Promise.all(SKUS.map((sku) => rig.offersOf(sku)))).flat()
      expect(offers, name).toMatchObject(SKUS.map(() => ({ status: 'PUBLISHED' })))
      expect(new Set(offers.map(({ listing }) => JSON.stringify(listing))).size, name).toBe(1)
      expect(rig.sent('createOrReplaceInventoryItemGroup').length, name).toBe(1)
      expect(rig.sent('publishOfferByInventoryItemGroup').length, name).toBe(1)
      expect(rig.sent('publishOffer').length + rig.sent('bulkPublishOffer').length, name).toBe(0)
      const { rows } = await rig.inventory.items({ isGrouped: true })
      expect(rows, name).toMatchObject([{ group: { groupKey: KEY, variations: 3 } }])
    })
  })

  it('LST-08 an item is deleted once, and no other', async () => {
    await killAtEach(moment, openShirts, deleteItem, async (name) => {
      expect(rig.sent('deleteInventoryItem').length, name).toBe(1)
      const { rows } = await rig.inventory.items({})
      expect(rows.map(({ sku }) => sku).toSorted(), name).toEqual(['TEE-L', 'TEE-S'])
      expect(await rig.offersOf('TEE-S'), name).toHaveLength(1)
      expect((await failureOf(rig.inventory.item({ sku: 'TEE-M' }))).kind, name).toBe('notFound')
    })
  })
})
