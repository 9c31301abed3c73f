/** Runs and their rows: every step of either machine is written down before anything follows from it. */

import { columnOfPath } from '../../shared/inventory/cells.ts'
import type { ItemEdit } from '../../shared/inventory/item-edit.ts'
import type { FieldRefusal } from '../../shared/inventory/refusals.ts'
import type { Run, RunRow } from '../../shared/inventory/run-contract.ts'
import type { Deletion } from '../../shared/inventory/save-preview.ts'
import type { RowBatch } from '../../shared/inventory/send-plan.ts'
import {
  type HeldReason,
  isOpenRun,
  nextRowState,
  nextRunState,
  openRowStates,
  type RunEvent,
  type RunRowEvent,
  type RunRowState,
  type RunState,
  runRowStates,
} from '../../shared/inventory/send-run.ts'
import type { AppError } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'

export type StoredRun = {
  readonly id: number
  readonly state: RunState
  readonly problem: AppError | null
  readonly madeAtMs: number
  readonly startedAtMs: number | null
  readonly endedAtMs: number | null
}

export type StoredRunRow = {
  readonly sku: string
  readonly state: RunRowState
  readonly edit: ItemEdit
  readonly contentLanguage: string
}

/** What a row's event brings along. */
export type RowNote = {
  readonly heldReason?: HeldReason
  readonly message?: string
  readonly problems?: readonly FieldRefusal[]
  readonly saveId?: number
}

/** What reading an item before the plan found out about its row. */
export type ReadRow = {
  readonly edit: ItemEdit
  readonly isStockCorrection: boolean
  readonly contentLanguage: string
  readonly deletions: readonly Deletion[]
}

export type RunStore = {
  /** The run that is open, or the last one. */
  readonly newest: () => StoredRun | undefined
  readonly byId: (runId: number) => StoredRun | undefined
  readonly add: (rows: readonly { readonly sku: string; readonly edit: ItemEdit }[], atMs: number) => number
  /** Takes the run on by an event. Returns its new state, or undefined, with nothing done, where the event has no place. */
  readonly advance: (runId: number, event: RunEvent, atMs: number, problem?: AppError | null) => RunState | undefined
  /** Takes a row on. Returns whether the event had a place. */
  readonly advanceRow: (runId: number, sku: string, event: RunRowEvent, note?: RowNote) => boolean
  /** Takes the row of a save on, of whatever run it is. Returns the run's id where there is one. */
  readonly advanceSave: (saveId: number, event: RunRowEvent, note?: RowNote) => number | undefined
  readonly putRead: (runId: number, sku: string, read: ReadRow) => void
  readonly rowsIn: (runId: number, state: RunRowState, limit: number) => readonly StoredRunRow[]
  /** Planned rows in the order in which they go, by kind and language. */
  readonly batches: (runId: number) => readonly RowBatch[]
  readonly counts: (runId: number) => Run['counts']
  readonly page: (
    runId: number,
    state: RunRowState | 'all',
    offset: number,
    limit: number,
  ) => { readonly rows: readonly RunRow[]; readonly total: number }
  readonly deletions: (
    runId: number,
    offset: number,
    limit: number,
  ) => {
    readonly rows: readonly {
      readonly sku: string
      readonly title: string | null
      readonly deletionId: string
      readonly name: string
      readonly isConfirmed: boolean
    }[]
    readonly total: number
    readonly unconfirmed: number
  }
  readonly confirm: (
    runId: number,
    deletions: readonly { readonly sku: string; readonly deletionId: string }[],
    isConfirmed: boolean,
  ) => void
  readonly confirmedDeletions: (runId: number, sku: string) => ReadonlySet<string>
  /** SKUs that are planned and would delete what nobody confirmed. */
  readonly unconfirmedSkus: (runId: number) => readonly string[]
  /** Takes every row out that was not sent: they stay as edits. */
  readonly leave: (runId: number) => void
  /** Rows of which a call was under way, of whatever run. */
  readonly lostRows: () => readonly { readonly runId: number; readonly sku: string }[]
}

/** Runs that are kept with their rows, to be looked at; their saves stay in the history for ever. */
const RUNS_KEPT = 10

const inOrder = 'is_stock_correction DESC, content_language, sku'

type RunColumns = {
  id: number
  state: string
  problem: string | null
  made_at_ms: number
  started_at_ms: number | null
  ended_at_ms: number | null
}

const runOf = (row: RunColumns | undefined): StoredRun | undefined =>
  row === undefined
    ? undefined
    : {
        id: row.id,
        state: JSON.parse(row.state) as RunState,
        problem: row.problem === null ? null : (JSON.parse(row.problem) as AppError),
        madeAtMs: row.made_at_ms,
        startedAtMs: row.started_at_ms,
        endedAtMs: row.ended_at_ms,
      }

