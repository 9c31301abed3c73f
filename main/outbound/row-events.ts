/** What the end of a check, a send or a reading means for a row: which event it is, and when to try again. */
import { type AppError, Failure } from '../../shared/result.ts'
import { backoffMs } from '../backoff.ts'
import type { Services } from '../feature.ts'
import { afterFailedCheck as failedChecks, queueBackoff, queueWaits, waitUntilMs } from '../http/retry-table.ts'
import type { Left } from './checked-batch.ts'
import type { AnyRow, OutboundStore } from './outbound-store.ts'
import type { Outcome } from './outcome.ts'
import type { RunStore } from './run-store.ts'
import { FIRST_READ_AFTER_MS } from './settle.ts'
import type { OutboundEvent } from './transition.ts'

const toError = (error: unknown): AppError =>
  error instanceof Failure
    ? error.detail
    : {
        kind: 'internal',
        message:
          'This couldn’t be checked, so it wasn’t sent. Try again. If it happens again, report a problem under Settings, About.',
        reference: 'outbound',
      }

export const createRowEvents = (
  deps: Pick<Services, 'clock' | 'log'> & { readonly store: OutboundStore; readonly runs: RunStore },
) => {
  const { store, clock, log } = deps
  /** Consecutive tries that didn't reach the platform, by lane. */
  const failures = new Map<string, number>()

  const nextTryAtMs = (lane: string): number => {
    const count = (failures.get(lane) ?? 0) + 1
    failures.set(lane, count)
    return clock.nowMs() + backoffMs(queueBackoff, count)
  }

  /** Pauses a run if a permission is missing or a whole call was refused, because its other rows would fail the same way. */
  const pausesRun = ({ runId }: AnyRow, error: AppError, isWhole = false): boolean => {
    if (runId === null || (error.kind !== 'forbidden' && !isWhole)) return false
    deps.runs.pause(runId, error)
    return true
  }

  const afterFailedCheck = (row: AnyRow, error: AppError): OutboundEvent<unknown> => {
    const atMs = clock.nowMs()
    if (error.kind === 'service' && store.requireKind(row.kind).maxBatch !== undefined) {
      // The platform answers, but not about this subject, so the others of the lane go on. If it fails for all, they spread.
      const count = Math.min((failures.get(row.lane) ?? 0) + 1, 15)
      failures.set(row.lane, count)
      return { event: 'notNow', atMs, untilMs: atMs + count * queueWaits.unreadableMs, error }
    }
    switch (failedChecks[error.kind]) {
      case 'wait':
        return { event: 'notNow', atMs, untilMs: waitUntilMs(error, atMs), error }
      case 'refuse':
        return pausesRun(row, error)
          ? { event: 'notReached', atMs, nextTryAtMs: atMs, error }
          : { event: 'refused', atMs, error }
      case 'tryAgain':
        return { event: 'notReached', atMs, nextTryAtMs: nextTryAtMs(row.lane), error }
    }
  }

  /** `retryAtMs`: the next try of all rows that shared the request. */
  const afterSend = (row: AnyRow, result: Outcome, retryAtMs: () => number): OutboundEvent<unknown> => {
    const atMs = clock.nowMs()
    switch (result.outcome) {
      case 'carriedOut':
        return { event: 'carriedOut', atMs, note: result.note }
      case 'notReached':
        return { event: 'notReached', atMs, nextTryAtMs: retryAtMs(), error: result.error }
      case 'notNow':
        return { event: 'notNow', atMs, untilMs: atMs + result.waitMs, error: result.error }
      case 'refused':
        return pausesRun(row, result.error, result.isWhole)
          ? { event: 'notReached', atMs, nextTryAtMs: atMs, error: result.error }
          : { event: 'refused', atMs, error: result.error }
      case 'unknown':
        switch (store.requireKind(row.kind).settle) {
          case 'repeat': {
            const error: AppError = { kind: 'unknown', message: result.reason }
            return { event: 'repeat', atMs, nextTryAtMs: retryAtMs(), error }
          }
          case 'ask':
            return { event: 'unknown', atMs, reason: result.reason, nextReadAtMs: null }
          default:
            return { event: 'unknown', atMs, reason: result.reason, nextReadAtMs: atMs + FIRST_READ_AFTER_MS }
        }
    }
  }

  /** The event of a row that its check holds back. */
  const afterCheck = (row: AnyRow, left: Left): OutboundEvent<unknown> => {
    const atMs = clock.nowMs()
    switch (left.decision) {
      case 'alreadyThere':
        return { event: 'alreadyThere', atMs: left.atMs }
      case 'ask':
        return { event: 'ask', atMs, reason: left.reason, found: left.found }
      case 'refuse':
        return { event: 'refused', atMs, error: left.error }
      case 'discard':
        return { event: 'drop', atMs }
      case 'failed':
        if (!(left.error instanceof Failure))
          log.error('could not check a change before sending', { error: left.error, kind: row.kind })
        return afterFailedCheck(row, toError(left.error))
    }
  }

  /** When to repeat a failed reading; null if only the seller can decide. */
  const nextReadAtMs = (lane: string, error: AppError): number | null => {
    switch (error.kind) {
      case 'rateLimited':
        return clock.nowMs() + error.retryAfterMs
      case 'notFound':
        return null
      default:
        return nextTryAtMs(lane)
    }
  }

  return {
    afterCheck,
    afterSend,
    /** The event of a row whose outcome a reading should have shown. */
    afterFailedRead: ({ lane }: AnyRow, error: unknown): OutboundEvent<unknown> => ({
      event: 'notSettled',
      atMs: clock.nowMs(),
      after: null,
      nextReadAtMs: nextReadAtMs(lane, toError(error)),
    }),
    nextTryAtMs,
    hasFailed: (lane: string): boolean => failures.has(lane),
    /** Call when the platform answered in this lane. */
    forgetFailures: (lane: string): void => void failures.delete(lane),
    forgetAllFailures: (): void => failures.clear(),
  }
}
