/** The part of the items screen that comes from mapping. The shell provides it: a feature never imports another. */

/** What an item can take from a suggestion. */
export type SuggestedProduct = {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly aspects?: Readonly<Record<string, readonly string[]>> | undefined
  readonly imageUrls?: readonly string[] | undefined
}

export type ItemSuggestion = {
  /** `none`: the catalog was never asked about this item. `stopped`: no answer comes until the seller does something. */
  readonly state: 'none' | 'looking' | 'found' | 'nothing' | 'stopped'
  /** `eBay’s catalog`. */
  readonly catalog: string
  readonly message: string | null
  /** Null unless `found`. */
  readonly product: SuggestedProduct | null
  /** Asks the catalog; undefined if the item has nothing to ask with. */
  readonly lookUp: (() => void) | undefined
  readonly isStarting: boolean
  /** Call when any of it is used: its category goes to a listing without one (LST-12). */
  readonly take: () => void
}

/** What the catalog is asked with. */
export type AskedItem = {
  readonly sku: string
  readonly title: string | null
  readonly codes: readonly string[]
  readonly imageUrls: readonly string[]
  readonly aspects: readonly { readonly name: string; readonly values: readonly string[] }[]
}

export type MappingParts = {
  /** Asks the catalog for the details of the chosen items: opens the prepared request, which sends nothing yet. */
  readonly useSuggestDetails: (readSkus: (limit: number) => Promise<readonly string[]>) => {
    readonly isPending: boolean
    readonly start: () => void
  }
  readonly useItemSuggestion: (item: AskedItem) => ItemSuggestion
  /** Asks the catalog about an item that was just made. */
  readonly useLookUp: () => (item: AskedItem) => Promise<void>
}
