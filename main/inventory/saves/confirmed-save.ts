/** A confirmed save as it waits in the outbound queue: a single one, or a row of a run. */
import * as z from 'zod'
import { itemEditSchema } from '../../../shared/inventory/item-edit.ts'
import type { OutboundRow } from '../../outbound/kind.ts'

export const confirmedSaveSchema = z.object({
  sku: z.string(),
  contentLanguage: z.string(),
  /** Ids of the deletions that were confirmed. */
  confirmedDeletions: z.array(z.string()),
  /** Each change has the values before and after. */
  edit: itemEditSchema,
  /** It restores earlier values and isn't an edit of the item. */
  isRevert: z.literal(true).optional(),
})
export type ConfirmedSave = z.infer<typeof confirmedSaveSchema>

export type SaveRow = OutboundRow<ConfirmedSave, null>

export const subjectOf = (sku: string): string => `item:${sku}`

/** The lane of runs. A single save uses its item's lane, so that it doesn't wait for a run. */
export const RUN_LANE = 'items'
