/** What a feature provides for each kind of change that it sends through the outbound queue. Types only. */
import type * as z from 'zod'
import type { ChangePage } from '../../shared/outbound/change-page.ts'
import type { Finding, Written } from '../../shared/outbound/contract.ts'
import type { RunChange } from '../../shared/outbound/run-contract.ts'
import type { OutboundState, OutboundStateName } from '../../shared/outbound/state.ts'
import type { AppError } from '../../shared/result.ts'
import type { Answered } from './outcome.ts'

export type OutboundRow<Payload, Evidence> = {
  readonly id: string
  readonly kind: string
  /** Rows of one lane are sent one at a time, in the order they were written. */
  readonly lane: string
  /** What the change affects, as `type:id`: `conversation:123`, `item:CAM-1`. A subject has one change in progress at a time. */
  readonly subject: string
  /** The run that it belongs to (OFF-06); null for a single change. */
  readonly runId: number | null
  readonly payload: Payload
  readonly state: OutboundState<Evidence>
  /** Number of requests made. */
  readonly attempts: number
  readonly lastError: AppError | null
  readonly createdAtMs: number
  readonly changedAtMs: number
}

/** The decision of the check before sending. `ready`: what it read, for the request. */
export type Check<Evidence, Ready = undefined> =
  | ({ readonly decision: 'send'; readonly before: Evidence | null } & ([undefined] extends [Ready]
      ? { readonly ready?: Ready }
      : { readonly ready: Ready }))
  /** It was already carried out. `atMs`: when the reading that shows it was made. */
  | { readonly decision: 'alreadyThere'; readonly atMs: number }
  /** Only the seller can say whether it was carried out. */
  | { readonly decision: 'ask'; readonly reason: string; readonly found: Evidence }
  | { readonly decision: 'refuse'; readonly error: AppError }
  /** The change no longer makes sense, so it is dropped. */
  | { readonly decision: 'discard' }

/** What rules say about a change before it is sent, from what was read. A kind makes its `Check` of it. */
export type Decision =
  | { readonly decision: 'send' | 'alreadyThere' }
  | { readonly decision: 'refuse'; readonly error: AppError }

/** What one reading shows about a change without an answer. `settle.ts` decides when to read. */
export type Settling<Evidence> = {
  /**
   * `true`: the platform shows the change. `false`: it doesn't, but the change may still arrive within 30 s. `null`: this reading
   * can't tell. `neverLeft`: the stored data proves that no byte left, so the change is sent again.
   */
  readonly isDone: boolean | null | 'neverLeft'
  readonly after: Evidence | null
  /** When the reading began. */
  readonly atMs: number
  /** About a success, as in `Outcome`. */
  readonly note?: string
}

/** How many rows may be sent now, counted from the first, at least one; or until when all of them wait, and why. */
export type Room = { readonly count: number } | { readonly untilMs: number; readonly error: AppError }

/** What a row of a run changes, as its plan and its result show it. */
export type RunRowView = { readonly sku: string; readonly title: string | null; readonly changes: readonly RunChange[] }

/** The change that undoes a sent one and the names of what it deletes, or why it can't be undone. */
export type Reversal<Payload> =
  | { readonly payload: Payload; readonly changes: readonly RunChange[]; readonly deletions: readonly string[] }
  | { readonly problem: string }

/** A row whose check allows it, and what the check read. */
export type ReadyRow<Payload, Evidence, Ready> = {
  readonly row: OutboundRow<Payload, Evidence>
  readonly ready: Ready
}

/** The rows of a request that replaces or removes. */
export type LeavingRows<Payload, Evidence, Ready> = {
  /** The rows as checked before the request was made. At least one. */
  readonly rows: readonly ReadyRow<Payload, Evidence, Ready>[]
  /**
   * Returns the rows that may be sent now, in the same order, each checked within the last two seconds (OFF-08). Call it inside the
   * request (`HttpRequest.freshBody` or `leave`), again for each attempt, and send these rows only. `only`: the rows of one of
   * several requests. Throws `NothingLeaves`, which stops the request, if none may be sent.
   */
  readonly leave: (
    only?: readonly ReadyRow<Payload, Evidence, Ready>[],
  ) => Promise<readonly ReadyRow<Payload, Evidence, Ready>[]>
}

