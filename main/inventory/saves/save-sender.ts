/**
 * Sends saves: one PUT for one item, one bulk call for several.
 *
 * Reads and merges the items right before the request is sent, so that no change by others is overwritten (INV-08). Sends a
 * request once. If the answer is lost, settles it by reading the items, never by sending again (INV-15).
 */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { waitUntilMs } from '../../http/retry-table.ts'
import { NothingLeaves } from '../../outbound/checked-batch.ts'
import type { LeavingRows, ReadyRow } from '../../outbound/kind.ts'
import { type Answered, failedWrite, type Outcome, triggerOf } from '../../outbound/outcome.ts'
import type { Clock, Log } from '../../ports.ts'
import { inBatches } from '../batches.ts'
import type { ItemReader } from '../items/item-reader.ts'
import type { FieldRefusal } from '../items/refusals.ts'
import { listRefusals } from '../platform/errors.ts'
import { type InventoryClient, isUncounted, type SaveCallResult, toWriteOutcome } from '../platform/inventory-client.ts'
import type { InventoryStore } from '../store.ts'
import type { ChangeBudget } from './change-budget.ts'
import type { ConfirmedSave, SaveRow } from './confirmed-save.ts'
import type { PreparedSave } from './prepared-save.ts'
import type { ReadySave } from './save-checks.ts'
import type { SentSave } from './save-history.ts'
import { describeCause, describeDifferences, describeKept, describeWarnings, joinSentences } from './save-messages.ts'

const UNEXPECTED = {
  kind: 'internal',
  message:
    'Something went wrong in Stallhand. Nothing was sent, and your edit is kept. Try again. If it happens again, report a problem under Settings, About.',
  reference: 'itemSave',
} as const

const unanswered = (sku: string): SaveCallResult => ({
  sku,
  outcome: 'unknown',
  failure: new Failure({ kind: 'unknown', message: `The answer doesn’t say whether ${sku} was saved.` }),
})

/** What the answer to a save said, and the reading after it. */
export type SaveAnswer = {
  /** The platform's record afterwards, if it could be read. */
  readonly after?: NonNullable<SentSave['base']>
  readonly note?: string
  readonly refusals?: readonly FieldRefusal[]
}

type LeavingSave = ReadyRow<ConfirmedSave, null, ReadySave>

/** A request in progress: its charge and its saves. */
type SaveCall = { readonly attempt: number; readonly saves: readonly SentSave[] }

/** A save that the platform carried out, and what to say about it. */
type SavedNote = { readonly save: SentSave; readonly note: string }

