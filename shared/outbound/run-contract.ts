/**
 * Runs: many changes that the seller confirms as one (OFF-06). A run is a label over rows of the outbound queue, so planning,
 * following, pausing, stopping and reverting are the same for items, prices, quantities, publishing and ending.
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

/** What a run does with each of its items. `offers`: saves their listing drafts. */
export const runLabels = ['items', 'offers', 'publish', 'end', 'prices', 'quantities'] as const
export type RunLabel = (typeof runLabels)[number]

/** A fee as the platform names it: `InsertionFee`. */
export const feeSchema = z.object({ feeType: z.string(), amount: z.string(), currency: z.string() })
export type Fee = z.infer<typeof feeSchema>

/** Longer values of a plan are cut: descriptions have up to 500,000 characters. */
export const MAX_SHOWN_CHARACTERS = 300

/** One value that a row changes, in the seller's terms: `{ label: 'Price', before: '12.00 USD', after: '11.40 USD' }`. */
const runChangeSchema = z.object({
  label: z.string(),
  /** Of an item's field: it can be left out alone. Null: only the whole row can. */
  path: list(z.string()).nullable(),
  /** Cut to `MAX_SHOWN_CHARACTERS`; null: none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The seller left it out: it stays an edit. */
  isExcluded: z.boolean(),
  /** What is wrong with it; null if nothing. */
  problem: z.string().nullable(),
})
export type RunChange = z.infer<typeof runChangeSchema>

/** A line of a plan: one value of one item, or an item without any. */
const planLineSchema = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  change: runChangeSchema.nullable(),
  /** The first line of its item. */
  isFirst: z.boolean(),
  /** Why the run leaves the item out; null if it goes. */
  problem: z.string().nullable(),
  /** The item's fees of publishing, if above zero; null if the platform doesn't say, or for other runs. */
  fees: list(feeSchema).nullable(),
})
export type PlanLine = z.infer<typeof planLineSchema>

/** What a plan leaves out: a whole row, or one of its fields. */
export const exclusionSchema = z.strictObject({
  sku: z.string().min(1).max(200),
  path: z.array(z.string().max(10_000)).min(1).max(20).nullable(),
})
export type Exclusion = z.infer<typeof exclusionSchema>
/** The most exclusions of one plan. */
export const MAX_EXCLUSIONS = 5_000

export const runPlanSchema = z.object({
  /** Identifies exactly this plan; `startRun` needs it. */
  planToken: z.string(),
  label: z.enum(runLabels),
  /** The run that this plan reverts; null for a new one. */
  revertsRunId: z.number().nullable(),
  /** Rows that go, and rows that are left out. */
  counts: z.object({ going: z.number(), leftOut: z.number() }),
  /** Calls that change the platform. */
  calls: z.number(),
  /** What can go now, and when the last call can; null where no limit delays a run (INV-15). */
  schedule: z
    .object({
      now: z.object({ rows: z.number(), calls: z.number() }),
      endsAtMs: z.number(),
      /** Changes that are kept for single saves. */
      reserve: z.number(),
      /** Rows that only correct the stock: they go first and may use the reserve. */
      stockCorrections: z.number(),
    })
    .nullable(),
  /** Deletions in the rows that go; `first` names at most `MAX_NAMED_DELETIONS`. */
  deletions: z.object({ all: z.number(), first: list(z.object({ sku: z.string(), name: z.string() })) }),
  /** The oldest reading that the plan rests on; null if every row rests on a fresh one. Each row is read again before it goes. */
  lastReading: z.object({ rows: z.number(), oldestAtMs: z.number() }).nullable(),
  /** The sum of all rows; null if the fees of any are not known, or for other runs. */
  fees: list(feeSchema).nullable(),
  /** The sentence to confirm: `Publish 12 items on the United States marketplace, $431.00 in all. Fees $4.20.` */
  confirmation: z.string(),
})
export type RunPlan = z.infer<typeof runPlanSchema>

export const MAX_NAMED_DELETIONS = 500

