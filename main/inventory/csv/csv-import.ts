/**
 * Turns a CSV file into edits: staged unchanged, checked in a dry run, applied when the seller says so.
 *
 * The database keeps the file's text, and the cells the seller corrected. The dry run is kept in memory and computed again after a restart.
 */

import { restoreFormula } from '../../../shared/csv-text.ts'
import {
  type BlankCells,
  type CsvRowState,
  csvRowStates,
  type StagedCsv,
  type StagedCsvRow,
} from '../../../shared/inventory/contract/csv-contract.ts'
import type { PrivateFieldId } from '../../../shared/inventory/fields/private-fields.ts'
import type { MoneyStyle } from '../../../shared/money.ts'
import { conflict, validation } from '../../../shared/result.ts'
import { type CsvFile, type CsvRow, parseCsv, writeCsv } from '../../csv-file.ts'
import type { Database } from '../../database/database.ts'
import { parseStored } from '../../database/stored-json.ts'
import type { OfferCells } from '../../offer-cells-port.ts'
import type { Clock } from '../../ports.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { forEachBatch } from '../batches.ts'
import type { CellBlocks } from '../items/cell-blocks.ts'
import { parseSkuCell } from '../items/cell-values.ts'
import { parseColumn } from '../items/columns.ts'
import type { InventoryStore } from '../store.ts'
import { createChangedSkus } from './changed-sku.ts'
import {
  type ColumnChoices,
  type CsvHeader,
  checkRow,
  checkRowShape,
  parseHeader,
  type RowOutcome,
  toColumnKey,
} from './csv-check.ts'
import { requireSize } from './csv-size.ts'
import { type ExporterHabit, exporterHabits } from './exporter-habits.ts'
import { fromNamesLine } from './names-line.ts'

export const MAX_CSV_CHARACTERS = 30_000_000
const BATCH_ROWS = 250
const SOURCE = 'a CSV file'

type StagedFile = {
  name: string
  blank: BlankCells
  text: string
  lines_left: string | null
  mended: string
}
/** Corrected cells, by line and by column from 1. */
type CorrectedCells = Readonly<Record<string, Readonly<Record<string, string>>>>
type CheckedRow = RowOutcome & { readonly line: number; readonly sku: string }
/** Without the changes, which would keep every item's record in memory. Applying checks each row again anyway. */
type DryRunRow = Omit<CheckedRow, 'edit' | 'offer'>
type DryRun = { readonly file: CsvFile; readonly header: CsvHeader; readonly rows: readonly DryRunRow[] }

type OpenedFile = {
  readonly file: CsvFile
  readonly header: CsvHeader
  readonly blank: BlankCells
  /** The lines that were not applied yet; undefined if these are all lines. */
  readonly linesLeft: ReadonlySet<number> | undefined
  /** The lines whose SKU the seller corrected or confirmed. */
  readonly confirmed: ReadonlySet<number>
}

/** Replaces the corrected cells of a row. A corrected cell beyond the row's end is added; cells missing before it stay missing. */
const correctRow = (row: CsvRow, corrected: CorrectedCells, width: number): CsvRow => {
  const own = corrected[row.line]
  if (own === undefined) return row
  const cells = [...row.cells]
  for (const [column, cell] of Object.entries(own)) {
    if (Number(column) <= Math.max(width, row.cells.length)) cells[Number(column) - 1] = cell
  }
  return { ...row, cells }
}

const openFile = (
  staged: Pick<StagedFile, 'text' | 'blank' | 'lines_left' | 'mended'>,
  choices: ColumnChoices,
  hasMoreFields: boolean,
): OpenedFile => {
  const { text, blank, lines_left } = staged
  const file = fromNamesLine(requireSize(parseCsv(text)), choices, hasMoreFields)
  const corrected = parseStored<CorrectedCells>(staged.mended, {})
  const linesLeft = lines_left === null ? undefined : new Set(parseStored<readonly number[]>(lines_left, []))
  const rows = file.rows.map((row) => correctRow(row, corrected, file.header.length))
  const header = parseHeader(file.header, choices, hasMoreFields)
  const confirmed = new Set(
    Object.entries(corrected).flatMap(([line, cells]) => (header.skuColumn.number in cells ? [Number(line)] : [])),
  )
  return { file: { ...file, rows }, header, blank, linesLeft, confirmed }
}

