/**
 * Keeps the check of a change fresh until its request leaves (OFF-08).
 *
 * A request may wait for its lane, a pause or a token after its rows were checked. Meanwhile a buyer can write into the
 * conversation that is about to be deleted. So a kind that replaces gets its rows from `leave`, inside the request.
 */
import type { Clock } from '../ports.ts'
import type { AnyKind, Check, LeavingRows, ReplacingKind } from './kind.ts'
import type { AnyRow } from './outbound-store.ts'

/** How old a check may be when its request leaves, by the monotonic and by the wall clock: only one of them runs while a computer sleeps. */
export const MAX_CHECK_AGE_MS = 2_000

/** How long rows may be checked again inside a request, because it takes a place that replies need. */
const MAX_TURN_MS = 10_000

/** Thrown inside a request to stop it, because none of its rows may be sent. */
export class NothingLeaves extends Error {}

type Times = { readonly monotonicMs: number; readonly wallMs: number }

/** A row whose check allows it. `at`: when that check began. */
export type CheckedRow = {
  readonly row: AnyRow
  readonly before: unknown
  readonly ready: unknown
  readonly at: Times
}

/** What a check decided about a row that doesn't leave, or the error that it threw. */
export type Left =
  | Exclude<Check<unknown, unknown>, { readonly decision: 'send' }>
  | { readonly decision: 'failed'; readonly error: unknown }

const readTimes = (clock: Clock): Times => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() })

/** A wall clock that was put back proves nothing: the computer may have slept, without the monotonic clock. */
const isFresh = ({ at }: CheckedRow, clock: Clock): boolean =>
  clock.monotonicMs() - at.monotonicMs <= MAX_CHECK_AGE_MS && Math.abs(clock.nowMs() - at.wallMs) <= MAX_CHECK_AGE_MS

/** Checks one row. Never throws. */
export const checkOne = async (
  kind: AnyKind,
  row: AnyRow,
  clock: Clock,
  signal: AbortSignal,
  earlier?: unknown,
): Promise<CheckedRow | Left> => {
  const at = readTimes(clock)
  try {
    const check: Check<unknown, unknown> = await (kind as ReplacingKind<unknown, unknown, unknown>).check(
      row,
      signal,
      earlier,
    )
    return check.decision === 'send' ? { row, before: check.before, ready: check.ready, at } : check
  } catch (error) {
    return { decision: 'failed', error }
  }
}

export type Checks = {
  /** By row id. Rows that weren't reached are missing. */
  readonly results: ReadonlyMap<string, CheckedRow | Left>
  /** The rows that were checked last, together. */
  readonly lastIds: readonly string[]
}

/**
 * Checks rows a few at a time. Where checks expire, it stops before the first of them would. `goesOn`: whether to check more,
 * after each few.
 */
export const checkInTime = async (
  kind: AnyKind,
  rows: readonly AnyRow[],
  clock: Clock,
  check: (row: AnyRow) => Promise<CheckedRow | Left>,
  goesOn: (rows: readonly AnyRow[]) => boolean,
): Promise<Checks> => {
  const { checksAtOnce = 1 } = kind
  const limitMs = kind.effect === 'replaces' ? MAX_CHECK_AGE_MS : Number.POSITIVE_INFINITY
  const results = new Map<string, CheckedRow | Left>()
  let lastIds: readonly string[] = []
  const startedMs = clock.monotonicMs()
  let lastMs = 0
  for (let from = 0; from < rows.length; from += checksAtOnce) {
    const atMs = clock.monotonicMs()
    if (atMs + lastMs - startedMs > limitMs) break
    const some = rows.slice(from, from + checksAtOnce)
    const found = await Promise.all(some.map(check))
    for (const [index, row] of some.entries()) {
      const result = found[index]
      if (result !== undefined) results.set(row.id, result)
    }
    lastIds = some.map(({ id }) => id)
    lastMs = clock.monotonicMs() - atMs
    if (!goesOn(some)) break
  }
  return { results, lastIds }
}

export type CheckedBatch = LeavingRows<unknown, unknown, unknown> & {
  /** Whether `leave` has let rows go. */
  readonly hasLeft: () => boolean
  /** The rows that were in the request. */
  readonly went: () => readonly AnyRow[]
  /** Why a row was not in the request; undefined if it was, or if its turn didn't come. */
  readonly why: (id: string) => Left | undefined
}

/** The rows of one request, already stored as `sending`. */
export const createCheckedBatch = (
  kind: AnyKind,
  checked: readonly CheckedRow[],
  clock: Clock,
  signal: AbortSignal,
): CheckedBatch => {
  const left = new Map<string, Left>()
  const latest = new Map(checked.map((one) => [one.row.id, one]))
  const gone = new Map<string, AnyRow>()
  /** Rows of an attempt that was not carried out: a repeated request needs new checks. */
  const attempted = new Set<string>()

  /** Checks rows again. Returns the ids of those whose check is as new as it can be, however long it took. */
  const checkAgain = async (stale: readonly CheckedRow[]): Promise<readonly string[]> => {
    const deadline = new AbortController()
    const cancel = clock.setTimer(() => deadline.abort(), MAX_TURN_MS)
    const turn = AbortSignal.any([deadline.signal, signal])
    const ready = new Map(stale.map((one) => [one.row.id, one.ready]))
    try {
      const { results, lastIds } = await checkInTime(
        kind,
        stale.map(({ row }) => row),
        clock,
        (row) => checkOne(kind, row, clock, turn, ready.get(row.id)),
        () => !turn.aborted,
      )
      for (const [id, result] of results) {
        if ('decision' in result) left.set(id, result)
        else latest.set(id, result)
      }
      return lastIds.filter((id) => !left.has(id))
    } finally {
      cancel()
    }
  }

  return {
    rows: checked,
    leave: async (only) => {
      // The app is closing.
      if (signal.aborted) throw new NothingLeaves('Stopped before it was sent.')
      const ids = only?.map(({ row }) => row.id)
      const open = [...latest.values()].filter(({ row: { id } }) => !left.has(id) && (ids?.includes(id) ?? true))
      const stale = open.filter((one) => attempted.has(one.row.id) || !isFresh(one, clock))
      const newest = stale.length === 0 ? [] : await checkAgain(stale)
      const going = open.flatMap(({ row: { id } }): readonly CheckedRow[] => {
        const now = latest.get(id)
        if (now === undefined || left.has(id)) return []
        // An attempt's own check doesn't count for the next one.
        const isChecked = newest.includes(id) || (isFresh(now, clock) && !(attempted.has(id) && stale.includes(now)))
        return isChecked ? [now] : []
      })
      for (const { row } of open) gone.delete(row.id)
      if (going.length === 0) throw new NothingLeaves('Nothing is left to send.')
      for (const { row } of going) {
        gone.set(row.id, row)
        attempted.add(row.id)
      }
      return going
    },
    hasLeft: () => attempted.size > 0,
    went: () => [...gone.values()],
    why: (id) => left.get(id),
  }
}
