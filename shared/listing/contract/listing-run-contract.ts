/** Listing, ending, repricing and restocking many items: plan, confirm, follow (LST-07). */
import * as z from 'zod'
import { workStates } from '../../inventory/listing-state.ts'
import { skuSchema } from '../../inventory/sku.ts'
import { command, event, type FeatureContract, query } from '../../ipc/define.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const nothing = z.object({})

/** The most items of one run. */
export const MAX_RUN_ITEMS = 2_000

const skus = z.array(skuSchema).min(1).max(MAX_RUN_ITEMS)

/**
 * What a run does with each item.
 *
 * `saveOffer`: creates or updates its offer from what was typed and the defaults; `price` is for offers without one. `publish`,
 * `withdraw`: as for a single item. `price`: sets a price, or changes each by a percentage or an amount. `quantity`: sets the
 * quantity. Listing many items is `saveOffer`, then `publish`: the fees of an offer are known only once it exists.
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

/** A fee as the platform names it: `InsertionFee`. */
export const feeSchema = z.object({ feeType: z.string(), amount: z.string(), currency: z.string() })
export type Fee = z.infer<typeof feeSchema>

const planRowSchema = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  listingId: z.string().nullable(),
  /** What changes, in the seller's terms: `{ label: 'Price', old: '12.00 USD', value: '11.40 USD' }`. */
  values: list(z.object({ label: z.string(), old: z.string().nullable(), value: z.string() })),
  /** Why the run leaves the item out; null if it is included. */
  problem: z.string().nullable(),
  /** The fees of `publish`, if above zero; null if the platform doesn't say. */
  fees: list(feeSchema).nullable(),
})
export type ListingPlanRow = z.infer<typeof planRowSchema>

const planSchema = z.object({
  /** Identifies exactly this plan; `startRun` needs it. */
  planToken: z.string(),
  rows: list(planRowSchema),
  /** Rows included in the run. */
  count: z.number(),
  /** Calls that change the platform. */
  calls: z.number(),
  /** The sum over all rows; null if any row's fees are unknown. */
  fees: list(feeSchema).nullable(),
  /** The sentence to confirm: `Publish 12 items on United States for 431.00 USD in total, fees 4.20 USD.` */
  confirmation: z.string(),
})
export type ListingPlan = z.infer<typeof planSchema>

/** `done`: carried out. `dropped`: the seller withdrew it. */
export const runRowStates = [...workStates, 'done', 'dropped'] as const
export type ListingRunRowState = (typeof runRowStates)[number]

const runSchema = z.object({
  runId: z.number(),
  action: z.enum(['saveOffer', 'publish', 'withdraw', 'price', 'quantity']),
  startedAtMs: z.number(),
  isOpen: z.boolean(),
  counts: z.record(z.enum(['all', ...runRowStates]), z.number()),
})
export type ListingRun = z.infer<typeof runSchema>

export const listingRunContract = {
  /**
   * What a run would do, based on the offers as last read. Sends nothing. Reads the fees for `publish`. Throws
   * `validation` for a price or quantity that can't be read.
   */
  planRun: query({ input: z.object({ skus, what: runActionSchema }), output: planSchema }),
  /**
   * Sends exactly the plan, after checking each element against the platform: up to 25 per call if the platform has a
   * bulk call (LST-07). Throws `conflict` if the plan has changed.
   */
  startRun: command({
    input: z.object({ skus, what: runActionSchema, planToken: z.string() }),
    output: z.object({ runId: z.number() }),
  }),
  /** The last run; null if there was none. */
  run: query({ input: nothing, output: runSchema.nullable() }),
  runRows: query({
    input: z.object({
      runId: z.int(),
      state: z.enum(['all', ...runRowStates]).default('all'),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(100),
    }),
    output: z.object({
      rows: list(
        z.object({
          sku: z.string(),
          title: z.string().nullable(),
          state: z.enum(runRowStates),
          /** Why it waits or was refused; empty if the state already says so. */
          message: z.string(),
          /** The id of its row in the outbox. */
          outboundId: z.string(),
        }),
      ),
      total: z.number(),
    }),
  }),
  /** Withdraws every change not yet sent. */
  stopRun: command({ input: z.object({ runId: z.int() }), output: z.object({ withdrawn: z.number() }) }),

  runChanged: event(z.object({ runId: z.number() })),
} as const satisfies FeatureContract
