/** Lists what was carried out lately, by whom, and whether it can be taken back. */
import { type DoneEntry, MAX_DONE_CHANGES } from '../../shared/outbound/done-contract.ts'
import type { Run, RunChange } from '../../shared/outbound/run-contract.ts'
import type { Database } from '../database/database.ts'
import type { AnyKind } from './kind.ts'
import type { AnyRow, OutboundStore } from './outbound-store.ts'

type DoneDeps = {
  readonly database: Database
  readonly kinds: ReadonlyMap<string, AnyKind>
  readonly store: Pick<OutboundStore, 'select'>
  readonly findRun: (runId: number) => Run | null
}

type Found = { run_id: number | null; id: string | null; at_ms: number; count: number }

/** The values that a row changes; none for kinds that change no values, and for rows that can't be read. */
export const listChanges = (kinds: DoneDeps['kinds'], row: Pick<AnyRow, 'kind' | 'payload'>): RunChange[] =>
  row.payload === undefined
    ? []
    : [...(kinds.get(row.kind)?.inRun?.describe(row.payload).changes ?? [])].slice(0, MAX_DONE_CHANGES)

/** Single changes, and one entry per run. */
const FOUND = `
  SELECT run_id, CASE WHEN run_id IS NULL THEN id END AS id, MAX(changed_at_ms) AS at_ms, COUNT(*) AS count
  FROM outbound WHERE state = 'sent' AND changed_at_ms >= ? GROUP BY COALESCE(run_id, id)`

export const createDone = ({ database, kinds, store, findRun }: DoneDeps) => {
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
        subject: null,
        title: '',
        changes: [],
        run: { runId, label, revertsRunId, count, canRevert },
      },
    ]
  }

  const toEntry = (id: string, atMs: number): readonly DoneEntry[] => {
    const [row] = store.select('id = ?', [id])
    const kind = row === undefined ? undefined : kinds.get(row.kind)
    if (row === undefined || kind === undefined || row.isDamaged) return []
    return [
      {
        id,
        atMs,
        by: kind.isByApp === true ? 'app' : 'you',
        kind: row.kind,
        subject: row.subject,
        title: kind.describe(row),
        changes: [...listChanges(kinds, row)],
        run: null,
      },
    ]
  }

  return (sinceMs: number, offset: number, limit: number): { entries: DoneEntry[]; total: number } => {
    const total = database.get<{ count: number }>(`SELECT COUNT(*) AS count FROM (${FOUND})`, [sinceMs])?.count ?? 0
    const found = database.all<Found>(`${FOUND} ORDER BY at_ms DESC LIMIT ? OFFSET ?`, [sinceMs, limit, offset])
    const entries = found.flatMap(({ run_id, id, at_ms, count }) =>
      run_id !== null ? toRunEntry(run_id, at_ms, count) : id === null ? [] : toEntry(id, at_ms),
    )
    return { entries, total }
  }
}