const runSchema = z.object({
  runId: z.number(),
  label: z.enum(runLabels),
  /** The run that it reverts; null for any other. */
  revertsRunId: z.number().nullable(),
  createdAtMs: z.number(),
  isPaused: z.boolean(),
  /** Whether any row may still go by itself, or would if it weren't paused. */
  isOpen: z.boolean(),
  /** Why it paused by itself. */
  problem: appErrorSchema.nullable(),
  /** Why the next row waits, and until when if that is known; null if it doesn't. */
  waits: z.object({ error: appErrorSchema, untilMs: z.number().nullable() }).nullable(),
  /** Rows by state. */
  counts: z.record(z.enum(['all', ...outboundStateNames]), z.number()),
  /** Rows that the plan left out, with the reason. */
  leftOut: list(z.object({ sku: z.string(), title: z.string().nullable(), reason: z.string() })),
  /** Whether anything that it sent can be put back: `planRevert`. */
  canRevert: z.boolean(),
})
export type Run = z.infer<typeof runSchema>

/** A row of a run. */
const runRowSchema = z.object({
  outboundId: z.string(),
  sku: z.string(),
  title: z.string().nullable(),
  state: z.enum(outboundStateNames),
  /** Why it waits or was refused, or what there is to know about its success; empty if the state says it all. */
  message: z.string(),
  changes: list(runChangeSchema),
})
export type RunRow = z.infer<typeof runRowSchema>

/** Which rows `runRows` returns: those in one of these states, or all. */
const stateFilter = z.array(z.enum(outboundStateNames)).default([])
export type RunRowFilter = readonly OutboundStateName[]

const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1_000).default(100) }
const planToken = z.string().min(1).max(100)

/** The input of a feature's `planRun` beside what it plans. Without `readonly()`: zod would freeze any input, and bytes can't be frozen. */
export const exclusionsSchema = z.array(exclusionSchema).max(MAX_EXCLUSIONS).default([])

export const runContract = {
  /**
   * The lines of a plan, items that go first. The last ten plans are kept. Errors: `notFound` for another one: plan again.
   */
  planRows: query({
    input: z.strictObject({ planToken, show: z.enum(['all', 'going', 'leftOut']).default('all'), ...page }),
    output: z.object({ rows: list(planLineSchema), total: z.number() }),
  }),
  /**
   * Queues what the plan showed. Each row is checked against the platform before it goes.
   *
   * `deletions`: whether the seller confirms what the plan deletes, or leaves those rows out. Errors: `validation` without a
   * choice if it deletes anything; `conflict` if the plan has changed since, or nothing goes.
   */
  startRun: command({
    input: z.strictObject({ planToken, deletions: z.enum(['confirmed', 'leftOut']).optional() }),
    output: z.object({ runId: z.number() }),
  }),
  /**
   * Plans a run that puts back what a run changed. Rows that others have changed since are left out, with the reason. Errors:
   * `conflict` while the run is open.
   */
  planRevert: query({ input: oneRun.extend({ excluded: exclusionsSchema }), output: runPlanSchema }),
  /** The last runs, newest first; at most twenty. */
  runs: query({ input: nothing, output: z.object({ runs: list(runSchema) }) }),
  /** Null if there is no such run. */
  run: query({ input: oneRun, output: runSchema.nullable() }),
  /** The rows of a run in the order in which they go. `states` empty: all. */
  runRows: query({
    input: oneRun.extend({ states: stateFilter, ...page }),
    output: z.object({ rows: list(runRowSchema), total: z.number() }),
  }),
  /** Pauses after the current call, also over a restart. `conflict` if it has ended. */
  pauseRun: command({ input: oneRun, output: done }),
  /** Goes on with a paused run, and ends its waits. */
  resumeRun: command({ input: oneRun, output: done }),
  /** Withdraws what was not sent. Refused rows stay for the seller to see. */
  stopRun: command({ input: oneRun, output: z.object({ withdrawn: z.number() }) }),

  runChanged: event(z.object({ runId: z.number() })),
} as const
