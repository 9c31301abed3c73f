/** Where the items screen shows a listing made with another tool. */

/** The path segment before a listing's number. New SKUs contain no tilde (INV-01). */
export const LISTING_PATH = '~listing'

export const listingLocation = (listingId: string) => ({ screen: 'items', path: [LISTING_PATH, listingId] }) as const
