/**
 * The result of a call: a value, or an error as data.
 *
 * Main throws `Failure`, and only the router turns it into a `Result`. An `AppError` holds a message for the user and the facts
 * a screen acts on, never a stack, token, header or URL query.
 */
import * as z from 'zod'

const issueSchema = z.object({
  /** Where in the input, as the caller spelled it: `input.messageText`. */
  path: z.string(),
  message: z.string(),
})

/**
 * Errors by what the user can do about them.
 *
 * - `validation`: the input is at fault; `issues` names each field.
 * - `signInNeeded`: there is no usable token and a refresh will not bring one.
 * - `forbidden`: a permission is missing; `scope` names it if known.
 * - `notFound`: it doesn't exist.
 * - `conflict`: it doesn't fit the current state (somebody else's change, a resource in use).
 * - `rateLimited`: the platform said 429; wait `retryAfterMs`.
 * - `quotaExhausted`: the day's changes are used up until `resetsAtMs`, if known.
 * - `offline`: the request did not reach the platform, so nothing was done.
 * - `unknown`: the request may or may not have been carried out.
 * - `service`: the platform answered with an error of its own.
 * - `storage`: the disk failed (full, read-only, damaged); nothing was half done.
 * - `internal`: a bug; `reference` finds it in the log.
 */
export const appErrorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('validation'), message: z.string(), issues: z.array(issueSchema) }),
  z.object({ kind: z.literal('signInNeeded'), message: z.string() }),
  z.object({ kind: z.literal('forbidden'), message: z.string(), scope: z.string().optional() }),
  z.object({ kind: z.literal('notFound'), message: z.string() }),
  z.object({ kind: z.literal('conflict'), message: z.string() }),
  z.object({ kind: z.literal('rateLimited'), message: z.string(), retryAfterMs: z.number() }),
  z.object({ kind: z.literal('quotaExhausted'), message: z.string(), resetsAtMs: z.number().optional() }),
  z.object({ kind: z.literal('offline'), message: z.string() }),
  z.object({ kind: z.literal('unknown'), message: z.string() }),
  z.object({
    kind: z.literal('service'),
    message: z.string(),
    status: z.number(),
    errorId: z.number().optional(),
    cause: z.string(),
    whatToDo: z.string(),
  }),
  z.object({ kind: z.literal('storage'), message: z.string() }),
  z.object({ kind: z.literal('internal'), message: z.string(), reference: z.string() }),
])

export type AppError = z.infer<typeof appErrorSchema>
export type AppErrorKind = AppError['kind']

export type Ok<T> = { readonly ok: true; readonly value: T }
export type Err = { readonly ok: false; readonly error: AppError }
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

/** The error of one input field: `validation('input.sku', 'SKU is empty. …')`. */
export const validation = (path: string, message: string): Failure =>
  new Failure({ kind: 'validation', message, issues: [{ path, message }] })

/** Ends a switch over a union: a missing case doesn't compile. */
export const assertNever = (value: never): never => {
  throw new TypeError(`A case is missing for ${JSON.stringify(value)}`)
}
