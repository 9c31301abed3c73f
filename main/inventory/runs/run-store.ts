/** Runs and their rows. Every step of both state machines is stored before it has any effect. */
import {
  type HeldReason,
  MAX_NAMED_DELETIONS,
  MAX_SHOWN_CHARACTERS,
  type Run,
  type RunCell,
  type RunRowState,
  runRowStates,
} from '../../../shared/inventory/contract/run-contract.ts'
import { type FieldChange, type ItemEdit, wantedValue } from '../../../shared/inventory/item-edit.ts'
import { isWithin, type JsonPath, type JsonValue, samePath } from '../../../shared/inventory/json.ts'
import { jsonText } from '../../../shared/inventory/json-text.ts'
import type { Deletion } from '../../../shared/inventory/save-preview.ts'
import type { AppError } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { joinValues } from '../items/columns.ts'
import type { FieldRefusal } from '../items/refusals.ts'
import {
  isOpenRun,
  nextRowState,
  nextRunState,
  openRowStates,
  type RowEvent,
  type RunEvent,
  type RunState,
} from './run-machine.ts'
import type { RowGroup } from './run-plan.ts'

export type StoredRun = {
  readonly id: number
  readonly state: RunState
  readonly problem: AppError | null
  readonly createdAtMs: number
  readonly startedAtMs: number | null
  readonly endedAtMs: number | null
}

export type StoredRunRow = {
  readonly sku: string
  /** The item's whole edit. */
  readonly edit: ItemEdit
  /** The edit's fields that the run leaves out. */
  readonly excluded: readonly JsonPath[]
  /** The plan's deletions. */
  readonly deletions: readonly Deletion[]
  readonly contentLanguage: string
}

type RunRowColumns = { sku: string; edit: string; excluded: string; deletions: string; contentLanguage: string }
const RUN_ROW = 'sku, edit, excluded, deletions, content_language AS contentLanguage'
const parseRow = <Row extends RunRowColumns>(row: Row) => ({
  ...row,
  edit: JSON.parse(row.edit) as ItemEdit,
  excluded: JSON.parse(row.excluded) as readonly JsonPath[],
  deletions: JSON.parse(row.deletions) as readonly Deletion[],
})

const isExcluded = (excluded: readonly JsonPath[], path: JsonPath): boolean =>
  excluded.some((other) => samePath(other, path))

/** The part of an edit that the run sends. */
export const includedPart = (edit: ItemEdit, excluded: readonly JsonPath[]): ItemEdit => ({
  ...edit,
  changes: edit.changes.filter(({ path }) => !isExcluded(excluded, path)),
})

/** The part that stays an edit. */
export const excludedPart = (edit: ItemEdit, excluded: readonly JsonPath[]): ItemEdit => ({
  ...edit,
  changes: edit.changes.filter(({ path }) => isExcluded(excluded, path)),
})

/** What a row shows in addition to its state. */
export type RowNote = {
  readonly heldReason?: HeldReason
  readonly message?: string
  readonly problems?: readonly FieldRefusal[]
  readonly saveId?: number
}

/** Older runs are deleted; their saves stay in the history. */
const MAX_RUNS = 10

const SENDING_ORDER = 'is_stock_correction DESC, content_language, sku'
const RUN = `id, state, problem, created_at_ms AS createdAtMs, started_at_ms AS startedAtMs, ended_at_ms AS endedAtMs
  FROM send_runs`

type RunColumns = Omit<StoredRun, 'state' | 'problem'> & { state: string; problem: string | null }

const parseRun = (row: RunColumns | undefined): StoredRun | undefined =>
  row === undefined
    ? undefined
    : {
        ...row,
        state: JSON.parse(row.state) as RunState,
        problem: row.problem === null ? null : (JSON.parse(row.problem) as AppError),
      }

/** A value as in a cell of the sheet. */
const describeValue = (value: JsonValue | undefined): string | null => {
  if (value === undefined) return null
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string')
  const text = typeof value === 'string' ? value : isList ? joinValues(value) : jsonText(value)
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}

const describeCell = ({
  problems,
  change: changeText,
  excluded,
  ...row
}: Pick<RunCell, 'sku' | 'title' | 'state' | 'heldReason' | 'message'> & {
  readonly problems: string
  readonly change: string
  readonly excluded: string
}): RunCell => {
  const change = JSON.parse(changeText) as FieldChange
  const { path } = change
  const all = JSON.parse(problems) as readonly FieldRefusal[]
  // A problem without a field concerns all fields.
  const own = all.filter((problem) => isWithin(path, problem.path) || isWithin(problem.path, path))
  return {
    ...row,
    message: own.length > 0 ? own.map(({ message }) => message).join(' ') : row.message,
    isProblem: own.length > 0,
    path,
    old: describeValue(change.was),
    value: describeValue(wantedValue(change)),
    isExcluded: isExcluded(JSON.parse(excluded) as readonly JsonPath[], path),
  }
}

