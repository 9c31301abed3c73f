/**
 * Runs: many changes that the seller confirms together (OFF-06). A run is a label over rows of the outbound queue, so planning,
 * following, pausing, stopping and reverting work the same for items, prices, quantities, publishing and ending.
 *
 * A feature plans (`inventory.planRun`, `listing.planRun`); everything after the plan is here.
 */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { command, done, event, query } from '../ipc/define.ts'
import { type OutboundStateName, outboundStateNames } from './state.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const oneRun = z.strictObject({ runId: z.int() })
const nothing = z.strictObject({})

/**
 * What a run does with each of its items. `offers`: saves their listing drafts. `ship`: marks orders as shipped. `delete`: deletes
 * items. `group`: changes what the variations of a listing share. `watcherOffers`: sends offers to those who watch listings.
 */
export const runLabels = [
  'takeover',
  'items',
  'group',
  'newGroup',
  'offers',
  'publish',
  'end',
  'prices',
  'quantities',
  'ship',
  'delete',
  'watcherOffers',
] as const
export type RunLabel = (typeof runLabels)[number]

/** A fee as the platform names it: `InsertionFee`. */
export const feeSchema = z.object({ feeType: z.string(), amount: z.string(), currency: z.string() })
export type Fee = z.infer<typeof feeSchema>

/** One value that a row changes, in the seller's terms: `{ label: 'Price', before: '12.00 USD', after: '11.40 USD' }`. */
export const runChangeSchema = z.object({
  label: z.string(),
  /** The path of an item's field, which can be excluded alone. Null: only the whole row can be. */
  path: list(z.string()).nullable(),
  /** May be cut; null if there was no value. */
  before: z.string().nullable(),
  /** May be cut; null if the value is deleted. */
  after: z.string().nullable(),
  /** The seller excluded it, so it stays an edit. */
  isExcluded: z.boolean(),
  /** What is wrong with it; null if nothing. */
  problem: z.string().nullable(),
})
export type RunChange = z.infer<typeof runChangeSchema>

/** A line of a plan: one changed value of an item, or an item without changed values. */
const planLineSchema = z.object({
  /** Of a shipment, the order's id; of an offer to watchers, the listing's number. */
  sku: z.string(),
  title: z.string().nullable(),
  /** The item's first picture; null if unknown. */
  pictureUrl: z.string().nullable(),
  change: runChangeSchema.nullable(),
  /** Whether this is the item's first line. */
  isFirst: z.boolean(),
  /** Why the run leaves the item out; null if it is included. */
  problem: z.string().nullable(),
  /** What the seller confirms about the included item before it is sent; null if nothing. */
  caution: z.string().nullable(),
  /** On the item's first line: the names of the values that it deletes, which the seller confirms too. */
  deletions: list(z.string()),
  /** The item's publishing fees above zero. Null if the platform doesn't name them, and for other runs. */
  fees: list(feeSchema).nullable(),
})
export type PlanLine = z.infer<typeof planLineSchema>

/** What the seller excludes from a plan: a whole row, or one of its fields. */
export const exclusionSchema = z.strictObject({
  sku: z.string().min(1).max(200),
  path: z.array(z.string().max(10_000)).min(1).max(20).nullable(),
})
export type Exclusion = z.infer<typeof exclusionSchema>
/** Maximum exclusions of a plan. */
export const MAX_EXCLUSIONS = 5_000

