/** Starting items: a new one, or one similar to another. */
import * as z from 'zod'
import { command, done, type FeatureContract, query } from '../../ipc/define.ts'
import { skuSchema } from '../sku.ts'

const titleSchema = z.string().trim().max(500)

export const newItemContract = {
  /** A valid SKU that is not in the list, for an item known by its title or, without one, by a product code. */
  proposedSku: query({
    input: z.object({ title: titleSchema, code: z.string().max(20).default('') }),
    output: z.object({ sku: z.string() }),
  }),
  /**
   * Adds an item as an edit; nothing is sent. `like`: the item that it copies, with its unsaved edit, without what must differ.
   * `usesTemplate`: starts with the template's fields, if there is one. Not for a copy.
   *
   * Errors: `conflict` if the SKU is in the list; `notFound` if `like` is not; `validation` for a bad SKU or no title.
   */
  createItem: command({
    input: z.object({
      sku: skuSchema,
      title: titleSchema,
      /** A barcode or an ISBN that names the product, in place of the title or beside it. */
      code: z.string().trim().max(20).default(''),
      like: z.string().nullable().default(null),
      usesTemplate: z.boolean().default(false),
    }),
    output: done,
  }),
  /** What new items start with; null if nothing was saved. `paths`: those of its fields. */
  template: query({
    input: z.object({}),
    output: z
      .object({
        sku: z.string(),
        title: z.string().nullable(),
        paths: z.array(z.array(z.string()).readonly()).readonly(),
      })
      .nullable(),
  }),
  /**
   * Makes the item, with its unsaved edit, the template of new items, without its title, pictures, quantity and product codes.
   * Replaces the one before. Errors: `notFound`; `conflict` if nothing is left of the item.
   */
  saveTemplate: command({ input: z.object({ sku: z.string().min(1) }), output: done }),
  deleteTemplate: command({ input: z.object({}), output: done }),
} as const satisfies FeatureContract