const habitNotes: Readonly<Record<ExporterHabit, string>> = {
  lineEnds: 'Where the file has \\n, a new line was read',
  entities: 'Where the file has signs such as &amp;, the sign itself was read',
}

const describeHabits = (rows: readonly Pick<DryRunRow, 'habits'>[]): readonly string[] =>
  exporterHabits.flatMap((habit) => {
    const count = rows.filter(({ habits }) => habits.includes(habit)).length
    return count === 0
      ? []
      : [`${habitNotes[habit]} (${count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`}).`]
  })

export type CsvImport = ReturnType<typeof createCsvImport>

export const createCsvImport = (deps: {
  readonly database: Database
  readonly store: InventoryStore
  readonly blocks: CellBlocks
  readonly clock: Clock
  /** A getter, because the listing feature is created after this one. */
  readonly offerCells: () => OfferCells
  readonly moneyStyle: () => MoneyStyle
  readonly onChange: () => void
  readonly onItems: () => void
}) => {
  const { database, store, clock } = deps
  const hasMoreFields = store.rules.capabilities.moreFields
  const runSerially = createSerialQueue()
  let dryRun: DryRun | undefined
  let upload: { readonly parts: string[]; characters: number } | undefined

  const stagedFile = (): StagedFile | undefined =>
    database.get<StagedFile>('SELECT name, blank, text, lines_left, mended FROM csv_file')

  const checkBatch = (
    rows: readonly CsvRow[],
    header: CsvHeader,
    blank: BlankCells,
    lineBySku: Map<string, number>,
    {
      confirmed,
      findMeant,
    }: { readonly confirmed: ReadonlySet<number>; readonly findMeant: (sku: string) => string | undefined },
  ): readonly CheckedRow[] => {
    const parsed = rows.map((row) => ({ row, ...parseSkuCell(row.cells[header.skuColumn.number - 1] ?? '') }))
    const skus = parsed.map(({ sku }) => sku)
    const items = store.contents(skus)
    const offers = header.offerColumns.length === 0 ? undefined : deps.offerCells().rows(skus)
    const noted = header.privateColumns.length === 0 ? undefined : store.privateTexts(skus)
    const style = deps.moneyStyle()
    return parsed.map(({ row, sku, problem: newSkuProblem }) => {
      // A SKU in the list exists, whatever its characters (PLT-39).
      const problem = items.has(sku) ? undefined : newSkuProblem
      const { line } = row
      // A SKU that the seller corrected is what they mean.
      const isMeant = items.has(sku) || confirmed.has(line)
      const problems = checkRowShape(
        row,
        header,
        sku,
        problem,
        lineBySku.get(sku),
        isMeant ? undefined : findMeant(sku),
      )
      if (problem === undefined && !lineBySku.has(sku)) lineBySku.set(sku, line)
      if (problems.length === 0) {
        const own = { texts: noted?.get(sku), style }
        return { line, sku, ...checkRow(row, header, blank, items.get(sku), store.rules, offers?.get(sku), own) }
      }
      // The cells are checked too, so that the seller can correct everything at once.
      const cells = checkRow(row, header, blank, undefined, store.rules, offers?.get(sku)).problems
      return { line, sku, state: 'problem', problems: [...problems, ...cells], paths: [], habits: [] }
    })
  }

  /** Checks a whole file in short turns. `visit` sees each batch before the next one is checked. */
  const checkFile = async (
    { file, header, blank, linesLeft, confirmed }: OpenedFile,
    visit: (rows: readonly CheckedRow[]) => void,
  ): Promise<void> => {
    const lineBySku = new Map<string, number>()
    let changed: ReturnType<typeof createChangedSkus> | undefined
    const findMeant = (sku: string): string | undefined => {
      changed ??= createChangedSkus(store.allSkus())
      return changed(sku)
    }
    await forEachBatch(file.rows, BATCH_ROWS, (batch) => {
      database.transaction(() => {
        const checked = checkBatch(batch, header, blank, lineBySku, { confirmed, findMeant })
        visit(linesLeft === undefined ? checked : checked.filter(({ line }) => linesLeft.has(line)))
      })
    })
  }

  const dryRunFile = async (opened: OpenedFile): Promise<DryRun> => {
    const rows: DryRunRow[] = []
    const { file, header } = opened
    if (header.problems.length === 0) {
      await checkFile(opened, (batch) => {
        for (const { edit: _edit, offer: _offer, noted: _noted, ...row } of batch) rows.push(row)
      })
    }
    return { file, header, rows }
  }

  const recheckNow = async (): Promise<void> => {
    const file = stagedFile()
    dryRun = file === undefined ? undefined : await dryRunFile(openFile(file, store.csvColumns(), hasMoreFields))
  }

  const recheckAndNotify = async (): Promise<void> => {
    await recheckNow()
    deps.onChange()
  }

  const currentDryRun = async (): Promise<DryRun | undefined> => {
    if (dryRun === undefined) await runSerially(async () => (dryRun === undefined ? recheckNow() : undefined))
    return dryRun
  }

  const stageNow = async (name: string, blank: BlankCells, text: string): Promise<void> => {
    const opened = openFile({ text, blank, lines_left: null, mended: '{}' }, store.csvColumns(), hasMoreFields)
    if (opened.file.header.length === 0) throw validation('text', `${name} can’t be read. ${opened.header.problems[0]}`)
    await deps.offerCells().prepare(opened.header.offerColumns.map(({ id }) => id))
    const checked = await dryRunFile(opened)
    await database.durably(() =>
      database.run('INSERT OR REPLACE INTO csv_file (id, name, blank, text) VALUES (1, ?, ?, ?)', [name, blank, text]),
    )
    dryRun = checked
    deps.onChange()
  }

  const applyNow = async (): Promise<{
    readonly filed: number
    readonly left: number
    readonly blockId: number | null
  }> => {
    const file = stagedFile()
    if (file === undefined) return { filed: 0, left: 0, blockId: null }
    const opened = openFile(file, store.csvColumns(), hasMoreFields)
    const { problems, offerColumns, privateColumns } = opened.header
    if (problems.length > 0) throw validation('columns', problems.join(' '))
    const left: number[] = []
    const listed: string[] = []
    let filed = 0
    const apply = ({ edit, offer, noted, sku }: CheckedRow): void => {
      if (offer !== undefined) {
        deps.offerCells().stage(sku, offer)
        listed.push(sku)
      }
      for (const [field, text] of Object.entries(noted ?? {}))
        store.putPrivateText(sku, field as PrivateFieldId, text, deps.moneyStyle().currency)
      if (edit === undefined) return
      const before = store.content(sku)
      store.putEdit(sku, edit, clock.nowMs(), before?.edit === undefined ? SOURCE : before.editSource)
    }
    const blockId = await deps.blocks.record(
      offerColumns.map(({ id }) => id),
      privateColumns.map(({ field }) => field.id),
      async (block) => {
        // Items may have changed since the dry run, so each row is checked again before it is applied.
        await checkFile(opened, (rows) => {
          for (const row of rows) {
            if (row.state === 'problem' || row.state === 'unread') left.push(row.line)
            if (row.edit === undefined && row.offer === undefined && row.noted === undefined) continue
            block.change(row.sku, () => apply(row))
            filed += 1
          }
        })
        return block.id()
      },
    )
    if (left.length === 0) discardNow()
    else {
      database.run('UPDATE csv_file SET lines_left = ?', [JSON.stringify(left)])
      await recheckAndNotify()
    }
    deps.onItems()
    deps.offerCells().notify(listed)
    return { filed, left: left.length, blockId: blockId ?? null }
  }

  const discardNow = (): void => {
    dryRun = undefined
    database.run('DELETE FROM csv_file')
    deps.onChange()
  }

  return {
    /** Discards the staged file, also one that is still being staged. */
    discard: (): Promise<void> => runSerially(async () => discardNow()),
    /** Takes one part of a file, from 0. The last part stages it. */
    take: async ({
      name,
      text,
      part,
      isLast,
      blank,
    }: {
      readonly name: string
      readonly text: string
      readonly part: number
      readonly isLast: boolean
      readonly blank: BlankCells
    }): Promise<void> => {
      if (part === 0) upload = { parts: [], characters: 0 }
      if (upload === undefined || part !== upload.parts.length) {
        throw conflict('The import of another file was started. Choose the file again.')
      }
      upload.parts.push(text)
      upload.characters += text.length
      if (upload.characters > MAX_CSV_CHARACTERS) {
        upload = undefined
        throw validation('text', `The file has more than ${MAX_CSV_CHARACTERS} characters. Split it.`)
      }
      if (!isLast) return
      const whole = upload.parts.join('')
      upload = undefined
      await runSerially(() => stageNow(name, blank, whole))
    },
    staged: async (): Promise<StagedCsv | null> => {
      const found = await currentDryRun()
      const file = stagedFile()
      if (found === undefined || file === undefined) return null
      const count = (state: CsvRowState): number => found.rows.filter((row) => row.state === state).length
      const counts = Object.fromEntries(csvRowStates.map((state) => [state, count(state)])) as Record<
        CsvRowState,
        number
      >
      return {
        name: file.name,
        blank: file.blank,
        namesLine: found.file.headerLine,
        columns: found.header.targets.map((column, index) => ({
          ...column,
          sample: (found.file.rows.find(({ cells }) => (cells[index] ?? '').trim() !== '')?.cells[index] ?? '').slice(
            0,
            60,
          ),
        })),
        notes: [...found.header.notes, ...describeHabits(found.rows)],
        problems: found.header.problems,
        counts: { ...counts, all: found.rows.length },
      }
    },
    rows: async (
      state: CsvRowState | 'all',
      offset: number,
      limit: number,
    ): Promise<{ readonly rows: readonly StagedCsvRow[]; readonly total: number }> => {
      const found = (await currentDryRun())?.rows ?? []
      const shown = state === 'all' ? found : found.filter((row) => row.state === state)
      return { rows: shown.slice(offset, offset + limit), total: shown.length }
    },
    recheck: (): Promise<void> => runSerially(recheckAndNotify),
    /** See `matchCsvColumn` in the contract. */
    match: (name: string, target: string | null): Promise<void> => {
      if (target !== null && parseColumn(target, hasMoreFields).kind === 'unknown') {
        throw validation('target', `“${target}” isn’t an inventory field.`)
      }
      return runSerially(async () => {
        store.setCsvColumns({ ...store.csvColumns(), [toColumnKey(name)]: target })
        await recheckAndNotify()
      })
    },
    correctCell: (line: number, column: number, cell: string): Promise<void> =>
      runSerially(async () => {
        const file = stagedFile()
        if (file === undefined) return
        const corrected = parseStored<CorrectedCells>(file.mended, {})
        const next: CorrectedCells = { ...corrected, [line]: { ...corrected[line], [column]: cell } }
        database.run('UPDATE csv_file SET mended = ?', [JSON.stringify(next)])
        await recheckAndNotify()
      }),
    exportProblems: async (): Promise<{ readonly text: string }> => {
      const { file, rows = [] } = (await currentDryRun()) ?? {}
      const problemOf = new Map(
        rows
          .filter(({ state }) => state === 'problem')
          .map(({ line, problems }) => [line, problems.map(({ message }) => message).join(' ')]),
      )
      const width = file?.header.length ?? 0
      const bad = (file?.rows ?? []).flatMap(({ line, cells }) => {
        const problem = problemOf.get(line)
        const length = Math.max(width, cells.length)
        // Without the escaping of formulas, which the writer adds again.
        const meant = Array.from({ length }, (_, index) => restoreFormula(cells[index] ?? ''))
        return problem === undefined ? [] : [[...meant, problem]]
      })
      return { text: writeCsv([[...(file?.header ?? []), 'problem'], ...bad]) }
    },
    /** SKUs of rows whose items were never read. */
    unreadSkus: async (): Promise<readonly string[]> =>
      ((await currentDryRun())?.rows ?? []).filter(({ state }) => state === 'unread').map(({ sku }) => sku),
    apply: () => runSerially(applyNow),
  }
}
