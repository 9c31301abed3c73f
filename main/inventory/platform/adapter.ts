/** How a platform shapes items and explains its errors. */
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject, JsonPath } from '../../../shared/inventory/json.ts'
import type { ErrorCatalog } from '../../http/failures.ts'

export type ItemAdapter = {
  /** Converts the edit to the platform's shapes, so that what is stored, sent and read back compares as equal. */
  readonly shapeEdit: (edit: ItemEdit) => ItemEdit
  /** The body of createOrReplaceInventoryItem. */
  readonly toBody: (record: JsonObject) => JsonObject
  /** One element of bulkCreateOrReplaceInventoryItem. `language` is a Content-Language, as in `en-US`. */
  readonly toBulkElement: (sku: string, record: JsonObject, language: string) => JsonObject
  readonly errors: ErrorCatalog
  /** The field that an error concerns, by its id. */
  readonly errorFields: Readonly<Record<number, JsonPath>>
  /** Error ids that mean, in the answer to a read, that the item doesn't exist (INV-10). */
  readonly noSuchItemIds: readonly number[]
  /** Error ids of an item that exists and is hidden, because the connection's language is not the marketplace's. */
  readonly hiddenItemIds: readonly number[]
}