export const runPlanSchema = z.object({
  /** Identifies exactly this plan; `startRun` needs it. */
  planToken: z.string(),
  label: z.enum(runLabels),
  /** The run that this plan reverts; null for a new one. */
  revertsRunId: z.number().nullable(),
  /** Numbers of included and left-out rows. */
  counts: z.object({ going: z.number(), leftOut: z.number() }),
  /**
   * Number of items among the included rows, and among those of them that nothing is asked about: an item and its listing are two
   * rows of one item.
   */
  items: z.object({ going: z.number(), ready: z.number() }),
  /** Number of calls that change the platform. */
  calls: z.number(),
  /** What can be sent now, and when the last call can be. Null if no limit delays the run (INV-15). */
  schedule: z
    .object({
      now: z.object({ rows: z.number(), calls: z.number() }),
      endsAtMs: z.number(),
      /** Changes reserved for stock corrections and single saves. */
      reserve: z.number(),
      /** Rows that only correct the stock. They are sent first and may use the reserve. */
      stockCorrections: z.number(),
    })
    .nullable(),
  /** Deletions in the included rows. `first` names at most `MAX_NAMED_DELETIONS`. */
  deletions: z.object({ all: z.number(), first: list(z.object({ sku: z.string(), name: z.string() })) }),
  /**
   * Included rows that are more often a slip than a wish, such as a price at a tenth. `first` has at most `MAX_NAMED_CAUTIONS`. The
   * seller confirms them once, or leaves the rows out.
   */
  cautions: z.object({ all: z.number(), first: list(z.object({ sku: z.string(), message: z.string() })) }),
  /** Number of included rows with a caution or a deletion: each is sent only if the seller confirms it. */
  asking: z.number(),
  /** Rows planned from old readings; null if all readings are fresh. Each row is read again before it is sent. */
  lastReading: z.object({ rows: z.number(), oldestAtMs: z.number() }).nullable(),
  /** The sum of all rows' fees. Null if any are unknown, and for other runs. */
  fees: list(feeSchema).nullable(),
  /** The sentence to confirm: `Publish 12 items on the United States marketplace, $431.00 in all. Fees $4.20.` */
  confirmation: z.string(),
})
export type RunPlan = z.infer<typeof runPlanSchema>

export const MAX_NAMED_DELETIONS = 500
export const MAX_NAMED_CAUTIONS = 100

/**
 * What the seller decides about a plan's deletions and cautions: all confirmed, or their rows are left out. A list of SKUs
 * confirms those rows and leaves out the others.
 */
const planChoiceSchema = z.union([
  z.enum(['confirmed', 'leftOut']),
  z.array(z.string().min(1).max(200)).max(MAX_EXCLUSIONS),
])
export type PlanChoice = z.infer<typeof planChoiceSchema>

/** Enough to name a run and to open it. */
export const runNameSchema = z.object({ runId: z.number(), label: z.enum(runLabels) })
export type RunName = z.infer<typeof runNameSchema>

/** What a run's items need afterwards, once the seller has confirmed it. `publish`: their saved listing drafts. */
export const nextSteps = ['publish'] as const
export type NextStep = (typeof nextSteps)[number]

const runNextSchema = z.object({
  step: z.enum(nextSteps),
  /** How many items can take it now. */
  ready: z.number(),
  /** How many follow, once the run's rows that are not decided yet are sent. */
  later: z.number(),
  /** Whether it can be planned: the run has ended, or doesn't go on for now, and some items are ready. */
  isOffered: z.boolean(),
})
export type RunNext = z.infer<typeof runNextSchema>

const runSchema = runNameSchema.extend({
  /** The run that it reverts; null if it reverts none. */
  revertsRunId: z.number().nullable(),
  createdAtMs: z.number(),
  isPaused: z.boolean(),
  /** Whether any row may still be sent automatically, or would be if the run weren't paused. */
  isOpen: z.boolean(),
  /** Why it paused automatically. */
  problem: appErrorSchema.nullable(),
  /** Why the next row waits, and until when if that is known; null if it doesn't wait. */
  waits: z.object({ error: appErrorSchema, untilMs: z.number().nullable() }).nullable(),
  /** Number of rows in each state. */
  counts: z.record(z.enum(['all', ...outboundStateNames]), z.number()),
  /** Rows that the plan left out, with the reason. */
  leftOut: list(z.object({ sku: z.string(), title: z.string().nullable(), reason: z.string() })),
  /** Whether `planRevert` can put back anything that it sent. */
  canRevert: z.boolean(),
  /** The step after it; null if there is none, or if nothing is left of it (LST-21). */
  next: runNextSchema.nullable(),
})
export type Run = z.infer<typeof runSchema>

