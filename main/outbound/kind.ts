/** What a feature brings for each kind of change it sends through the outbound queue. Types only. */
import type * as z from 'zod'
import type { OutboundState, OutboundStateName } from '../../shared/outbound/state.ts'
import type { AppError } from '../../shared/result.ts'
import type { OutboundKindName } from '../scheduled-work.ts'
import type { SendOutcome } from './send-outcome.ts'

export type OutboundRow<Payload, Evidence> = {
  readonly id: string
  readonly kind: string
  /** Rows of one lane are sent one at a time, in the order they were written. */
  readonly lane: string
  /** What the change is about, as `type:id`: `conversation:123`, `item:CAM-1`. */
  readonly subject: string
  readonly payload: Payload
  readonly state: OutboundState<Evidence>
  /** Number of requests made. */
  readonly attempts: number
  readonly lastError: AppError | null
  readonly createdAtMs: number
  readonly changedAtMs: number
}

/** What the check before sending decides. */
export type Check<Evidence> =
  | { readonly decision: 'send'; readonly before: Evidence | null }
  /** It was carried out earlier; `atMs` is the time of the reading that shows it. */
  | { readonly decision: 'alreadyThere'; readonly atMs: number }
  /** Only the seller can tell whether it was carried out. */
  | { readonly decision: 'ask'; readonly reason: string; readonly found: Evidence }
  | { readonly decision: 'refuse'; readonly error: AppError }
  /** The seller would no longer want it. */
  | { readonly decision: 'discard' }

export type Settling<Evidence> = {
  readonly verdict: 'carriedOut' | 'notCarriedOut' | 'unknown'
  readonly after: Evidence
  /** When the reading began. */
  readonly atMs: number
}

export type OutboundKind<Payload, Evidence> = {
  /** Unique among all kinds, stored in every row. */
  readonly name: OutboundKindName
  readonly payload: z.ZodType<Payload>
  readonly evidence: z.ZodType<Evidence>
  /** One line for the list of waiting changes. */
  readonly describe: (row: OutboundRow<Payload, Evidence>) => string
  /** Reads what the decision needs. Throws as reading does; the row then waits and is checked again. */
  readonly check: (row: OutboundRow<Payload, Evidence>, signal: AbortSignal) => Promise<Check<Evidence>>
  /**
   * Sends the rows, which are `sending` on disk, in one request. Returns an outcome for each, in order. Never throws for
   * an error of the network or the platform; any other error is a bug and makes the outcome unknown.
   */
  readonly dispatch: (
    rows: readonly OutboundRow<Payload, Evidence>[],
    signal: AbortSignal,
  ) => Promise<readonly SendOutcome[]>
  /**
   * How an unknown outcome is settled. `repeat`: it is sent again, because sending it twice does no harm. `ask`: it can't be
   * read, so the seller decides. A function reads the platform; `elapsedMs` is the monotonic time since the send ended, so
   * setting the clock doesn't change it.
   */
  readonly settle:
    | 'repeat'
    | 'ask'
    | ((
        row: OutboundRow<Payload, Evidence>,
        before: Evidence | null,
        elapsedMs: number,
        signal: AbortSignal,
      ) => Promise<Settling<Evidence>>)
  /** How many rows of the kind may share a request; one by default. */
  readonly maxBatch?: number
  /** The seller can't send it early or send it again: it must be requested again (MSG-16). */
  readonly isFinal?: true
  /** If reading doesn't settle the outcome, the seller may, by `outbound.settle`. */
  readonly canSellerSettle?: true
  /** Runs in the transaction that writes a new state. */
  readonly onState?: (row: OutboundRow<Payload, Evidence>, from: OutboundStateName) => void
  /** Runs after rows changed, outside any transaction. */
  readonly onChange: () => void
  /** Runs after the platform carried it out, to show the result. May throw. */
  readonly afterSend?: (row: OutboundRow<Payload, Evidence>, signal: AbortSignal) => Promise<unknown>
  /** Undo time of a held row in ms; it restarts when the app starts. */
  readonly holdAgainMs?: number
}

// biome-ignore lint/suspicious/noExplicitAny: rows of different kinds share a table, and each kind's schemas check its own.
export type AnyKind = OutboundKind<any, any>
