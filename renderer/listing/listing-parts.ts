/** The parts of the items screen about listings; the shell joins the two. */
import { ListingSection } from './listing-section.tsx'
import { BulkMenu } from './run/bulk-menu.tsx'

export const listingParts = { Section: ListingSection, BulkMenu }
