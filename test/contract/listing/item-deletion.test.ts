/** Deleting items on the platform, which ends their listings (LST-08). */
import { afterEach, describe, expect, it } from 'vitest'
import { isLong } from '../../reliability/long.ts'
import { completeItem, failureOf, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const CALL = 'deleteInventoryItem'
const plan = (...skus: string[]) => rig.listing.planDeletion({ skus })
const start = async (...skus: string[]): Promise<void> => {
  const { planToken } = await plan(...skus)
  await rig.outbound.startRun({ planToken, deletions: 'confirmed' })
}
const remove = async (...skus: string[]): Promise<void> => {
  await start(...skus)
  await rig.settle()
}
const states = async () => {
  const run = await rig.newestRun()
  const { rows } = await rig.outbound.runRows({ runId: run?.runId ?? 0 })
  return rows.map(({ sku, state, message }) => [sku, state, message] as const)
}
const listedSkus = async (): Promise<readonly string[]> => (await rig.inventory.items({})).rows.map(({ sku }) => sku)
const isOnPlatform = async (sku: string): Promise<boolean> =>
  'product' in (await rig.asSeller('GET', `/sell/inventory/v1/inventory_item/${sku}`))
const openLive = async (): Promise<string> => {
  rig = await openListing()
  await rig.addOffer('LAMP-1')
  await rig.publish('LAMP-1')
  await rig.settle()
  return (await rig.listing.listing({ sku: 'LAMP-1' })).listingId ?? ''
}

describe('the plan', () => {
  it('LST-08 names the live listing that ends with the item', async () => {
    const listingId = await openLive()
    const { deletions, confirmation } = await plan('LAMP-1')
    expect(deletions.first.map(({ name }) => name)).toEqual([
      'the item “Desk lamp, chrome”',
      `live listing ${listingId}, which ends`,
    ])
    expect(confirmation).toBe('Delete 1 item on eBay for good. 1 live listing ends.')
    expect(rig.sent(CALL)).toEqual([])
  })

  it('LST-08 names the listing draft that is deleted with the item', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const { deletions, confirmation } = await plan('LAMP-1')
    expect(deletions.first.map(({ name }) => name)).toEqual(['the item “Desk lamp, chrome”', 'its listing draft'])
    expect(confirmation).toBe('Delete 1 item on eBay for good. No live listing ends.')
  })

  it('LST-08 leaves out an item with unsaved changes, so that nothing typed is lost', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await rig.addItem('LAMP-2')
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '10.00' } })
    const change = { op: 'set', path: ['product', 'title'], value: 'New', was: 'Desk lamp, chrome' } as const
    await rig.inventory.saveEdit({ sku: 'LAMP-2', edit: { onto: 'existing', changes: [change] } })
    const { planToken, counts } = await plan('LAMP-1', 'LAMP-2')
    expect(counts).toEqual({ going: 0, leftOut: 2 })
    const { rows } = await rig.outbound.planRows({ planToken, show: 'leftOut' })
    expect(rows.map(({ problem }) => problem)).toEqual([
      'Its listing has unsaved changes. Save or discard them first.',
      'It has unsaved changes. Save or discard them first.',
    ])
  })

  it('LST-08 is not started before its deletions are confirmed', async () => {
    await openLive()
    const { planToken } = await plan('LAMP-1')
    expect(await failureOf(rig.outbound.startRun({ planToken }))).toMatchObject({ kind: 'validation' })
    expect(rig.sent(CALL)).toEqual([])
  })

  it('LST-08 is refused where the platform deletes no items', async () => {
    rig = await openListing('neutral')
    await rig.addItem('LAMP-1')
    expect(await failureOf(plan('LAMP-1'))).toMatchObject({ kind: 'conflict' })
  })
})

