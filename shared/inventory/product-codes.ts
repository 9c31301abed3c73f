/** The product codes of an item's record. Pure. */
import { readItemView } from './item.ts'
import { type JsonObject, type JsonPath, valueAt } from './json.ts'

/** Where an item has an ISBN. */
export const ISBN_PATH: JsonPath = ['product', 'isbn']

/** UPC, EAN and ISBN of a record; empty if it has none, or was never read. */
export const readProductCodes = (record: JsonObject | undefined): readonly string[] => {
  const { upc, ean } = readItemView(record)
  const isbn = valueAt(record, ISBN_PATH)
  const isbns = (Array.isArray(isbn) ? isbn : [isbn]).filter((code) => typeof code === 'string')
  return [...new Set([...upc, ...ean, ...isbns])].filter((code) => /\d/.test(code))
}
