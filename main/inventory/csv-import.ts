/** A CSV file on its way to edits: staged in the database, checked against the items, and filed when the seller says so. */
import { setImmediate } from 'node:timers/promises'
import type { StagedCsv, StagedCsvRow, StagedCsvState } from '../../shared/inventory/contract.ts'
import { type BlankCells, CSV_MAX_CHARACTERS, csvCellsOf, csvHeadOf } from '../../shared/inventory/csv-items.ts'
import { viewOf } from '../../shared/inventory/item.ts'
import { applyEdit } from '../../shared/inventory/item-edit.ts'
import { type JsonPath, valueAt } from '../../shared/inventory/json.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Database, SqlValue } from '../database/database.ts'
import type { Clock } from '../ports.ts'
import { type CellProblem, type CellRequest, type CheckedRow, checkCsv, outcomeOfRow } from './csv-check.ts'
import { readCsv, writeCsv } from './csv-file.ts'
import type { InventoryStore, ItemsRequest } from './store.ts'

export type CsvImport = {
  /** Takes one part of a file, 0 first; gives what makes the whole text of it. */
  readonly take: (text: string, part: number) => () => string
  /** Reads and checks a file, in place of the one staged before. Nothing is changed. */
  readonly stage: (file: { readonly name: string; readonly text: string; readonly blank: BlankCells }) => Promise<void>
  readonly staged: () => StagedCsv | null
  readonly rows: (
    state: StagedCsvState | 'all',
    offset: number,
    limit: number,
  ) => { readonly rows: readonly StagedCsvRow[]; readonly total: number }
  /** Holds the staged rows against the items as they are by now. */
  readonly recheck: () => Promise<void>
  /** SKUs of rows whose items were never read. */
  readonly unread: () => readonly string[]
  /** Files an edit for every row that changes something; the rows that do not stay staged. Sends nothing. */
  readonly apply: () => Promise<{ readonly filed: number; readonly left: number }>
  readonly discard: () => void
  /** The items of a list as a file, with their unsaved edits. */
  readonly export: (request: Pick<ItemsRequest, 'search' | 'filter'>) => {
    readonly text: string
    readonly items: number
  }
}

/** So many rows in one transaction; between two the rest of the app has its turn. */
const ROWS_AT_ONCE = 500
const MOST_ITEMS = 100_000

