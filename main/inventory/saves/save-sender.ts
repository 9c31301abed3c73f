/**
 * Sends saves: one PUT for one item, one bulk call for several.
 *
 * Reads and merges the items right before the request is sent, so that no change by others is overwritten (INV-08). Sends a
 * request once. If the answer is lost, settles it by reading the items, never by sending again (INV-15).
 */
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { TransportFailure } from '../../http/request.ts'
import { waitUntilMs } from '../../http/retry-table.ts'
import { failedWrite, type Outcome, occasionOf } from '../../outbound/outcome.ts'
import type { Clock, Log } from '../../ports.ts'
import { inBatches } from '../batches.ts'
import { type ItemReader, PARALLEL_READS } from '../items/item-reader.ts'
import type { FieldRefusal } from '../items/refusals.ts'
import { listRefusals } from '../platform/errors.ts'
import { type BulkResult, type InventoryClient, isUncounted, toWriteOutcome } from '../platform/inventory-client.ts'
import type { InventoryStore } from '../store.ts'
import type { ChangeBudget } from './change-budget.ts'
import type { SaveRow } from './confirmed-save.ts'
import { NothingToSend, type PreparedSave } from './prepared-save.ts'
import type { ReadySave, SaveChecks } from './save-checks.ts'
import type { SentSave } from './save-history.ts'
import {
  describeCause,
  describeDifferences,
  describeKept,
  describeWarnings,
  joinSentences,
  saveMessages,
} from './save-messages.ts'
import { toSaveError } from './save-refusal.ts'

/** An older reading is repeated before the request is sent. */
export const MAX_READING_AGE_MS = 2_000

const UNEXPECTED = {
  kind: 'internal',
  message: 'The save failed unexpectedly. Nothing was sent; your edit is kept. See the log.',
  reference: 'itemSave',
} as const

/** The outcome of a save whose item couldn't be read again in time for the request. */
export const NEXT_CALL: Outcome = {
  outcome: 'notNow',
  waitMs: 0,
  error: { kind: 'conflict', message: 'It goes with the next call.' },
}

const unanswered = (sku: string): BulkResult => ({
  sku,
  outcome: 'unknown',
  failure: new Failure({ kind: 'unknown', message: `The answer does not say whether ${sku} was saved.` }),
})

/** The result of a save, for the transaction that stores its new state. */
export type SaveResult = {
  /** The platform's record afterwards, if it could be read. */
  readonly after?: NonNullable<SentSave['base']>
  readonly note?: string
  readonly refusals?: readonly FieldRefusal[]
}

/** A request in progress: its charge and its saves. */
type SaveCall = { readonly attempt: number; readonly saves: readonly SentSave[] }