type KindBase<Payload, Evidence, Ready, Answer> = {
  /** Unique among all kinds. Stored in every row, so it never changes. */
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly evidence: z.ZodType<Evidence>
  /** One line for the list of waiting changes. */
  readonly describe: (row: OutboundRow<Payload, Evidence>) => string
  /** For kinds that send a text to a person; null for a change without one. */
  readonly written?: (payload: Payload) => Written | null
  /** What a reading showed, for the seller who has to decide whether it was done. */
  readonly finding?: (evidence: Evidence) => Finding
  /** Keeps what a withdrawn row would have sent as a draft. Runs in the transaction that withdraws it. */
  readonly toDraft?: (row: OutboundRow<Payload, Evidence>) => void
  /** Where the window shows what it changes; null if nowhere. */
  readonly page: (payload: Payload) => ChangePage | null
  /**
   * Reads what the decision needs. If reading throws, the row waits and is checked again. `earlier`: what the last check of this
   * send read, if it is repeated before the request leaves.
   */
  readonly check: (
    row: OutboundRow<Payload, Evidence>,
    signal: AbortSignal,
    earlier?: Ready,
  ) => Promise<Check<Evidence, Ready>>
  /**
   * How to settle an unknown outcome. `repeat`: send again, because sending twice does no harm. `ask`: the platform can't show
   * it, so the seller decides. A function reads the platform and throws the read's errors.
   */
  readonly settle:
    | 'repeat'
    | 'ask'
    | ((
        row: OutboundRow<Payload, Evidence>,
        before: Evidence | null,
        signal: AbortSignal,
      ) => Promise<Settling<Evidence>>)
  /** Maximum rows of the kind in one request. Default: 1. */
  readonly maxBatch?: number
  /** Rows share a request only if their keys are equal: the language of a call, for example. */
  readonly batchKey?: (payload: Payload) => string
  /** How many rows of a batch are checked in parallel. Default: 1. */
  readonly checksAtOnce?: number
  /** How many of these due rows, which could share a request, may be sent now. Default: all. */
  readonly room?: (rows: readonly OutboundRow<Payload, Evidence>[]) => Room
  /** For kinds whose rows can belong to a run (OFF-06). */
  readonly inRun?: {
    readonly describe: (payload: Payload) => RunRowView
    /** Whether a row can be reverted at all. Absent: every row of a kind with `revert`. */
    readonly canRevert?: (payload: Payload) => boolean
    /** Returns the change that undoes a sent row. Without it, runs can't be reverted. `excluded`: fields to leave out. */
    readonly revert?: (
      row: OutboundRow<Payload, Evidence>,
      excluded: readonly (readonly string[])[],
    ) => Reversal<Payload>
  }
  /** The seller can't send it early or again, only request it again (MSG-16). */
  readonly isFinal?: true
  /** Stallhand requests it by itself, not the seller. */
  readonly isByApp?: true
  /** The seller may settle the outcome with `outbound.settle` if reading doesn't, or `early`: before it could. */
  readonly canSellerSettle?: true | 'early'
  /**
   * Runs in the transaction that stores a new state. `answer`: what `dispatch` returned, if this state is its outcome. If the app
   * ends in between, neither is stored, and a reading settles the change.
   */
  readonly onState?: (row: OutboundRow<Payload, Evidence>, from: OutboundStateName, answer: Answer | undefined) => void
  /** Runs after rows changed, outside any transaction. */
  readonly onChange: () => void
  /** Runs after the platform carried out the change, to show the result. May throw. */
  readonly afterSend?: (
    row: OutboundRow<Payload, Evidence>,
    signal: AbortSignal,
    answer: Answer | undefined,
  ) => Promise<unknown>
  /** `queue.try` resolves after `afterSend`, because the seller is waiting for what it shows. */
  readonly triesUntilShown?: true
  /** Undo time of a delayed row, in ms. It restarts when the app starts. */
  readonly delayAgainMs?: number
}

/** A kind that adds something, whatever else happened meanwhile. */
export type AddingKind<Payload, Evidence, Answer = never> = KindBase<Payload, Evidence, undefined, Answer> & {
  readonly effect: 'adds'
  /**
   * Sends rows, already stored as `sending`, in one request. Returns one outcome per row, in order. Never throws network or platform
   * errors; any other error is a bug and makes the outcome unknown.
   */
  readonly dispatch: (
    rows: readonly OutboundRow<Payload, Evidence>[],
    signal: AbortSignal,
  ) => Promise<readonly Answered<Answer>[]>
}

/**
 * A kind that removes, hides or replaces what others may have changed since its check. Its rows must leave within two seconds of
 * their check (OFF-08).
 */
export type ReplacingKind<Payload, Evidence, Ready = undefined, Answer = never> = KindBase<
  Payload,
  Evidence,
  Ready,
  Answer
> & {
  readonly effect: 'replaces'
  /**
   * Sends the batch, already stored as `sending`, in one request. Returns the outcome of all rows, or of each by its id. Rows that
   * `leave` didn't return need none. Throws only what `leave` threw; any other error is a bug, and makes the outcome unknown of rows
   * that `leave` had returned.
   */
  readonly dispatch: (
    batch: LeavingRows<Payload, Evidence, Ready>,
    signal: AbortSignal,
  ) => Promise<Answered<Answer> | ReadonlyMap<string, Answered<Answer>>>
}

export type OutboundKind<Payload, Evidence, Ready = undefined, Answer = never> =
  | AddingKind<Payload, Evidence, Answer>
  | ReplacingKind<Payload, Evidence, Ready, Answer>

// biome-ignore lint/suspicious/noExplicitAny: rows of all kinds share a table; each kind's schemas check its own rows.
export type AnyKind = OutboundKind<any, any, any, any>
