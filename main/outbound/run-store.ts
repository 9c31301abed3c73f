/** The table of runs. A run's results are in its outbound rows. */
import * as z from 'zod'
import { type Run, type RunLabel, runLabels } from '../../shared/outbound/run-contract.ts'
import { type OutboundStateName, outboundStateNames } from '../../shared/outbound/state.ts'
import { type AppError, appErrorSchema } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import { readStoredJson } from '../database/stored-json.ts'
import { type StoredNext, storedNextSchema } from './next-step.ts'
import { HAS_NEXT } from './schema.ts'

/** The items that the plan left out, as the seller saw them, and the step after the run. Runs by 0.3.0 have none. */
const storedPlanSchema = z.object({
  leftOut: z.array(z.object({ sku: z.string(), title: z.string().nullable(), reason: z.string() })),
  next: storedNextSchema.optional().catch(undefined),
})
export type StoredPlan = z.infer<typeof storedPlanSchema>

export type StoredRun = {
  readonly id: number
  readonly label: RunLabel
  readonly plan: StoredPlan
  readonly revertsId: number | null
  readonly isPaused: boolean
  readonly problem: AppError | null
  readonly createdAtMs: number
}

type RunColumns = {
  id: number
  label: string
  plan: string
  reverts_id: number | null
  is_paused: number
  problem: string | null
  created_at_ms: number
}

const toRun = (row: RunColumns): StoredRun => ({
  id: row.id,
  label: runLabels.find((label) => label === row.label) ?? 'items',
  plan: readStoredJson(storedPlanSchema, row.plan) ?? { leftOut: [] },
  revertsId: row.reverts_id,
  isPaused: row.is_paused === 1,
  problem: readStoredJson(appErrorSchema, row.problem) ?? null,
  createdAtMs: row.created_at_ms,
})

export type RunStore = ReturnType<typeof createRunStore>

export const createRunStore = (database: Database) => ({
  /** Adds a run in the caller's transaction. Returns its id. */
  add: (run: Pick<StoredRun, 'label' | 'plan' | 'revertsId'>, atMs: number): number =>
    database.run('INSERT INTO run (label, plan, reverts_id, created_at_ms) VALUES (?, ?, ?, ?)', [
      run.label,
      JSON.stringify(run.plan),
      run.revertsId,
      atMs,
    ]).lastInsertRowid,
  find: (id: number): StoredRun | undefined => {
    const row = database.get<RunColumns>('SELECT * FROM run WHERE id = ?', [id])
    return row === undefined ? undefined : toRun(row)
  },
  pausedIds: (): ReadonlySet<number> => new Set(database.column<number>('SELECT id FROM run WHERE is_paused = 1')),
  /** The runs with a row that is not final. */
  open: (): readonly StoredRun[] =>
    database
      .all<RunColumns>('SELECT * FROM run WHERE id IN (SELECT run_id FROM outbound WHERE is_open = 1)')
      .map(toRun),
  /** The newest runs, newest first. */
  newest: (count: number): readonly StoredRun[] =>
    database.all<RunColumns>('SELECT * FROM run ORDER BY created_at_ms DESC, id DESC LIMIT ?', [count]).map(toRun),
  /** `problem`: why it pauses automatically; null if the seller pauses it. */
  pause: (id: number, problem: AppError | null): void => {
    const text = problem === null ? null : JSON.stringify(problem)
    database.run('UPDATE run SET is_paused = 1, problem = ? WHERE id = ?', [text, id])
  },
  resume: (id: number): void => {
    database.run('UPDATE run SET is_paused = 0, problem = NULL WHERE id = ?', [id])
  },
  /** The runs with a step after them, newest first. */
  withNext: (): readonly StoredRun[] =>
    database.all<RunColumns>(`SELECT * FROM run WHERE ${HAS_NEXT} ORDER BY id DESC`).map(toRun),
  /** Undefined removes it. */
  putNext: ({ id, plan }: StoredRun, next: StoredNext | undefined): void => {
    database.run('UPDATE run SET plan = ? WHERE id = ?', [JSON.stringify({ ...plan, next }), id])
  },
  /** The subjects of a run's rows and their states. */
  subjects: (id: number): readonly { readonly subject: string; readonly state: OutboundStateName }[] =>
    database.all('SELECT subject, state FROM outbound WHERE run_id = ? ORDER BY ordinal', [id]),
  countStates: (id: number): Run['counts'] => {
    const counts = Object.fromEntries(['all', ...outboundStateNames].map((name) => [name, 0])) as Record<
      keyof Run['counts'],
      number
    >
    for (const { state, n } of database.all<{ state: OutboundStateName; n: number }>(
      'SELECT state, COUNT(*) AS n FROM outbound WHERE run_id = ? GROUP BY state',
      [id],
    )) {
      counts[state] = n
      counts.all += n
    }
    return counts
  },
})
