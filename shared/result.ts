/**
 * The result of a call: a value, or an error as data.
 *
 * Main throws `Failure`, and only the router turns it into a `Result`. An `AppError` holds a message for the user and the facts
 * a screen acts on, never a stack, token, header or URL query.
 */
import type { AppError } from './app-error.ts'

export { type AppError, type AppErrorKind, appErrorSchema, type BlockedBy, findBlock } from './app-error.ts'

export type Ok<T> = { readonly ok: true; readonly value: T }
type Err = { readonly ok: false; readonly error: AppError }
export type Result<T> = Ok<T> | Err

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value })
export const err = (error: AppError): Err => ({ ok: false, error })

/**
 * An expected problem, thrown in main. The user sees its `detail`.
 *
 * `cause` is the technical reason for the log and never leaves main.
 */
export class Failure extends Error {
  readonly detail: AppError

  constructor(detail: AppError, cause?: unknown) {
    super(detail.message, cause === undefined ? undefined : { cause })
    this.name = 'Failure'
    this.detail = detail
  }
}

/** The error of one input field: `validation('input.sku', 'SKU is empty. …', 'INV-01')`. `topic`: the help that explains it. */
export const validation = (path: string, message: string, topic?: string): Failure =>
  new Failure({ kind: 'validation', message, topic, issues: [{ path, message }] })

/** For a request that doesn't fit what is stored or in progress. The message says what to do. */
export const conflict = (message: string, cause?: unknown): Failure => new Failure({ kind: 'conflict', message }, cause)

export const notFound = (message: string, cause?: unknown): Failure => new Failure({ kind: 'notFound', message }, cause)

/** Ends a switch over a union: a missing case doesn't compile. */
export const assertNever = (value: never): never => {
  throw new TypeError(`A case is missing for ${JSON.stringify(value)}`)
}
