/** A save that the seller confirmed, as it waits in the outbound queue: of one item, or as a row of a run. */
import * as z from 'zod'
import { itemEditSchema } from '../../../shared/inventory/item-edit.ts'
import type { OutboundRow } from '../../outbound/kind.ts'

export const confirmedSaveSchema = z.object({
  sku: z.string(),
  contentLanguage: z.string(),
  /** Ids of the deletions that were confirmed. */
  confirmedDeletions: z.array(z.string()),
  /** Its changes hold the values before and after. */
  edit: itemEditSchema,
  /** It puts earlier values back, and is no edit of the item. */
  isRevert: z.literal(true).optional(),
})
export type ConfirmedSave = z.infer<typeof confirmedSaveSchema>

export type SaveRow = OutboundRow<ConfirmedSave, null>

export const subjectOf = (sku: string): string => `item:${sku}`

/** The lane of runs. A save of its own has its item's lane, so it doesn't wait for a run. */
export const RUN_LANE = 'items'