export const createCsvImport = (deps: {
  readonly database: Database
  readonly store: InventoryStore
  readonly clock: Clock
  /** Told after rows were staged, checked or filed. */
  readonly onChange: () => void
  /** Told after edits were filed. */
  readonly onItems: () => void
}): CsvImport => {
  const { database, store, clock } = deps
  /** One file at a time: a second act waits for the first to end. */
  let working: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = working.catch(() => undefined).then(work)
    working = next
    return next
  }

  const putOutcome = (row: CheckedRow): void => {
    const outcome = outcomeOfRow(row, store.brief(row.sku))
    database.run('UPDATE csv_rows SET state = ?, found = ?, paths = ? WHERE line = ?', [
      outcome.state,
      JSON.stringify(outcome.state === 'problem' ? outcome.problems : []),
      JSON.stringify('paths' in outcome ? outcome.paths : []),
      row.line,
    ])
  }

  const rowsAfter = (line: number): readonly CheckedRow[] =>
    database
      .all<{ line: number; sku: string; requests: string; problems: string }>(
        'SELECT line, sku, requests, problems FROM csv_rows WHERE line > ? ORDER BY line LIMIT ?',
        [line, ROWS_AT_ONCE],
      )
      .map((row) => ({
        line: row.line,
        sku: row.sku,
        requests: JSON.parse(row.requests) as readonly CellRequest[],
        problems: JSON.parse(row.problems) as readonly CellProblem[],
      }))

  /** Every staged row, a group in one transaction each. */
  const forEachRow = async (work: (row: CheckedRow) => void): Promise<void> => {
    let line = 0
    for (;;) {
      const rows = rowsAfter(line)
      const last = rows.at(-1)
      if (last === undefined) return
      line = last.line
      database.transaction(() => {
        for (const row of rows) work(row)
      })
      await setImmediate()
    }
  }

  const clear = (): void => {
    database.run('DELETE FROM csv_rows')
    database.run('DELETE FROM csv_file')
  }

  const recheckNow = async (): Promise<void> => {
    await forEachRow(putOutcome)
    deps.onChange()
  }

  const countOf = (where: string, params: readonly SqlValue[] = []): number =>
    database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM csv_rows WHERE ${where}`, params)?.n ?? 0

  let parts: string[] = []
  let characters = 0

  return {
    take: (text, part) => {
      if (part === 0) {
        parts = []
        characters = 0
      }
      if (part !== parts.length) {
        throw new Failure({ kind: 'conflict', message: 'Another file was begun meanwhile. Choose the file again.' })
      }
      characters += text.length
      if (characters > CSV_MAX_CHARACTERS) {
        parts = []
        throw validation('text', `The file has more than ${CSV_MAX_CHARACTERS} characters. Split it.`)
      }
      parts.push(text)
      return () => {
        const whole = parts.join('')
        parts = []
        return whole
      }
    },
    stage: ({ name, text, blank }) =>
      inTurn(async () => {
        const file = readCsv(text)
        const isListAt = (sku: string, path: JsonPath): boolean =>
          Array.isArray(valueAt(store.brief(sku)?.record, path))
        const checked = checkCsv(file, blank, isListAt)
        const first = checked.problems[0]
        if (first !== undefined) {
          throw new Failure({
            kind: 'validation',
            message: `${name} cannot be read. ${first}`,
            issues: checked.problems.map((message) => ({ path: 'text', message })),
          })
        }
        database.transaction(() => {
          clear()
          database.run(
            'INSERT INTO csv_file (id, name, blank, delimiter, unknown_columns, staged_at_ms) VALUES (1, ?, ?, ?, ?, ?)',
            [name, blank, file.delimiter, JSON.stringify(checked.unknownColumns), clock.nowMs()],
          )
          for (const row of checked.rows) {
            const outcome = outcomeOfRow(row, store.brief(row.sku))
            database.run(
              'INSERT INTO csv_rows (line, sku, requests, problems, state, found, paths) VALUES (?, ?, ?, ?, ?, ?, ?)',
              [
                row.line,
                row.sku,
                JSON.stringify(row.requests),
                JSON.stringify(row.problems),
                outcome.state,
                JSON.stringify(outcome.state === 'problem' ? outcome.problems : []),
                JSON.stringify('paths' in outcome ? outcome.paths : []),
              ],
            )
          }
        })
        deps.onChange()
      }),
    staged: () => {
      const file = database.get<{
        name: string
        blank: string
        delimiter: string
        unknown_columns: string
        staged_at_ms: number
      }>('SELECT name, blank, delimiter, unknown_columns, staged_at_ms FROM csv_file')
      if (file === undefined) return null
      const counts = { all: countOf('1'), changed: 0, new: 0, unchanged: 0, unread: 0, problem: 0 }
      for (const { state, n } of database.all<{ state: string; n: number }>(
        'SELECT state, COUNT(*) AS n FROM csv_rows GROUP BY state',
      )) {
        counts[state as StagedCsvState] = n
      }
      return {
        name: file.name,
        blank: file.blank as BlankCells,
        delimiter: file.delimiter,
        unknownColumns: JSON.parse(file.unknown_columns) as readonly string[],
        stagedAtMs: file.staged_at_ms,
        counts,
      }
    },
    rows: (state, offset, limit) => {
      const where = state === 'all' ? '1' : 'state = ?'
      const params = state === 'all' ? [] : [state]
      const rows = database
        .all<{ line: number; sku: string; state: string; found: string; paths: string }>(
          `SELECT line, sku, state, found, paths FROM csv_rows WHERE ${where} ORDER BY line LIMIT ? OFFSET ?`,
          [...params, limit, offset],
        )
        .map((row) => ({
          line: row.line,
          sku: row.sku,
          state: row.state as StagedCsvState,
          problems: JSON.parse(row.found) as readonly CellProblem[],
          paths: JSON.parse(row.paths) as readonly JsonPath[],
        }))
      return { rows, total: countOf(where, params) }
    },
    recheck: () => inTurn(recheckNow),
    unread: () =>
      database
        .all<{ sku: string }>("SELECT sku FROM csv_rows WHERE state = 'unread' ORDER BY line")
        .map(({ sku }) => sku),
    apply: () =>
      inTurn(async () => {
        let filed = 0
        await forEachRow((row) => {
          // The item may have moved since the dry run: what is filed is what the row changes of it now.
          const item = store.brief(row.sku)
          const outcome = outcomeOfRow(row, item)
          if (outcome.state === 'changed' || outcome.state === 'new') {
            const source = item?.edit === undefined ? 'a CSV file' : (store.item(row.sku)?.editSource ?? null)
            store.putEdit(row.sku, outcome.edit, clock.nowMs(), source)
            filed += 1
          }
          if (outcome.state === 'problem' || outcome.state === 'unread') putOutcome(row)
          else database.run('DELETE FROM csv_rows WHERE line = ?', [row.line])
        })
        const left = countOf('1')
        if (left === 0) database.transaction(clear)
        deps.onChange()
        deps.onItems()
        return { filed, left }
      }),
    discard: () => {
      database.transaction(clear)
      deps.onChange()
    },
    export: ({ search, filter }) => {
      const { items } = store.page({
        search,
        filter,
        sort: { by: 'sku', direction: 'ascending' },
        offset: 0,
        limit: MOST_ITEMS,
      })
      const views = items.map(({ sku }) => {
        const item = store.brief(sku)
        return { sku, view: viewOf(applyEdit(item?.record, item?.edit)) }
      })
      const names = [...new Set(views.flatMap(({ view }) => view.aspects.map(({ name }) => name)))].sort()
      const text = writeCsv([csvHeadOf(names), ...views.map(({ sku, view }) => csvCellsOf(sku, view, names))])
      return { text, items: views.length }
    },
  }
}
