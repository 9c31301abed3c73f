/** Derives the outcome of a change from its response, or from the lack of one (MSG-12, MSG-13). */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import {
  classifyResponse,
  formatSaid,
  isSystemError,
  isWebPage,
  joinSaid,
  parseErrors,
  quote,
  readSaid,
} from '../http/answers.ts'
import { type HttpRequest, type HttpResponse, TransportFailure } from '../http/request.ts'
import { outcomeOfError, queueWaits, waitUntilMs } from '../http/retry-table.ts'

/**
 * How a change ended on the wire: an `OutcomeName` with its details. A value instead of an exception, so that callers handle
 * every case. `note`: what the seller should know about a success, such as the platform's warnings (PLT-11).
 */
export type Outcome =
  | { readonly outcome: 'carriedOut'; readonly note?: string }
  | { readonly outcome: 'notReached'; readonly error: AppError }
  | { readonly outcome: 'notNow'; readonly error: AppError; readonly waitMs: number }
  /** `isWhole`: the whole request was refused, not this change. A run then pauses, because its other changes would fail too. */
  | { readonly outcome: 'refused'; readonly error: AppError; readonly isWhole?: true }
  | { readonly outcome: 'unknown'; readonly reason: string }

/** An outcome, and what else the answer said: the new id, a refused field. `onState` gets it, in the transaction of the new state. */
export type Answered<Answer> = Outcome & { readonly answer?: Answer }

export type FailedOutcome = Exclude<Outcome, { readonly outcome: 'carriedOut' }>

/**
 * The outcome of a failed write by a client that throws instead of returning every answer. `nowMs` turns a wait until a known
 * time into a duration.
 */
export const failedWrite = (error: unknown, nowMs: number): FailedOutcome => {
  if (!(error instanceof Failure) || error instanceof TransportFailure) return thrownOutcome(error)
  const { detail } = error
  // A web page instead of an answer proves nothing, whatever its status.
  const isSilent = detail.kind === 'service' && (detail.status >= 500 || detail.status < 300)
  const outcome = detail.kind === 'service' ? (isSilent ? 'unknown' : 'refused') : outcomeOfError[detail.kind]
  switch (outcome) {
    case 'unknown':
      return { outcome, reason: detail.message }
    case 'notNow':
      return { outcome, error: detail, waitMs: Math.max(0, waitUntilMs(detail, nowMs) - nowMs) }
    default:
      return { outcome, error: detail }
  }
}

/** How production asks for consent: only the first try, which follows a button press, may open a dialog. */
export const triggerOf = ({ attempts }: { readonly attempts: number }): Pick<HttpRequest, 'trigger'> =>
  attempts === 0 ? {} : { trigger: 'queue' }

export const readOutcome = (
  response: HttpResponse,
  platformName: PlatformName,
  failure: (response: HttpResponse) => Failure,
): Outcome => {
  const outcome = classifyResponse(response)
  if (outcome === 'carriedOut') return { outcome }
  if (outcome === 'unknown') {
    if (isWebPage(response)) return { outcome, reason: failure(response).message }
    const errors = parseErrors(response)
    const [error = {}] = errors
    const code = error.errorId === undefined ? '' : ` (${error.errorId})`
    // A second error may name the true cause (PLT-43).
    const said = errors.length > 1 ? joinSaid(errors.flatMap((one) => formatSaid(one) ?? [])) : readSaid(response)
    return { outcome, reason: `${quote(said, platformName)}${platformName.The} had an internal error${code}.` }
  }
  if (outcome === 'refused' && isSystemError(parseErrors(response))) {
    const said = quote(readSaid(response), platformName)
    return { outcome: 'unknown', reason: `${said}${platformName.The} had an internal error.` }
  }
  const error = failure(response).detail
  // AUT-03: 1100 means a missing permission whatever the status, even if a new token seems to help.
  if (outcome === 'refused' || error.kind === 'forbidden') return { outcome: 'refused', error }
  return { outcome, error, waitMs: error.kind === 'rateLimited' ? error.retryAfterMs : queueWaits.notNowMs }
}

/**
 * The outcome of a failed write by a client that returns every answer, so that an error means no status line arrived. Only a
 * failure before the first byte proves that nothing was carried out.
 */
export const thrownOutcome = (error: unknown): FailedOutcome => {
  const detail = error instanceof Failure ? error.detail : undefined
  const unknown = { outcome: 'unknown', reason: detail?.message ?? 'The connection ended without an answer.' } as const
  if (detail === undefined || detail.kind === 'service') return unknown
  if (error instanceof TransportFailure) {
    return error.outcome === 'notReached' ? { outcome: 'notReached', error: detail } : unknown
  }
  switch (outcomeOfError[detail.kind]) {
    case 'notReached':
      return { outcome: 'notReached', error: detail }
    case 'notNow':
      return {
        outcome: 'notNow',
        error: detail,
        waitMs: detail.kind === 'rateLimited' ? detail.retryAfterMs : queueWaits.notNowMs,
      }
    default:
      return unknown
  }
}
