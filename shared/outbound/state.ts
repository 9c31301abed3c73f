/**
 * States of a change in the outbound queue (docs/architecture.md, state machines).
 *
 *     delayed → queued → sending → sent | refused | waiting | unknown
 *     unknown → (the platform is read) sent | notFound → the seller decides
 *
 * `Evidence` is what a reading of the platform showed about the change. Each kind has its own.
 */
import * as z from 'zod'
import { type AppError, appErrorSchema } from '../app-error.ts'

export type OutboundState<Evidence> =
  /** Waits until its undo time has passed, or until a date that the seller chose. */
  | { readonly state: 'delayed'; readonly undoUntilMs: number; readonly earlier: Evidence | null }
  /**
   * Waits for its turn or for the platform. `error`: why the last try failed. `earlier`: the evidence from before a send that
   * seemed lost, so that a change that turns up late isn't sent again.
   */
  | {
      readonly state: 'queued'
      readonly nextTryAtMs: number
      readonly error: AppError | null
      readonly earlier: Evidence | null
    }
  /** Stored before the first byte is sent. */
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
  /** Refused for now: rate limit (429) or no valid token (401). Nothing was carried out. */
  | {
      readonly state: 'waiting'
      readonly untilMs: number
      readonly error: AppError
      readonly earlier: Evidence | null
    }
  /** May have been carried out. The platform is read at `nextReadAtMs`, which is null once readings couldn't settle it. */
  | {
      readonly state: 'unknown'
      readonly sinceMs: number
      readonly reason: string
      readonly before: Evidence | null
      readonly after: Evidence | null
      readonly nextReadAtMs: number | null
    }
  /** Not carried out, according to a reading or the seller. */
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

export const isFinalState = (state: OutboundStateName): state is (typeof finalStates)[number] =>
  (finalStates as readonly OutboundStateName[]).includes(state)

/** States in which a change is sent automatically once its time has come and the platform is reachable. */
export const waitingStates: readonly OutboundStateName[] = ['delayed', 'queued', 'waiting']

/** States in which a change was certainly not carried out, so the seller can send, withdraw or discard it. */
export const unsentStates: readonly OutboundStateName[] = ['delayed', 'queued', 'waiting', 'refused', 'notFound']

/** Whether a change can be withdrawn. A discarded one can still become a draft again. */
export const canWithdraw = (state: OutboundStateName): boolean => unsentStates.includes(state) || state === 'discarded'

/** States that block later changes of the same lane, so that changes arrive in the order they were made. */
export const blockingStates: readonly OutboundStateName[] = ['delayed', 'queued', 'sending', 'waiting', 'unknown']

/** Whether the change waits for the seller to act. */
export const needsUser = (state: OutboundState<unknown>): boolean =>
  state.state === 'refused' || state.state === 'notFound' || (state.state === 'unknown' && state.nextReadAtMs === null)
