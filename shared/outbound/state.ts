/**
 * States of a change on its way to the platform (docs/architecture.md, state machines).
 *
 *     delayed → queued → sending → sent | refused | waiting | unknown
 *     unknown → (the platform is read) sent | notFound → the seller decides
 *
 * `Evidence` is what a reading of the platform showed about the change. Each kind has its own.
 */
import * as z from 'zod'
import { type AppError, appErrorSchema } from '../app-error.ts'

export type OutboundState<Evidence> =
  /** Waits for its undo time, or for a later date that the seller chose. */
  | { readonly state: 'delayed'; readonly undoUntilMs: number; readonly earlier: Evidence | null }
  /**
   * Waits for its turn or for the platform; `error` says why the last try failed. `earlier` is the evidence from before a
   * send that seemed lost: what turns up late is not sent again.
   */
  | {
      readonly state: 'queued'
      readonly nextTryAtMs: number
      readonly error: AppError | null
      readonly earlier: Evidence | null
    }
  /** Stored before the first byte leaves. */
  | {
      readonly state: 'sending'
      readonly sinceMs: number
      readonly before: Evidence | null
      readonly earlier: Evidence | null
    }
  /**
   * `known`: how we learned it: from the platform's answer, a later reading, or the seller. `note`: what the seller should know
   * about it, such as the platform's warnings.
   */
  | {
      readonly state: 'sent'
      readonly atMs: number
      readonly known: 'answer' | 'reading' | 'user'
      readonly note?: string | undefined
    }
  | { readonly state: 'refused'; readonly atMs: number; readonly error: AppError; readonly earlier: Evidence | null }
  /** Not now: rate limit (429) or no valid token (401). Nothing was done. */
  | {
      readonly state: 'waiting'
      readonly untilMs: number
      readonly error: AppError
      readonly earlier: Evidence | null
    }
  /** It may have been carried out. The platform is read at `nextReadAtMs`; null once reading could not settle it. */
  | {
      readonly state: 'unknown'
      readonly sinceMs: number
      readonly reason: string
      readonly before: Evidence | null
      readonly after: Evidence | null
      readonly nextReadAtMs: number | null
    }
  /** Not carried out: a reading or the seller says so. */
  | {
      readonly state: 'notFound'
      readonly atMs: number
      readonly known: 'reading' | 'user'
      readonly before: Evidence | null
    }
  /** The seller withdrew it. */
  | { readonly state: 'withdrawn'; readonly atMs: number }
  | { readonly state: 'discarded'; readonly atMs: number; readonly earlier: Evidence | null }

export const outboundStateNames = [
  'delayed',
  'queued',
  'sending',
  'sent',
  'refused',
  'waiting',
  'unknown',
  'notFound',
  'withdrawn',
  'discarded',
] as const
export type OutboundStateName = (typeof outboundStateNames)[number]

const time = z.number()

export const outboundStateSchema = <E extends z.ZodType>(evidence: E) => {
  const maybe = evidence.nullable()
  return z.discriminatedUnion('state', [
    z.object({ state: z.literal('delayed'), undoUntilMs: time, earlier: maybe }),
    z.object({ state: z.literal('queued'), nextTryAtMs: time, error: appErrorSchema.nullable(), earlier: maybe }),
    z.object({ state: z.literal('sending'), sinceMs: time, before: maybe, earlier: maybe }),
    z.object({
      state: z.literal('sent'),
      atMs: time,
      known: z.enum(['answer', 'reading', 'user']),
      note: z.string().optional(),
    }),
    z.object({ state: z.literal('refused'), atMs: time, error: appErrorSchema, earlier: maybe }),
    z.object({ state: z.literal('waiting'), untilMs: time, error: appErrorSchema, earlier: maybe }),
    z.object({
      state: z.literal('unknown'),
      sinceMs: time,
      reason: z.string(),
      before: maybe,
      after: maybe,
      nextReadAtMs: time.nullable(),
    }),
    z.object({ state: z.literal('notFound'), atMs: time, known: z.enum(['reading', 'user']), before: maybe }),
    z.object({ state: z.literal('withdrawn'), atMs: time }),
    z.object({ state: z.literal('discarded'), atMs: time, earlier: maybe }),
  ])
}

/** States that end a change's life in the queue. */
export const finalStates = ['sent', 'withdrawn', 'discarded'] as const satisfies readonly OutboundStateName[]

/** States in which a change goes by itself once its time, its turn or the platform comes. */
export const waitingStates: readonly OutboundStateName[] = ['delayed', 'queued', 'waiting']

/** States in which a change certainly was not carried out: the seller can send, withdraw or discard it. */
export const unsentStates: readonly OutboundStateName[] = ['delayed', 'queued', 'waiting', 'refused', 'notFound']

/** Something discarded can still become a draft again. */
export const canWithdraw = (state: OutboundStateName): boolean => unsentStates.includes(state) || state === 'discarded'

/** States that hold up later changes of the same lane, so that they arrive in the order they were made. */
export const blockingStates: readonly OutboundStateName[] = ['delayed', 'queued', 'sending', 'waiting', 'unknown']

/** Whether nothing happens until the seller acts. */
export const needsUser = (state: OutboundState<unknown>): boolean =>
  state.state === 'refused' || state.state === 'notFound' || (state.state === 'unknown' && state.nextReadAtMs === null)
