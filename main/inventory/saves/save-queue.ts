/**
 * Saves as a kind of the outbound queue: each is kept until the platform answers, and merged into the item that the platform
 * has by then (OFF-01, OFF-02).
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Item, SaveOutcome } from '../../../shared/inventory/contract.ts'
import { itemEditSchema } from '../../../shared/inventory/item-edit.ts'
import { unsentStates } from '../../../shared/outbound/state.ts'
import { conflict, Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { createFirstTries, ON_HOLD } from '../../outbound/first-try.ts'
import type { OutboundKind, OutboundRow } from '../../outbound/kind.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { failedWrite, type Outcome, occasionOf } from '../../outbound/outcome.ts'
import type { Clock, Log } from '../../ports.ts'
import type { SendOptions } from '../platform/inventory-client.ts'
import type { InventoryStore } from '../store.ts'
import type { OpenSaves } from './open-saves.ts'

/** A save that the seller confirmed. */
const confirmedSaveSchema = z.object({
  sku: z.string(),
  contentLanguage: z.string(),
  confirmedDeletions: z.array(z.string()),
  edit: itemEditSchema,
})
export type ConfirmedSave = z.infer<typeof confirmedSaveSchema>

/** The wait while another save of the item is in progress. */
const BUSY_WAIT_MS = 2_000
const DEFAULT_WAIT_MS = 60_000
/** After this time a reading decides. */
const SETTLED_AFTER_MS = 30_000

const UNEXPECTED = {
  kind: 'internal',
  message: 'The save failed unexpectedly. Nothing was sent; your edit is kept. See the log.',
  reference: 'itemSave',
} as const

const toSendOutcome = (error: unknown, nowMs: number): Outcome => {
  if (!(error instanceof Failure)) return { outcome: 'refused', error: UNEXPECTED }
  const { detail } = error
  // Only the reading can fail like this, so the save was not sent.
  if (detail.kind === 'service' && detail.status >= 500) {
    return { outcome: 'notNow', error: detail, waitMs: DEFAULT_WAIT_MS }
  }
  if (detail.kind === 'quotaExhausted') {
    const waitMs = detail.resetsAtMs === undefined ? DEFAULT_WAIT_MS : detail.resetsAtMs - nowMs
    return { outcome: 'notNow', error: detail, waitMs }
  }
  const failed = failedWrite(error)
  return failed.outcome === 'unknown' ? { outcome: 'refused', error: detail } : failed
}