/** A row of a run. */
const runRowSchema = z.object({
  outboundId: z.string(),
  sku: z.string(),
  title: z.string().nullable(),
  state: z.enum(outboundStateNames),
  /** Why it waits or was refused, or a note about its success. Empty if the state says everything. */
  message: z.string(),
  changes: list(runChangeSchema),
})
export type RunRow = z.infer<typeof runRowSchema>

/** `runRows` returns the rows in one of these states, or all if empty. */
const stateFilter = z.array(z.enum(outboundStateNames)).default([])
export type RunRowFilter = readonly OutboundStateName[]

const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1_000).default(100) }
const planToken = z.string().min(1).max(100)

/** Parts of a plan's lines. */
export const planParts = ['all', 'going', 'leftOut', 'check', 'ready'] as const
export type PlanPart = (typeof planParts)[number]

/** Exclusions in the input of `planRun`. Not `readonly()`: zod would freeze the input, and bytes can't be frozen. */
export const exclusionsSchema = z.array(exclusionSchema).max(MAX_EXCLUSIONS).default([])

export const runContract = {
  /**
   * The lines of a plan, included items first. `check`: what needs a look, first the rows to confirm, then those that can't be
   * included. `ready`: the others, in sending order, with those that the seller left out. Errors: `notFound` if it isn't among the
   * last ten plans; plan again.
   */
  planRows: query({
    input: z.strictObject({ planToken, show: z.enum(planParts).default('all'), ...page }),
    output: z.object({ rows: list(planLineSchema), total: z.number() }),
  }),
  /**
   * Queues what the plan showed. Each row is checked against the platform before it is sent.
   *
   * `deletions`, `cautions`: whether the seller confirms those of the plan, or leaves their rows out. Errors: `validation` if the
   * plan has any and the choice is missing; `conflict` if the plan has changed or includes no row.
   */
  startRun: command({
    input: z.strictObject({
      planToken,
      deletions: planChoiceSchema.optional(),
      cautions: planChoiceSchema.optional(),
    }),
    output: z.object({ runId: z.number() }),
  }),
  /**
   * Plans a run that reverts another. Leaves out rows that others have changed since, with the reason. Errors: `conflict` while
   * the run to revert is open.
   */
  planRevert: query({ input: oneRun.extend({ excluded: exclusionsSchema }), output: runPlanSchema }),
  /** The newest runs, at most twenty, newest first. */
  runs: query({ input: nothing, output: z.object({ runs: list(runSchema) }) }),
  /** The run; null if it doesn't exist. */
  run: query({ input: oneRun, output: runSchema.nullable() }),
  /** The rows of a run, in sending order. If `states` is empty, returns all. */
  runRows: query({
    input: oneRun.extend({ states: stateFilter, ...page }),
    output: z.object({ rows: list(runRowSchema), total: z.number() }),
  }),
  /** Pauses the run after its current call. The pause survives a restart. Errors: `conflict` if the run has ended. */
  pauseRun: command({ input: oneRun, output: done }),
  /** Resumes a paused run and ends its waits. */
  resumeRun: command({ input: oneRun, output: done }),
  /** Withdraws the unsent rows. Refused rows stay visible to the seller. */
  stopRun: command({ input: oneRun, output: z.object({ withdrawn: z.number() }) }),

  /**
   * The steps that the seller can take now after an earlier run, newest run first (LST-21). Each stays until it is taken or
   * dismissed.
   */
  nextSteps: query({
    input: nothing,
    output: z.object({ steps: list(runNameSchema.extend(runNextSchema.shape)) }),
  }),
  /** Drops the step after a run, also for its rows that are not decided yet. Changes nothing on the platform. */
  dismissNext: command({ input: oneRun, output: done }),

  runChanged: event(z.object({ runId: z.number() })),
} as const
