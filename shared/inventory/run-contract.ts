/** Sending many edits at once: the part of the inventory room's contract that plans, starts and follows a run. */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { appErrorSchema } from '../result.ts'
import { itemFilters } from './item-list.ts'
import { heldReasons, runRowStates, runStates, waitReasons } from './send-run.ts'
import { skuSchema } from './sku.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()

/** Which edits a run takes: all that wait, those among the items of a list, or those of some SKUs. */
export const runScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed') }),
  z.object({
    kind: z.literal('list'),
    search: z.string().max(200).default(''),
    filter: z.enum(itemFilters).default('all'),
  }),
  z.object({ kind: z.literal('skus'), skus: z.array(skuSchema).min(1).max(100_000).readonly() }),
])
export type RunScope = z.infer<typeof runScopeSchema>

const waveSchema = z.object({
  /** When it can go, as far as is known now. */
  atMs: z.number(),
  items: z.number(),
  /** Calls that these items take: at most 25 in one, all in one language. */
  calls: z.number(),
})

const runPlanSchema = z.object({
  items: z.number(),
  calls: z.number(),
  /** Of the items, changes of the quantity alone: they go first, and may use what is kept in reserve. */
  stockCorrections: z.number(),
  /** What goes when, as the window of 24 hours frees. More than one: the rest spills to later. */
  waves: list(waveSchema),
  reserve: z.number(),
})
export type RunPlan = z.infer<typeof runPlanSchema>

const runSchema = z.object({
  runId: z.number(),
  state: z.enum(runStates),
  /** While it waits: for what, and until when; null where nobody can say. */
  waits: z.object({ reason: z.enum(waitReasons), untilMs: z.number().nullable() }).nullable(),
  /** Why it paused by itself; null otherwise. */
  problem: appErrorSchema.nullable(),
  madeAtMs: z.number(),
  startedAtMs: z.number().nullable(),
  endedAtMs: z.number().nullable(),
  counts: z
    .object({ all: z.number() })
    .extend(
      Object.fromEntries(runRowStates.map((state) => [state, z.number()])) as Record<
        (typeof runRowStates)[number],
        z.ZodNumber
      >,
    ),
  /** Of the rows that are still to be sent. */
  plan: runPlanSchema,
  deletions: z.object({ all: z.number(), unconfirmed: z.number() }),
})
export type Run = z.infer<typeof runSchema>

/** Something wrong with one field, and the column of a table that shows it; null where no column does. */
export const fieldProblemSchema = z.object({
  path: list(z.string()),
  column: z.string().nullable(),
  errorId: z.number().nullable(),
  message: z.string(),
})

const runRowSchema = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  state: z.enum(runRowStates),
  /** Why a row was held back; null for one that was not. */
  heldReason: z.enum(heldReasons).nullable(),
  /** What there is to say of it in a sentence; empty where its state says all. */
  message: z.string(),
  problems: list(fieldProblemSchema),
  /** What it changes. */
  paths: list(list(z.string())),
  isStockCorrection: z.boolean(),
  deletions: z.number(),
  /** Of the history; null until it was sent. */
  saveId: z.number().nullable(),
})
export type RunRow = z.infer<typeof runRowSchema>

const oneRun = z.object({ runId: z.int() })
const nothing = z.object({})

/** The most deletions that one call confirms. */
export const CONFIRMATIONS_MAX = 5_000

export const runContract = {
  /**
   * Makes a run of the edits in scope. It reads each item in the background, holds the edits against what the platform has,
   * drops what is there already, and is then `ready`: nothing is sent before `startRun`.
   *
   * `conflict` while another run is open, and where nothing in scope has an edit.
   */
  prepareRun: command({ input: z.object({ scope: runScopeSchema }), output: oneRun }),
  /** The run that is open, or the last one; null where there was none. Its plan is of now. */
  run: query({ input: nothing, output: runSchema.nullable() }),
  runRows: query({
    input: z.object({
      runId: z.int(),
      state: z.union([z.enum(runRowStates), z.literal('all')]).default('all'),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(100),
    }),
    output: z.object({ rows: list(runRowSchema), total: z.number() }),
  }),
  /** Everything that the run would delete, by name. */
  runDeletions: query({
    input: z.object({
      runId: z.int(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(100),
    }),
    output: z.object({
      rows: list(
        z.object({
          sku: z.string(),
          title: z.string().nullable(),
          deletionId: z.string(),
          name: z.string(),
          isConfirmed: z.boolean(),
        }),
      ),
      total: z.number(),
      unconfirmed: z.number(),
    }),
  }),
  /** Confirms deletions, each by name, or takes that back. `conflict` once the run has begun to send. */
  confirmRunDeletions: command({
    input: z.object({
      runId: z.int(),
      deletions: z
        .array(z.object({ sku: skuSchema, deletionId: z.string().max(20_000) }))
        .min(1)
        .max(CONFIRMATIONS_MAX),
      isConfirmed: z.boolean().default(true),
    }),
    output: z.object({ unconfirmed: z.number() }),
  }),
  /**
   * Begins to send what is planned; what the day has no room for goes by itself when it has.
   *
   * `validation`, naming them, while there are deletions that nobody confirmed: unless `leaveOutUnconfirmed`, which holds
   * their rows back. `conflict` where the run is not `ready`.
   */
  startRun: command({
    input: z.object({ runId: z.int(), leaveOutUnconfirmed: z.boolean().default(false) }),
    output: nothing,
  }),
  /** Stops after the call that is under way, until `resumeRun`. Over a restart too. */
  pauseRun: command({ input: oneRun, output: nothing }),
  resumeRun: command({ input: oneRun, output: nothing }),
  /** Sends no more of it. What was not sent stays as an edit. */
  stopRun: command({ input: oneRun, output: nothing }),
  /** So many changes of the day are kept for stock corrections and saves by hand; a run leaves them. */
  setChangeReserve: command({ input: z.object({ changes: z.int().min(0).max(1_000_000) }), output: nothing }),

  runChanged: event(oneRun),
} as const satisfies FeatureContract
