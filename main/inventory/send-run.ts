/**
 * Runs: the shell around the machines of shared/inventory/send-run.ts.
 *
 * A run reads, then waits for the seller's word, then sends in calls of at most 25. Every step is in the database before the
 * next one is taken: the app may end anywhere, and the next start goes on from there. What a call leaves open is never sent
 * again by this machine; it is read.
 */
import { familyRefusal } from '../../shared/inventory/family.ts'
import { sameJson } from '../../shared/inventory/json.ts'
import type { FieldRefusal } from '../../shared/inventory/refusals.ts'
import type { Run, RunPlan, RunScope } from '../../shared/inventory/run-contract.ts'
import { nextPlannedCall, planWaves } from '../../shared/inventory/send-plan.ts'
import { isOpenRun, type RunEvent, type RunState } from '../../shared/inventory/send-run.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { OnlineState } from '../feature.ts'
import type { Cancel, Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { ChangeBudget } from './budget.ts'
import { type BulkResult, type InventoryClient, isUncounted } from './client.ts'
import type { OpenSaves } from './open-saves.ts'
import { type PreparedSave, prepareSave } from './prepared-save.ts'
import { hasOpenRows, type RunStore, type StoredRun, type StoredRunRow } from './run-store.ts'
import { isStockCorrection, verdictOf } from './run-verdict.ts'
import type { OpenSave } from './save-store.ts'
import type { InventoryStore } from './store.ts'

export type SendRuns = {
  readonly prepare: (scope: RunScope) => number
  readonly current: () => Run | null
  readonly begin: (runId: number, leaveOutUnconfirmed: boolean) => void
  readonly confirm: (
    runId: number,
    deletions: readonly { readonly sku: string; readonly deletionId: string }[],
    isConfirmed: boolean,
  ) => number
  readonly pause: (runId: number) => void
  readonly resume: (runId: number) => void
  readonly end: (runId: number) => void
  /** Rows of a run under way that wait for their turn. */
  readonly plannedItems: () => number
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const KEY = 'inventory.sendRun'
/** Readings at once; the lane for reads holds eight, so that a seller's own reading finds a place. */
const READS_AT_ONCE = 5
const TRY_LINE_AGAIN_MS = 60_000
/** The platform says that the day is spent, and not until when. */
const TRY_LIMIT_AGAIN_MS = 60 * 60_000
/** A single save of an item of the next call is under way. */
const HELD_ITEM_MS = 2_000
const TELL_EVERY_MS = 300

const conflict = (message: string): Failure => new Failure({ kind: 'conflict', message })

/** What trouble of the line or the sign-in means for the run; undefined: it is the one row's. */
const eventOfTrouble = (error: AppError, nowMs: number): RunEvent | undefined => {
  switch (error.kind) {
    case 'offline':
    case 'unknown':
      return { type: 'mustWait', reason: 'line', untilMs: nowMs + TRY_LINE_AGAIN_MS }
    case 'rateLimited':
      return { type: 'mustWait', reason: 'platformLimit', untilMs: nowMs + error.retryAfterMs }
    case 'quotaExhausted':
      return { type: 'mustWait', reason: 'platformLimit', untilMs: error.resetsAtMs ?? nowMs + TRY_LIMIT_AGAIN_MS }
    case 'signInNeeded':
    case 'forbidden':
      return { type: 'pause' }
    default:
      return undefined
  }
}

type Read =
  | { readonly row: StoredRunRow; readonly prepared: PreparedSave }
  | { readonly row: StoredRunRow; readonly error: AppError }

export const createSendRuns = (deps: {
  readonly client: InventoryClient
  readonly store: InventoryStore
  readonly runs: RunStore
  readonly database: Database
  readonly budget: ChangeBudget
  readonly openSaves: OpenSaves
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly clock: Clock
  readonly log: Log
  /** Content-Language of the connection. */
  readonly contentLanguage: string
  readonly onRun: (runId: number) => void
  readonly onItems: () => void
}): SendRuns => {
  const { client, store, runs, database, budget, openSaves, scheduler, clock } = deps
  let stopped = false
  let working: Promise<void> = Promise.resolve()
  let stopListening: Cancel | undefined
  let toldAtMs = Number.NEGATIVE_INFINITY

  const languageOf = (sku: string): string => store.contentLanguageOf(sku) ?? deps.contentLanguage

  const known = (runId: number): StoredRun => {
    const run = runs.byId(runId)
    if (run === undefined) throw new Failure({ kind: 'notFound', message: 'That run is not known.' })
    return run
  }

  const wakeAt = (atMs: number): void => {
    if (!stopped) scheduler.plan(KEY, atMs, run)
  }
  const wake = (): void => wakeAt(clock.nowMs())

  const advance = (runId: number, event: RunEvent, problem?: AppError): RunState | undefined => {
    const state = runs.advance(runId, event, clock.nowMs(), problem)
    if (state !== undefined) deps.onRun(runId)
    if (state?.name === 'waiting' && state.untilMs !== null) wakeAt(state.untilMs)
    return state
  }

  const tellNowAndThen = (runId: number): void => {
    if (clock.monotonicMs() - toldAtMs < TELL_EVERY_MS) return
    toldAtMs = clock.monotonicMs()
    deps.onRun(runId)
    deps.onItems()
  }

  /** Reads the items of some rows, a few at once, and merges their edits into what the platform has. */
  const readRows = async (rows: readonly StoredRunRow[]): Promise<readonly Read[]> => {
    const reads: Read[] = []
    for (let at = 0; at < rows.length; at += READS_AT_ONCE) {
      const group = rows.slice(at, at + READS_AT_ONCE).map(async (row): Promise<Read> => {
        try {
          const prepared = await prepareSave(
            row.sku,
            async (sku) => {
              const record = await client.getInventoryItem(sku)
              if (!stopped) store.putRecord(sku, record, clock.nowMs())
              return record
            },
            () => store.brief(row.sku)?.edit ?? row.edit,
            store.contentLanguageOf(row.sku),
          )
          return { row, prepared }
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          return { row, error: error.detail }
        }
      })
      reads.push(...(await Promise.all(group)))
      if (stopped) break
    }
    return reads
  }

  /** Files what reading said of a row, and tells it. */
  const judge = (
    runId: number,
    read: Read,
    isConfirmed: (deletionId: string) => boolean,
  ): 'planned' | 'unchanged' | 'held' => {
    const { sku } = read.row
    if ('error' in read) {
      const { message } = read.error
      runs.advanceRow(runId, sku, { type: 'read', found: 'held' }, { heldReason: 'unread', message })
      return 'held'
    }
    const item = store.item(sku)
    if (item?.edit === undefined) {
      const message = 'Its edit was saved or discarded meanwhile.'
      runs.advanceRow(runId, sku, { type: 'read', found: 'held' }, { heldReason: 'withdrawn', message })
      return 'held'
    }
    const verdict = verdictOf(read.prepared, {
      refusal: familyRefusal(store.familyOf(sku), 'offers'),
      isUnsettled: item.state === 'unknown',
      isConfirmed,
    })
    const note = verdict.found === 'held' ? verdict : {}
    runs.advanceRow(runId, sku, { type: 'read', found: verdict.found }, note)
    return verdict.found
  }

  /** The first trouble that is everybody's; the rows of it are left as they are. */
  const troubleOf = (runId: number, reads: readonly Read[]): boolean => {
    for (const read of reads) {
      if (!('error' in read)) continue
      const event = eventOfTrouble(read.error, clock.nowMs())
      if (event === undefined) continue
      advance(runId, event, event.type === 'pause' ? read.error : undefined)
      return true
    }
    return false
  }

  /** One turn of reading before the plan. False: there is nothing more to do for now. */
  const readSome = async (runId: number): Promise<boolean> => {
    const rows = runs.rowsIn(runId, 'toRead', READS_AT_ONCE * 4)
    if (rows.length === 0) {
      advance(runId, { type: 'allRead' })
      deps.onItems()
      return false
    }
    const reads = await readRows(rows)
    if (stopped) return false
    database.transaction(() => {
      for (const read of reads) {
        if ('error' in read && eventOfTrouble(read.error, clock.nowMs()) !== undefined) continue
        const { sku } = read.row
        // Deletions are listed here, to be confirmed before anything is sent.
        if (judge(runId, read, () => true) === 'planned' && 'prepared' in read) {
          const { edit, preview } = read.prepared
          runs.putRead(runId, sku, {
            edit,
            isStockCorrection: isStockCorrection(edit),
            contentLanguage: languageOf(sku),
            deletions: preview.deletions,
          })
        }
      }
    })
    tellNowAndThen(runId)
    return !troubleOf(runId, reads)
  }

  /** Reads the rows of the next call once more; what has moved since the plan is held back. */
  const prepareCall = async (runId: number, rows: readonly StoredRunRow[]): Promise<readonly PreparedSave[]> => {
    const reads = await readRows(rows)
    if (stopped || troubleOf(runId, reads)) return []
    return database.transaction(() =>
      reads.flatMap((read): readonly PreparedSave[] => {
        const { sku, edit, contentLanguage } = read.row
        const now = store.brief(sku)?.edit
        if (now !== undefined && (!sameJson(now, edit) || languageOf(sku) !== contentLanguage)) {
          const message = `${sku} was edited after the plan was made. It was not sent; your edit is kept.`
          runs.advanceRow(runId, sku, { type: 'read', found: 'held' }, { heldReason: 'edited', message })
          return []
        }
        const confirmed = runs.confirmedDeletions(runId, sku)
        const found = judge(runId, read, (id) => confirmed.has(id))
        // The platform holds all of it by now: nothing waits any more.
        if (found === 'unchanged') store.putEdit(sku, undefined, clock.nowMs(), null)
        return found === 'planned' && 'prepared' in read ? [read.prepared] : []
      }),
    )
  }

  /** What the platform made of the items that were saved: the states after them. Whatever fails here changes nothing. */
  const readAfter = async (saves: readonly OpenSave[]): Promise<void> => {
    for (let at = 0; at < saves.length && !stopped; at += READS_AT_ONCE) {
      const group = saves.slice(at, at + READS_AT_ONCE).map(async (save) => {
        try {
          const after = await client.getInventoryItem(save.sku)
          if (stopped || after === undefined) return
          database.transaction(() => {
            store.putRecord(save.sku, after, clock.nowMs())
            openSaves.putAfter(save, after)
          })
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          deps.log.info('an item could not be read after its save', { kind: error.detail.kind })
        }
      })
      await Promise.all(group)
    }
  }

  const file = (save: OpenSave, result: BulkResult): void => {
    if (result.outcome === 'saved') openSaves.finish(save, save.sent, 'Saved')
    else if (result.outcome === 'rejected') {
      openSaves.end(save, 'rejected', result.failure.message, result.failure.refusals)
    } else openSaves.end(save, result.outcome === 'unknown' ? 'unknown' : 'notSaved', result.failure.message)
  }

  /** Sends one call, and files what the answer says of each of its items. */
  const sendCall = async (runId: number, prepared: readonly PreparedSave[]): Promise<void> => {
    // One transaction: there is no attempt without its row in the ledger, and no row without its saves.
    const { attempt, saves } = database.transaction(() => {
      const charged = budget.charge('', prepared.length)
      const begun = prepared.map((save) => {
        const open = openSaves.begin(save, charged)
        runs.advanceRow(runId, save.sku, { type: 'send' }, { saveId: open.id })
        return open
      })
      return { attempt: charged, saves: begun }
    })
    deps.onRun(runId)
    deps.onItems()
    const results = await client.bulkCreateOrReplaceInventoryItem(prepared, () => undefined)
    if (stopped) return
    const bySku = new Map(results.map((result) => [result.sku, result]))
    const turnedAway = results.find((result) => result.outcome === 'notSent')
    database.transaction(() => {
      for (const save of saves) {
        const result = bySku.get(save.sku)
        if (result !== undefined) file(save, result)
      }
      const isWhole = results.every(({ outcome }) => outcome === 'notSent')
      if (isWhole && turnedAway?.outcome === 'notSent' && isUncounted(turnedAway.failure)) budget.refund(attempt)
    })
    if (turnedAway?.outcome === 'notSent') {
      const { detail } = turnedAway.failure
      const event = eventOfTrouble(detail, clock.nowMs()) ?? { type: 'pause' }
      advance(runId, event, event.type === 'pause' ? detail : undefined)
    }
    // A run that was stopped meanwhile takes nothing up again.
    if (runs.byId(runId)?.state.name === 'stopped') runs.leave(runId)
    const unknown = saves.filter(({ sku }) => bySku.get(sku)?.outcome === 'unknown')
    for (const save of unknown) {
      if (stopped) return
      const { outcome } = await openSaves.settle(save)
      if (outcome === 'unknown') {
        openSaves.wakeLater()
        break
      }
    }
    await readAfter(saves.filter(({ sku }) => bySku.get(sku)?.outcome === 'saved'))
    deps.onRun(runId)
    deps.onItems()
  }

  /** One turn of sending. False: there is nothing more to do for now. */
  const sendSome = async (runId: number): Promise<boolean> => {
    const next = nextPlannedCall(runs.batches(runId), budget.now())
    if (next === undefined) {
      if (hasOpenRows(runs.counts(runId))) {
        advance(runId, { type: 'mustWait', reason: 'unsettled', untilMs: null })
        openSaves.wake()
      } else advance(runId, { type: 'allEnded' })
      deps.onItems()
      return false
    }
    if (next.inMs > 0) {
      const untilMs = clock.nowMs() + Math.ceil(next.inMs)
      advance(runId, { type: 'mustWait', reason: 'budget', untilMs })
      return false
    }
    const rows = runs.rowsIn(runId, 'planned', next.items).filter(({ sku }) => !openSaves.isHeld(sku))
    if (rows.length === 0) {
      wakeAt(clock.nowMs() + HELD_ITEM_MS)
      return false
    }
    const letGo = openSaves.hold(rows.map(({ sku }) => sku))
    try {
      const prepared = await prepareCall(runId, rows)
      // The seller may have paused or stopped it while the items were read.
      if (stopped || runs.byId(runId)?.state.name !== 'sending') return !stopped
      if (prepared.length > 0) await sendCall(runId, prepared)
    } finally {
      letGo()
    }
    tellNowAndThen(runId)
    return !stopped
  }

  /** `dueMs`: as the scheduler gives it; waits that begin in here go by the clock again. */
  const workOn = async (dueMs: number): Promise<void> => {
    for (let more = true, plannedMs = dueMs; more && !stopped; plannedMs = 0) {
      const open = runs.newest()
      if (open === undefined) return
      let { state } = open
      if (state.name === 'waiting') {
        if (state.untilMs === null) return
        if (state.untilMs > Math.max(plannedMs, clock.nowMs())) return wakeAt(state.untilMs)
        state = advance(open.id, { type: 'goOn' }) ?? state
      }
      if (state.name === 'reading') more = await readSome(open.id)
      else if (state.name === 'sending') more = await sendSome(open.id)
      else return
    }
  }

  function run(dueMs: number): Promise<void> {
    working = workOn(dueMs)
    return working
  }

  /** The platform is back, or a save was settled: what waited for that goes on. */
  const goOnAfter = (reasons: readonly string[]): void => {
    const open = runs.newest()
    if (open?.state.name !== 'waiting' || !reasons.includes(open.state.reason)) return
    advance(open.id, { type: 'goOn' })
    wake()
  }

  openSaves.onEnd((save, end) => {
    const settled = { saved: 'saved', notSaved: 'notSaved', rejected: 'notSaved', unknown: undefined } as const
    const answered = { saved: 'saved', notSaved: 'turnedAway', rejected: 'failed', unknown: 'unknown' } as const
    const note = {
      message: end.state === 'saved' ? '' : end.message,
      ...(end.refusals === undefined ? {} : { problems: end.refusals as readonly FieldRefusal[] }),
    }
    const as = settled[end.state]
    const runId =
      runs.advanceSave(save.id, { type: 'answered', as: answered[end.state] }, note) ??
      (as === undefined ? undefined : runs.advanceSave(save.id, { type: 'settled', as }, note))
    if (runId === undefined) return
    deps.onRun(runId)
    goOnAfter(['unsettled'])
  })

  const planOf = (runId: number): RunPlan => {
    const batches = runs.batches(runId)
    const now = budget.now()
    const nowMs = clock.nowMs()
    const waves = planWaves(batches, now)
    return {
      items: batches.reduce((sum, { items }) => sum + items, 0),
      calls: waves.reduce((sum, { calls }) => sum + calls, 0),
      stockCorrections: batches.reduce((sum, batch) => sum + (batch.isStockCorrection ? batch.items : 0), 0),
      waves: waves.map(({ inMs, items, calls }) => ({ atMs: nowMs + Math.ceil(inMs), items, calls })),
      reserve: now.reserve,
    }
  }

  const skusIn = (scope: RunScope): readonly string[] => {
    switch (scope.kind) {
      case 'changed':
        return store.skusOf({ search: '', filter: 'changed' })
      case 'list':
        return store.skusOf(scope)
      case 'skus':
        return scope.skus
    }
  }

  return {
    prepare: (scope) => {
      const open = runs.newest()
      if (open !== undefined && isOpenRun(open.state)) {
        throw conflict('A run is open already. Let it end, or stop it, before another one is planned.')
      }
      // One save a SKU, whatever the scope names how often.
      const rows = [...new Set(skusIn(scope))].flatMap((sku) => {
        const edit = store.brief(sku)?.edit
        return edit === undefined ? [] : [{ sku, edit }]
      })
      if (rows.length === 0) throw conflict('None of these items has an unsaved edit.')
      const runId = runs.add(rows, clock.nowMs())
      deps.onRun(runId)
      wake()
      return runId
    },
    current: () => {
      const open = runs.newest()
      if (open === undefined) return null
      const { state, id } = open
      const { total: all, unconfirmed } = runs.deletions(id, 0, 0)
      return {
        runId: id,
        state: state.name,
        waits: state.name === 'waiting' ? { reason: state.reason, untilMs: state.untilMs } : null,
        problem: open.problem,
        madeAtMs: open.madeAtMs,
        startedAtMs: open.startedAtMs,
        endedAtMs: open.endedAtMs,
        counts: runs.counts(id),
        plan: planOf(id),
        deletions: { all, unconfirmed },
      }
    },
    confirm: (runId, deletions, isConfirmed) => {
      if (known(runId).state.name !== 'ready') {
        throw conflict('Deletions are confirmed once a run is ready, and before it is started.')
      }
      runs.confirm(runId, deletions, isConfirmed)
      deps.onRun(runId)
      return runs.deletions(runId, 0, 0).unconfirmed
    },
    begin: (runId, leaveOutUnconfirmed) => {
      if (known(runId).state.name !== 'ready') throw conflict('This run is not ready to be started.')
      const skus = runs.unconfirmedSkus(runId)
      if (skus.length > 0 && !leaveOutUnconfirmed) {
        const named = `${skus.slice(0, 5).join(', ')}${skus.length > 5 ? ` and ${skus.length - 5} more` : ''}`
        throw new Failure({
          kind: 'validation',
          message: `This run deletes fields of ${named} that nobody confirmed. Confirm them, or leave these items out.`,
          issues: skus.slice(0, 20).map((sku) => ({ path: 'deletions', message: `Not confirmed: ${sku}` })),
        })
      }
      database.transaction(() => {
        for (const sku of skus) {
          const note = { heldReason: 'deletion' as const, message: 'Its deletions were not confirmed.' }
          runs.advanceRow(runId, sku, { type: 'read', found: 'held' }, note)
        }
        for (const { sku, edit } of runs.rowsIn(runId, 'unchanged', Number.MAX_SAFE_INTEGER)) {
          // The platform holds all of it already: nothing waits any more.
          if (sameJson(store.brief(sku)?.edit, edit)) store.putEdit(sku, undefined, clock.nowMs(), null)
        }
        advance(runId, { type: 'start' })
      })
      deps.onItems()
      wake()
    },
    pause: (runId) => {
      known(runId)
      if (advance(runId, { type: 'pause' }) === undefined) throw conflict('This run is not under way.')
    },
    resume: (runId) => {
      known(runId)
      if (advance(runId, { type: 'resume' }) === undefined) throw conflict('This run is not paused.')
      wake()
    },
    end: (runId) => {
      known(runId)
      database.transaction(() => {
        if (advance(runId, { type: 'stop' }) === undefined) throw conflict('This run has ended already.')
        runs.leave(runId)
      })
    },
    plannedItems: () => {
      const open = runs.newest()
      if (open === undefined || open.startedAtMs === null || !isOpenRun(open.state)) return 0
      return runs.counts(open.id).planned
    },
    start: () => {
      // What was under way when the app ended: nobody knows how it ended there.
      for (const { runId, sku } of runs.lostRows()) runs.advanceRow(runId, sku, { type: 'lost' })
      stopListening = deps.online.onChange((isOnline) => {
        if (isOnline) goOnAfter(['line'])
      })
      goOnAfter(['line', 'budget', 'unsettled'])
      wake()
    },
    stop: async () => {
      stopped = true
      stopListening?.()
      scheduler.cancel(KEY)
      await working.catch(() => undefined)
    },
  }
}
