/** Sending many edits as one run: plan, confirm, start, follow. */
import * as z from 'zod'
import { appErrorSchema } from '../../app-error.ts'
import { command, done, event, type FeatureContract, query } from '../../ipc/define.ts'
import { skuSchema } from '../sku.ts'
import { itemSelectionSchema } from './list-scope.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()

/**
 * `reading` the items → `ready` (plan shown, nothing sent) → `sending` → `done`. `waiting` and `paused` interrupt reading or
 * sending. `stopped`: the seller ended it early.
 */
const runStates = ['reading', 'ready', 'sending', 'waiting', 'paused', 'done', 'stopped'] as const
export type RunStateName = (typeof runStates)[number]

/**
 * `budget`: no change is left in the last 24 hours. `platformLimit`: the platform asked to wait. `offline`: it cannot be
 * reached. `unsettled`: only saves with an unknown outcome are left.
 */
const waitReasons = ['budget', 'platformLimit', 'offline', 'unsettled'] as const
export type WaitReason = (typeof waitReasons)[number]

/** How one save is going. `notSaved`: certainly not carried out. `unknown`: the answer was lost. */
export const saveStates = ['sending', 'saved', 'refused', 'notSaved', 'unknown'] as const
export type SaveState = (typeof saveStates)[number]

/** `unchanged`: the platform already has it. `held`: not sent, for `heldReason`. `notSent`: the run was stopped first. */
export const runRowStates = ['unread', 'planned', 'unchanged', 'held', ...saveStates, 'notSent'] as const
export type RunRowState = (typeof runRowStates)[number]

/**
 * `problem`: breaks a rule. `family`: managed by the trading calls (INV-17). `unread`: could not be read. `unsettled`: an
 * earlier save has an unknown outcome. `edited`, `withdrawn`: the edit changed or went after the plan. `deletion`: deletes
 * something that was not confirmed. `excluded`: the seller left out all its cells.
 */
const heldReasons = [
  'conflict',
  'gone',
  'problem',
  'family',
  'unread',
  'unsettled',
  'edited',
  'withdrawn',
  'deletion',
  'spent',
  'excluded',
] as const
export type HeldReason = (typeof heldReasons)[number]

/** All edits, or those of some rows of the list. */
const runScopeSchema = z.union([z.object({ kind: z.literal('changed') }), itemSelectionSchema])
export type RunScope = z.infer<typeof runScopeSchema>

const runPlanSchema = z.object({
  items: z.number(),
  calls: z.number(),
  /** Items whose only change is the quantity. They go first and may use the reserve. */
  stockCorrections: z.number(),
  /** What can be sent now; the rest follows as changes become free (INV-15). A call has at most 25 items in one language. */
  now: z.object({ items: z.number(), calls: z.number() }),
  /** When the last call can be sent. */
  endsAtMs: z.number(),
  reserve: z.number(),
  /** Rows planned from an earlier reading, as the platform could not be reached; null if every item was read. */
  lastReading: z.object({ items: z.number(), oldestAtMs: z.number() }).nullable(),
})
export type RunPlan = z.infer<typeof runPlanSchema>

const runSchema = z.object({
  runId: z.number(),
  state: z.enum(runStates),
  /** Set while waiting. `untilMs` is null if the end cannot be known. */
  waits: z.object({ reason: z.enum(waitReasons), untilMs: z.number().nullable() }).nullable(),
  /** Why the run paused automatically. */
  problem: appErrorSchema.nullable(),
  createdAtMs: z.number(),
  startedAtMs: z.number().nullable(),
  endedAtMs: z.number().nullable(),
  counts: z.record(z.enum(['all', ...runRowStates]), z.number()),
  /** The plan for the rows still to be sent. */
  plan: runPlanSchema,
  /** Deletions in the planned rows; `first` has at most `MAX_NAMED_DELETIONS`. */
  deletions: z.object({ all: z.number(), first: list(z.object({ sku: z.string(), name: z.string() })) }),
})
export type Run = z.infer<typeof runSchema>

