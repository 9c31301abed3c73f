/**
 * A CSV file on its way to edits: kept as it came, held against the items as a dry run, and filed when the seller says so.
 *
 * The file's text is in the database; what each row would do is worked out of it and kept in memory, and worked out again after
 * a restart. Everything goes in short turns, so that a long file never stands in the way of a click.
 */
import { withPlainLines } from '../../shared/csv-text.ts'
import type { StagedCsv, StagedCsvRow, StagedCsvState } from '../../shared/inventory/contract.ts'
import { type BlankCells, CSV_MAX_CHARACTERS } from '../../shared/inventory/csv-items.ts'
import { Failure, validation } from '../../shared/result.ts'
import { type CsvRow, openCsv } from '../csv-file.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports.ts'
import { type CsvHead, outcomeOfRow, type RowOutcome, readHead } from './csv-check.ts'
import { checkPart, createNoteSku, type DryRun, dryRunOf, type NoteSku } from './csv-dry-run.ts'
import { inTurns } from './in-turns.ts'
import type { InventoryStore } from './store.ts'

export type CsvImport = {
  /** Takes one part of a file, 0 first. */
  readonly take: (text: string, part: number) => void
  /** Reads and checks the file whose parts were taken, in place of the one staged before. Nothing is changed. */
  readonly stage: (file: { readonly name: string; readonly blank: BlankCells }) => Promise<void>
  readonly staged: () => Promise<StagedCsv | null>
  readonly rows: (
    state: StagedCsvState | 'all',
    offset: number,
    limit: number,
  ) => Promise<{ readonly rows: readonly StagedCsvRow[]; readonly total: number }>
  /** Holds the staged rows against the items as they are by now. */
  readonly recheck: () => Promise<void>
  /** SKUs of rows whose items were never read. */
  readonly unread: () => Promise<readonly string[]>
  /** Files an edit for every row that changes something; the rows that do not stay staged. Sends nothing. */
  readonly apply: () => Promise<{ readonly filed: number; readonly left: number }>
  readonly discard: () => void
}

type FileColumns = {
  upload: number
  name: string
  blank: string
  staged_at_ms: number
  lines_left: string | null
}

