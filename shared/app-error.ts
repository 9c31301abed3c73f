/** Errors as data: what a call that failed tells the window. */
import * as z from 'zod'

/** The rule or guide of the help that explains a problem: `INV-05`. The window offers it as “Why?”, never in the sentence. */
const topic = z.string().max(40).optional()

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
 * - `rateLimited`: the platform answered 429, or Stallhand's call budget is used up; wait `retryAfterMs`, until `untilMs` if known.
 * - `quotaExhausted`: the day's changes are used up until `resetsAtMs`, if known.
 * - `offline`: the request did not reach the platform, so nothing was done. `blockedBy`: what on
 *   this computer stopped it; the message says what to do.
 * - `unknown`: the request may or may not have been carried out.
 * - `service`: the platform answered with an error of its own.
 * - `storage`: the disk failed (full, read-only, damaged); nothing was half done.
 * - `internal`: a bug; `reference` finds it in the log.
 *
 * Nothing reads a `message` but a person: what the window acts on is a field.
 */
export const appErrorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('validation'), message: z.string(), topic, issues: z.array(issueSchema) }),
  z.object({ kind: z.literal('signInNeeded'), message: z.string(), topic }),
  z.object({ kind: z.literal('forbidden'), message: z.string(), topic, scope: z.string().optional() }),
  z.object({ kind: z.literal('notFound'), message: z.string(), topic }),
  z.object({ kind: z.literal('conflict'), message: z.string(), topic }),
  z.object({
    kind: z.literal('rateLimited'),
    message: z.string(),
    topic,
    retryAfterMs: z.number(),
    untilMs: z.number().optional(),
  }),
  z.object({ kind: z.literal('quotaExhausted'), message: z.string(), topic, resetsAtMs: z.number().optional() }),
  z.object({
    kind: z.literal('offline'),
    message: z.string(),
    topic,
    blockedBy: z.enum(['consent', 'readOnly', 'disk']).optional(),
  }),
  z.object({ kind: z.literal('unknown'), message: z.string(), topic }),
  z.object({
    kind: z.literal('service'),
    message: z.string(),
    topic,
    status: z.number(),
    errorId: z.number().optional(),
    cause: z.string(),
    whatToDo: z.string(),
  }),
  z.object({ kind: z.literal('storage'), message: z.string(), topic }),
  z.object({ kind: z.literal('internal'), message: z.string(), topic, reference: z.string() }),
])

export type AppError = z.infer<typeof appErrorSchema>
export type AppErrorKind = AppError['kind']
export type BlockedBy = NonNullable<Extract<AppError, { kind: 'offline' }>['blockedBy']>

/** Returns what on this computer stopped a request; undefined if nothing did. */
export const findBlock = (error: AppError | null | undefined): BlockedBy | undefined =>
  error?.kind === 'offline' ? error.blockedBy : undefined