/** A problem with one field, and the sheet column that shows it. */
export const fieldProblemSchema = z.object({
  path: list(z.string()),
  column: z.string().nullable(),
  errorId: z.number().nullable(),
  message: z.string(),
  /** The help that explains it. */
  topic: z.string().optional(),
})

/** One field of one item that a run changes: its item's state, and what became of the field. */
const runCellSchema = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  state: z.enum(runRowStates),
  heldReason: z.enum(heldReasons).nullable(),
  /** About the field, or else about the item. Empty if the state says it all. */
  message: z.string(),
  isProblem: z.boolean(),
  path: list(z.string()),
  /** As in the sheet, cut to `MAX_SHOWN_CHARACTERS`; null: none. */
  old: z.string().nullable(),
  value: z.string().nullable(),
  /** Left out of the run: it stays an edit. */
  isExcluded: z.boolean(),
})
export type RunCell = z.infer<typeof runCellSchema>

/** Longer values of a plan are cut: descriptions have up to 500,000 characters. */
export const MAX_SHOWN_CHARACTERS = 300

const oneRun = z.object({ runId: z.int() })
const nothing = z.object({})

export const MAX_NAMED_DELETIONS = 500
/** Fields per call of `excludeRunCells`. */
const MAX_EXCLUSIONS = 5_000

export const runContract = {
  /**
   * Creates a run of the edits in scope and reads each item in the background. Nothing is sent before `startRun`.
   *
   * Errors: `conflict` if another run is open or nothing in scope has an edit.
   */
  prepareRun: command({ input: z.object({ scope: runScopeSchema }), output: oneRun }),
  /** The open run, or the last one; null if there was none. */
  run: query({ input: nothing, output: runSchema.nullable() }),
  /** The fields that the run changes, item by item. `state` is that of the items. */
  runCells: query({
    input: z.object({
      runId: z.int(),
      state: z.enum(['all', ...runRowStates]).default('all'),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(100),
    }),
    output: z.object({ rows: list(runCellSchema), total: z.number() }),
  }),
  /** Excludes fields from the plan or includes them again, and checks their items again. `conflict` once sending has started. */
  excludeRunCells: command({
    input: z.object({
      runId: z.int(),
      cells: z
        .array(z.object({ sku: skuSchema, path: z.array(z.string().max(10_000)).min(1).max(20) }))
        .min(1)
        .max(MAX_EXCLUSIONS),
      isExcluded: z.boolean(),
    }),
    output: done,
  }),
  /**
   * Queues the run in the outbox, which sends it once the platform can be reached. What exceeds the change limit follows automatically.
   *
   * `deletions`: whether the seller confirms what the plan deletes, or leaves its items out. Errors: `validation` without a
   * choice if the plan deletes anything; `conflict` if the run is not `ready`.
   */
  startRun: command({
    input: z.object({ runId: z.int(), deletions: z.enum(['confirmed', 'leftOut']).optional() }),
    output: done,
  }),
  /** Pauses after the current call, also over a restart. */
  pauseRun: command({ input: oneRun, output: done }),
  resumeRun: command({ input: oneRun, output: done }),
  /** Ends the run. What was not sent stays an edit. */
  stopRun: command({ input: oneRun, output: done }),
  /**
   * Plans a new run that puts back what a finished run changed. Items that were edited or changed by others since are left
   * alone, with the reason. Nothing is sent before `startRun`.
   *
   * Errors: `conflict` if a run is open or nothing can be put back.
   */
  revertRun: command({
    input: oneRun,
    output: oneRun.extend({ skipped: list(z.object({ sku: z.string(), message: z.string() })) }),
  }),
  /** Changes that a run leaves for stock corrections and single saves. */
  setChangeReserve: command({ input: z.object({ changes: z.int().min(0).max(1_000_000) }), output: done }),

  runChanged: event(oneRun),
} as const satisfies FeatureContract
