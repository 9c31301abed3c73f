/**
 * What follows each kind of answer. `sender.ts` and the outbound queue decide by these tables and by nothing
 * else; docs/architecture.md shows the first. Pure data.
 *
 * Status codes are those of RFC 9110 (https://www.rfc-editor.org/rfc/rfc9110#name-status-codes).
 */
import type { AppError, AppErrorKind } from '../../shared/result.ts'
import type { Backoff } from '../backoff.ts'
import type { OutcomeName } from './request.ts'

/**
 * How an exchange ended.
 *
 * - `success`: a 2xx. `cutSuccess`: its body broke off. `webPage`: a 2xx with a web page, which a proxy or a sign-in page sent.
 * - `signIn`: 401. `rateLimit`: 429. `refusal`: any other status below 500.
 * - `passingFault`: 500, 502, 503 or 504 (MAP-14). `fault`: any other 5xx.
 * - `notReached`: no byte of the request left. `lost`: it left, and no status line came.
 */
export type Answer =
  | 'success'
  | 'cutSuccess'
  | 'webPage'
  | 'signIn'
  | 'rateLimit'
  | 'refusal'
  | 'passingFault'
  | 'fault'
  | 'notReached'
  | 'lost'

/**
 * `http`: what happens before the caller learns of it. `repeat`: a request marked `repeatable` is sent again, `reads` says how
 * often. `renewToken`: once, with a new token (AUT-02). `pause`: the service's lane pauses, and a repeatable request is sent
 * again (MSG-20). `outcome`: what it means for a change.
 */
export const retryTable = {
  success: { http: 'pass', outcome: 'carriedOut' },
  cutSuccess: { http: 'repeat', outcome: 'carriedOut' },
  webPage: { http: 'pass', outcome: 'unknown' },
  signIn: { http: 'renewToken', outcome: 'notNow' },
  rateLimit: { http: 'pause', outcome: 'notNow' },
  refusal: { http: 'pass', outcome: 'refused' },
  passingFault: { http: 'repeat', outcome: 'unknown' },
  fault: { http: 'pass', outcome: 'unknown' },
  notReached: { http: 'repeat', outcome: 'notReached' },
  lost: { http: 'repeat', outcome: 'unknown' },
} as const satisfies Readonly<
  Record<Answer, { readonly http: 'pass' | 'repeat' | 'renewToken' | 'pause'; readonly outcome: OutcomeName }>
>

/**
 * What an error means for a change whose client throws instead of returning the answer. A `service` error is judged by its
 * status.
 */
export const outcomeOfError = {
  offline: 'notReached',
  rateLimited: 'notNow',
  quotaExhausted: 'notNow',
  signInNeeded: 'notNow',
  unknown: 'unknown',
  internal: 'unknown',
  validation: 'refused',
  forbidden: 'refused',
  notFound: 'refused',
  conflict: 'refused',
  storage: 'refused',
} as const satisfies Readonly<Record<Exclude<AppErrorKind, 'service'>, OutcomeName>>

/**
 * What the queue does with a change whose check failed before anything was sent. `wait`: until the time that the error names, or
 * as `queueWaits` says.
 */
export const afterFailedCheck = {
  rateLimited: 'wait',
  quotaExhausted: 'wait',
  signInNeeded: 'wait',
  validation: 'refuse',
  forbidden: 'refuse',
  notFound: 'refuse',
  conflict: 'refuse',
  offline: 'tryAgain',
  unknown: 'tryAgain',
  service: 'tryAgain',
  storage: 'tryAgain',
  internal: 'tryAgain',
} as const satisfies Readonly<Record<AppErrorKind, 'wait' | 'refuse' | 'tryAgain'>>

/** Repetitions of a request that may be repeated. */
export const reads = { maxTries: 3, backoff: { firstMs: 500, maxMs: 8_000, jitter: 0.5 } } as const satisfies {
  readonly maxTries: number
  readonly backoff: Backoff
}

/** Tries of a change that did not reach the platform. */
export const queueBackoff: Backoff = { firstMs: 2_000, maxMs: 15_000 }

/** Until when a change waits after an error that names a time, or that `queueWaits` gives one. */
export const waitUntilMs = (error: AppError, nowMs: number): number => {
  switch (error.kind) {
    case 'rateLimited':
      return nowMs + error.retryAfterMs
    case 'quotaExhausted':
      return error.resetsAtMs ?? nowMs + queueWaits.quotaMs
    case 'signInNeeded':
      return nowMs + queueWaits.signInMs
    default:
      return nowMs + queueWaits.notNowMs
  }
}

/** Waits of the queue where no answer says how long. */
export const queueWaits = {
  /** For a token, unless a sign-in ends it. */
  signInMs: 60_000,
  /** After a 429 or a refusal for now. */
  notNowMs: 60_000,
  /** Times the failures in a row: a subject that the platform can't read, in a lane of several subjects. */
  unreadableMs: 60_000,
  /** For the day's changes. */
  quotaMs: 60 * 60_000,
} as const

/** Pauses of a lane after the first, second and any further 429 in a row without Retry-After: the day's calls may be used up. */
export const guessedPausesMs = [30_000, 5 * 60_000, 60 * 60_000] as const

const passingStatuses: readonly number[] = [500, 502, 503, 504]

/** By the status line alone. `success` may still be a web page or broken off: see `answerTo`. */
export const answerToStatus = (
  status: number,
): 'success' | 'signIn' | 'rateLimit' | 'refusal' | 'passingFault' | 'fault' => {
  if (status >= 200 && status < 300) return 'success'
  if (status >= 500) return passingStatuses.includes(status) ? 'passingFault' : 'fault'
  if (status === 401) return 'signIn'
  return status === 429 ? 'rateLimit' : 'refusal'
}

/** What a status line means for a change. A write is judged by `classifyResponse`, which tells a web page from an answer. */
export const classifyStatus = (status: number): Exclude<OutcomeName, 'notReached'> =>
  retryTable[answerToStatus(status)].outcome