export const createSaveSender = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly reader: ItemReader
  readonly checks: SaveChecks
  readonly clock: Clock
  readonly log: Log
  readonly onItem: (sku: string) => void
  readonly onResult: (outboundId: string, result: SaveResult) => void
}) => {
  const { client, store, database, budget, reader, checks, clock } = deps

  const waitOf = ({ detail }: Failure): number => Math.max(0, waitUntilMs(detail, clock.nowMs()) - clock.nowMs())

  /** The outcome of saves that were certainly not sent. */
  const unsentOutcome = (error: unknown): Outcome => {
    if (!(error instanceof Failure)) {
      deps.log.error('a save failed unexpectedly', { error })
      return { outcome: 'refused', error: UNEXPECTED }
    }
    const { detail } = error
    // Nothing was sent, so a service error comes from the reading, which can be repeated later.
    if (detail.kind === 'service' && detail.status >= 500) {
      return { outcome: 'notNow', error: detail, waitMs: waitOf(error) }
    }
    const failed = failedWrite(error, clock.nowMs())
    return failed.outcome === 'unknown' ? { outcome: 'refused', error: detail } : failed
  }

  const isFresh = ({ atMs }: ReadySave): boolean => clock.monotonicMs() - atMs <= MAX_READING_AGE_MS

  /**
   * Repeats readings that are too old, as many as possible before the others expire too, and leaves out the rest. Throws the
   * read's errors.
   */
  const refresh = async (ready: readonly ReadySave[], signal: AbortSignal): Promise<readonly ReadySave[]> => {
    let fresh = ready.filter(isFresh)
    const stale = ready.filter((one) => !fresh.includes(one))
    const startedMs = clock.monotonicMs()
    let batchMs = 0
    for (const batch of inBatches(stale, PARALLEL_READS)) {
      const atMs = clock.monotonicMs()
      if (signal.aborted || atMs + batchMs - startedMs > MAX_READING_AGE_MS) break
      const reads = await Promise.all(
        batch.map(async ({ row, seen }) => ({
          ...(await checks.read(row, (sku) => reader.readInTurn(sku, signal))),
          seen,
        })),
      )
      batchMs = clock.monotonicMs() - atMs
      fresh = [...fresh.filter(isFresh), ...reads]
    }
    return fresh
  }

  /** Removes the records of a call that the platform certainly didn't receive. The rows' next states update the list. */
  const forget = (saves: readonly SentSave[], attempt: number | undefined): void =>
    database.transaction(() => {
      for (const { outboundId } of saves) store.removeSave(outboundId)
      if (attempt !== undefined) budget.refund(attempt)
    })

  /** Records what is sent now, in one transaction, so that charge and saves never exist without each other. */
  const record = (going: readonly ReadySave[]): SaveCall =>
    database.transaction(() => {
      const attempt = budget.charge(going.map(({ prepared }) => prepared.sku))
      const saves = going.map(({ row, prepared: { sku, remote, merged, edit }, seen }) => {
        const save = { outboundId: row.id, sku, base: remote, sent: merged, note: describeKept(seen, remote, edit) }
        store.addSave(save, attempt, clock.nowMs())
        store.updateListRow(sku)
        return save
      })
      return { attempt, saves }
    })

  const request = async (
    rows: readonly SaveRow[],
    prepare: () => Promise<readonly PreparedSave[]>,
    wasSent: () => boolean,
    signal: AbortSignal,
  ): Promise<readonly BulkResult[]> => {
    const [first] = rows
    if (first === undefined) return []
    const { sku, contentLanguage } = first.payload
    // A run asked for consent when it started.
    const options = { signal, ...(first.runId === null ? occasionOf(first) : { occasion: 'queue' as const }) }
    if (rows.length > 1) return client.bulkCreateOrReplaceInventoryItem(contentLanguage, prepare, options)
    const prepareOne = async (): Promise<PreparedSave> => {
      const [only] = await prepare()
      if (only === undefined) throw new NothingToSend()
      return only
    }
    try {
      const { warnings } = await client.createOrReplaceInventoryItem({ sku, contentLanguage }, prepareOne, options)
      return [{ sku, outcome: 'carriedOut', warnings }]
    } catch (error) {
      if (!wasSent()) throw error
      const failure = error instanceof Failure ? error : new Failure({ kind: 'unknown', message: describeCause(error) })
      if (failure !== error) deps.log.error('a save ended unexpectedly', { error })
      return [{ sku, outcome: toWriteOutcome(failure), failure }]
    }
  }

  /** Reads an item after its save, for the history and as the base of the next edit. A failure doesn't affect the outcome. */
  const readBack = async (save: SentSave, note: string, signal: AbortSignal): Promise<SaveResult> => {
    try {
      const after = signal.aborted ? undefined : await reader.readInTurn(save.sku, signal)
      if (after === undefined) return { note }
      return { after, note: joinSentences(note, describeDifferences(client.toBody(save.sent), after)) }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      deps.log.info('could not read an item after its save', { kind: error.detail.kind })
      return { note }
    }
  }

  const toOutcome = (result: Exclude<BulkResult, { readonly outcome: 'carriedOut' }>): Outcome => {
    const { outcome, failure } = result
    const error = failure.detail
    switch (outcome) {
      case 'refused':
      case 'notReached':
        return { outcome, error }
      case 'unknown':
        return { outcome, reason: describeCause(failure) }
      case 'notNow':
        // If the whole request was refused, none of its items was judged.
        return isUncounted(failure)
          ? { outcome, error, waitMs: waitOf(failure) }
          : { outcome: 'refused', error, isWhole: true }
    }
  }

  /** Sends the saves in one request. Returns the outcome of each, by its row's id. */
  return async (checked: readonly ReadySave[], signal: AbortSignal): Promise<ReadonlyMap<string, Outcome>> => {
    const outcomes = new Map<string, Outcome>()
    let call: SaveCall | undefined

    const prepare = async (): Promise<readonly PreparedSave[]> => {
      const isRepeated = call !== undefined
      // Runs again only after a 401, when the platform refused the first request.
      if (call !== undefined) forget(call.saves, call.attempt)
      call = undefined
      const open = checked.filter(({ row }) => !outcomes.has(row.id))
      const ready = await refresh(
        isRepeated ? open.map((one) => ({ ...one, atMs: Number.NEGATIVE_INFINITY })) : open,
        signal,
      )
      if (signal.aborted) throw new TransportFailure('notReached', 'The save was stopped before it was sent.')
      const going = ready.filter((one) => {
        const decided = checks.decide(one)
        if (decided.decision === 'refuse') {
          outcomes.set(one.row.id, { outcome: 'refused', error: toSaveError(decided) })
        } else if (decided.decision === 'alreadyThere') {
          outcomes.set(one.row.id, { outcome: 'carriedOut', note: saveMessages.alreadyThere })
        }
        return decided.decision === 'send'
      })
      if (going.length === 0) throw new NothingToSend()
      call = record(going)
      for (const { sku } of call.saves) deps.onItem(sku)
      return going.map(({ prepared }) => prepared)
    }

    const settleResults = async ({ attempt, saves }: SaveCall, results: readonly BulkResult[]): Promise<void> => {
      const bySku = new Map(results.map((result) => [result.sku, result]))
      const carriedOut: { readonly save: SentSave; readonly note: string }[] = []
      const returned: SentSave[] = []
      for (const save of saves) {
        const result = bySku.get(save.sku) ?? unanswered(save.sku)
        if (result.outcome === 'carriedOut') {
          carriedOut.push({ save, note: joinSentences(save.note, describeWarnings(result.warnings)) })
          continue
        }
        const outcome = toOutcome(result)
        outcomes.set(save.outboundId, outcome)
        if (result.outcome === 'notNow' || result.outcome === 'notReached') returned.push(save)
        if (result.outcome === 'refused') deps.onResult(save.outboundId, { refusals: listRefusals(result.failure) })
      }
      const isFree = results.every((result) => 'failure' in result && isUncounted(result.failure))
      if (returned.length > 0) forget(returned, isFree ? attempt : undefined)
      for (const batch of inBatches(carriedOut, PARALLEL_READS)) {
        await Promise.all(
          batch.map(async ({ save, note }) => {
            const result = await readBack(save, note, signal)
            deps.onResult(save.outboundId, result)
            outcomes.set(save.outboundId, { outcome: 'carriedOut', note: result.note ?? '' })
          }),
        )
      }
    }

    const rows = checked.map(({ row }) => row)
    let results: readonly BulkResult[] = []
    try {
      results = await request(rows, prepare, () => call !== undefined, signal)
    } catch (error) {
      // Once a request was sent, only a reading shows its outcome.
      if (call !== undefined) throw error
      if (!(error instanceof NothingToSend)) {
        const outcome = unsentOutcome(error)
        for (const { id } of rows) if (!outcomes.has(id)) outcomes.set(id, outcome)
      }
    }
    if (call !== undefined) await settleResults(call, results)
    return outcomes
  }
}
