/** Sends a run call by call. A call whose answer was lost is settled by reading, never sent again. */
import { type JsonObject, sameJson } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'
import { type BulkResult, isUncounted, type SendOptions } from '../platform/inventory-client.ts'
import { NothingToSend, type PreparedSave } from '../saves/prepared-save.ts'
import { saveMessages, withWarnings } from '../saves/save-messages.ts'
import type { OpenSave } from '../saves/save-store.ts'
import type { RunContext, RunDeps } from './run-context.ts'
import { planNextCall } from './run-plan.ts'
import { excludedPart, hasOpenRows, type StoredRunRow } from './run-store.ts'

export const createRunSender = (deps: RunDeps, context: RunContext) => {
  const { client, store, runs, database, budget, openSaves, clock } = deps

  type ReadySave = { readonly prepared: PreparedSave; readonly seen: JsonObject | undefined }

  /** Reads the rows of the next call once more and holds back what changed since the plan. */
  const prepareCall = async (runId: number, rows: readonly StoredRunRow[]): Promise<readonly ReadySave[]> => {
    const reads = await context.readInTurn(rows)
    if (context.isStopped()) return []
    const failed = reads.find(context.isSharedFailure)
    if (failed !== undefined && 'error' in failed) {
      context.interrupt(runId, failed.error)
      return []
    }
    return database.transaction(() =>
      reads.flatMap((read): readonly ReadySave[] => {
        const { sku, edit, excluded, deletions, contentLanguage } = read.row
        const current = store.brief(sku)?.edit
        if (current !== undefined && (!sameJson(current, edit) || deps.language(sku) !== contentLanguage)) {
          const message = `${sku} was edited after the plan was made. It was not sent; your edit is kept.`
          runs.advanceRow(runId, sku, { type: 'read', found: 'held' }, { heldReason: 'edited', message })
          return []
        }
        const lack = budget.findListingLack(sku)
        if (lack !== undefined) {
          runs.advanceRow(runId, sku, { type: 'read', found: 'held' }, { heldReason: 'spent', message: lack.message })
          return []
        }
        const found = context.judge(runId, read, (wanted) => deletions.some(({ id }) => id === wanted))
        if (found === 'unchanged') store.putEdit(sku, excludedPart(edit, excluded), clock.nowMs(), null)
        return found === 'planned' && 'prepared' in read ? [read] : []
      }),
    )
  }

  /** Returns the saves that were carried out. */
  const record = (attempt: number, saves: readonly OpenSave[], results: readonly BulkResult[]): readonly OpenSave[] =>
    database.transaction(() => {
      const carriedOut: OpenSave[] = []
      const bySku = new Map(results.map((result) => [result.sku, result]))
      for (const save of saves) {
        const result = bySku.get(save.sku)
        if (result === undefined || result.outcome === 'carriedOut') {
          if (result === undefined) continue
          const saved = withWarnings(save, result.warnings)
          openSaves.finish(saved, saved.sent, saveMessages.saved)
          carriedOut.push(saved)
          continue
        }
        const { outcome, failure } = result
        if (outcome === 'unknown') openSaves.markLost(save, failure)
        else {
          const refusals = outcome === 'refused' ? { refusals: failure.refusals } : {}
          openSaves.end(save, { outcome, message: failure.message, ...refusals })
        }
      }
      if (results.every((result) => 'failure' in result && isUncounted(result.failure))) budget.refund(attempt)
      return carriedOut
    })

  const sendCall = async (runId: number, rows: readonly StoredRunRow[], options: SendOptions): Promise<void> => {
    let call: { readonly attempt: number; readonly saves: readonly OpenSave[] } | undefined

    const prepareInTurn = async (): Promise<readonly PreparedSave[]> => {
      // Prepares again only after a 401, when the platform refused the first request.
      if (call !== undefined) openSaves.withdraw(call.saves, call.attempt)
      call = undefined
      const ready = await prepareCall(runId, rows)
      // The seller may have paused or stopped the run meanwhile.
      if (ready.length === 0 || context.isStopped() || runs.byId(runId)?.state.name !== 'sending') {
        throw new NothingToSend()
      }
      // One transaction, so neither the ledger entry nor the saves exist without the other.
      call = database.transaction(() => {
        const attempt = budget.charge(ready.map(({ prepared }) => prepared.sku))
        const saves = ready.map(({ prepared, seen }) => {
          const save = openSaves.begin(prepared, attempt, seen)
          runs.advanceRow(runId, save.sku, { type: 'send' }, { saveId: save.id })
          return save
        })
        return { attempt, saves }
      })
      context.notify(runId)
      return ready.map(({ prepared }) => prepared)
    }

    let results: readonly BulkResult[]
    try {
      results = await client.bulkCreateOrReplaceInventoryItem(rows[0]?.contentLanguage, prepareInTurn, options)
    } catch (error) {
      if (error instanceof NothingToSend) return
      if (!(error instanceof Failure)) throw error
      if (!context.isStopped()) context.interrupt(runId, error.detail)
      return
    }
    if (call === undefined || context.isStopped()) return
    const { attempt, saves } = call
    const carriedOut = record(attempt, saves, results)
    const turnedAway = results.find(({ outcome }) => outcome === 'notNow' || outcome === 'notReached')
    if (turnedAway !== undefined && 'failure' in turnedAway) context.interrupt(runId, turnedAway.failure.detail)
    // Rows that the platform turned away are planned again, but a stopped run must have no planned rows.
    if (runs.byId(runId)?.state.name === 'stopped') runs.skipUnsent(runId)
    if (results.some(({ outcome }) => outcome === 'unknown')) openSaves.wake()
    await openSaves.compare(carriedOut)
    context.notify(runId)
  }

  /** Sends the next call. Returns false if there is nothing more to do for now. */
  return async (runId: number, options: SendOptions): Promise<boolean> => {
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
    // Single saves of these items are in progress.
    if (rows.length === 0) return false
    const unlock = openSaves.lock(rows.map(({ sku }) => sku))
    try {
      await sendCall(runId, rows, options)
    } finally {
      unlock()
    }
    context.notifySometimes(runId)
    return !context.isStopped()
  }
}
