/** Starting an item: a SKU from its title, and a copy of another item. Pure. */
import { isJsonObject, type JsonObject, type JsonPath, withoutValueAt } from './json.ts'

const MAX_PROPOSED_CHARACTERS = 32

/** `Kestrel 35mm camera, boxed` as `KESTREL-35MM-CAMERA-BOXED`; `ITEM` for a title without Latin letters or digits. */
const toSkuWords = (title: string): string => {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
  let sku = ''
  for (const word of words) {
    const longer = sku === '' ? word.slice(0, MAX_PROPOSED_CHARACTERS) : `${sku}-${word}`
    if (longer.length > MAX_PROPOSED_CHARACTERS) break
    sku = longer
  }
  return sku === '' ? 'ITEM' : sku
}

/** A valid SKU for a title that is not taken yet (INV-01). */
export const proposeSku = (title: string, isTaken: (sku: string) => boolean): string => {
  const base = toSkuWords(title)
  if (!isTaken(base)) return base
  let number = 2
  while (isTaken(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}

/** What belongs to one piece or one product, so that a copy must not have it. */
const ownPaths: readonly JsonPath[] = [
  ['sku'],
  ['locale'],
  ['groupIds'],
  ['inventoryItemGroupKeys'],
  ['availability'],
  ['conditionDescription'],
  ['conditionDescriptors'],
  ['product', 'imageUrls'],
  ['product', 'videoIds'],
  ['product', 'upc'],
  ['product', 'ean'],
  ['product', 'isbn'],
  ['product', 'epid'],
]

/**
 * A copy of an item to sell a similar one: title, description, specifics, condition and package stay. Quantity, pictures,
 * videos, product codes and the description of the piece's condition are empty.
 */
export const toSimilarItem = (record: JsonObject): JsonObject => ownPaths.reduce(withoutValueAt, record)

/** What belongs to one item beside its copies' own fields, so that a template must not have it. */
const titledPaths: readonly JsonPath[] = [
  ['product', 'title'],
  ['product', 'subtitle'],
  ['product', 'mpn'],
]

/** What a shop fills the same way in every new item: a copy without what names the product. */
export const toTemplate = (record: JsonObject): JsonObject => {
  const { product, ...rest } = titledPaths.reduce(withoutValueAt, toSimilarItem(record))
  return isJsonObject(product) && Object.keys(product).length > 0 ? { ...rest, product } : rest
}
