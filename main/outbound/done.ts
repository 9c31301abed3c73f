/** Lists what was carried out lately, by whom, and whether it can be taken back. */
import { type DoneEntry, MAX_DONE_CHANGES } from '../../shared/outbound/done-contract.ts'
import type { Run, RunChange } from '../../shared/outbound/run-contract.ts'
import type { Database } from '../database/database.ts'
import type { AnyKind } from './kind.ts'
import type { AnyRow, OutboundStore } from './outbound-store.ts'

type DoneDeps = {
  readonly database: Database
  readonly store: Pick<OutboundStore, 'select' | 'requireKind'>
  readonly findRun: (runId: number) => Run | null
}

type Found = ({ run_id: number; id: null } | { run_id: null; id: string }) & { at_ms: number; count: number }

/** The values that a row changes; none for kinds that change no values. The row must be readable. */
export const listChanges = ({ inRun }: AnyKind, { payload }: Pick<AnyRow, 'payload'>): RunChange[] =>
  inRun === undefined ? [] : inRun.describe(payload).changes.slice(0, MAX_DONE_CHANGES)

/** Single changes, and one entry per run. */
const FOUND = `
  SELECT run_id, CASE WHEN run_id IS NULL THEN id END AS id, MAX(changed_at_ms) AS at_ms, COUNT(*) AS count
  FROM outbound WHERE state = 'sent' AND changed_at_ms >= ? GROUP BY COALESCE(run_id, id)`

export const createDone = ({ database, store, findRun }: DoneDeps) => {
  const toRunEntry = (runId: number, atMs: number, count: number): readonly DoneEntry[] => {
    const run = findRun(runId)
    if (run === null) return []
    const { label, revertsRunId, canRevert } = run
    return [
      {
        id: `run:${runId}`,
        atMs,
        by: 'run',
        kind: null,
        page: null,
        title: '',
        changes: [],
        run: { runId, label, revertsRunId, count, canRevert },
      },
    ]
  }

  const toEntry = (id: string, atMs: number): readonly DoneEntry[] => {
    const readable = store.select('id = ?', [id]).filter(({ isDamaged }) => !isDamaged)
    return readable.map((row) => {
      const kind = store.requireKind(row.kind)
      return {
        id,
        atMs,
        by: kind.isByApp === true ? 'app' : 'you',
        kind: row.kind,
        page: kind.page(row.payload),
        title: kind.describe(row),
        changes: listChanges(kind, row),
        run: null,
      }
    })
  }

  return (sinceMs: number, offset: number, limit: number): { entries: DoneEntry[]; total: number } => {
    const total = database.get<{ count: number }>(`SELECT COUNT(*) AS count FROM (${FOUND})`, [sinceMs])?.count ?? 0
    const found = database.all<Found>(`${FOUND} ORDER BY at_ms DESC LIMIT ? OFFSET ?`, [sinceMs, limit, offset])
    const entries = found.flatMap(({ run_id, id, at_ms, count }) =>
      run_id === null ? toEntry(id, at_ms) : toRunEntry(run_id, at_ms, count),
    )
    return { entries, total }
  }
}
