/**
 * How a call ends: a value, or an error that is data.
 *
 * Main throws `Failure`; the router alone turns it into a `Result`. What crosses to the renderer is an `AppError`: a
 * sentence for the user and the few facts a screen can act on. No stack, token, header or URL query is ever part of one.
 */
import * as z from 'zod'

const issueSchema = z.object({
  /** Where in the input, as the caller spelled it: `input.messageText`. */
  path: z.string(),
  message: z.string(),
})

/**
 * Everything that can go wrong, by what the user can do about it.
 *
 * - `validation`: the input is at fault; `issues` names each field.
 * - `signInNeeded`: there is no usable token and a refresh will not bring one.
 * - `forbidden`: a right is missing; `scope` names it where it is known.
 * - `notFound`: the thing named is not there.
 * - `conflict`: it stands against the present state (somebody else's change, a resource in use).
 * - `rateLimited`: the platform said 429; wait `retryAfterMs`.
 * - `quotaExhausted`: the day's changes are spent; `resetsAtMs` is when the next one is free, where known.
 * - `offline`: the request did not reach the platform, so nothing was carried out.
 * - `uncertain`: the request may or may not have been carried out.
 * - `service`: the platform answered with an error of its own.
 * - `storage`: this machine's disk did not take or give it (full, read-only, damaged); nothing was half done.
 * - `internal`: our fault; `reference` finds it in the log.
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
 * An expected problem, thrown in main and shown to the user as its `detail`.
 *
 * `cause` keeps the technical reason for the log; it never leaves main.
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

/** Closes a switch over a union: a case that was forgotten does not compile. */
export const assertNever = (value: never): never => {
  throw new TypeError(`A case is missing for ${JSON.stringify(value)}`)
}
