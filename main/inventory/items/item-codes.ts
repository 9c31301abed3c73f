/** The codes that are printed on an item, which a scanner reads. Pure. */
import { readItemView } from '../../../shared/inventory/item.ts'
import { isJsonObject, type JsonObject } from '../../../shared/inventory/json.ts'

/** UPC, EAN and ISBN of a record; empty if it has none, or was never read. */
export const readCodes = (record: JsonObject | undefined): readonly string[] => {
  const { upc, ean } = readItemView(record)
  const product = record?.product
  const isbn = isJsonObject(product) ? product.isbn : undefined
  const isbns = (Array.isArray(isbn) ? isbn : [isbn]).filter((code) => typeof code === 'string')
  return [...new Set([...upc, ...ean, ...isbns])].filter((code) => /\d/.test(code))
}
