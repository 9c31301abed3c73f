/** The parts of the items screen about listings. The shell passes them to the items screen. */

import { DeleteItemsDialog } from './deletion/delete-items-dialog.tsx'
import { ListingSection } from './listing-section.tsx'
import { BulkDialog, NextDialog } from './run/bulk-dialog.tsx'
import { GroupActions } from './run/group-actions.tsx'
import { useBulkActions } from './run/use-bulk-actions.tsx'
import { TakeOver, useTakeOver } from './takeover/take-over.tsx'

export const listingParts = {
  Section: ListingSection,
  useBulkActions,
  GroupActions,
  TakeOver,
  useTakeOver,
  RunDialog: BulkDialog,
  NextDialog,
  DeleteDialog: DeleteItemsDialog,
}
