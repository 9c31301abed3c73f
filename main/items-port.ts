/** What the inventory feature offers other features of main: looking up items and staging drafts. */
import type { FamilyRecord } from '../shared/inventory/family.ts'
import type { ItemView } from '../shared/inventory/item.ts'
import type { JsonObject } from '../shared/inventory/json.ts'
import type { ListingState } from '../shared/inventory/listing-state.ts'

/** What the item list shows of a listing. */
export type ListingBrief = {
  readonly state: ListingState
  readonly price: number | null
  readonly currency: string | null
  /** Its name, or its id. */
  readonly category: string | null
}

/** What listing an item depends on. */
export type ItemForListing = {
  /** The record as last read; undefined if the platform has none or it was never read. */
  readonly record: JsonObject | undefined
  /** `waiting`: its save was confirmed and waits in the outbox; `record` is the item after that save. */
  readonly edit: 'none' | 'unsaved' | 'waiting'
  readonly family: FamilyRecord | undefined
  /** Content-Language of its saves. */
  readonly contentLanguage: string
}

export type ItemsPort = {
  /** The item with its unsaved edit, as the item page shows it; undefined if it isn't in the list. */
  readonly find: (sku: string) => { readonly view: ItemView; readonly hasEdit: boolean } | undefined
  /** What a list shows of it; undefined if it isn't in the list. */
  readonly describe: (
    sku: string,
  ) =>
    | { readonly title: string | null; readonly pictureUrl: string | null; readonly currency: string | null }
    | undefined
  /** Reads it from the platform again, if it is in the list. */
  readonly refresh: (sku: string) => void
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

/** What the inventory feature offers the listing of items. */
export type ListedItemsPort = Pick<ItemsPort, 'refresh'> & {
  /** With the unsaved edit; undefined if there is none. */
  readonly titleOf: (sku: string) => string | undefined
  /** Undefined if it is not in the list. */
  readonly forListing: (sku: string) => ItemForListing | undefined
  /** Reads it from the platform now and stores it. Throws the error of the platform or the network. */
  readonly read: (sku: string) => Promise<unknown>
  /** The day's changes of a listing, which its item's saves share (PLT-14). */
  readonly changes: {
    readonly count: (sku: string) => { readonly used: number; readonly cap: number }
    /** Why it can't be changed now, if the limit is for each listing. */
    readonly findLack: (sku: string) => { readonly message: string; readonly resetsAtMs: number } | undefined
    /** Records a change before it is sent; undefined if the limit is not for each listing, or is used up. */
    readonly charge: (sku: string) => number | undefined
    /** Only for a change that certainly did not count. */
    readonly refund: (attempt: number) => void
  }
  /** Records that the SKU is listed by offers (INV-17). Keeps an existing record. */
  readonly recordOffers: (sku: string, listingId: string) => void
  /** Stores what the list shows of the item's listing (LST-11). */
  readonly putListing: (sku: string, brief: ListingBrief) => void
  /** Calls back whenever the list and all queued items have been read. Returns a function that ends this. */
  readonly onRead: (listener: () => void) => () => void
  /** Items in a state of listing, by SKU. */
  readonly skusInListingState: (state: ListingState, limit: number) => readonly string[]
}
