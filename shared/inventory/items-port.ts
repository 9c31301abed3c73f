/** What the inventory room offers other rooms of main: to look items up, and to file a draft made elsewhere. */
import type { JsonObject } from './json.ts'

export type ItemsPort = {
  /** Whether the SKU is in the seller's list. */
  readonly has: (sku: string) => boolean
  /** The title as the seller sees it, with an unsaved edit; undefined where there is none. */
  readonly titleOf: (sku: string) => string | undefined
  /** Items whose SKU or title holds the text, in the order of SKU. An empty text finds the first ones. */
  readonly search: (text: string, limit: number) => readonly { readonly sku: string; readonly title: string }[]
  /**
   * Files a draft item made elsewhere as an edit: nothing is sent.
   *
   * `item` has the shape of an inventory item; of it only fields of document 1, section 2 are taken (INV-14). `source` is
   * shown beside the edit. A SKU that is not in the list is added to it. Throws `validation` for a SKU that breaks INV-01
   * or a draft without a field that is known, and `conflict` where the SKU has an unsaved edit and `replaceEdit` is false.
   */
  readonly stageDraft: (draft: {
    readonly sku: string
    readonly item: JsonObject
    readonly source: string
    readonly replaceEdit: boolean
  }) => void
}
