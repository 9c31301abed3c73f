/**
 * The fields of an inventory item. `core` rows are in both platforms' descriptions; the others are eBay's:
 * https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item/methods/createOrReplaceInventoryItem
 *
 * Item specifics are no row: each is a column of its own.
 */
import type { Field } from './field.ts'
import {
  choiceKind,
  codesKind,
  conditionKind,
  flagKind,
  isbnKind,
  longTextKind,
  markupKind,
  picturesKind,
  quantityKind,
  shownKind,
  sizeKind,
  textKind,
  weightKind,
} from './field-kinds.ts'
import { recordsKind } from './record-kind.ts'

const packageTypes = {
  LETTER: 'Letter',
  LARGE_ENVELOPE: 'Large envelope',
  PACKAGE_THICK_ENVELOPE: 'Package or thick envelope',
  PADDED_BAGS: 'Padded bag',
  PARCEL_OR_PADDED_ENVELOPE: 'Parcel or padded envelope',
  MAILING_BOX: 'Mailing box',
  EXTRA_LARGE_PACK: 'Extra large pack',
  VERY_LARGE_PACK: 'Very large pack',
  BULKY_GOODS: 'Bulky goods',
  ROLL: 'Roll',
  EXPANDABLE_TOUGH_BAGS: 'Expandable tough bag',
  TOUGH_BAGS: 'Tough bag',
  WINE_PAK: 'Wine pack',
  EUROPALLET: 'Euro pallet',
  ONE_WAY_PALLET: 'One-way pallet',
  FURNITURE: 'Furniture',
  CARS: 'Car',
  MOTORBIKES: 'Motorbike',
  CARAVAN: 'Caravan',
  INDUSTRY_VEHICLES: 'Industry vehicle',
  UPS_LETTER: 'UPS letter',
  USPS_FLAT_RATE_ENVELOPE: 'USPS flat rate envelope',
  USPS_LARGE_PACK: 'USPS large pack',
  SMALL_CANADA_POST_BOX: 'Canada Post box, small',
  MEDIUM_CANADA_POST_BOX: 'Canada Post box, medium',
  LARGE_CANADA_POSTBOX: 'Canada Post box, large',
  SMALL_CANADA_POST_BUBBLE_MAILER: 'Canada Post bubble mailer, small',
  MEDIUM_CANADA_POST_BUBBLE_MAILER: 'Canada Post bubble mailer, medium',
  LARGE_CANADA_POST_BUBBLE_MAILER: 'Canada Post bubble mailer, large',
}

const core = { group: 'product', isCore: true } as const

