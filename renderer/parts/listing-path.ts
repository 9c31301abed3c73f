/** Where the items screen shows what is no item: a listing made with another tool, and one with variations. */

/** The path segment before a listing's number. New SKUs contain no tilde (INV-01). */
export const LISTING_PATH = '~listing'

/** The path segment before a group's key. */
export const GROUP_PATH = '~variations'

export const listingLocation = (listingId: string) => ({ screen: 'items', path: [LISTING_PATH, listingId] }) as const
export const groupLocation = (groupKey: string) => ({ screen: 'items', path: [GROUP_PATH, groupKey] }) as const
