/** A page of the mapping task list in main among 5,000 tasks: at the top, in the middle, at the end, and of one state. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDatabase } from '../../main/database/database.ts'
import { createMappingStore, mappingSchema } from '../../main/mapping/store.ts'
import type { TaskState } from '../../shared/mapping/task.ts'
import { fillTasks } from './mapping-data.ts'
import { type Measure, percentile } from './measure.ts'

const TASKS = 5_000
const ROWS = 100
const ROUNDS = 100
const PAGE_WITHIN_MS = 5

type Figure = { readonly what: string; readonly p50Ms: number; readonly p95Ms: number }

const measure = (what: string, work: () => void): Figure => {
  const times = Array.from({ length: ROUNDS }, () => {
    const startedMs = performance.now()
    work()
    return performance.now() - startedMs
  })
  return { what, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) }
}

/** A hundred rows with all totals, as one call of the window reads them, and SQLite's own time for a hundred rows. */
const measureTaskList = (): { readonly pages: readonly Figure[]; readonly limit: Figure } => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const connection = new DatabaseSync(join(folder, 'tasks.sqlite'))
  try {
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
    connection.exec(mappingSchema)
    const database = createDatabase(connection)
    fillTasks(database, TASKS)
    const store = createMappingStore(database)
    const pageAt = (offset: number, state?: TaskState) => (): void => {
      store.page({ offset, limit: ROWS, state })
      store.totals(state)
    }
    const byRef = connection.prepare('SELECT * FROM mapping_task ORDER BY task_ref DESC LIMIT 100')
    return {
      pages: [
        measure('at the top', pageAt(0)),
        measure('in the middle', pageAt(TASKS / 2)),
        measure('at the end', pageAt(TASKS - ROWS)),
        measure('of one state', pageAt(1_000, 'completed')),
      ],
      limit: measure('SQLite alone', () => void byRef.all()),
    }
  } finally {
    connection.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const mappingList: Measure = async () => {
  const { pages, limit } = measureTaskList()
  return pages.map(({ what, p95Ms }) => ({
    what: `100 of 5,000 mapping tasks ${what}, 95th percentile`,
    limit: 'SQLite reading a hundred rows by key',
    limitValue: limit.p95Ms,
    ours: p95Ms,
    unit: 'ms',
    ratio: p95Ms / limit.p95Ms,
    goal: `at most ${PAGE_WITHIN_MS} ms`,
    met: p95Ms <= PAGE_WITHIN_MS,
  }))
}