export const createSaveQueue = (deps: {
  readonly outbound: Outbound
  readonly database: Database
  readonly store: InventoryStore
  readonly openSaves: OpenSaves
  readonly clock: Clock
  readonly log: Log
  /** Sends the save now. Throws if the platform certainly did nothing. */
  readonly send: (
    save: ConfirmedSave,
    outboundId: string,
    options: SendOptions & { readonly signal: AbortSignal },
  ) => Promise<SaveOutcome>
  readonly onItem: (sku: string) => void
}) => {
  const { database, store, openSaves, clock } = deps
  type Row = OutboundRow<ConfirmedSave, null>
  const firstTries = createFirstTries<SaveOutcome>(deps)
  const changedSkus = new Set<string>()

  const dispatch = async ({ id, payload, attempts }: Row, signal: AbortSignal): Promise<Outcome> => {
    const { sku } = payload
    if (openSaves.isLocked(sku) || store.item(sku)?.state === 'unknown') {
      const error = { kind: 'conflict', message: `The outcome of another save of ${sku} is not known yet.` } as const
      return { outcome: 'notNow', error, waitMs: BUSY_WAIT_MS }
    }
    const unlock = openSaves.lock([sku])
    try {
      const outcome = await deps.send(payload, id, { signal, ...occasionOf({ attempts }) })
      if (outcome.outcome === 'unknown') return { outcome: 'unknown', reason: outcome.message }
      firstTries.keep(id, outcome)
      return { outcome: 'carriedOut' }
    } catch (error) {
      if (!(error instanceof Failure)) deps.log.error('a save failed unexpectedly', { error })
      return toSendOutcome(error, clock.nowMs())
    } finally {
      unlock()
    }
  }

  const kind: OutboundKind<ConfirmedSave, null> = {
    name: 'itemSave',
    payload: confirmedSaveSchema,
    evidence: z.null(),
    describe: ({ payload: { sku } }) => `Save ${sku}: ${store.titleOf(sku) ?? 'no title'}`,
    // The item is read and merged when the PUT leaves.
    check: async () => ({ decision: 'send', before: null }),
    dispatch: async (rows, signal) => Promise.all(rows.map((row) => dispatch(row, signal))),
    settle: async ({ id }, _before, elapsedMs) => {
      await openSaves.settleNow()
      const state = store.saveStateOf(id)
      const verdict =
        state === 'saved' ? 'carriedOut' : state === 'sending' || state === 'unknown' ? 'unknown' : 'notCarriedOut'
      // The item can't be read. The queue keeps trying, because only a reading ends the save.
      if (verdict === 'unknown' && elapsedMs >= SETTLED_AFTER_MS) {
        throw new Failure({ kind: 'offline', message: 'The item could not be read to find out.' })
      }
      return { verdict, after: null, atMs: clock.nowMs() }
    },
    onState: ({ id, state, payload }) => {
      changedSkus.add(payload.sku)
      if (state.state !== 'sending') firstTries.end(id, state)
    },
    onChange: () => {
      // The app ended before this save was sent, so it is sent now.
      for (const { id } of queue.open("state = 'notFound'")) {
        if (store.saveStateOf(id) === undefined) queue.apply(id, { event: 'sendNow', atMs: clock.nowMs() })
      }
      for (const sku of changedSkus) deps.onItem(sku)
      changedSkus.clear()
    },
  }
  const queue = deps.outbound.register(kind)

  const findOpen = (sku: string): Row | undefined => queue.open('subject = ?', [`item:${sku}`]).at(-1)

  /** Withdraws the item's save if it certainly was not sent. */
  const drop = (sku: string): boolean => {
    const row = findOpen(sku)
    if (row === undefined || queue.apply(row.id, { event: 'discard', atMs: clock.nowMs() }) === undefined) return false
    kind.onChange()
    return true
  }

  return {
    drop,
    /** Stores the save and tries it. Resolves after the first try; rejects if the platform refused it. */
    add: async (payload: ConfirmedSave): Promise<SaveOutcome> => {
      const { sku } = payload
      const id = randomUUID()
      const subject = `item:${sku}`
      const isOpen = findOpen(sku)
      if (isOpen !== undefined && !unsentStates.includes(isOpen.state.state))
        throw conflict(`${sku} is already being saved. Try again in a moment.`)
      database.transaction(() => {
        // The new save includes everything that an earlier one would have sent.
        drop(sku)
        queue.add({ id, lane: subject, subject, payload })
      })
      const { outcome, message, result } = await firstTries.run(queue, id, subject)
      if (outcome === 'waiting' || outcome === 'unknown') return { outcome, message, note: '' }
      return result ?? { outcome: 'unchanged', message: 'This save was withdrawn.', note: '' }
    },
    /** Throws `conflict` if no save waits or it is being sent. */
    withdraw: (sku: string): void => {
      if (!drop(sku)) throw conflict(`No save of ${sku} is waiting.`)
    },
    pending: (sku: string): Item['pendingSave'] => {
      const row = findOpen(sku)
      if (row === undefined) return null
      const { state, createdAtMs: sinceMs, lastError } = row
      if (state.state === 'refused' || state.state === 'notFound') {
        return { state: 'failed', sinceMs, message: lastError?.message ?? null }
      }
      if (state.state !== 'queued' && state.state !== 'waiting') return null
      return { state: 'waiting', sinceMs, message: queue.isOnHold() ? ON_HOLD : (state.error?.message ?? null) }
    },
  }
}
