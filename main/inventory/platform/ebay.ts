/** Items as eBay describes them (PLT-09, PLT-10). */
import { fieldPaths } from '../../../shared/inventory/item.ts'
import type { FieldChange } from '../../../shared/inventory/item-edit.ts'
import {
  isWithin,
  type JsonObject,
  type JsonPath,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../../shared/inventory/json.ts'
import type { ErrorCatalog } from '../../http/answers.ts'
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

const shapeChange = (change: FieldChange): readonly FieldChange[] => {
  if (readOnlyPaths.some((path) => isWithin(path, change.path))) return []
  const isCode = codePaths.some((path) => path.length === change.path.length && isWithin(path, change.path))
  if (!isCode || change.op !== 'set' || typeof change.value !== 'string') return [change]
  return [{ ...change, value: [change.value] }]
}

const toBody = (record: JsonObject): JsonObject => {
  const writable = readOnlyPaths.reduce(withoutValueAt, record)
  return codePaths.reduce((body, path) => {
    const code = valueAt(body, path)
    return typeof code === 'string' ? withValueAt(body, path, [code]) : body
  }, writable)
}

const onListing = 'Change it in the item’s listing, then save again.'
const waitAndRetry = 'Try again in a few minutes.'
const skuRule = { cause: 'The platform does not accept this SKU.', whatToDo: 'Use 1 to 50 letters and digits.' }

/**
 * What to do about the inventory service's errors (PLT-09). Most ids cover many causes, which the platform's own sentence
 * names: those have no cause here.
 */
const itemErrors: ErrorCatalog = {
  2004: { whatToDo: 'Change the field that the platform names.' },
  25001: { whatToDo: waitAndRetry },
  25002: { whatToDo: 'Change what the platform names, then save again.' },
  25003: { whatToDo: onListing },
  25004: { whatToDo: 'Change the quantity.' },
  25005: { whatToDo: onListing },
  25006: { whatToDo: onListing },
  25007: { whatToDo: 'Change the shipping policy of the listing.' },
  25008: { whatToDo: 'Change the payment policy of the listing.' },
  25009: { whatToDo: 'Change the return policy of the listing.' },
  25011: { whatToDo: onListing },
  25012: { whatToDo: 'Check the location of the item’s stock.' },
  25013: { whatToDo: 'Change what the platform names in the item’s group of variations.' },
  25014: { whatToDo: 'Change the pictures.' },
  25015: { whatToDo: 'Change the picture’s address. It must start with https://' },
  25016: { whatToDo: 'Change the field that the platform names.' },
  25017: { whatToDo: 'Add what the platform names.' },
  25018: { whatToDo: 'Complete your account on the platform’s own pages.' },
  25019: { whatToDo: 'This listing cannot be changed now. Its page on the platform says more.' },
  25020: { whatToDo: 'Change the package’s weight and size.' },
  25021: { whatToDo: 'Choose another condition, or change its description.' },
  25022: { whatToDo: 'Change the item specific that the platform names.' },
  25025: { cause: 'The platform is changing this item already.', whatToDo: waitAndRetry },
  25026: { whatToDo: 'Ask the platform for higher selling limits, or list less.' },
  25029: { whatToDo: 'Add the field that the platform names.' },
  25501: { whatToDo: 'Change the pictures.' },
  25502: { whatToDo: 'Change the item specific that the platform names.' },
  25503: { whatToDo: 'Change what the platform names.' },
  25601: { whatToDo: 'Change the item specific that the platform names.' },
  25604: { whatToDo: 'Change what the platform names.' },
  25702: { whatToDo: 'Check the SKU.' },
  25706: { whatToDo: waitAndRetry },
  25707: skuRule,
  25708: skuRule,
  25709: { whatToDo: 'Change the field that the platform names.' },
  25710: { whatToDo: 'Check the SKU.' },
  25715: { whatToDo: 'Change the package’s weight and size.' },
  25759: { whatToDo: 'Raise the quantity, or end the item’s auctions.' },
}

export const ebayAdapter: ItemAdapter = {
  shapeEdit: (edit) => ({ ...edit, changes: edit.changes.flatMap(shapeChange) }),
  toBody,
  toBulkElement: (sku, record, language) => ({ ...toBody(record), sku, locale: language.replace('-', '_') }),
  errors: itemErrors,
  errorFields: {
    25004: fieldPaths.quantity,
    25014: fieldPaths.imageUrls,
    25015: fieldPaths.imageUrls,
    25021: fieldPaths.condition,
    25022: fieldPaths.aspects,
    25501: fieldPaths.imageUrls,
    25502: fieldPaths.aspects,
    25601: fieldPaths.aspects,
    25759: fieldPaths.quantity,
  },
  noSuchItemIds: [25702, 25710],
}
