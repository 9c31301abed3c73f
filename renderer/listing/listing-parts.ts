/** The parts of the items screen about listings; the shell joins the two. */
import { ListingSection } from './listing-section.tsx'
import { BulkMenu } from './run/bulk-menu.tsx'
import { ListingRunPanel } from './run/run-panel.tsx'

export const listingParts = { Section: ListingSection, BulkMenu, RunPanel: ListingRunPanel }