export type RunStore = ReturnType<typeof createRunStore>

export const createRunStore = (database: Database) => {
  const byId = (runId: number): StoredRun | undefined =>
    parseRun(database.get<RunColumns>(`SELECT ${RUN} WHERE id = ?`, [runId]))

  const counts = (runId: number): Run['counts'] => {
    const found = Object.fromEntries(['all', ...runRowStates].map((state) => [state, 0])) as Record<
      keyof Run['counts'],
      number
    >
    for (const { state, n } of database.all<{ state: RunRowState; n: number }>(
      'SELECT state, COUNT(*) AS n FROM send_run_rows WHERE run_id = ? GROUP BY state',
      [runId],
    )) {
      found[state] = n
      found.all += n
    }
    return found
  }

  /** Returns whether the event was allowed. */
  const advanceRow = (runId: number, sku: string, event: RowEvent, note: RowNote = {}): boolean =>
    database.transaction(() => {
      const row = database.get<{ state: RunRowState }>('SELECT state FROM send_run_rows WHERE run_id = ? AND sku = ?', [
        runId,
        sku,
      ])
      const next = row === undefined ? undefined : nextRowState(row.state, event)
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
    counts,
    advanceRow,
    /** The open run, or the last one. */
    newest: (): StoredRun | undefined => parseRun(database.get<RunColumns>(`SELECT ${RUN} ORDER BY id DESC LIMIT 1`)),
    add: (rows: readonly { readonly sku: string; readonly edit: ItemEdit }[], atMs: number): number =>
      database.transaction(() => {
        const state: RunState = { name: 'reading' }
        const { lastInsertRowid: runId } = database.run(
          'INSERT INTO send_runs (is_open, state, created_at_ms) VALUES (1, ?, ?)',
          [JSON.stringify(state), atMs],
        )
        for (const { sku, edit } of rows) {
          database.run(
            `INSERT INTO send_run_rows (run_id, sku, state, edit, is_stock_correction) VALUES (?, ?, 'unread', ?, 0)`,
            [runId, sku, JSON.stringify(edit)],
          )
        }
        database.run('DELETE FROM send_runs WHERE id <= ?', [runId - MAX_RUNS])
        return runId
      }),
    /** Returns the new state, or undefined if the event is not allowed. */
    advance: (runId: number, event: RunEvent, atMs: number, problem?: AppError): RunState | undefined =>
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
            problem: problem === undefined ? null : JSON.stringify(problem),
            startedAtMs: event.type === 'start' ? atMs : run.startedAtMs,
            endedAtMs: isOpenRun(next) ? null : atMs,
          },
        )
        return next
      }),
    /** Advances the row of a save. Returns its run, if there is one and the event was allowed. */
    advanceSave: (saveId: number, event: RowEvent, note: RowNote): number | undefined => {
      const row = database.get<{ run_id: number; sku: string }>(
        'SELECT run_id, sku FROM send_run_rows WHERE save_id = ?',
        [saveId],
      )
      return row !== undefined && advanceRow(row.run_id, row.sku, event, note) ? row.run_id : undefined
    },
    /** Stores what reading found for the plan. */
    putPlanned: (
      runId: number,
      sku: string,
      planned: Pick<StoredRunRow, 'edit' | 'contentLanguage' | 'deletions'> & {
        readonly isStockCorrection: boolean
        /** When the item was read, if that was before the plan. */
        readonly lastReadAtMs: number | null
      },
    ): void => {
      database.run(
        `UPDATE send_run_rows SET edit = ?, is_stock_correction = ?, content_language = ?, deletions = ?,
           last_read_at_ms = COALESCE(?, last_read_at_ms)
         WHERE run_id = ? AND sku = ?`,
        [
          JSON.stringify(planned.edit),
          planned.isStockCorrection ? 1 : 0,
          planned.contentLanguage,
          JSON.stringify(planned.deletions),
          planned.lastReadAtMs,
          runId,
          sku,
        ],
      )
    },
    /** Planned rows whose plan is from an earlier reading. */
    lastReading: (runId: number): { readonly items: number; readonly oldestAtMs: number } | null => {
      const found = database.get<{ items: number; oldestAtMs: number }>(
        `SELECT COUNT(*) AS items, COALESCE(MIN(last_read_at_ms), 0) AS oldestAtMs FROM send_run_rows
         WHERE run_id = ? AND state = 'planned' AND last_read_at_ms IS NOT NULL`,
        [runId],
      )
      return found === undefined || found.items === 0 ? null : found
    },
    /** In sending order. */
    rowsIn: (runId: number, state: RunRowState, limit: number): readonly StoredRunRow[] =>
      database
        .all<RunRowColumns>(
          `SELECT ${RUN_ROW} FROM send_run_rows WHERE run_id = ? AND state = ? ORDER BY ${SENDING_ORDER} LIMIT ?`,
          [runId, state, limit],
        )
        .map(parseRow),
    row: (runId: number, sku: string): StoredRunRow | undefined => {
      const row = database.get<RunRowColumns>(`SELECT ${RUN_ROW} FROM send_run_rows WHERE run_id = ? AND sku = ?`, [
        runId,
        sku,
      ])
      return row === undefined ? undefined : parseRow(row)
    },
    putExcluded: (runId: number, sku: string, excluded: readonly JsonPath[]): void =>
      void database.run('UPDATE send_run_rows SET excluded = ? WHERE run_id = ? AND sku = ?', [
        JSON.stringify(excluded),
        runId,
        sku,
      ]),
    /** The rows that the run saved, by SKU. */
    savedRows: (runId: number): readonly (StoredRunRow & { readonly saveId: number })[] =>
      database
        .all<RunRowColumns & { saveId: number }>(
          `SELECT ${RUN_ROW}, save_id AS saveId FROM send_run_rows
           WHERE run_id = ? AND state = 'saved' AND save_id IS NOT NULL ORDER BY sku`,
          [runId],
        )
        .map(parseRow),
    /** Planned rows by kind and language, in sending order. */
    plannedGroups: (runId: number): readonly RowGroup[] =>
      database
        .all<{ is_stock_correction: number; contentLanguage: string; items: number }>(
          `SELECT is_stock_correction, content_language AS contentLanguage, COUNT(*) AS items FROM send_run_rows
           WHERE run_id = ? AND state = 'planned' GROUP BY is_stock_correction, content_language
           ORDER BY is_stock_correction DESC, content_language`,
          [runId],
        )
        .map(({ is_stock_correction, ...group }) => ({ ...group, isStockCorrection: is_stock_correction === 1 })),
    /** The fields of the rows in a state. */
    cells: (
      runId: number,
      state: RunRowState | 'all',
      offset: number,
      limit: number,
    ): { readonly rows: readonly RunCell[]; readonly total: number } => {
      const from = `FROM send_run_rows r, json_each(r.edit, '$.changes') c LEFT JOIN items ON items.sku = r.sku
        LEFT JOIN item_saves s ON s.id = r.save_id WHERE r.run_id = ?1 AND (?2 = 'all' OR r.state = ?2)`
      const rows = database
        .all<
          Pick<RunCell, 'sku' | 'title' | 'state' | 'heldReason' | 'message'> & {
            problems: string
            change: string
            excluded: string
          }
        >(
          `SELECT r.sku, r.state, items.title, held_reason AS heldReason, r.problems, r.excluded, c.value AS change,
             CASE r.state WHEN 'saved' THEN COALESCE(s.note, '') ELSE r.message END AS message
           ${from} ORDER BY r.sku, c.key LIMIT ?3 OFFSET ?4`,
          [runId, state, limit, offset],
        )
        .map(describeCell)
      const total = database.get<{ n: number }>(`SELECT COUNT(*) AS n ${from}`, [runId, state])?.n ?? 0
      return { rows, total }
    },
    /** The deletions of the planned rows. */
    deletions: (runId: number): Run['deletions'] => {
      const from = `FROM send_run_rows r, json_each(r.deletions) d WHERE run_id = ? AND state = 'planned'`
      return {
        all: database.get<{ n: number }>(`SELECT COUNT(*) AS n ${from}`, [runId])?.n ?? 0,
        first: database.all(`SELECT sku, d.value ->> 'name' AS name ${from} ORDER BY sku, d.key LIMIT ?`, [
          runId,
          MAX_NAMED_DELETIONS,
        ]),
      }
    },
    /** Planned SKUs that the run deletes something of. */
    deletingSkus: (runId: number): readonly string[] =>
      database.column<string>(
        `SELECT sku FROM send_run_rows WHERE run_id = ? AND state = 'planned' AND deletions <> '[]' ORDER BY sku`,
        [runId],
      ),
    /** Skips every row that was not sent: it stays an edit. */
    skipUnsent: (runId: number): void => {
      const states = runRowStates.filter((state) => nextRowState(state, { type: 'skip' }) !== undefined)
      for (const state of states) {
        database.run("UPDATE send_run_rows SET state = 'notSent' WHERE run_id = ? AND state = ?", [runId, state])
      }
    },
    /** Marks rows whose call was interrupted by the end of the app. */
    markInterrupted: (): void => {
      const rows = database.all<{ run_id: number; sku: string }>(
        "SELECT run_id, sku FROM send_run_rows WHERE state = 'sending'",
      )
      for (const { run_id, sku } of rows) advanceRow(run_id, sku, { type: 'ended', outcome: 'unknown' })
    },
  }
}

/** Whether any row may still change. */
export const hasOpenRows = (counts: Run['counts']): boolean => openRowStates.some((state) => counts[state] > 0)
