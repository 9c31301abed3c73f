/** Sends a run call by call. A call whose answer was lost is settled by reading, never sent again. */
import { sameJson } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'
import { inBatches } from '../batches.ts'
import { isUncounted } from '../platform/client.ts'
import type { PreparedSave } from '../saves/prepared-save.ts'
import type { OpenSave } from '../saves/save-store.ts'
import { PARALLEL_READS, type RunContext, type RunDeps } from './run-context.ts'
import { planNextCall } from './run-plan.ts'
import { hasOpenRows, type StoredRunRow } from './run-store.ts'

/** A single save of an item of the next call is in progress. */
const LOCKED_RETRY_MS = 2_000

export const createRunSender = (deps: RunDeps, context: RunContext, wakeAt: (atMs: number) => void) => {
  const { client, store, runs, database, budget, openSaves, clock } = deps

  /** Reads the rows of the next call once more and holds back what changed since the plan. */
  const prepareCall = async (runId: number, rows: readonly StoredRunRow[]): Promise<readonly PreparedSave[]> => {
    const reads = await context.readRows(rows)
    if (context.isStopped()) return []
    const failed = reads.find(context.isSharedFailure)
    if (failed !== undefined && 'error' in failed) {
      context.interrupt(runId, failed.error)
      return []
    }
    return database.transaction(() =>
      reads.flatMap((read): readonly PreparedSave[] => {
        const { sku, edit, contentLanguage } = read.row
        const current = store.brief(sku)?.edit
        if (current !== undefined && (!sameJson(current, edit) || context.language(sku) !== contentLanguage)) {
          const message = `${sku} was edited after the plan was made. It was not sent; your edit is kept.`
          runs.advanceRow(runId, sku, { type: 'read', found: 'held' }, { heldReason: 'edited', message })
          return []
        }
        const confirmed = runs.confirmedDeletions(runId, sku)
        const found = context.judge(runId, read, (id) => confirmed.has(id))
        if (found === 'unchanged') store.putEdit(sku, undefined, clock.nowMs(), null)
        return found === 'planned' && 'prepared' in read ? [read.prepared] : []
      }),
    )
  }

  /** Stores what the platform made of saved items. A failure here changes nothing. */
  const readAfter = async (saves: readonly OpenSave[]): Promise<void> => {
    for (const batch of inBatches(saves, PARALLEL_READS)) {
      if (context.isStopped()) return
      const work = batch.map(async (save) => {
        try {
          const after = await client.getInventoryItem(save.sku)
          if (context.isStopped() || after === undefined) return
          database.transaction(() => {
            store.putRecord(save.sku, after, clock.nowMs())
            store.putAfter(save, after)
          })
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          deps.log.info('could not read an item after its save', { kind: error.detail.kind })
        }
      })
      await Promise.all(work)
    }
  }

  const sendCall = async (runId: number, prepared: readonly PreparedSave[]): Promise<void> => {
    // One transaction, so that neither the ledger entry nor the saves exist without the other.
    const { attempt, saves } = database.transaction(() => {
      const charged = budget.charge('', prepared.length)
      const started = prepared.map((save) => {
        const open = openSaves.begin(save, charged)
        runs.advanceRow(runId, save.sku, { type: 'send' }, { saveId: open.id })
        return open
      })
      return { attempt: charged, saves: started }
    })
    context.notify(runId)
    const results = await client.bulkCreateOrReplaceInventoryItem(prepared)
    if (context.isStopped()) return
    const bySku = new Map(results.map((result) => [result.sku, result]))
    const withOutcome = (outcome: string) => saves.filter(({ sku }) => bySku.get(sku)?.outcome === outcome)
    const turnedAway = results.find(({ outcome }) => outcome === 'notNow' || outcome === 'notReached')
    database.transaction(() => {
      for (const save of saves) {
        const result = bySku.get(save.sku)
        if (result?.outcome === 'carriedOut') openSaves.finish(save, save.sent, 'Saved')
        else if (result !== undefined) {
          const { outcome, failure } = result
          const refusals = outcome === 'refused' ? { refusals: failure.refusals } : {}
          openSaves.end(save, { outcome, message: failure.message, ...refusals })
        }
      }
      if (results.every((result) => 'failure' in result && isUncounted(result.failure))) budget.refund(attempt)
    })
    if (turnedAway !== undefined && 'failure' in turnedAway) context.interrupt(runId, turnedAway.failure.detail)
    // Rows that were turned away are planned again; a stopped run must not keep them.
    if (runs.byId(runId)?.state.name === 'stopped') runs.skipUnsent(runId)
    for (const save of withOutcome('unknown')) {
      if (context.isStopped()) return
      if ((await openSaves.settle(save)).outcome === 'unknown') break
    }
    await readAfter(withOutcome('carriedOut'))
    context.notify(runId)
  }

  /** Sends the next call. Returns false if there is nothing more to do for now. */
  return async (runId: number): Promise<boolean> => {
    const next = planNextCall(runs.plannedGroups(runId), budget.now())
    if (next === undefined) {
      if (hasOpenRows(runs.counts(runId))) {
        context.advance(runId, { type: 'mustWait', reason: 'unsettled', untilMs: null })
        openSaves.wake()
      } else context.advance(runId, { type: 'allEnded' })
      deps.onItems()
      return false
    }
    if (next.inMs > 0) {
      context.advance(runId, { type: 'mustWait', reason: 'budget', untilMs: clock.nowMs() + Math.ceil(next.inMs) })
      return false
    }
    const rows = runs.rowsIn(runId, 'planned', next.items).filter(({ sku }) => !openSaves.isLocked(sku))
    if (rows.length === 0) {
      wakeAt(clock.nowMs() + LOCKED_RETRY_MS)
      return false
    }
    const unlock = openSaves.lock(rows.map(({ sku }) => sku))
    try {
      const prepared = await prepareCall(runId, rows)
      // The seller may have paused or stopped the run while the items were read.
      if (!context.isStopped() && runs.byId(runId)?.state.name === 'sending' && prepared.length > 0) {
        await sendCall(runId, prepared)
      }
    } finally {
      unlock()
    }
    context.notifySometimes(runId)
    return !context.isStopped()
  }
}
