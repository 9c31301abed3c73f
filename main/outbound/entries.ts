/** The rows of the queue as the window shows them. */
import type { Finding, OutboundEntry } from '../../shared/outbound/contract.ts'
import { canWithdraw, needsUser, type OutboundState, unsentStates, waitingStates } from '../../shared/outbound/state.ts'
import type { AppError } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { listChanges } from './done.ts'
import type { AnyKind } from './kind.ts'
import type { AnyRow, OutboundStore } from './outbound-store.ts'
import type { RunStore } from './run-store.ts'
import { wakeAtMs } from './transition.ts'

/** Why a change is in its state; null if nothing went wrong. */
const stateError = (state: OutboundState<unknown>): AppError | null => {
  if (state.state === 'unknown') return { kind: 'unknown', message: state.reason }
  return 'error' in state ? state.error : null
}

const findingsOf = ({ finding }: AnyKind, state: OutboundState<unknown>): OutboundEntry['found'] => {
  if (state.state !== 'unknown' || finding === undefined) return null
  const show = (evidence: unknown): Finding | null => (evidence === null ? null : finding(evidence))
  return { before: show(state.before), after: show(state.after) }
}

export const createEntries =
  ({
    store,
    runs,
    clock,
  }: {
    readonly store: OutboundStore
    readonly runs: RunStore
    readonly clock: Pick<Clock, 'nowMs'>
  }) =>
  /** `open`: all open rows of their lanes, oldest first. */
  (rows: readonly AnyRow[], open: readonly AnyRow[]): OutboundEntry[] => {
    const paused = runs.pausedIds()
    const openRuns = new Map(runs.open().map(({ id, label }) => [id, { runId: id, label }]))
    const isPaused = ({ runId, state }: AnyRow): boolean =>
      runId !== null && paused.has(runId) && waitingStates.includes(state.state)
    const behind = store.findBehind(
      open.filter((row) => !isPaused(row)),
      clock.nowMs(),
    )
    return rows.flatMap((row) => {
      const { id, subject, runId, payload, createdAtMs, changedAtMs, isDamaged } = row
      const { state } = row.state
      if (state === 'withdrawn' || state === 'discarded') return []
      const kind = store.requireKind(row.kind)
      const isReadable = payload !== undefined
      const nextAtMs = needsUser(row.state) ? null : (wakeAtMs(row.state) ?? null)
      const waitsForEarlier = behind.has(id)
      const canDiscard = unsentStates.includes(state)
      return [
        {
          id,
          kind: isDamaged ? 'damaged' : kind.name,
          subject,
          page: isReadable ? kind.page(payload) : null,
          run: openRuns.get(runId ?? 0) ?? null,
          isPaused: isPaused(row),
          title: isReadable ? kind.describe(row) : 'A change that can’t be read',
          written: isReadable ? (kind.written?.(payload) ?? null) : null,
          changes: isReadable ? listChanges(kind, row) : [],
          state,
          waitsForEarlier,
          nextAtMs,
          error: stateError(row.state),
          isDenied: row.state.state === 'notFound' && row.state.known === 'user',
          found: findingsOf(kind, row.state),
          createdAtMs,
          changedAtMs,
          canSendNow: canDiscard && !isDamaged && kind.isFinal === undefined && !waitsForEarlier,
          canDiscard,
          canSettle:
            state === 'unknown' &&
            (kind.canSellerSettle === 'early' || (nextAtMs === null && kind.canSellerSettle === true)),
          canEdit: canWithdraw(state) && !isDamaged && kind.toDraft !== undefined,
        },
      ]
    })
  }
