/** What the parts of a run share: advancing its state, and reading its items. */
import type { RunScope } from '../../../shared/inventory/contract/run-contract.ts'
import { familyRefusal } from '../../../shared/inventory/family.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { type AppError, Failure, findBlock } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { inBatches } from '../batches.ts'
import { type ItemReader, PARALLEL_READS } from '../items/item-reader.ts'
import type { InventoryClient } from '../platform/inventory-client.ts'
import type { ChangeBudget } from '../saves/change-budget.ts'
import type { OpenSaves } from '../saves/open-saves.ts'
import { type PreparedSave, prepareSave } from '../saves/prepared-save.ts'
import type { InventoryStore } from '../store.ts'
import type { RunEvent, RunState } from './run-machine.ts'
import { includedPart, type RunStore, type StoredRunRow } from './run-store.ts'
import { hold, isStockCorrection, judgeRow, type RowVerdict } from './run-verdict.ts'

export type RunDeps = Pick<Services, 'clock' | 'database' | 'log' | 'online' | 'scheduler'> & {
  readonly client: InventoryClient
  readonly reader: ItemReader
  readonly store: InventoryStore
  readonly runs: RunStore
  readonly budget: ChangeBudget
  readonly openSaves: OpenSaves
  readonly outbound: Outbound
  /** The Content-Language of the SKU's saves. */
  readonly language: (sku: string) => string
  readonly onRun: (runId: number) => void
  readonly onItems: () => void
}

/** A call includes only as many items as can be read within this time, so no reading is older when the call leaves. */
const MAX_READING_AGE_MS = 2_000
const OFFLINE_RETRY_MS = 60_000
/** The wait if the platform doesn't say when changes are free again. */
const LIMIT_RETRY_MS = 60 * 60_000
const NOTIFY_EVERY_MS = 300

/** What an error means for the whole run; undefined if it concerns one row. */
const toRunEvent = (error: AppError, nowMs: number): RunEvent | undefined => {
  switch (error.kind) {
    case 'offline':
    case 'unknown':
      return { type: 'mustWait', reason: 'offline', untilMs: nowMs + OFFLINE_RETRY_MS }
    case 'rateLimited':
      return { type: 'mustWait', reason: 'platformLimit', untilMs: nowMs + error.retryAfterMs }
    case 'quotaExhausted':
      return { type: 'mustWait', reason: 'platformLimit', untilMs: error.resetsAtMs ?? nowMs + LIMIT_RETRY_MS }
    case 'signInNeeded':
    case 'forbidden':
      return { type: 'pause' }
    default:
      return undefined
  }
}

/** A row whose item was read and merged, or could not be. */
export type ReadRow = { readonly row: StoredRunRow } & (
  | {
      readonly prepared: PreparedSave
      /** The item's whole edit: the run sends the included part of it. */
      readonly edit: ItemEdit
      /** The record as it was known before. */
      readonly seen: JsonObject | undefined
      /** When it was read, if the last reading was used instead of a new one. */
      readonly lastReadAtMs: number | null
    }
  | { readonly error: AppError }
)

export type RunContext = ReturnType<typeof createRunContext>

