/** The waiting changes to offers, and the callers waiting for a first try. */
import { randomUUID } from 'node:crypto'
import { type ListingAction, listingActions } from '../../../shared/inventory/listing-state.ts'
import type { ListingWork } from '../../../shared/listing/contract.ts'
import type { ActResult } from '../../../shared/outbound/act-result.ts'
import { type OutboundStateName, unsentStates, waitingStates } from '../../../shared/outbound/state.ts'
import { conflict } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { ON_HOLD } from '../../outbound/first-try.ts'
import type { OutboundRow } from '../../outbound/kind.ts'
import type { Outbound, OutboundQueue } from '../../outbound/outbound.ts'
import type { GroupQueue } from '../groups/group-queue.ts'
import type { ListingKind, Payloads } from './listing-payloads.ts'

/** The lane of all runs, so that their changes share calls. */
export const RUN_LANE = 'listings'

type AnyPayload = Payloads[ListingAction]
type Row = OutboundRow<AnyPayload, null>
export type OpenWork = { readonly action: ListingAction; readonly row: Row; readonly state: OutboundStateName }

export type ListingQueue = ReturnType<typeof createListingQueue>

export const createListingQueue = (deps: {
  readonly outbound: Outbound
  readonly database: Database
  readonly createKind: <A extends ListingAction>(action: A) => ListingKind<A>
  /** Changes of the listing that a SKU is a variation of. */
  readonly groups: GroupQueue
}) => {
  const { database } = deps
  const queues = Object.fromEntries(
    listingActions.map((action) => [action, deps.outbound.register(deps.createKind(action))]),
  ) as unknown as { readonly [A in ListingAction]: OutboundQueue<Payloads[A], null> }
  const queueOf = (action: ListingAction): OutboundQueue<AnyPayload, null> =>
    queues[action] as unknown as OutboundQueue<AnyPayload, null>

  /** Most SKUs have none, and every row of the item list looks. */
  const hasOpen = (subject: string): boolean =>
    database.get('SELECT 1 AS one FROM outbound WHERE subject = ? AND is_open = 1 LIMIT 1', [subject]) !== undefined

  /** The SKU's unfinished changes, oldest first, with those of the listing that it is a variation of. */
  const open = (sku: string): readonly OpenWork[] =>
    [
      ...(hasOpen(`listing:${sku}`) ? listingActions : []).flatMap((action) =>
        queueOf(action)
          .open('subject = ?', [`listing:${sku}`])
          .map((row): OpenWork => ({ action, row, state: row.state.state })),
      ),
      ...deps.groups
        .open(sku)
        .map(({ action, row }): OpenWork => ({ action, row: row as unknown as Row, state: row.state.state })),
    ].sort((a, b) => a.row.createdAtMs - b.row.createdAtMs)

  /** Discards the SKU's changes that the new one replaces and that were certainly not sent. Call in a transaction. */
  const replace = (sku: string, action: ListingAction): void => {
    for (const other of listingActions) {
      // Any new change by the seller replaces a refused or missing one.
      const condition = other === action ? 'subject = ?' : `subject = ? AND state IN ('refused', 'notFound')`
      queueOf(other).discard(condition, [`listing:${sku}`])
    }
  }

  const requireSettled = (sku: string): void => {
    const busy = open(sku).find(({ state }) => state === 'sending' || state === 'unknown')
    if (busy === undefined) return
    const message =
      busy.state === 'sending'
        ? `Another change of the listing of ${sku} is being sent. Try again in a moment.`
        : `Stallhand is still checking whether the last change of the listing of ${sku} arrived. Try again in a moment.`
    throw conflict(message)
  }

  return {
    open,

    describe: ({ action, row, state }: OpenWork): ListingWork => {
      const queue = queueOf(action)
      const canAct = unsentStates.includes(state)
      const message = row.state.state === 'unknown' ? row.state.reason : (row.lastError?.message ?? null)
      return {
        outboundId: row.id,
        action,
        state,
        message: waitingStates.includes(state) && queue.isOnHold() ? ON_HOLD : message,
        sinceMs: row.createdAtMs,
        canSendNow: canAct,
        canDiscard: canAct,
      }
    },

    /** Stores and tries the change. Resolves after the first try, or at once if it must wait. Throws the platform's refusal. */
    perform: async <A extends ListingAction>(action: A, payload: Payloads[A]): Promise<ActResult> => {
      const { sku } = payload
      const queue = queueOf(action)
      const lane = `item:${sku}`
      const id = randomUUID()
      database.transaction(() => {
        requireSettled(sku)
        replace(sku, action)
        queue.add({ id, lane, subject: `listing:${sku}`, payload })
      })
      return queue.try(id, lane)
    },
  }
}
