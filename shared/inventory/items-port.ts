/** What the inventory feature offers other features of main: looking up items and staging drafts. */
import type { JsonObject } from './json.ts'

export type ItemsPort = {
  readonly has: (sku: string) => boolean
  /** With the unsaved edit; undefined if there is none. */
  readonly titleOf: (sku: string) => string | undefined
  /** Items whose SKU or title contains the text, by SKU. An empty text finds the first ones. */
  readonly search: (text: string, limit: number) => readonly { readonly sku: string; readonly title: string }[]
  /**
   * Stores a draft as an edit and adds its SKU to the list. Nothing is sent. Only inventory fields are taken (INV-14);
   * `source` is shown beside the edit.
   *
   * Throws `validation` for a bad SKU (INV-01) or a draft without a known field, and `conflict` if the SKU has an unsaved
   * edit and `replaceEdit` is false.
   */
  readonly stageDraft: (draft: {
    readonly sku: string
    readonly item: JsonObject
    readonly source: string
    readonly replaceEdit: boolean
  }) => void
}