export const itemFields = [
  { ...core, id: 'title', path: ['product', 'title'], label: 'Title', kind: textKind(), aliases: ['name'] },
  {
    ...core,
    id: 'quantity',
    path: ['availability', 'shipToLocationAvailability', 'quantity'],
    label: 'Quantity',
    kind: quantityKind,
    aliases: ['stock', 'qty', 'available quantity'],
  },
  {
    ...core,
    id: 'condition',
    path: ['condition'],
    label: 'Condition',
    kind: conditionKind,
    aliases: ['condition id', 'conditionid'],
  },
  {
    ...core,
    id: 'description',
    path: ['product', 'description'],
    label: 'Description',
    kind: markupKind,
    notInCell: 'A description has headings, lists and paragraphs.',
  },
  {
    ...core,
    id: 'images',
    path: ['product', 'imageUrls'],
    label: 'Pictures',
    kind: picturesKind,
    aliases: ['imageurls', 'pictures', 'item photo url', 'picurl'],
    notInSheet: 'The picture column shows the first one; addresses tell a reader nothing.',
  },
  {
    ...core,
    id: 'upc',
    path: ['product', 'upc'],
    label: 'UPC',
    kind: codesKind(12),
    aliases: ['p:upc', 'product:upc'],
  },
  {
    ...core,
    id: 'ean',
    path: ['product', 'ean'],
    label: 'EAN',
    kind: codesKind(13),
    aliases: ['p:ean', 'product:ean'],
  },
  {
    id: 'brand',
    path: ['product', 'brand'],
    label: 'Brand',
    group: 'identifiers',
    kind: textKind(65),
    help: () => 'Some categories also want the part number; “Does not apply” is allowed there.',
    aliases: ['p:brand', 'product:brand'],
  },
  {
    id: 'mpn',
    path: ['product', 'mpn'],
    label: 'Manufacturer part number',
    group: 'identifiers',
    kind: textKind(65),
    aliases: ['p:mpn', 'product:mpn', 'manufacturer part number'],
  },
  {
    id: 'isbn',
    path: ['product', 'isbn'],
    label: 'ISBN',
    group: 'identifiers',
    kind: isbnKind,
    aliases: ['p:isbn', 'product:isbn'],
  },
  {
    id: 'epid',
    path: ['product', 'epid'],
    label: 'Catalog product (ePID)',
    group: 'identifiers',
    kind: textKind(38),
    help: () =>
      'Names the product. Its title, description and pictures replace yours only if the listing uses the catalog’s details, which new listings don’t.',
    aliases: ['p:epid', 'product:epid'],
  },
  {
    id: 'subtitle',
    path: ['product', 'subtitle'],
    label: 'Subtitle',
    group: 'identifiers',
    kind: textKind(55),
    help: ({ The }) => `${The} charges a fee for a subtitle.`,
  },
  {
    id: 'conditionDescription',
    path: ['conditionDescription'],
    label: 'Condition description',
    group: 'condition',
    kind: longTextKind(1_000),
    help: () => 'For used items only. Buyers see it beside the condition.',
    aliases: ['condition description'],
  },
  {
    id: 'conditionDescriptors',
    path: ['conditionDescriptors'],
    label: 'Grading',
    group: 'condition',
    kind: recordsKind(
      [
        { key: 'name', label: 'Name' },
        { key: 'values', label: 'Values', isList: true },
        { key: 'additionalInfo', label: 'More', maxCharacters: 30 },
      ],
      30,
    ),
    help: () => 'Cards and coins need them: grader and grade, or the condition of an ungraded one.',
  },
  {
    id: 'weight',
    path: ['packageWeightAndSize', 'weight'],
    label: 'Weight',
    group: 'package',
    kind: weightKind,
    help: () => 'With the packaging: 1.2 kg, 850 g, 2 lb 3 oz. Calculated shipping needs it.',
    aliases: ['package weight'],
  },
  {
    id: 'size',
    path: ['packageWeightAndSize', 'dimensions'],
    label: 'Package size',
    group: 'package',
    kind: sizeKind,
    help: () => 'Length, width and height: 30 × 20 × 10 cm.',
    aliases: ['package size', 'dimensions'],
  },
  {
    id: 'packageType',
    path: ['packageWeightAndSize', 'packageType'],
    label: 'Package type',
    group: 'package',
    kind: choiceKind(packageTypes),
    aliases: ['package type'],
  },
  {
    id: 'irregularPackage',
    path: ['packageWeightAndSize', 'shippingIrregular'],
    label: 'Irregular package',
    group: 'package',
    kind: flagKind,
    help: () => 'A package that sorting machines can’t handle.',
  },
  {
    id: 'videos',
    path: ['product', 'videoIds'],
    label: 'Videos',
    group: 'media',
    kind: shownKind,
    help: ({ the }) => `Videos are added on ${the}’s own pages. Every save keeps them.`,
    notInSheet: 'Their IDs tell a reader nothing.',
    notInCsv: 'They aren’t added here.',
  },
] as const satisfies readonly Field[]

export type ItemFieldId = (typeof itemFields)[number]['id']
export type ItemField = Field & { readonly id: ItemFieldId }

const allFields: readonly ItemField[] = itemFields
const coreFields = allFields.filter(({ isCore }) => isCore === true)

/** The fields that a platform's items have. */
export const listItemFields = (hasMoreFields: boolean): readonly ItemField[] => (hasMoreFields ? allFields : coreFields)

/** The fields beyond the core, which the item page shows by group. */
export const moreItemFields = allFields.filter(({ isCore }) => isCore !== true)