const none: readonly never[] = []

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
  let dryRun: DryRun | undefined
  let upload: { readonly id: number; readonly texts: string[]; characters: number } | undefined
  /** A line end that was cut between two parts. */
  let carried = ''
  const staging = new Set<number>()

  const stagedFile = (): FileColumns | undefined =>
    database.get<FileColumns>('SELECT upload, name, blank, staged_at_ms, lines_left FROM csv_file')

  const textOf = (id: number): string =>
    database
      .all<{ text: string }>('SELECT text FROM csv_parts WHERE upload = ? ORDER BY part', [id])
      .map(({ text }) => text)
      .join('')

  const linesLeftOf = ({ lines_left }: FileColumns): ReadonlySet<number> | undefined =>
    lines_left === null ? undefined : new Set(JSON.parse(lines_left) as readonly number[])

  const checkStaged = async (): Promise<DryRun | undefined> => {
    const staged = stagedFile()
    if (staged === undefined) return undefined
    const file = openCsv(textOf(staged.upload))
    return dryRunOf(store, file, readHead(file.head), staged.blank as BlankCells, linesLeftOf(staged))
  }

  /** The dry run of the staged file; after a restart it is made again first. */
  const dryRunNow = async (): Promise<DryRun | undefined> => {
    if (dryRun !== undefined) return dryRun
    return inTurn(async () => {
      dryRun ??= await checkStaged()
      return dryRun
    })
  }

  /** Drops the texts of files that are neither staged, nor being staged, nor on their way here. */
  const dropTexts = (): void =>
    void database.run(
      'DELETE FROM csv_parts WHERE upload NOT IN (SELECT upload FROM csv_file) AND upload NOT IN (SELECT value FROM json_each(?))',
      [JSON.stringify([...staging, upload?.id ?? -1])],
    )

  const clear = (): void => {
    dryRun = undefined
    database.run('DELETE FROM csv_file')
    dropTexts()
  }

  const stageNow = async (taken: number, text: string, name: string, blank: BlankCells): Promise<void> => {
    const file = openCsv(text)
    const head = readHead(file.head)
    const [first] = head.problems
    if (first !== undefined) {
      throw new Failure({
        kind: 'validation',
        message: `${name} cannot be read. ${first}`,
        issues: head.problems.map((message) => ({ path: 'text', message })),
      })
    }
    const checked = await dryRunOf(store, file, head, blank, undefined)
    // The text of the file before goes with the next one: taking it away takes longer than all this.
    await database.durably(() => {
      database.run('DELETE FROM csv_file')
      database.run('INSERT INTO csv_file (id, upload, name, blank, staged_at_ms) VALUES (1, ?, ?, ?, ?)', [
        taken,
        name,
        blank,
        clock.nowMs(),
      ])
    })
    dryRun = checked
    deps.onChange()
  }

  /** Files the edits of one part's rows, all in one transaction. Returns the lines that stay, and how many were filed. */
  const applyPart = (
    part: readonly CsvRow[],
    head: CsvHead,
    blank: BlankCells,
    noteSku: NoteSku,
    linesLeft: ReadonlySet<number> | undefined,
  ): { readonly filed: number; readonly left: readonly number[] } =>
    database.transaction(() => {
      let filed = 0
      const left: number[] = []
      // The items may have moved since the dry run: what is filed is what the rows change of them now.
      const { skus, outcomes } = checkPart(store, part, head, blank, noteSku)
      const items = store.briefs(skus)
      for (const [index, outcome] of outcomes.entries()) {
        const row = part[index]
        const sku = skus[index]
        if (row === undefined || sku === undefined || (linesLeft !== undefined && !linesLeft.has(row.line))) continue
        if (outcome.state === 'problem' || outcome.state === 'unread') left.push(row.line)
        if (outcome.state !== 'changed' && outcome.state !== 'new') continue
        const item = items.get(sku)
        const { edit } = outcomeOfRow(row, head, blank, item)
        if (edit === undefined) continue
        const source = item?.edit === undefined ? 'a CSV file' : (store.item(sku)?.editSource ?? null)
        store.putEdit(sku, edit, clock.nowMs(), source)
        filed += 1
      }
      return { filed, left }
    })

  return {
    take: (text, part) => {
      if (part === 0) {
        carried = ''
        const newest = database.get<{ id: number | null }>('SELECT MAX(upload) AS id FROM csv_parts')?.id ?? 0
        upload = { id: newest + 1, texts: [], characters: 0 }
        dropTexts()
      }
      if (upload === undefined || part !== upload.texts.length) {
        throw new Failure({ kind: 'conflict', message: 'Another file was begun meanwhile. Choose the file again.' })
      }
      upload.characters += text.length
      if (upload.characters > CSV_MAX_CHARACTERS) {
        upload = undefined
        throw validation('text', `The file has more than ${CSV_MAX_CHARACTERS} characters. Split it.`)
      }
      // Line ends become one kind here, part by part: of a whole file at once it would take a while. One may be cut in two.
      const whole = carried + text
      carried = whole.endsWith('\r') ? '\r' : ''
      const even = withPlainLines(carried === '' ? whole : whole.slice(0, -1))
      database.run('INSERT INTO csv_parts (upload, part, text) VALUES (?, ?, ?)', [upload.id, part, even])
      upload.texts.push(even)
    },
    stage: ({ name, blank }) => {
      if (upload === undefined) throw new TypeError('A file is taken before it is staged')
      const { id, texts } = upload
      upload = undefined
      staging.add(id)
      return inTurn(() => stageNow(id, texts.join(''), name, blank)).finally(() => staging.delete(id))
    },
    staged: async () => {
      const found = await dryRunNow()
      const file = stagedFile()
      if (found === undefined || file === undefined) return null
      const countOf = (state: StagedCsvState): number => found.byState.get(state)?.length ?? 0
      return {
        name: file.name,
        blank: file.blank as BlankCells,
        delimiter: found.delimiter,
        unknownColumns: found.head.unknownColumns,
        stagedAtMs: file.staged_at_ms,
        counts: {
          all: found.lines.length,
          changed: countOf('changed'),
          new: countOf('new'),
          unchanged: countOf('unchanged'),
          unread: countOf('unread'),
          problem: countOf('problem'),
        },
      }
    },
    rows: async (state, offset, limit) => {
      const found = await dryRunNow()
      if (found === undefined) return { rows: [], total: 0 }
      const { lines, skus, outcomes, byState } = found
      const places = state === 'all' ? undefined : (byState.get(state) ?? none)
      const total = places?.length ?? lines.length
      const count = Math.max(0, Math.min(limit, total - offset))
      const rows = Array.from({ length: count }, (_, index): StagedCsvRow => {
        const place = places === undefined ? offset + index : (places[offset + index] ?? 0)
        const outcome: RowOutcome = outcomes[place] ?? { state: 'unread' }
        return {
          line: lines[place] ?? 0,
          sku: skus[place] ?? '',
          state: outcome.state,
          problems: outcome.state === 'problem' ? [...outcome.problems] : [],
          paths: 'columns' in outcome ? outcome.columns.map(({ path }) => path) : [],
        }
      })
      return { rows, total }
    },
    recheck: () =>
      inTurn(async () => {
        dryRun = await checkStaged()
        deps.onChange()
      }),
    unread: async () => {
      const found = await dryRunNow()
      return (found?.byState.get('unread') ?? none).map((place) => found?.skus[place] ?? '')
    },
    apply: () =>
      inTurn(async () => {
        const staged = stagedFile()
        if (staged === undefined) return { filed: 0, left: 0 }
        const file = openCsv(textOf(staged.upload))
        const head = readHead(file.head)
        const noteSku = createNoteSku()
        const linesLeft = linesLeftOf(staged)
        const left: number[] = []
        let filed = 0
        await inTurns(file.parts(), (part) => {
          const done = applyPart(part, head, staged.blank as BlankCells, noteSku, linesLeft)
          filed += done.filed
          left.push(...done.left)
        })
        if (left.length === 0) database.transaction(clear)
        else {
          database.run('UPDATE csv_file SET lines_left = ?', [JSON.stringify(left)])
          dryRun = await checkStaged()
        }
        deps.onChange()
        deps.onItems()
        return { filed, left: left.length }
      }),
    discard: () => {
      database.transaction(clear)
      deps.onChange()
    },
  }
}