export const createRunContext = (deps: RunDeps, wakeAt: (atMs: number) => void) => {
  const { reader, store, runs, clock } = deps
  let isStopped = false
  let notifiedAtMs = Number.NEGATIVE_INFINITY

  /** Advances the run and plans the end of a wait. Returns undefined if the event is not allowed. */
  const advance = (runId: number, event: RunEvent, problem?: AppError): RunState | undefined => {
    const state = runs.advance(runId, event, clock.nowMs(), problem)
    if (state !== undefined) deps.onRun(runId)
    if (state?.name === 'waiting' && state.from === 'reading' && state.untilMs !== null) wakeAt(state.untilMs)
    return state
  }

  const readRow = async (row: StoredRunRow, readItem: ItemReader['read']): Promise<ReadRow> => {
    const { sku } = row
    const seen = store.brief(sku)?.record
    try {
      let { edit } = row
      const getEdit = () => {
        edit = store.brief(sku)?.edit ?? row.edit
        return includedPart(edit, row.excluded)
      }
      const prepared = await prepareSave(sku, readItem, getEdit, store.rules, deps.language(sku))
      return { row, edit, seen, prepared, lastReadAtMs: null }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { row, error: error.detail }
    }
  }

  /** The row judged by the last reading of its item. */
  const recallRow = async (row: StoredRunRow): Promise<ReadRow> => {
    const { record, readAtMs = null } = store.item(row.sku) ?? {}
    if (record === undefined && row.edit.onto === 'existing') {
      const message = `${row.sku} was never read, and the platform cannot be reached now.`
      return { row, error: { kind: 'conflict', message } }
    }
    const recalled = await readRow(row, async () => record)
    return 'error' in recalled ? recalled : { ...recalled, lastReadAtMs: readAtMs ?? clock.nowMs() }
  }

  /** Reads a row for the plan. If the platform can't be reached, uses the last reading: the row is read again before it is sent. */
  const readForPlan = async (row: StoredRunRow): Promise<ReadRow> => {
    const read = deps.online.isOnline() ? await readRow(row, reader.read) : undefined
    const isReached = read !== undefined && !('error' in read && ['offline', 'unknown'].includes(read.error.kind))
    return isReached ? read : recallRow(row)
  }

  const isSharedFailure = (read: ReadRow): boolean =>
    'error' in read && toRunEvent(read.error, clock.nowMs()) !== undefined

  const judge = (read: ReadRow, isConfirmed: (deletionId: string) => boolean): RowVerdict => {
    if ('error' in read) return hold('unread', read.error.message)
    const { sku } = read.row
    const item = store.item(sku)
    if (item?.edit === undefined) return hold('withdrawn', 'Its edit no longer exists: it was saved or discarded.')
    if (read.prepared.edit.changes.length === 0) return hold('excluded', 'You left out all its changes.')
    return judgeRow(read.prepared, {
      refusal: familyRefusal(store.family(sku)),
      isUnsettled: item.state === 'unknown',
      isConfirmed,
    })
  }

  return {
    advance,
    isStopped: (): boolean => isStopped,
    stop: (): void => {
      isStopped = true
    },
    notify: (runId: number): void => {
      deps.onRun(runId)
      deps.onItems()
    },
    notifySometimes: (runId: number): void => {
      if (clock.monotonicMs() - notifiedAtMs < NOTIFY_EVERY_MS) return
      notifiedAtMs = clock.monotonicMs()
      deps.onRun(runId)
      deps.onItems()
    },
    readForPlan: async (rows: readonly StoredRunRow[]): Promise<readonly ReadRow[]> => {
      const reads: ReadRow[] = []
      for (const batch of inBatches(rows, PARALLEL_READS)) {
        reads.push(...(await Promise.all(batch.map(readForPlan))))
        if (isStopped) break
      }
      return reads
    },
    /** Reads rows for a call that is about to leave; rows left over wait for the next call. */
    readInTurn: async (rows: readonly StoredRunRow[]): Promise<readonly ReadRow[]> => {
      const startedMs = clock.monotonicMs()
      let fresh: readonly { readonly read: ReadRow; readonly atMs: number }[] = []
      let batchMs = 0
      for (const batch of inBatches(rows, PARALLEL_READS)) {
        const atMs = clock.monotonicMs()
        if (isStopped || atMs + batchMs - startedMs > MAX_READING_AGE_MS) break
        const reads = await Promise.all(batch.map((row) => readRow(row, reader.readInTurn)))
        const nowMs = clock.monotonicMs()
        batchMs = nowMs - atMs
        fresh = [
          ...fresh.filter((earlier) => nowMs - earlier.atMs <= MAX_READING_AGE_MS),
          ...reads.map((read) => ({ read, atMs })),
        ]
        if (reads.some(isSharedFailure)) break
      }
      return fresh.map(({ read }) => read)
    },
    /** Whether a read failed for a reason that concerns every row. Its row is left as it is. */
    isSharedFailure,
    /** Judges a row and stores the verdict. */
    judge: (runId: number, read: ReadRow, isConfirmed: (deletionId: string) => boolean): RowVerdict['found'] => {
      const verdict = judge(read, isConfirmed)
      const note = verdict.found === 'held' ? verdict : {}
      runs.advanceRow(runId, read.row.sku, { type: 'read', found: verdict.found }, note)
      return verdict.found
    },
    recallRow,
    /** Judges a row for the plan. Its deletions are only listed: the seller confirms them before the start. */
    plan: (runId: number, read: ReadRow, type: 'read' | 'chosen'): void => {
      const { sku } = read.row
      const verdict = judge(read, () => true)
      if (!runs.advanceRow(runId, sku, { type, found: verdict.found }, verdict.found === 'held' ? verdict : {})) return
      const isPlanned = verdict.found === 'planned' && 'prepared' in read
      runs.putPlanned(runId, sku, {
        // The plan doesn't include what was typed after it: such a row is held before it is sent.
        edit: type === 'read' && 'edit' in read ? read.edit : read.row.edit,
        isStockCorrection: isPlanned && isStockCorrection(read.prepared.edit),
        contentLanguage: deps.language(sku),
        lastReadAtMs: isPlanned && type === 'read' ? read.lastReadAtMs : null,
        deletions: isPlanned ? read.prepared.preview.deletions : [],
      })
    },
    /** Lets the run wait or pause after an error that concerns every row. */
    interrupt: (runId: number, error: AppError): void => {
      const event = toRunEvent(error, clock.nowMs()) ?? { type: 'pause' }
      const isShown = event.type === 'pause' || findBlock(error) !== undefined
      advance(runId, event, isShown ? error : undefined)
    },
    skusIn: (scope: RunScope): readonly string[] =>
      scope.kind === 'changed' ? store.skusIn({ search: '', filter: 'changed' }) : store.selectedSkus(scope),
  }
}
