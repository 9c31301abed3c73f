/** A page of 100,000 items by every filter and sort, and the dry run of 10,000 rows of CSV beside the parser alone. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Papa from 'papaparse'
import { createCsvImport } from '../../main/inventory/csv/csv-import.ts'
import { MAX_CSV_PART_CHARACTERS } from '../../shared/inventory/contract/csv-contract.ts'
import { itemFilters, itemSortColumns } from '../../shared/inventory/contract/list-scope.ts'
import { csvOfShop, type FilledShop, fillShop } from './inventory-shop.ts'
import { type Measure, median, percentile, type Row } from './measure.ts'

const ITEMS = 100_000
const PAGE_WITHIN_MS = 50
const CSV_ROWS = 10_000
const CSV_TIMES = 12
const TURN_WITHIN_MS = 100
const ROUNDS = 15

setFlagsFromString('--expose-gc')
/** Collects what was left lying about: ten thousand rows of one side are not to be cleared away in the time of the other. */
const clearAway = runInNewContext('gc') as () => void

const measureMs = (work: () => unknown): number => {
  const beganMs = performance.now()
  work()
  return performance.now() - beganMs
}

const workedMicros = (): number => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** How long the work takes, and the longest time for which nothing else had its turn meanwhile. */
const msOfTurns = async (
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly longestMs: number }> => {
  let longestMs = 0
  let isDone = false
  let lastMs = performance.now()
  const look = (): void => {
    const nowMs = performance.now()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  const beganMs = performance.now()
  await work()
  const ms = performance.now() - beganMs
  isDone = true
  return { ms, longestMs }
}

const measurePages = (shop: FilledShop): readonly Row[] => {
  const times: number[] = []
  const limits: number[] = []
  for (const filter of itemFilters) {
    for (const by of itemSortColumns) {
      for (const direction of ['ascending', 'descending'] as const) {
        const pageAt = (offset: number) =>
          shop.store.page({ search: '', filter, sort: { by, direction }, offset, limit: 100 })
        const { total } = pageAt(0)
        for (let share = 0; share < 1; share += 0.1) {
          const offset = Math.floor((total * share) / 100) * 100
          times.push(measureMs(() => pageAt(offset)))
          limits.push(
            measureMs(() => shop.database.all('SELECT sku FROM items ORDER BY sku LIMIT 100 OFFSET ?', [offset])),
          )
        }
      }
    }
  }
  const p95Ms = percentile(times, 0.95)
  const limitMs = percentile(limits, 0.95)
  return [
    {
      what: 'a page of 100,000 items, every filter and sort, anywhere, 95th percentile',
      limit: 'SQLite walking the same way by the key',
      limitValue: limitMs,
      ours: p95Ms,
      unit: 'ms',
      ratio: p95Ms / limitMs,
      goal: `at most ${PAGE_WITHIN_MS} ms`,
      met: p95Ms <= PAGE_WITHIN_MS,
    },
  ]
}

export const itemPages: Measure = async () => {
  const shop = fillShop(ITEMS, 25)
  try {
    return measurePages(shop)
  } finally {
    shop.close()
  }
}

export type DryRunFigures = {
  readonly parserMs: number
  readonly oursMs: number
  /** The median of the rounds' ratios. */
  readonly ratio: number
  /** Of the time that the processor worked on this thread, all rounds together: the same on a busy machine. */
  readonly workRatio: number
  /** The longest time for which main did nothing else. */
  readonly longestTurnMs: number
  readonly changed: number
}

/** The dry run of a file with `rows` rows, another quantity in every `changeEvery`th, taken in turns with papaparse alone. */
export const measureDryRun = async (rows: number, changeEvery: number, rounds: number): Promise<DryRunFigures> => {
  const shop = fillShop(rows)
  try {
    const text = csvOfShop(rows, changeEvery)
    const csv = createCsvImport({
      database: shop.database,
      store: shop.store,
      clock: { nowMs: Date.now, monotonicMs: performance.now.bind(performance), setTimer: () => () => undefined },
      onChange: () => undefined,
      onItems: () => undefined,
    })
    const parts = Array.from({ length: Math.ceil(text.length / MAX_CSV_PART_CHARACTERS) }, (_, part) =>
      text.slice(part * MAX_CSV_PART_CHARACTERS, (part + 1) * MAX_CSV_PART_CHARACTERS),
    )
    const take = (part: number) =>
      csv.take({
        name: 'shop.csv',
        blank: 'keep',
        text: parts[part] ?? '',
        part,
        isLast: part === parts.length - 1,
      })
    const upload = async (): Promise<void> => {
      for (let part = 0; part < parts.length - 1; part += 1) await take(part)
    }
    const stage = () => take(parts.length - 1)
    const parserMs: number[] = []
    const oursMs: number[] = []
    const turnMs: number[] = []
    let parserWork = 0
    let oursWork = 0
    for (let round = -2; round < rounds; round += 1) {
      await upload()
      clearAway()
      const beganWork = workedMicros()
      const alone = measureMs(() => Papa.parse(text))
      const parsedWork = workedMicros()
      clearAway()
      const stagingWork = workedMicros()
      const { ms, longestMs } = await msOfTurns(stage)
      // The first rounds warm both up.
      if (round < 0) continue
      parserWork += parsedWork - beganWork
      oursWork += workedMicros() - stagingWork
      parserMs.push(alone)
      oursMs.push(ms)
      turnMs.push(longestMs)
    }
    return {
      parserMs: median(parserMs),
      oursMs: median(oursMs),
      ratio: median(oursMs.map((ms, round) => ms / (parserMs[round] ?? Number.NaN))),
      workRatio: oursWork / parserWork,
      longestTurnMs: median(turnMs),
      changed: (await csv.staged())?.counts.changed ?? 0,
    }
  } finally {
    shop.close()
  }
}

export const csvDryRun: Measure = async () => {
  const rows: Row[] = []
  for (const [label, changeEvery] of [
    ['one row in ten changed', 10],
    ['every row changed', 1],
  ] as const) {
    const { parserMs, oursMs, ratio, longestTurnMs } = await measureDryRun(CSV_ROWS, changeEvery, ROUNDS)
    rows.push(
      {
        what: `dry run of 10,000 CSV rows, ${label}`,
        limit: 'papaparse alone on the same file',
        limitValue: parserMs,
        ours: oursMs,
        unit: 'ms',
        ratio,
        goal: `at most ${CSV_TIMES} times`,
        met: ratio <= CSV_TIMES,
      },
      {
        what: `longest turn of main in that dry run, ${label}`,
        limit: `${TURN_WITHIN_MS} ms`,
        limitValue: TURN_WITHIN_MS,
        ours: longestTurnMs,
        unit: 'ms',
        ratio: longestTurnMs / TURN_WITHIN_MS,
        goal: `at most ${TURN_WITHIN_MS} ms`,
        met: longestTurnMs <= TURN_WITHIN_MS,
      },
    )
  }
  return rows
}
