/** The waiting changes to offers, and the callers that wait for a first try. */
import { randomUUID } from 'node:crypto'
import { type ListingAction, listingActions, type WorkState } from '../../../shared/inventory/listing-state.ts'
import type { ListingWork, StepOutcome } from '../../../shared/listing/contract.ts'
import { type OutboundStateName, unsentStates } from '../../../shared/outbound/state.ts'
import { conflict } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { createFirstTries, ON_HOLD } from '../../outbound/first-try.ts'
import type { OutboundKind, OutboundRow } from '../../outbound/kind.ts'
import type { Outbound, OutboundQueue } from '../../outbound/outbound.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Payloads } from './listing-kinds.ts'

/** Shared by all runs, so that their changes share calls. */
const RUN_LANE = 'listings'

const doneMessages: Readonly<Record<ListingAction, string>> = {
  saveOffer: 'The offer is saved.',
  publish: 'The listing is live.',
  withdraw: 'The listing has ended. Its offer is kept.',
  deleteOffer: 'The offer is deleted.',
  change: 'Changed.',
}

export const toWorkState = (state: OutboundStateName): WorkState | undefined => {
  switch (state) {
    case 'delayed':
    case 'queued':
    case 'waiting':
      return 'waiting'
    case 'sending':
    case 'unknown':
    case 'refused':
    case 'notFound':
      return state
    default:
      return undefined
  }
}

type AnyPayload = Payloads[ListingAction]
type Row = OutboundRow<AnyPayload, null>
export type OpenWork = { readonly action: ListingAction; readonly row: Row; readonly state: WorkState }

export type ListingQueue = ReturnType<typeof createListingQueue>

export const createListingQueue = (deps: {
  readonly outbound: Outbound
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly createKind: <A extends ListingAction>(action: A) => OutboundKind<Payloads[A], null>
  /** The platform's warnings about the last success. */
  readonly warnings: (sku: string) => readonly string[]
}) => {
  const { database, clock } = deps
  const firstTries = createFirstTries<never>(deps)
  const queues = Object.fromEntries(
    listingActions.map((action) => [action, deps.outbound.register(deps.createKind(action))]),
  ) as unknown as { readonly [A in ListingAction]: OutboundQueue<Payloads[A], null> }
  const queueOf = (action: ListingAction): OutboundQueue<AnyPayload, null> =>
    queues[action] as unknown as OutboundQueue<AnyPayload, null>

  /** The SKU's changes that are not done, oldest first. */
  const open = (sku: string): readonly OpenWork[] =>
    listingActions
      .flatMap((action) =>
        queueOf(action)
          .open('subject = ?', [`listing:${sku}`])
          .flatMap((row): readonly OpenWork[] => {
            const state = toWorkState(row.state.state)
            return state === undefined ? [] : [{ action, row, state }]
          }),
      )
      .sort((a, b) => a.row.createdAtMs - b.row.createdAtMs)

  /** Discards the SKU's changes that the new one replaces and that certainly were not sent. Call it in a transaction. */
  const replace = (sku: string, action: ListingAction): void => {
    for (const work of open(sku)) {
      // Whatever the seller does next settles a refused or lost change.
      const isReplaced = work.action === action || work.state === 'refused' || work.state === 'notFound'
      if (isReplaced && unsentStates.includes(work.row.state.state)) {
        queueOf(work.action).apply(work.row.id, { event: 'discard', atMs: clock.nowMs() })
      }
    }
  }

  const requireSettled = (sku: string): void => {
    const busy = open(sku).find(({ state }) => state === 'sending' || state === 'unknown')
    if (busy === undefined) return
    const message =
      busy.state === 'sending'
        ? `Another change of the offer of ${sku} is being sent. Try again in a moment.`
        : `It is not known yet whether the last change of the offer of ${sku} arrived. Try again once it is.`
    throw conflict(message)
  }

  const add = <A extends ListingAction>(action: A, payload: Payloads[A], lane: string): string => {
    const id = randomUUID()
    requireSettled(payload.sku)
    replace(payload.sku, action)
    queueOf(action).add({ id, lane, subject: `listing:${payload.sku}`, payload })
    return id
  }

  return {
    open,

    /** Call from `onState` of every kind. */
    notify: ({ id, state }: Pick<Row, 'id' | 'state'>): void => {
      if (state.state !== 'sending') firstTries.end(id, state)
    },

    describe: ({ action, row, state }: OpenWork): ListingWork => {
      const queue = queueOf(action)
      const canAct = unsentStates.includes(row.state.state)
      const message = row.state.state === 'unknown' ? row.state.reason : (row.lastError?.message ?? null)
      return {
        outboundId: row.id,
        action,
        state,
        message: state === 'waiting' && queue.isOnHold() ? ON_HOLD : message,
        sinceMs: row.createdAtMs,
        canSendNow: canAct,
        canDiscard: canAct,
      }
    },

    /** Stores the change and tries it. Resolves after the first try, or at once if it must wait; rejects if it was refused. */
    perform: async <A extends ListingAction>(action: A, payload: Payloads[A]): Promise<StepOutcome> => {
      const queue = queueOf(action)
      const lane = `item:${payload.sku}`
      const id = database.transaction(() => add(action, payload, lane))
      const { outcome, message } = await firstTries.run(queue, id, lane)
      if (outcome === 'waiting' || outcome === 'unknown') return { outcome, message, warnings: [] }
      return {
        outcome: outcome === 'sent' ? 'done' : 'unchanged',
        message: outcome === 'withdrawn' ? message : doneMessages[action],
        warnings: deps.warnings(payload.sku),
      }
    },

    /** Stores the changes of a run, in the caller's transaction. Call `wakeRuns` after it. */
    addRun: <A extends ListingAction>(action: A, payloads: readonly Payloads[A][]): void => {
      for (const payload of payloads) add(action, payload, RUN_LANE)
    },
    wakeRuns: (): void => queueOf('change').wake(RUN_LANE),

    /** The changes of a run, oldest first. */
    ofRun: (runId: number): readonly Row[] =>
      listingActions.flatMap((action) => queueOf(action).select(`payload ->> '$.runId' = ?`, [runId])),

    /** Discards the changes of a run that still wait; refused ones stay for the seller to see. Returns how many. */
    discardRun: (runId: number): number =>
      database.transaction(() => {
        let count = 0
        for (const action of listingActions) {
          const queue = queueOf(action)
          for (const { id, state } of queue.select(`payload ->> '$.runId' = ? AND is_open = 1`, [runId])) {
            if (toWorkState(state.state) !== 'waiting') continue
            if (queue.apply(id, { event: 'discard', atMs: clock.nowMs() }) !== undefined) count += 1
          }
        }
        return count
      }),
  }
}