describe('the deletion', () => {
  it('LST-08 ends the listing, and removes the item from the list', async () => {
    await openLive()
    await rig.addItem('LAMP-2')
    await remove('LAMP-1')
    expect(await states()).toEqual([['LAMP-1', 'sent', '']])
    expect(await isOnPlatform('LAMP-1')).toBe(false)
    expect(await rig.offersOf('LAMP-1')).toEqual([])
    expect(await listedSkus()).toEqual(['LAMP-2'])
  })

  it('LST-08 is refused if a listing went live after the confirmation', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const { offerId } = await rig.listing.listing({ sku: 'LAMP-1' })
    const { planToken } = await plan('LAMP-1')
    await rig.asSeller('POST', `/sell/inventory/v1/offer/${offerId}/publish`, {})
    await rig.outbound.startRun({ planToken, deletions: 'confirmed' })
    await rig.settle()
    expect(await states()).toMatchObject([
      ['LAMP-1', 'refused', expect.stringMatching(/went live after you confirmed/)],
    ])
    expect(rig.sent(CALL)).toEqual([])
    expect(await isOnPlatform('LAMP-1')).toBe(true)
  })

  it('LST-08 is refused if the item was edited after the confirmation', async () => {
    await openLive()
    rig.setFate(() => 'down')
    await start('LAMP-1')
    const change = { op: 'set', path: ['product', 'title'], value: 'New', was: 'Desk lamp, chrome' } as const
    await rig.inventory.saveEdit({ sku: 'LAMP-1', edit: { onto: 'existing', changes: [change] } })
    rig.setFate(() => 'fine')
    for (let turn = 0; turn < 3; turn += 1) await rig.settle()
    expect(await states()).toMatchObject([['LAMP-1', 'refused', expect.stringMatching(/was edited after/)]])
    expect(rig.sent(CALL)).toEqual([])
  })

  it('LST-08 settles a lost answer by reading, and sends nothing twice', async () => {
    rig = await openListing()
    const skus = Array.from({ length: isLong ? 200 : 10 }, (_, index) => `LAMP-${index}`)
    for (const sku of skus) await rig.addItem(sku, completeItem)
    rig.setFate(({ operation }) => (operation === CALL ? 'lost' : 'fine'))
    for (const sku of skus) await remove(sku)
    expect(rig.sent(CALL)).toHaveLength(skus.length)
    expect(await listedSkus()).toEqual([])
  })

  it('LST-08 says that a request that got lost was not carried out', async () => {
    await openLive()
    rig.setFate(({ operation }) => (operation === CALL ? 'swallowed' : 'fine'))
    await start('LAMP-1')
    await rig.settle()
    await rig.settle()
    expect(await states()).toMatchObject([['LAMP-1', 'notFound', expect.any(String)]])
    expect(rig.sent(CALL)).toHaveLength(1)
    expect(await listedSkus()).toEqual(['LAMP-1'])
  })

  it('LST-08 takes an item that somebody else deleted off the list', async () => {
    await openLive()
    const { planToken } = await plan('LAMP-1')
    await rig.asSeller('DELETE', '/sell/inventory/v1/inventory_item/LAMP-1')
    await rig.outbound.startRun({ planToken, deletions: 'confirmed' })
    await rig.settle()
    expect(rig.sent(CALL)).toEqual([])
    expect(await listedSkus()).toEqual([])
  })
})

describe('an item that is a variation', () => {
  const ROOT = '/sell/inventory/v1'
  const skus = ['TEE-S', 'TEE-M']
  const openGroup = async (): Promise<string> => {
    rig = await openListing()
    for (const sku of skus) {
      await rig.addItem(sku, {
        availability: { shipToLocationAvailability: { quantity: 3 } },
        condition: 'NEW',
        product: { aspects: { Size: [sku.slice(-1)] }, imageUrls: ['https://pictures.practice.invalid/bks-2.png'] },
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
    }
    await rig.asSeller('PUT', `${ROOT}/inventory_item_group/TEE`, {
      title: 'T-shirt, organic cotton',
      description: 'Printed by hand.',
      aspects: { Brand: ['Unbranded'], Color: ['Black'] },
      imageUrls: ['https://pictures.practice.invalid/bks-1.png'],
      variantSKUs: skus,
      variesBy: { aspectsImageVariesBy: ['Size'], specifications: [{ name: 'Size', values: ['S', 'M'] }] },
    })
    const { listingId } = await rig.asSeller('POST', `${ROOT}/offer/publish_by_inventory_item_group`, {
      inventoryItemGroupKey: 'TEE',
      marketplaceId: 'EBAY_US',
    })
    for (const sku of skus) {
      await rig.inventory.refreshItem({ sku })
      await rig.listing.refreshListing({ sku })
    }
    return String(listingId)
  }

  it('LST-08 says that the listing loses a variation, and ends with the last one', async () => {
    const listingId = await openGroup()
    const { deletions, confirmation } = await plan('TEE-S')
    expect(deletions.first.map(({ name }) => name)).toContain(
      `its variation in live listing ${listingId}, which ends with its last one`,
    )
    expect(confirmation).toBe(
      'Delete 1 item on eBay for good. 1 live listing loses variations, and ends with the last one.',
    )
  })

  it('LST-08 leaves the other variations live', async () => {
    await openGroup()
    await remove('TEE-S')
    expect(await states()).toMatchObject([['TEE-S', 'sent', '']])
    expect((await rig.offersOf('TEE-M'))[0]).toMatchObject({ status: 'PUBLISHED' })
    expect(await rig.asSeller('GET', `${ROOT}/inventory_item_group/TEE`)).toMatchObject({ variantSKUs: ['TEE-M'] })
  })
})
