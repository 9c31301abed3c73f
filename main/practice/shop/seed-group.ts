/** A new shop's listing with variations: a T-shirt in two colours and three sizes. */
import { type PracticePlatformId, platformNames } from '../names.ts'
import type { StoredGroup, StoredItem, StoredOffer } from './records.ts'

const PICTURE_ORIGIN = 'https://pictures.practice.invalid'
const KEY = 'TSHIRT'
const LISTING_ID = '315550001234'

const colors = ['Black', 'White']
const sizes = ['S', 'M', 'L']

const variations = colors.flatMap((color) =>
  sizes.map((size) => ({ color, size, sku: `TSH-${color.slice(0, 3).toUpperCase()}-${size}` })),
)

/** The price of the largest size differs, and one variation is sold out. */
const priceOf = (size: string): string => (size === 'L' ? '22.00' : '19.00')
const quantityOf = (index: number): number => (index * 3) % 10

const group: StoredGroup = {
  contentLanguage: 'en-US',
  fields: {
    title: 'Dockside T-shirt, heavy cotton, screen printed by hand',
    description: '<p>Printed in small batches. <b>Washes well</b>, shrinks a little.</p>',
    aspects: { Brand: ['Harbour Attic'], Material: ['Cotton'] },
    imageUrls: [`${PICTURE_ORIGIN}/bks-9201-1.png`],
    variantSKUs: variations.map(({ sku }) => sku),
    variesBy: {
      aspectsImageVariesBy: ['Color'],
      specifications: [
        { name: 'Color', values: colors },
        { name: 'Size', values: sizes },
      ],
    },
    // A field that a full replace must keep.
    videoIds: ['v|dockside'],
  },
}

/** Adds the items and offers of the group; returns the shop's groups by key. Empty if the shop has none. */
export const addVariations = (
  options: { readonly platform: PracticePlatformId; readonly hasVariations: boolean },
  items: Map<string, StoredItem>,
  offers: Map<string, StoredOffer>,
): Map<string, StoredGroup> => {
  if (options.platform !== 'ebay' || !options.hasVariations) return new Map()
  const { marketplaceId } = platformNames[options.platform]
  for (const [index, { color, size, sku }] of variations.entries()) {
    const quantity = quantityOf(index)
    const item = {
      availability: { shipToLocationAvailability: { quantity } },
      condition: 'NEW',
      // The title is the group's: one of its own would replace it.
      product: {
        aspects: { Color: [color], Size: [size] },
        imageUrls: [`${PICTURE_ORIGIN}/bks-92${color === 'Black' ? '02' : '03'}-1.png`],
      },
    }
    items.set(sku, { json: JSON.stringify(item), contentLanguage: 'en-US', itemId: LISTING_ID })
    const offerId = `80400000${String(index).padStart(4, '0')}`
    offers.set(offerId, {
      offerId,
      sku,
      marketplaceId,
      format: 'FIXED_PRICE',
      fields: {
        availableQuantity: quantity,
        categoryId: '15687',
        merchantLocationKey: 'home',
        pricingSummary: { price: { value: priceOf(size), currency: 'USD' } },
        listingPolicies: { fulfillmentPolicyId: '6100001', paymentPolicyId: '6200001', returnPolicyId: '6300001' },
        listingDuration: 'GTC',
        storeCategoryNames: ['/Shirts'],
      },
      listing: { listingId: LISTING_ID, status: 'ACTIVE', soldQuantity: index % 2, isOnHold: false },
    })
  }
  return new Map([[KEY, group]])
}
