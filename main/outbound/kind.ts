/** What a feature brings for each kind of change it sends through the outbound queue. Types only. */
import type * as z from 'zod'
import type { RunChange } from '../../shared/outbound/run-contract.ts'
import type { OutboundState, OutboundStateName } from '../../shared/outbound/state.ts'
import type { AppError } from '../../shared/result.ts'
import type { OutboundKindName } from '../scheduled-work.ts'
import type { Outcome } from './outcome.ts'

export type OutboundRow<Payload, Evidence> = {
  readonly id: string
  readonly kind: string
  /** Rows of one lane are sent one at a time, in the order they were written. */
  readonly lane: string
  /** What the change is about, as `type:id`: `conversation:123`, `item:CAM-1`. One subject has one change on its way. */
  readonly subject: string
  /** The run that it belongs to (OFF-06); null for a change of its own. */
  readonly runId: number | null
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

/** What one reading says about a change without an answer. When readings happen is `settle.ts`. */
export type Settling<Evidence> = {
  /**
   * `true`: the platform shows it. `false`: it doesn't; the change may still arrive for half a minute. `null`: this reading can't
   * tell. `neverLeft`: what is stored here proves that no byte left, so it is sent again.
   */
  readonly isDone: boolean | null | 'neverLeft'
  readonly after: Evidence | null
  /** When the reading began. */
  readonly atMs: number
  /** About a success, as in `Outcome`. */
  readonly note?: string
}

/** How many of some rows may go now, from the first on, at least one; or until when all of them wait, and why. */
export type Room = { readonly count: number } | { readonly untilMs: number; readonly error: AppError }

/** What a row of a run changes, for its plan and its result. */
export type RunRowView = { readonly sku: string; readonly title: string | null; readonly changes: readonly RunChange[] }

/** The change that undoes a sent one, with the names of what it deletes; or why there is none. */
export type Reversal<Payload> =
  | { readonly payload: Payload; readonly changes: readonly RunChange[]; readonly deletions: readonly string[] }
  | { readonly problem: string }

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
  ) => Promise<readonly Outcome[]>
  /**
   * How an unknown outcome is settled. `repeat`: it is sent again, because sending it twice does no harm. `ask`: it can't be
   * read, so the seller decides. A function reads the platform, and throws as reading does.
   */
  readonly settle:
    | 'repeat'
    | 'ask'
    | ((
        row: OutboundRow<Payload, Evidence>,
        before: Evidence | null,
        signal: AbortSignal,
      ) => Promise<Settling<Evidence>>)
  /** How many rows of the kind may share a request; one by default. */
  readonly maxBatch?: number
  /** Rows share a request only if this is equal: the language of a call, say. */
  readonly batchKey?: (payload: Payload) => string
  /** How many rows of a batch are checked at the same time; one by default. */
  readonly checksAtOnce?: number
  /** How long a check stays true. A request takes only as many rows as can be checked in this time; any by default. */
  readonly checkedForMs?: number
  /** How many of these rows, which are due and could share a request, may go now; all by default. */
  readonly room?: (rows: readonly OutboundRow<Payload, Evidence>[]) => Room
  /** For kinds whose rows can belong to a run (OFF-06). */
  readonly inRun?: {
    readonly describe: (payload: Payload) => RunRowView
    /** What undoes a sent row. Without it, runs of the kind can't be reverted. `excluded`: fields that the seller leaves out. */
    readonly revert?: (
      row: OutboundRow<Payload, Evidence>,
      excluded: readonly (readonly string[])[],
    ) => Reversal<Payload>
  }
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
  /** Undo time of a delayed row in ms; it restarts when the app starts. */
  readonly delayAgainMs?: number
}

// biome-ignore lint/suspicious/noExplicitAny: rows of different kinds share a table, and each kind's schemas check its own.
export type AnyKind = OutboundKind<any, any>
