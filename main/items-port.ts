/** What the inventory feature provides to other features: item lookup and draft staging. */
import type { ActiveListing } from '../shared/inventory/active-listing.ts'
import type { FamilyRecord } from '../shared/inventory/family.ts'
import type { ItemView } from '../shared/inventory/item.ts'
import type { JsonObject } from '../shared/inventory/json.ts'
import type { ListingState } from '../shared/inventory/listing-state.ts'
import type { RunChange } from '../shared/outbound/run-contract.ts'

/** The state of an item that matters for listing it. */
export type ItemForListing = {
  /** The record as last read; undefined if it was never read or the platform has none. */
  readonly record: JsonObject | undefined
  /** The record with the unsaved edit. */
  readonly edited: JsonObject
  /** `waiting`: a confirmed save waits in the outbox, and `record` is the item after that save. */
  readonly edit: 'none' | 'unsaved' | 'waiting'
  readonly family: FamilyRecord | undefined
  /** Content-Language of its saves. */
  readonly contentLanguage: string
}

/** The state of a group that matters for publishing it. */
export type GroupForListing = {
  /** Undefined if it was never read. */
  readonly record: JsonObject | undefined
  readonly skus: readonly string[]
  /** Whether the shared fields have changes that aren't sent. */
  readonly hasEdit: boolean
  /** The platform doesn't have it yet. */
  readonly isNew: boolean
}

/** How a new group is queued (LST-15). */
type NewGroupPlan = {
  readonly kind: 'groupSave'
  readonly lane: string
  readonly subject: string
  readonly payload: unknown
  readonly changes: readonly RunChange[]
  /** The sentence that the seller confirms. */
  readonly confirmation: string
  /** Shows the items as variations of the group. Call it in the transaction that queues the row. */
  readonly stage: () => void
}

/** What a plan needs of each of its items. */
export type ListedItem = Pick<ItemForListing, 'family'> & { readonly title: string | null }

export type ItemsPort = {
  /** The item with its unsaved edit, as the item page shows it; undefined if it isn't in the list. */
  readonly find: (sku: string) => { readonly view: ItemView; readonly hasEdit: boolean } | undefined
  /** The item's data for a list; undefined if it isn't in the item list. */
  readonly describe: (
    sku: string,
  ) =>
    | { readonly title: string | null; readonly pictureUrl: string | null; readonly currency: string | null }
    | undefined
  /** Reads the item from the platform again, if it is in the list. */
  readonly refresh: (sku: string) => void
  /**
   * Stores a draft as an edit and adds its SKU to the list. Sends nothing. Keeps only inventory fields (INV-14);
   * `source` is shown beside the edit; null if the seller typed it here.
   *
   * Throws `validation` for a bad SKU (INV-01) or a draft without a known field, and `conflict` if the SKU has an
   * unsaved edit and `replaceEdit` is false.
   */
  readonly stageDraft: (draft: {
    readonly sku: string
    readonly item: JsonObject
    readonly source: string | null
    readonly replaceEdit: boolean
  }) => void
}

/** What the inventory feature provides for packing: where each SKU is kept, and the codes on the thing itself. */
export type PackedItemsPort = {
  readonly factsOf: (
    skus: readonly string[],
  ) => ReadonlyMap<string, { readonly place: string; readonly codes: readonly string[] }>
}

/** What the inventory feature provides for listing items. */
export type ListedItemsPort = Pick<ItemsPort, 'refresh'> & {
  /** With the unsaved edit; undefined if there is none. */
  readonly titleOf: (sku: string) => string | undefined
  /** Undefined if the item isn't in the list. */
  readonly forListing: (sku: string) => ItemForListing | undefined
  /** Those of these SKUs that are in the list, in one query: a plan may have thousands. */
  readonly findListed: (skus: readonly string[]) => ReadonlyMap<string, ListedItem>
  /**
   * Reads the item from the platform now, stores it and returns it; undefined if the platform has none. Throws the platform's or
   * the network's error.
   */
  readonly read: (sku: string) => Promise<JsonObject | undefined>
  /** The listing's changes today, a limit shared with its item's saves (PLT-14). */
  readonly changes: {
    readonly count: (sku: string) => { readonly used: number; readonly cap: number }
    /** Why the listing can't be changed now; undefined if it can, or if the limit isn't per listing. */
    readonly findShortage: (sku: string) => { readonly message: string; readonly resetsAtMs: number } | undefined
    /** Records a change before it is sent. Undefined if the limit isn't per listing or is used up. */
    readonly charge: (sku: string) => number | undefined
    /** Call only for a change that certainly didn't count. */
    readonly refund: (attempt: number) => void
  }
  /** Records that the SKU is listed by offers (INV-17). Keeps an existing record. */
  readonly recordOffers: (sku: string, listingId: string) => void
  /**
   * Call in the transaction of every change to the item's offers, what was typed for them, or their unsent changes: writes the
   * item's row in the list (LST-11). `listingIds`: the listings of all its offers, and the one seen last. Does nothing for an
   * item that isn't in the list.
   */
  readonly listingChanged: (sku: string, listingIds: readonly string[]) => void
  /** The key of the listing with variations that the SKU is one of; undefined if it is sold alone. */
  readonly groupOf: (sku: string) => string | undefined
  /** The keys of those of these SKUs that are variations, in one query. */
  readonly groupsOf: (skus: readonly string[]) => ReadonlyMap<string, string>
  /** A listing with variations as last read, with its items in the list; undefined if none of them names it. */
  readonly group: (groupKey: string) => GroupForListing | undefined
  readonly planNewGroup: (groupKey: string, record: JsonObject) => NewGroupPlan
  /** Reads the group from the platform now and stores it. Throws the platform's or the network's error. */
  readonly readGroup: (groupKey: string, signal?: AbortSignal) => Promise<JsonObject | undefined>
  /** The listings that other tools made, of these ids. */
  readonly listElsewhere: (listingIds: readonly string[]) => readonly ActiveListing[]
  /** How many other live listings, and how many items, have one of these SKUs. */
  readonly countSharing: (
    listingId: string,
    skus: readonly string[],
  ) => { readonly listings: number; readonly items: number }
  /** Adds the items of a listing that was taken over (LST-14), and reads them. */
  readonly takeOver: (listingId: string, skus: readonly string[]) => void
  /** Removes an item from the list after the platform deleted it, in the caller's transaction. */
  readonly removeDeleted: (sku: string) => void
  /** Call after `removeDeleted`, outside any transaction. */
  readonly notifyItems: () => void
  /** Calls `listener` whenever the list and all queued items have been read. Returns a function that unsubscribes. */
  readonly onRead: (listener: () => void) => () => void
  /** The SKUs of items in a listing state. */
  readonly skusInListingState: (state: ListingState, limit: number) => readonly string[]
  /** Those of these SKUs whose listing is in one of these states, in one query. */
  readonly skusInStates: (skus: readonly string[], states: readonly ListingState[]) => readonly string[]
}