export const createRunStore = (database: Database): RunStore => {
  const byId = (runId: number): StoredRun | undefined =>
    runOf(database.get<RunColumns>('SELECT * FROM send_runs WHERE id = ?', [runId]))

  const counts = (runId: number): Run['counts'] => {
    const found = Object.fromEntries(runRowStates.map((state) => [state, 0])) as Record<RunRowState, number>
    let all = 0
    for (const { state, n } of database.all<{ state: string; n: number }>(
      'SELECT state, COUNT(*) AS n FROM send_run_rows WHERE run_id = ? GROUP BY state',
      [runId],
    )) {
      found[state as RunRowState] = n
      all += n
    }
    return { ...found, all }
  }

  const advanceRow: RunStore['advanceRow'] = (runId, sku, event, note = {}) =>
    database.transaction(() => {
      const row = database.get<{ state: string }>('SELECT state FROM send_run_rows WHERE run_id = ? AND sku = ?', [
        runId,
        sku,
      ])
      const next = row === undefined ? undefined : nextRowState(row.state as RunRowState, event)
      if (next === undefined) return false
      database.run(
        `UPDATE send_run_rows SET state = :state, held_reason = :heldReason, message = :message, problems = :problems,
           save_id = COALESCE(:saveId, save_id)
         WHERE run_id = :runId AND sku = :sku`,
        {
          runId,
          sku,
          state: next,
          heldReason: note.heldReason ?? null,
          message: note.message ?? '',
          problems: JSON.stringify(note.problems ?? []),
          saveId: note.saveId ?? null,
        },
      )
      return true
    })

  return {
    byId,
    newest: () => runOf(database.get<RunColumns>('SELECT * FROM send_runs ORDER BY id DESC LIMIT 1')),
    add: (rows, atMs) =>
      database.transaction(() => {
        const state: RunState = { name: 'reading' }
        const { lastInsertRowid: runId } = database.run(
          'INSERT INTO send_runs (is_open, state, made_at_ms) VALUES (1, ?, ?)',
          [JSON.stringify(state), atMs],
        )
        for (const { sku, edit } of rows) {
          database.run(
            `INSERT INTO send_run_rows (run_id, sku, state, edit, is_stock_correction) VALUES (?, ?, 'toRead', ?, 0)`,
            [runId, sku, JSON.stringify(edit)],
          )
        }
        for (const table of ['send_run_deletions', 'send_run_rows']) {
          database.run(`DELETE FROM ${table} WHERE run_id <= ?`, [runId - RUNS_KEPT])
        }
        database.run('DELETE FROM send_runs WHERE id <= ?', [runId - RUNS_KEPT])
        return runId
      }),
    advance: (runId, event, atMs, problem = null) =>
      database.transaction(() => {
        const run = byId(runId)
        const next = run === undefined ? undefined : nextRunState(run.state, event)
        if (run === undefined || next === undefined) return undefined
        database.run(
          `UPDATE send_runs SET state = :state, is_open = :isOpen, problem = :problem,
             started_at_ms = :startedAtMs, ended_at_ms = :endedAtMs WHERE id = :runId`,
          {
            runId,
            state: JSON.stringify(next),
            isOpen: isOpenRun(next) ? 1 : 0,
            problem: problem === null ? null : JSON.stringify(problem),
            startedAtMs: event.type === 'start' ? atMs : run.startedAtMs,
            endedAtMs: isOpenRun(next) ? null : atMs,
          },
        )
        return next
      }),
    advanceRow,
    advanceSave: (saveId, event, note = {}) => {
      const row = database.get<{ run_id: number; sku: string }>(
        'SELECT run_id, sku FROM send_run_rows WHERE save_id = ?',
        [saveId],
      )
      return row !== undefined && advanceRow(row.run_id, row.sku, event, note) ? row.run_id : undefined
    },
    putRead: (runId, sku, { edit, isStockCorrection, contentLanguage, deletions }) =>
      database.transaction(() => {
        database.run(
          `UPDATE send_run_rows SET edit = ?, is_stock_correction = ?, content_language = ?
           WHERE run_id = ? AND sku = ?`,
          [JSON.stringify(edit), isStockCorrection ? 1 : 0, contentLanguage, runId, sku],
        )
        database.run('DELETE FROM send_run_deletions WHERE run_id = ? AND sku = ?', [runId, sku])
        for (const { id, name } of deletions) {
          database.run(
            'INSERT OR IGNORE INTO send_run_deletions (run_id, sku, deletion_id, name) VALUES (?, ?, ?, ?)',
            [runId, sku, id, name],
          )
        }
      }),
    rowsIn: (runId, state, limit) =>
      database
        .all<{ sku: string; state: string; edit: string; content_language: string }>(
          `SELECT sku, state, edit, content_language FROM send_run_rows
           WHERE run_id = ? AND state = ? ORDER BY ${inOrder} LIMIT ?`,
          [runId, state, limit],
        )
        .map((row) => ({
          sku: row.sku,
          state: row.state as RunRowState,
          edit: JSON.parse(row.edit) as ItemEdit,
          contentLanguage: row.content_language,
        })),
    batches: (runId) =>
      database
        .all<{ is_stock_correction: number; content_language: string; n: number }>(
          `SELECT is_stock_correction, content_language, COUNT(*) AS n FROM send_run_rows
           WHERE run_id = ? AND state = 'planned' GROUP BY is_stock_correction, content_language
           ORDER BY is_stock_correction DESC, content_language`,
          [runId],
        )
        .map((row) => ({
          isStockCorrection: row.is_stock_correction === 1,
          contentLanguage: row.content_language,
          items: row.n,
        })),
    counts,
    page: (runId, state, offset, limit) => {
      const where = state === 'all' ? 'run_id = ?' : 'run_id = ? AND state = ?'
      const params = state === 'all' ? [runId] : [runId, state]
      const order = state === 'all' ? 'sku' : inOrder
      const rows = database
        .all<{
          sku: string
          state: string
          title: string | null
          held_reason: string | null
          message: string
          problems: string
          edit: string
          is_stock_correction: number
          save_id: number | null
          deletions: number
        }>(
          `SELECT sku, state, (SELECT title FROM items WHERE items.sku = send_run_rows.sku) AS title, held_reason, message,
             problems, edit, is_stock_correction, save_id,
             (SELECT COUNT(*) FROM send_run_deletions d
              WHERE d.run_id = send_run_rows.run_id AND d.sku = send_run_rows.sku) AS deletions
           FROM send_run_rows WHERE rowid IN (
             SELECT rowid FROM send_run_rows WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?
           ) ORDER BY ${order}`,
          [...params, limit, offset],
        )
        .map((row) => ({
          sku: row.sku,
          title: row.title,
          state: row.state as RunRowState,
          heldReason: row.held_reason as HeldReason | null,
          message: row.message,
          problems: (JSON.parse(row.problems) as readonly FieldRefusal[]).map((problem) => ({
            ...problem,
            column: columnOfPath(problem.path) ?? null,
          })),
          paths: (JSON.parse(row.edit) as ItemEdit).changes.map(({ path }) => path),
          isStockCorrection: row.is_stock_correction === 1,
          deletions: row.deletions,
          saveId: row.save_id,
        }))
      const found = counts(runId)
      return { rows, total: found[state] }
    },
    deletions: (runId, offset, limit) => {
      const rows = database
        .all<{ sku: string; title: string | null; deletion_id: string; name: string; is_confirmed: number }>(
          `SELECT sku, (SELECT title FROM items WHERE items.sku = send_run_deletions.sku) AS title, deletion_id, name,
             is_confirmed
           FROM send_run_deletions WHERE run_id = ? ORDER BY sku, deletion_id LIMIT ? OFFSET ?`,
          [runId, limit, offset],
        )
        .map((row) => ({
          sku: row.sku,
          title: row.title,
          deletionId: row.deletion_id,
          name: row.name,
          isConfirmed: row.is_confirmed === 1,
        }))
      const sums = database.get<{ n: number; unconfirmed: number }>(
        'SELECT COUNT(*) AS n, COALESCE(SUM(is_confirmed = 0), 0) AS unconfirmed FROM send_run_deletions WHERE run_id = ?',
        [runId],
      )
      return { rows, total: sums?.n ?? 0, unconfirmed: sums?.unconfirmed ?? 0 }
    },
    confirm: (runId, deletions, isConfirmed) =>
      database.transaction(() => {
        for (const { sku, deletionId } of deletions) {
          database.run(
            'UPDATE send_run_deletions SET is_confirmed = ? WHERE run_id = ? AND sku = ? AND deletion_id = ?',
            [isConfirmed ? 1 : 0, runId, sku, deletionId],
          )
        }
      }),
    confirmedDeletions: (runId, sku) =>
      new Set(
        database
          .all<{ deletion_id: string }>(
            'SELECT deletion_id FROM send_run_deletions WHERE run_id = ? AND sku = ? AND is_confirmed = 1',
            [runId, sku],
          )
          .map((row) => row.deletion_id),
      ),
    unconfirmedSkus: (runId) =>
      database
        .all<{ sku: string }>(
          `SELECT DISTINCT d.sku FROM send_run_deletions d
           JOIN send_run_rows r ON r.run_id = d.run_id AND r.sku = d.sku AND r.state = 'planned'
           WHERE d.run_id = ? AND d.is_confirmed = 0 ORDER BY d.sku`,
          [runId],
        )
        .map(({ sku }) => sku),
    leave: (runId) => {
      const states = runRowStates.filter((state) => nextRowState(state, { type: 'leave' }) !== undefined)
      for (const state of states) {
        database.run("UPDATE send_run_rows SET state = 'left' WHERE run_id = ? AND state = ?", [runId, state])
      }
    },
    lostRows: () =>
      database
        .all<{ run_id: number; sku: string }>("SELECT run_id, sku FROM send_run_rows WHERE state = 'sending'")
        .map((row) => ({ runId: row.run_id, sku: row.sku })),
  }
}

/** Whether any row of these counts may still change. */
export const hasOpenRows = (counts: Run['counts']): boolean => openRowStates.some((state) => counts[state] > 0)
