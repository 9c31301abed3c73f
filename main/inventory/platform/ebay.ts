/** Items as eBay describes them (PLT-09, PLT-10). */
import { platforms } from '../../../shared/connection/platforms.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import type { FieldChange } from '../../../shared/inventory/item-edit.ts'
import {
  isJsonObject,
  isWithin,
  type JsonObject,
  type JsonPath,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../../shared/inventory/json.ts'
import { createErrorCatalog, type ErrorMeanings } from '../../http/failures.ts'
import type { ItemAdapter } from './adapter.ts'

/** Fields that a read adds and a write must omit. */
const readOnlyPaths: readonly JsonPath[] = [
  ['sku'],
  ['locale'],
  ['groupIds'],
  ['inventoryItemGroupKeys'],
  ['availability', 'shipToLocationAvailability', 'allocationByFormat'],
]

/** Product codes are lists here, even of one. */
const codePaths: readonly JsonPath[] = [fieldPaths.upc, fieldPaths.ean, ['product', 'isbn']]

/**
 * Containers that are omitted rather than sent empty. The description has fields in them that count once the container is there:
 * https://developer.ebay.com/api-docs/sell/inventory/types/slr:PackageWeightAndSize
 */
const optionalContainers: readonly JsonPath[] = [['packageWeightAndSize']]

const isEmptyAt = (record: JsonObject, path: JsonPath): boolean => {
  const value = valueAt(record, path)
  return isJsonObject(value) && Object.keys(value).length === 0
}

const shapeChange = (change: FieldChange): readonly FieldChange[] => {
  if (readOnlyPaths.some((path) => isWithin(path, change.path))) return []
  const isCode = codePaths.some((path) => path.length === change.path.length && isWithin(path, change.path))
  if (!isCode || change.op !== 'set' || typeof change.value !== 'string') return [change]
  return [{ ...change, value: [change.value] }]
}

const toBody = (record: JsonObject): JsonObject => {
  const empty = optionalContainers.filter((path) => isEmptyAt(record, path))
  const writable = [...readOnlyPaths, ...empty].reduce(withoutValueAt, record)
  return codePaths.reduce((body, path) => {
    const code = valueAt(body, path)
    return typeof code === 'string' ? withValueAt(body, path, [code]) : body
  }, writable)
}

/**
 * What to do about the inventory service's errors (PLT-09). Most ids cover many causes, so only the platform's own message names
 * the cause. https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item/methods/createOrReplaceInventoryItem
 */
const advice: readonly (readonly [whatToDo: string, ...ids: readonly number[]])[] = [
  ['Try again in a few minutes.', 25001, 25025, 25706],
  ['Change what eBay names, then save again.', 2004, 25002, 25016, 25503, 25709],
  [
    'Check the SKU, and the listing language of the connection: eBay hides items in another language than its marketplace’s.',
    25604,
  ],
  ['Change it in the item’s listing, then save again.', 25003, 25005, 25006, 25011],
  ['Change the quantity.', 25004],
  ['Change the shipping policy of the listing.', 25007],
  ['Change the payment policy of the listing.', 25008],
  ['Change the return policy of the listing.', 25009],
  ['Check the location of the item’s stock.', 25012],
  ['Change what eBay names in the item’s group of variations.', 25013],
  ['Change the pictures.', 25014, 25501],
  ['Add what eBay names.', 25017, 25029],
  ['Complete your account on eBay’s own pages.', 25018],
  ['Change what eBay names. The listing’s page on eBay says more.', 25019],
  ['Change the package’s weight and size.', 25020, 25715],
  ['Choose another condition, or change its description.', 25021],
  ['Change the item specific that eBay names.', 25022, 25502, 25601],
  ['Ask eBay for higher selling limits, or list less.', 25026],
  ['Check the SKU.', 25702, 25710],
  ['Use 1 to 50 letters and digits.', 25707, 25708],
]
const causes: Readonly<Record<number, string>> = {
  25025: 'eBay is already changing this item.',
  25707: 'eBay doesn’t accept this SKU.',
  25708: 'eBay doesn’t accept this SKU.',
}
const itemErrors: ErrorMeanings = {
  ...Object.fromEntries(
    advice.flatMap(([whatToDo, ...ids]) =>
      ids.map((id) => [id, { whatToDo, ...(causes[id] === undefined ? {} : { cause: causes[id] }) }] as const),
    ),
  ),
  25015: [
    { says: /expired/i, whatToDo: 'Upload the picture again: it was removed because no listing used it in time.' },
    { says: /https/i, whatToDo: 'Change the picture’s address. It must start with https://' },
    { whatToDo: 'Change the picture, or upload it again.' },
  ],
  // FACT-158: officially about a takeover only. For an item, its description was seen to be too long (FACT-42).
  25718: {
    says: /description|4,?000/i,
    whatToDo: 'Shorten the description to 4,000 characters. A listing description may be longer.',
  },
  25759: [
    // FACT-160
    { says: /on[- ]hold/i, whatToDo: 'eBay has sent you an email about the listing: follow it first.' },
    { says: /auction|quantity/i, whatToDo: 'Raise the quantity, or end the item’s auctions.' },
  ],
}

export const ebayAdapter: ItemAdapter = {
  shapeEdit: (edit) => ({ ...edit, changes: edit.changes.flatMap(shapeChange) }),
  toBody,
  toBulkElement: (sku, record, language) => ({ ...toBody(record), sku, locale: language.replace('-', '_') }),
  errors: createErrorCatalog(platforms.ebay.name, itemErrors),
  errorFields: {
    25004: fieldPaths.quantity,
    25014: fieldPaths.imageUrls,
    25015: fieldPaths.imageUrls,
    25021: fieldPaths.condition,
    25022: fieldPaths.aspects,
    25501: fieldPaths.imageUrls,
    25502: fieldPaths.aspects,
    25601: fieldPaths.aspects,
    25718: fieldPaths.description,
    25759: fieldPaths.quantity,
  },
  noSuchItemIds: [25702, 25710],
  hiddenItemIds: [25604],
}
