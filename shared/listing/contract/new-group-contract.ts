/** Making a listing with variations of items that are sold alone (LST-15). */
import * as z from 'zod'
import { listedSkuSchema } from '../../inventory/sku.ts'
import { type FeatureContract, query } from '../../ipc/define.ts'
import { exclusionsSchema, runPlanSchema } from '../../outbound/run-contract.ts'
import { MAX_RUN_ITEMS } from './listing-plan-contract.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const skusSchema = z.array(listedSkuSchema).min(1).max(MAX_RUN_ITEMS)

/** What the seller types. The limits are the window's; what the platform allows is in the answer's `problems`. */
const newGroupSchema = z.strictObject({
  /** The seller's own SKU of the listing, which can't be changed later. */
  groupKey: z.string().max(200),
  title: z.string().max(1_000),
  description: z.string().max(500_000),
  imageUrls: z.array(z.string().max(10_000)).max(100),
  /** The specifics in which the variations differ. */
  variesBy: z.array(z.string().max(1_000)).max(50),
  /** The specific that the pictures show; null if none is chosen. */
  picturesBy: z.string().max(1_000).nullable(),
})
export type NewGroup = z.infer<typeof newGroupSchema>

export const newGroupFields = [
  'title',
  'groupKey',
  'description',
  'imageUrls',
  'variesBy',
  'picturesBy',
  'aspects',
  'items',
] as const
export type NewGroupField = (typeof newGroupFields)[number]

export const newGroupContract = {
  /**
   * What a listing with variations of these items would be, and everything that is in the way. `typed` is null at first: the answer
   * proposes a title, a description, pictures and what varies. Sends nothing. Reads the rules of the category if they aren't stored.
   *
   * Errors: `conflict` if the connection can't list, or if the platform has no listings with variations.
   */
  newGroup: query({
    input: z.object({ skus: skusSchema, typed: newGroupSchema.nullable() }),
    output: z.object({
      /** As typed, else as proposed. */
      group: newGroupSchema,
      /** The category of the items; null if none has one, or if its name isn't known. */
      categoryName: z.string().nullable(),
      /** The specifics in which the items differ, and those chosen. */
      aspects: list(
        z.object({
          name: z.string(),
          values: list(z.string()),
          /** False: the category doesn't allow it. */
          canVary: z.boolean(),
        }),
      ),
      /** The specifics that all items share. They become the listing's. */
      shared: list(z.object({ name: z.string(), values: list(z.string()) })),
      /** The items in the listing's order. */
      members: list(
        z.object({
          sku: z.string(),
          title: z.string().nullable(),
          pictureUrl: z.string().nullable(),
          /** Of the chosen specifics. Empty if it has none. */
          values: list(z.object({ name: z.string(), value: z.string() })),
          price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
          quantity: z.number().nullable(),
          /** Why it can't be one of the variations; null if it can. */
          problem: z.string().nullable(),
        }),
      ),
      /** The SKUs with a title or a listing description of their own, which the platform shows instead of the listing's (LST-22). */
      withOwnTexts: list(z.string()),
      /** Problems of the listing. Those of an item are beside it. */
      problems: list(z.object({ field: z.enum(newGroupFields), message: z.string() })),
    }),
  }),
  /** Plans making the listing: one row. Sends nothing. Errors: as for `newGroup`. */
  planNewGroup: query({
    input: z.object({ skus: skusSchema, group: newGroupSchema, excluded: exclusionsSchema }),
    output: runPlanSchema,
  }),
} as const satisfies FeatureContract
