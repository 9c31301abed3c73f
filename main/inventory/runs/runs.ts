/**
 * Runs: many edits sent together.
 *
 * A run reads its items, waits for the seller's start, then sends calls of at most 25. Every step is stored before the next
 * one, so that a restart continues where the app ended.
 */
import type { RunScope } from '../../../shared/inventory/contract/run-contract.ts'
import { type JsonPath, sameJson, samePath } from '../../../shared/inventory/json.ts'
import { conflict, notFound, validation } from '../../../shared/result.ts'
import type { Cancel } from '../../ports.ts'
import { PARALLEL_READS } from '../items/item-reader.ts'
import { createRunContext, type RunDeps } from './run-context.ts'
import { isOpenRun } from './run-machine.ts'
import { createRunQueue } from './run-queue.ts'
import { type Skipped, stageRevert } from './run-revert.ts'
import { createRunSender } from './run-sender.ts'
import { excludedPart, type StoredRun } from './run-store.ts'
import { describeNewestRun } from './run-view.ts'

const TASK = 'inventory.runPlan'

export type Runs = ReturnType<typeof createRuns>

export const createRuns = (deps: RunDeps) => {
  const { store, runs, database, openSaves, scheduler, clock } = deps
  let stopListening: Cancel | undefined

  const wakeAt = (atMs: number): void => scheduler.plan(TASK, atMs, work)
  const wake = (): void => wakeAt(clock.nowMs())
  const context = createRunContext(deps, wakeAt)
  const queue = createRunQueue(deps, context, createRunSender(deps, context))
  const { advance } = context
  // Before the queue starts, so that later every row in `sending` belongs to this start of the app.
  runs.markInterrupted()

  const requireRun = (runId: number): StoredRun => {
    const found = runs.byId(runId)
    if (found === undefined) throw notFound('This run does not exist.')
    return found
  }

  /** Reads some rows for the plan. Returns false if there is nothing more to do for now. */
  const readNext = async (runId: number): Promise<boolean> => {
    const rows = runs.rowsIn(runId, 'unread', PARALLEL_READS * 4)
    if (rows.length === 0) {
      advance(runId, { type: 'allRead' })
      deps.onItems()
      return false
    }
    const reads = await context.readForPlan(rows)
    if (context.isStopped()) return false
    database.transaction(() => {
      for (const read of reads) {
        if (context.isSharedFailure(read)) continue
        context.plan(runId, read, 'read')
      }
    })
    context.notifySometimes(runId)
    const failed = reads.find(context.isSharedFailure)
    if (failed === undefined || !('error' in failed)) return true
    context.interrupt(runId, failed.error)
    return false
  }

  /** `dueMs` comes from the scheduler and may be ahead of a clock that was set back. */
  const work = async (dueMs: number): Promise<void> => {
    for (let hasMore = true, plannedMs = dueMs; hasMore && !context.isStopped(); plannedMs = 0) {
      const open = runs.newest()
      if (open === undefined) return
      let { state } = open
      if (state.name === 'waiting' && state.from === 'reading') {
        if (state.untilMs === null) return
        if (state.untilMs > Math.max(plannedMs, clock.nowMs())) return wakeAt(state.untilMs)
        state = advance(open.id, { type: 'continue' }) ?? state
      }
      if (state.name !== 'reading') return
      hasMore = await readNext(open.id)
    }
  }

  const resume = (runId: number): void => {
    if (queue.sendNow(runId)) return
    advance(runId, { type: 'resume' })
    wake()
  }

  /** For a plan that waited to be online. */
  const resumeReading = (): void => {
    const open = runs.newest()
    if (open?.state.name !== 'waiting' || open.state.from !== 'reading' || open.state.reason !== 'offline') return
    advance(open.id, { type: 'continue' })
    wake()
  }

  openSaves.onEnd((save, { outcome, message, refusals }) => {
    const note = {
      message: outcome === 'carriedOut' ? '' : message,
      ...(refusals === undefined ? {} : { problems: refusals }),
    }
    const runId = runs.advanceSave(save.id, { type: 'ended', outcome }, note)
    if (runId === undefined) return
    deps.onRun(runId)
    const state = runs.byId(runId)?.state
    if (state?.name === 'waiting' && state.reason === 'unsettled') queue.sendNow(runId)
  })

  /** The platform already has everything in these edits. */
  const discardUnchanged = (runId: number): void => {
    for (const { sku, edit, excluded } of runs.rowsIn(runId, 'unchanged', Number.MAX_SAFE_INTEGER)) {
      const { edit: current, editSource = null } = store.brief(sku) ?? {}
      if (sameJson(current, edit)) store.putEdit(sku, excludedPart(edit, excluded), clock.nowMs(), editSource)
    }
  }

  const prepare = (scope: RunScope): number => {
    const open = runs.newest()
    if (open !== undefined && isOpenRun(open.state)) {
      throw conflict('A run is already open. Let it finish or stop it first.')
    }
    const rows = [...new Set(context.skusIn(scope))].flatMap((sku) => {
      const edit = store.brief(sku)?.edit
      return edit === undefined ? [] : [{ sku, edit }]
    })
    if (rows.length === 0) throw conflict('None of these items has an unsaved edit.')
    const runId = runs.add(rows, clock.nowMs())
    deps.onRun(runId)
    wake()
    return runId
  }

  return {
    newest: () => describeNewestRun(deps),
    prepare,
    /** See `revertRun` in the contract. */
    revert: (runId: number): { readonly runId: number; readonly skipped: readonly Skipped[] } => {
      const run = requireRun(runId)
      if (isOpenRun(run.state)) throw conflict('This run is still open. Let it finish or stop it first.')
      return database.transaction(() => {
        const { skus, skipped } = stageRevert({ store, runs, nowMs: clock.nowMs }, runId)
        if (skus.length === 0) {
          throw conflict(
            skipped[0] === undefined ? 'This run saved nothing.' : `Nothing to revert. ${skipped[0].message}`,
          )
        }
        return { runId: prepare({ kind: 'skus', skus }), skipped }
      })
    },
    /** See `excludeRunCells` in the contract. */
    exclude: async (
      runId: number,
      cells: readonly { readonly sku: string; readonly path: JsonPath }[],
      isExcluded: boolean,
    ): Promise<void> => {
      const requireReady = (): void => {
        if (requireRun(runId).state.name === 'ready') return
        throw conflict('Changes can be left out only while the plan is shown.')
      }
      for (const sku of new Set(cells.map((cell) => cell.sku))) {
        requireReady()
        const row = runs.row(runId, sku)
        if (row === undefined) continue
        const chosen = cells.filter((cell) => cell.sku === sku).map(({ path }) => path)
        const others = row.excluded.filter((path) => !chosen.some((other) => samePath(other, path)))
        const excluded = isExcluded ? [...others, ...chosen] : others
        const read = await context.recallRow({ ...row, excluded })
        database.transaction(() => {
          requireReady()
          runs.putExcluded(runId, sku, excluded)
          context.plan(runId, read, 'chosen')
        })
      }
      deps.onRun(runId)
    },
    /** See `startRun` in the contract. */
    begin: (runId: number, deletions: 'confirmed' | 'leftOut' | undefined): void => {
      if (requireRun(runId).state.name !== 'ready') throw conflict('This run cannot be started.')
      const skus = deletions === 'confirmed' ? [] : runs.deletingSkus(runId)
      if (skus.length > 0 && deletions === undefined) {
        const names = `${skus.slice(0, 5).join(', ')}${skus.length > 5 ? ` and ${skus.length - 5} more` : ''}`
        throw validation('deletions', `This run deletes fields of ${names}. Confirm them, or leave these items out.`)
      }
      database.transaction(() => {
        for (const sku of skus) {
          const note = { heldReason: 'deletion' as const, message: 'Its deletions were not confirmed.' }
          runs.advanceRow(runId, sku, { type: 'read', found: 'held' }, note)
        }
        discardUnchanged(runId)
        advance(runId, { type: 'start' })
        queue.add(runId)
      })
      deps.onItems()
      queue.wake()
    },
    pause: (runId: number): void => {
      requireRun(runId)
      if (advance(runId, { type: 'pause' }) === undefined) throw conflict('This run is not in progress.')
      queue.pause(runId)
    },
    resume: (runId: number): void => {
      if (requireRun(runId).state.name !== 'paused') throw conflict('This run is not paused.')
      resume(runId)
    },
    end: (runId: number): void => {
      requireRun(runId)
      database.transaction(() => {
        if (advance(runId, { type: 'stop' }) === undefined) throw conflict('This run has already ended.')
        runs.skipUnsent(runId)
        queue.discard(runId)
      })
      queue.wake()
    },
    start: (): void => {
      stopListening = deps.online.onChange((isOnline) => {
        if (!isOnline) return
        resumeReading()
        const open = runs.newest()
        if (open?.state.name === 'paused' && open.problem?.kind === 'signInNeeded') resume(open.id)
      })
      resumeReading()
      wake()
    },
    stop: (): void => {
      context.stop()
      stopListening?.()
    },
  }
}
