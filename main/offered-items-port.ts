/** What the offers feature tells the inventory feature: what buyers wait for an answer about (LST-25). */

export type OfferedItems = { readonly skus: readonly string[]; readonly listingIds: readonly string[] }

export type OfferedItemsPort = {
  /** With an open offer of a buyer, as of now: offers expire by the clock. */
  readonly withOpenOffers: () => OfferedItems
}

export const noOfferedItems: OfferedItems = { skus: [], listingIds: [] }
