/** Starting items: a new one, or one similar to another. */
import * as z from 'zod'
import { command, done, type FeatureContract, query } from '../../ipc/define.ts'
import { skuSchema } from '../sku.ts'

const titleSchema = z.string().trim().max(500)

export const newItemContract = {
  /** A valid SKU for the title that is not in the list. */
  proposedSku: query({ input: z.object({ title: titleSchema }), output: z.object({ sku: z.string() }) }),
  /**
   * Adds an item as an edit; nothing is sent. `like`: the item that it copies, with its unsaved edit, without what must differ.
   *
   * Errors: `conflict` if the SKU is in the list; `notFound` if `like` is not; `validation` for a bad SKU or no title.
   */
  createItem: command({
    input: z.object({
      sku: skuSchema,
      title: titleSchema.min(1, 'Enter a title.'),
      like: z.string().nullable().default(null),
    }),
    output: done,
  }),
} as const satisfies FeatureContract
