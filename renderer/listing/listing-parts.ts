/** The parts of the items screen about listings. The shell passes them to the items screen. */
import { ListingSection } from './listing-section.tsx'
import { BulkMenu } from './run/bulk-menu.tsx'
import { TakeOver } from './takeover/take-over.tsx'

export const listingParts = { Section: ListingSection, BulkMenu, TakeOver }
