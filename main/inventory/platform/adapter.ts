/** How a platform shapes items and explains its errors. `profile.platform` chooses the adapter, once. */
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject, JsonPath } from '../../../shared/inventory/json.ts'
import type { ErrorCatalog } from '../../http/answers.ts'
import { documentsAdapter } from './documents.ts'
import { ebayAdapter } from './ebay.ts'

export type ItemAdapter = {
  /** The edit in the shapes of the platform's records, so that what is kept, sent and read again compares as equal. */
  readonly shapeEdit: (edit: ItemEdit) => ItemEdit
  /** The body of createOrReplaceInventoryItem. */
  readonly toBody: (record: JsonObject) => JsonObject
  /** One element of bulkCreateOrReplaceInventoryItem. `language` is a Content-Language, as in `en-US`. */
  readonly toBulkElement: (sku: string, record: JsonObject, language: string) => JsonObject
  readonly errors: ErrorCatalog
  /** The field that an error concerns, by its id. */
  readonly errorFields: Readonly<Record<number, JsonPath>>
  /** Ids with which a read says that there is no such item (INV-10). */
  readonly noSuchItemIds: readonly number[]
}

const adapters: Readonly<Record<PlatformId, ItemAdapter>> = { documents: documentsAdapter, ebay: ebayAdapter }

export const getItemAdapter = ({ platform }: { readonly platform: PlatformId }): ItemAdapter => adapters[platform]
