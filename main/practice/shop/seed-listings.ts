/** The listings of a new shop that were made on the platform's own pages. */
import { createHash } from 'node:crypto'
import type { PracticePlatformId } from '../names.ts'
import type { StoredListing } from './records.ts'

const DAY_MS = 86_400_000
const PICTURE_ORIGIN = 'https://pictures.practice.invalid'

/** A single listing that can be taken over once it has a SKU. */
export const plainListing = {
  type: 'FixedPriceItem',
  sku: null,
  price: '25.00',
  pictureUrl: null,
  description: '<p>As in the pictures.</p>',
  condition: 'USED_GOOD',
  categoryId: '13869',
  aspects: { Brand: ['Unbranded'] },
  quantity: 1,
  soldQuantity: 0,
  watchers: 0,
  hasPolicies: true,
  requiresImmediatePayment: true,
  variations: [],
} as const satisfies Omit<StoredListing, 'listingId' | 'startedAtMs' | 'title'>

type SeedListing = Omit<StoredListing, 'listingId' | 'startedAtMs'> & {
  readonly picture: string
}

const sizes = [
  { sku: 'TEE-S', size: 'S', quantity: 5, soldQuantity: 1 },
  { sku: 'TEE-M', size: 'M', quantity: 9, soldQuantity: 9 },
  { sku: 'TEE-L', size: 'L', quantity: 6, soldQuantity: 2 },
]

const listings: readonly SeedListing[] = [
  {
    ...plainListing,
    title: 'Field telephone, canvas case, hand crank',
    sku: 'TEL-1',
    price: '84.00',
    quantity: 4,
    soldQuantity: 2,
    watchers: 17,
    picture: 'rad-9101-1',
  },
  {
    ...plainListing,
    title: 'Opera glasses, mother of pearl, in a velvet pouch',
    sku: 'OPG-7',
    price: '46.50',
    quantity: 3,
    soldQuantity: 2,
    watchers: 4,
    condition: 'USED_VERY_GOOD',
    categoryId: '15230',
    picture: 'cam-9102-1',
  },
  {
    ...plainListing,
    title: 'Box of 12 drawing pens, unused, with ink',
    price: '19.90',
    quantity: 12,
    soldQuantity: 5,
    watchers: 1,
    condition: 'NEW',
    picture: 'tls-9103-1',
  },
  {
    ...plainListing,
    title: 'Station clock, double sided, from 1 dollar',
    type: 'Chinese',
    sku: 'AUC-1',
    price: '61.00',
    watchers: 38,
    picture: 'clk-9104-1',
  },
  {
    ...plainListing,
    title: 'Workshop T-shirt, organic cotton, three sizes',
    price: '24.00',
    quantity: 20,
    soldQuantity: 12,
    watchers: 6,
    condition: 'NEW',
    categoryId: '13869',
    aspects: { Brand: ['Harbour Attic'] },
    picture: 'bks-9105-1',
    variations: sizes.map(({ size, ...variation }) => ({ ...variation, specifics: { Size: size }, price: '24.00' })),
  },
  ...['left', 'right'].map((side, index) => ({
    ...plainListing,
    title: `Bookend, cast iron, ${side}`,
    sku: 'BKE-1',
    price: '15.00',
    picture: `bks-910${6 + index}-1`,
  })),
  {
    ...plainListing,
    title: 'Letter scale, brass, with weights',
    sku: 'SCL-3',
    price: '38.00',
    watchers: 2,
    hasPolicies: false,
    picture: 'clk-9108-1',
  },
]

/** The same options yield the same listings. A shop without items has none, and a neutral shop can't list them. */
export const createListings = (options: {
  readonly platform: PracticePlatformId
  readonly nowMs: number
  readonly seed: number
  readonly items: number
}): Map<string, StoredListing> =>
  new Map(
    (options.platform === 'ebay' && options.items > 0 ? listings : []).map(({ picture, ...listing }, index) => {
      const hash = createHash('sha256').update(`elsewhere ${options.seed} ${index}`).digest('hex')
      const listingId = `2${BigInt(`0x${hash}`).toString().slice(-11)}`
      return [
        listingId,
        {
          ...listing,
          listingId,
          startedAtMs: options.nowMs - (40 - index * 4) * DAY_MS,
          description: `<p>${listing.title}.</p>`,
          pictureUrl: `${PICTURE_ORIGIN}/${picture}.png`,
        },
      ]
    }),
  )
