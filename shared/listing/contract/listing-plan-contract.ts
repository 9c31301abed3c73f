/** Planning a run that lists, ends, reprices or restocks many items (LST-07). The outbound queue's contract has the rest. */
import * as z from 'zod'
import { listedSkuSchema } from '../../inventory/sku.ts'
import { type FeatureContract, query } from '../../ipc/define.ts'
import { exclusionsSchema, runPlanSchema } from '../../outbound/run-contract.ts'

/** Maximum items of a run. */
export const MAX_RUN_ITEMS = 2_000

/**
 * The change that a run makes to each item.
 *
 * `saveOffer`: creates or updates its offer from what was typed and the defaults; `price` is for offers without one. `publish`,
 * `withdraw`: as for a single item. `price`: sets a price, or changes each by a percentage or an amount. `quantity`: sets the
 * quantity. Listing many items is `saveOffer`, then `planNext`: the fees of an offer are known only once it exists.
 */
const runActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('saveOffer'), price: z.string().max(20).optional() }),
  z.strictObject({ action: z.literal('publish') }),
  z.strictObject({ action: z.literal('withdraw') }),
  z.strictObject({
    action: z.literal('price'),
    /** `set`: to this price. `add`, `percent`: by this amount or percentage, which may be negative. As typed: `12.50`, `-5`. */
    by: z.enum(['set', 'add', 'percent']),
    value: z.string().max(20),
  }),
  z.strictObject({ action: z.literal('quantity'), value: z.string().max(20) }),
])
export type RunAction = z.infer<typeof runActionSchema>

const listingIdsSchema = z.array(z.string().min(1).max(200)).max(MAX_RUN_ITEMS)

export const listingPlanContract = {
  /**
   * Plans a run from the offers as last read. Sends nothing. Reads fees for `publish`. `listingIds`: chosen listings that other
   * tools made; the plan leaves them out and says why (LST-13).
   *
   * Errors: `validation` for a price or quantity that can't be read.
   */
  planRun: query({
    input: z.object({
      skus: z.array(listedSkuSchema).max(MAX_RUN_ITEMS),
      listingIds: listingIdsSchema.default([]),
      what: runActionSchema,
      excluded: exclusionsSchema,
    }),
    output: runPlanSchema,
  }),
  /**
   * Plans publishing what an earlier run of `saveOffer` saved (LST-21). Leaves out rows that are not sent yet. Sends nothing.
   * Reads fees.
   *
   * Errors: `conflict` if nothing of it is left to publish.
   */
  planNext: query({ input: z.object({ runId: z.int(), excluded: exclusionsSchema }), output: runPlanSchema }),
  /**
   * Plans taking over listings that other tools made (LST-14): which qualify, and why others don't. Sends nothing. Ids of other
   * listings are left out.
   */
  planTakeover: query({
    input: z.object({
      listingIds: listingIdsSchema.min(1),
      excluded: exclusionsSchema,
    }),
    output: runPlanSchema,
  }),
  /**
   * Plans deleting items on the platform. The plan's deletions name what ends with each: its live listing, its listing draft, its
   * place in a group. Sends nothing. Reads the offers of a few items if they were never read. `listingIds`: as for `planRun`.
   *
   * Errors: `conflict` if the platform can't delete items.
   */
  planDeletion: query({
    input: z.object({
      skus: z.array(listedSkuSchema).max(MAX_RUN_ITEMS),
      listingIds: listingIdsSchema.default([]),
      excluded: exclusionsSchema,
    }),
    output: runPlanSchema,
  }),
} as const satisfies FeatureContract
