/** Tells from a response, or from its absence, whether a message was sent (MSG-12, MSG-13). */
import { type AppError, Failure } from '../../shared/result.ts'
import { classifyResponse, isWebPage, parseErrors, quote, readSaid } from '../http/answers.ts'
import { type HttpRequest, type HttpResponse, TransportFailure } from '../http/request.ts'

/** If the platform doesn't say how long to wait. */
const DEFAULT_WAIT_MS = 60_000

/**
 * How a change ended on the wire: an `OutcomeName` and what it says. A value instead of an exception, so that no caller forgets
 * a case. `note`: what the seller should know about a success, such as the platform's warnings (PLT-11).
 */
export type Outcome =
  | { readonly outcome: 'carriedOut'; readonly note?: string }
  | { readonly outcome: 'notReached'; readonly error: AppError }
  | { readonly outcome: 'notNow'; readonly error: AppError; readonly waitMs: number }
  | { readonly outcome: 'refused'; readonly error: AppError }
  | { readonly outcome: 'unknown'; readonly reason: string }

export type FailedOutcome = Exclude<Outcome, { readonly outcome: 'carriedOut' }>

/** The outcome of a failed write, from a client that throws instead of returning each answer. */
export const failedWrite = (error: unknown): FailedOutcome => {
  if (!(error instanceof Failure) || error instanceof TransportFailure) return thrownOutcome(error)
  const { detail } = error
  switch (detail.kind) {
    case 'offline':
    case 'rateLimited':
    case 'signInNeeded':
    case 'unknown':
    case 'internal':
      return thrownOutcome(error)
    case 'service':
      // A web page in place of an answer says nothing, whatever its status.
      return detail.status >= 500 || detail.status < 300
        ? { outcome: 'unknown', reason: detail.message }
        : { outcome: 'refused', error: detail }
    default:
      return { outcome: 'refused', error: detail }
  }
}

/** How production asks for consent: a first try follows the seller's press and may open a dialog; later tries may not. */
export const occasionOf = ({ attempts }: { readonly attempts: number }): Pick<HttpRequest, 'occasion'> =>
  attempts === 0 ? {} : { occasion: 'queue' }

export const readOutcome = (response: HttpResponse, failure: (response: HttpResponse) => Failure): Outcome => {
  const outcome = classifyResponse(response)
  if (outcome === 'carriedOut') return { outcome }
  if (outcome === 'unknown') {
    if (isWebPage(response)) return { outcome, reason: failure(response).message }
    const [error = {}] = parseErrors(response)
    const code = `HTTP ${response.status}${error.errorId === undefined ? '' : `, ${error.errorId}`}`
    return { outcome, reason: `${quote(readSaid(response))}The platform had an internal error (${code}).` }
  }
  const error = failure(response).detail
  // AUT-03: 1100 means a missing permission whatever the status, even if a new token seems to help.
  if (outcome === 'refused' || error.kind === 'forbidden') return { outcome: 'refused', error }
  return { outcome, error, waitMs: error.kind === 'rateLimited' ? error.retryAfterMs : DEFAULT_WAIT_MS }
}

/** Without a status line, only a failure before the first byte proves that the message did not arrive. */
export const thrownOutcome = (error: unknown): FailedOutcome => {
  if (error instanceof TransportFailure) {
    return error.outcome === 'notReached'
      ? { outcome: 'notReached', error: error.detail }
      : { outcome: 'unknown', reason: error.detail.message }
  }
  const detail = error instanceof Failure ? error.detail : undefined
  switch (detail?.kind) {
    case 'offline':
      return { outcome: 'notReached', error: detail }
    case 'rateLimited':
      return { outcome: 'notNow', error: detail, waitMs: detail.retryAfterMs }
    case 'signInNeeded':
      return { outcome: 'notNow', error: detail, waitMs: DEFAULT_WAIT_MS }
    default:
      return { outcome: 'unknown', reason: detail?.message ?? 'The connection ended without an answer.' }
  }
}