export const createSaveSender = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly platformName: PlatformName
  readonly reader: ItemReader
  readonly clock: Clock
  readonly log: Log
  readonly onItem: (sku: string) => void
}) => {
  const { client, store, database, budget, reader, clock } = deps

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

  /** Removes the records of a call that the platform certainly didn't receive. The rows' next states update the list. */
  const forget = (saves: readonly SentSave[], attempt: number | undefined): void =>
    database.transaction(() => {
      for (const { outboundId } of saves) store.removeSave(outboundId)
      if (attempt !== undefined) budget.refund(attempt)
    })

  /** The record without fields that only some reads have. */
  const toBody = (record: JsonObject | undefined): JsonObject | undefined =>
    record === undefined ? undefined : client.toBody(record)

  /** Records what is sent now, in one transaction, so that charge and saves never exist without each other. */
  const record = (going: readonly LeavingSave[]): SaveCall =>
    database.transaction(() => {
      const attempt = budget.charge(going.map(({ ready }) => ready.prepared.sku))
      const saves = going.map(
        ({
          row,
          ready: {
            prepared: { sku, remote, merged, edit },
            seen,
          },
        }) => {
          const save = {
            outboundId: row.id,
            sku,
            base: remote,
            sent: merged,
            note: describeKept(toBody(seen), toBody(remote), edit, deps.platformName),
          }
          store.addSave(save, attempt, clock.nowMs())
          store.refresh(sku)
          return save
        },
      )
      return { attempt, saves }
    })

  const request = async (
    rows: readonly SaveRow[],
    prepare: () => Promise<readonly PreparedSave[]>,
    wasSent: () => boolean,
    signal: AbortSignal,
  ): Promise<readonly SaveCallResult[]> => {
    const [first] = rows
    if (first === undefined) return []
    const { sku, contentLanguage } = first.payload
    // The seller gave consent when the run started.
    const options = { signal, ...(first.runId === null ? triggerOf(first) : { trigger: 'queue' as const }) }
    if (rows.length > 1) return client.bulkCreateOrReplaceInventoryItem(contentLanguage, prepare, options)
    const prepareOne = async (): Promise<PreparedSave> => {
      const [only] = await prepare()
      if (only === undefined) throw new NothingLeaves()
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

  /** Reads items after their save, for the history and as the base of the next edit. A failure doesn't affect the outcome. */
  const readBack = async (saves: readonly SavedNote[], signal: AbortSignal): Promise<readonly SaveAnswer[]> => {
    if (signal.aborted) return saves.map(({ note }) => ({ note }))
    const skus = saves.map(({ save }) => save.sku)
    const readings = await reader.readBack(skus, signal)
    return saves.map(({ save, note }, index) => {
      const reading = readings[index]
      if (reading?.status === 'rejected') {
        if (!(reading.reason instanceof Failure)) throw reading.reason
        deps.log.info('could not read an item after its save', { kind: reading.reason.detail.kind })
      }
      const after = reading?.status === 'fulfilled' ? reading.value : undefined
      if (after === undefined) return { note }
      return { after, note: joinSentences(note, describeDifferences(client.toBody(save.sent), after)) }
    })
  }

  const toOutcome = (result: Exclude<SaveCallResult, { readonly outcome: 'carriedOut' }>): Outcome => {
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

  /** Sends the saves in one request. Returns the outcome of each, by its row's id. Throws what `leave` threw if nothing was sent. */
  return async (
    batch: LeavingRows<ConfirmedSave, null, ReadySave>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Answered<SaveAnswer>>> => {
    const outcomes = new Map<string, Answered<SaveAnswer>>()
    let call: SaveCall | undefined

    const prepare = async (): Promise<readonly PreparedSave[]> => {
      // Runs again only after a 401, when the platform refused the first request.
      if (call !== undefined) forget(call.saves, call.attempt)
      call = undefined
      const going = await batch.leave()
      call = record(going)
      for (const { sku } of call.saves) deps.onItem(sku)
      return going.map(({ ready }) => ready.prepared)
    }

    const settleResults = async ({ attempt, saves }: SaveCall, results: readonly SaveCallResult[]): Promise<void> => {
      const bySku = new Map(results.map((result) => [result.sku, result]))
      const carriedOut: SavedNote[] = []
      const returned: SentSave[] = []
      for (const save of saves) {
        const result = bySku.get(save.sku) ?? unanswered(save.sku)
        if (result.outcome === 'carriedOut') {
          carriedOut.push({
            save,
            note: joinSentences(save.note, describeWarnings(result.warnings, deps.platformName)),
          })
          continue
        }
        const outcome = toOutcome(result)
        const isRefused = result.outcome === 'refused'
        outcomes.set(save.outboundId, {
          ...outcome,
          ...(isRefused ? { answer: { refusals: listRefusals(result.failure) } } : {}),
        })
        if (result.outcome === 'notNow' || result.outcome === 'notReached') returned.push(save)
      }
      const isFree = results.every((result) => 'failure' in result && isUncounted(result.failure))
      if (returned.length > 0) forget(returned, isFree ? attempt : undefined)
      for (const some of inBatches(carriedOut, reader.atOnce())) {
        const read = await readBack(some, signal)
        for (const [index, { save, note }] of some.entries()) {
          const answer = read[index] ?? { note }
          outcomes.set(save.outboundId, { outcome: 'carriedOut', note: answer.note ?? '', answer })
        }
      }
    }

    const rows = batch.rows.map(({ row }) => row)
    let results: readonly SaveCallResult[] = []
    try {
      results = await request(rows, prepare, () => call !== undefined, signal)
    } catch (error) {
      // Once a request was sent, only a reading shows its outcome.
      if (call !== undefined) throw error
      if (error instanceof NothingLeaves) throw error
      const outcome = unsentOutcome(error)
      for (const { id } of rows) outcomes.set(id, outcome)
    }
    if (call !== undefined) await settleResults(call, results)
    return outcomes
  }
}
