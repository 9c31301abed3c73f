/**
 * Saves in progress: started, ended, compared, and settled by reading the item if the answer was lost.
 *
 * One save per SKU at a time, whether the editor or a run sends it.
 */
import type { SaveState } from '../../../shared/inventory/contract/run-contract.ts'
import type { SaveOutcome } from '../../../shared/inventory/contract.ts'
import { editAfterSave, type ItemEdit, isEmptyEdit } from '../../../shared/inventory/item-edit.ts'
import { type JsonObject, sameJson } from '../../../shared/inventory/json.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { conflict, Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { OutcomeName } from '../../http/request.ts'
import type { Cancel } from '../../ports.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { inBatches } from '../batches.ts'
import { type ItemReader, PARALLEL_READS } from '../items/item-reader.ts'
import type { FieldRefusal } from '../items/refusals.ts'
import type { InventoryStore } from '../store.ts'
import type { ChangeBudget } from './change-budget.ts'
import type { PreparedSave } from './prepared-save.ts'
import { describeCause, describeDifferences, describeKept, joinSentences, saveMessages } from './save-messages.ts'
import type { OpenSave } from './save-store.ts'

export type SaveEnd = {
  readonly outcome: OutcomeName
  readonly message: string
  readonly refusals?: readonly FieldRefusal[]
}

/** What one reading says about a lost save. */
type Finding = 'saved' | 'notSaved' | 'tooEarly' | 'unread'

const TASK = 'inventory.settleSaves'
/** A PUT without an answer may still arrive. Only a reading this long after it proves that it did not. */
const SETTLING_MS = 30_000
const SETTLING_STEP_MS = 10_000
const RETRY_MS = 60_000

const stateAfter: Readonly<Record<OutcomeName, SaveState>> = {
  carriedOut: 'saved',
  refused: 'refused',
  notNow: 'notSaved',
  notReached: 'notSaved',
  unknown: 'unknown',
}

export type OpenSaves = ReturnType<typeof createOpenSaves>

export const createOpenSaves = (
  deps: Pick<Services, 'clock' | 'database' | 'log' | 'online' | 'scheduler'> & {
    readonly reader: ItemReader
    readonly store: InventoryStore
    readonly budget: ChangeBudget
    readonly onItem: (sku: string) => void
  },
) => {
  const { reader, store, database, budget, scheduler, clock } = deps
  const locked = new Set<string>()
  const listeners: ((save: OpenSave, end: SaveEnd) => void)[] = []
  const runSerially = createSerialQueue()
  /** Saves whose answer this process still waits for. */
  const inFlight = new Set<number>()
  /** When this process learned that a save's answer was lost, by monotonic time: setting the clock must not shorten the wait. */
  const lostAtMs = new Map<number, number>()
  let stopListening: Cancel | undefined
  let stopped = false

  /** Ends a save that was not carried out, or whose outcome is unknown. `refusals` stay at the edit's fields. */
  const end = (save: OpenSave, ended: SaveEnd): void => {
    database.transaction(() => {
      store.endSave(save, stateAfter[ended.outcome], ended.message, clock.nowMs())
      if (ended.refusals !== undefined) store.putRefusals(save.sku, save.edit, ended.refusals)
      for (const listener of listeners) listener(save, ended)
    })
    inFlight.delete(save.id)
    deps.onItem(save.sku)
  }

  /** Removes the changes that the platform now has from the item's edit. */
  const dropSaved = (sku: string, saved: ItemEdit, record: JsonObject): void => {
    const item = store.item(sku)
    if (item?.edit === undefined) return
    const rest = editAfterSave(item.edit, saved, record)
    store.putEdit(sku, isEmptyEdit(rest) ? undefined : rest, clock.nowMs(), item.editSource)
    deps.onItem(sku)
  }

  /** Ends a save that was carried out: the platform has `record`, and the fields that were sent leave the edit. */
  const finish = (save: OpenSave, record: JsonObject, message: string): void => {
    database.transaction(() => {
      store.putRecord(save.sku, record, clock.nowMs())
      dropSaved(save.sku, save.edit, record)
      store.putRefusals(save.sku, save.edit, [])
      store.endSave(save, 'saved', message, clock.nowMs(), record)
      for (const listener of listeners) listener(save, { outcome: 'carriedOut', message })
    })
    inFlight.delete(save.id)
    deps.onItem(save.sku)
  }

  /** Reads the item to find out whether a save without an answer arrived. Never sends it again. */
  const settle = (save: OpenSave): Promise<Finding> =>
    runSerially(async () => {
      const lostAt = lostAtMs.get(save.id) ?? clock.monotonicMs()
      lostAtMs.set(save.id, lostAt)
      const isSettled = clock.monotonicMs() - lostAt >= SETTLING_MS
      let record: JsonObject | undefined
      try {
        if (stopped) return 'unread'
        record = await reader.read(save.sku)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return 'unread'
      }
      if (stopped || !store.isSaveOpen(save.id)) return 'unread'
      if (record !== undefined) {
        // Others may have written since, so only the edit's own fields decide.
        const { merged, conflicts } = mergeEdit(record, save.edit)
        if (sameJson(record, save.sent) || (conflicts.length === 0 && sameJson(merged, record))) {
          finish(save, record, saveMessages.found)
          return 'saved'
        }
      }
      if (!isSettled) return 'tooEarly'
      end(save, { outcome: 'notReached', message: `${store.saveCause(save.id)} ${saveMessages.notFound}` })
      return 'notSaved'
    })

  const settleAll = async (): Promise<void> => {
    let retryMs: number | undefined
    for (const save of store.openSaves()) {
      if (stopped) return
      if (inFlight.has(save.id)) continue
      const finding = await settle(save)
      if (finding === 'unread') return planSettling(RETRY_MS)
      if (finding === 'tooEarly') retryMs = SETTLING_STEP_MS
    }
    if (retryMs !== undefined) planSettling(retryMs)
  }

  const planSettling = (inMs: number): void => scheduler.plan(TASK, clock.nowMs() + inMs, settleAll)

  /** Settles lost saves as soon as possible. */
  const wake = (): void => {
    if (store.openSaves().length > 0) planSettling(0)
  }

  /** Records that the answer to a save was lost. */
  const markLost = (save: OpenSave, error: unknown): string => {
    const cause = describeCause(error)
    const message = `${cause} ${saveMessages.checking}`
    lostAtMs.set(save.id, clock.monotonicMs())
    store.putCause(save.id, cause)
    end(save, { outcome: 'unknown', message })
    return message
  }

  return {
    end,
    finish,
    dropSaved,
    wake,
    /** Settles lost saves now, as far as the platform shows them. */
    settleNow: settleAll,
    /** Settles a save whose answer was lost: now if the platform shows it, otherwise later. */
    lose: async (save: OpenSave, error: unknown): Promise<SaveOutcome> => {
      const message = markLost(save, error)
      const finding = await settle(save)
      if (finding === 'saved') return { outcome: 'saved', message: saveMessages.found, note: '' }
      planSettling(finding === 'unread' ? RETRY_MS : SETTLING_STEP_MS)
      return { outcome: 'unknown', message, note: '' }
    },
    markLost,
    /** Settles a save that was sent, but whose outcome could not be stored. */
    release: (save: OpenSave): void => {
      inFlight.delete(save.id)
      planSettling(RETRY_MS)
    },
    /** Undoes `begin`, once it is certain that the platform did nothing. */
    withdraw: (saves: readonly OpenSave[], attempt: number): void =>
      database.transaction(() => {
        for (const save of saves) {
          inFlight.delete(save.id)
          for (const listener of listeners) listener(save, { outcome: 'notNow', message: '' })
          store.deleteSave(save)
        }
        budget.refund(attempt)
      }),
    /**
     * Stores the platform's record after finished saves, as the new version and the base of the next edit. Notes where it
     * differs from what was sent. A failure here changes nothing.
     */
    compare: async (saves: readonly OpenSave[]): Promise<void> => {
      const compareOne = async (save: OpenSave): Promise<void> => {
        try {
          const after = await reader.read(save.sku)
          if (stopped || after === undefined) return
          store.putAfter(save, after, joinSentences(save.note, describeDifferences(save.sent, after)))
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          deps.log.info('could not read an item after its save', { kind: error.detail.kind })
        }
      }
      for (const batch of inBatches(saves, PARALLEL_READS)) {
        if (!stopped) await Promise.all(batch.map(compareOne))
      }
    },
    isLocked: (sku: string): boolean => locked.has(sku),
    /** Keeps other saves away from these SKUs until released. Throws `conflict` if one is locked. */
    lock: (skus: readonly string[]): Cancel => {
      const taken = skus.find((sku) => locked.has(sku))
      if (taken !== undefined) throw conflict(`${taken} is already being saved. Try again in a moment.`)
      for (const sku of skus) locked.add(sku)
      return () => {
        for (const sku of skus) locked.delete(sku)
      }
    },
    /**
     * Records that this save is being sent. Call it in the transaction that charges the attempt. `seen`: the record as the
     * seller saw it last.
     */
    begin: (prepared: PreparedSave, attempt: number, seen: JsonObject | undefined, outboundId?: string): OpenSave => {
      const { sku, remote, merged, edit } = prepared
      const save = { sku, base: remote, sent: merged, edit, note: describeKept(seen, remote, edit) }
      const id = store.beginSave(save, attempt, clock.nowMs(), outboundId)
      inFlight.add(id)
      return { id, ...save }
    },
    /** Called in the transaction that ends a save. */
    onEnd: (listener: (save: OpenSave, end: SaveEnd) => void): void => void listeners.push(listener),
    start: (): void => {
      stopListening = deps.online.onChange((isOnline) => {
        if (isOnline) wake()
      })
      wake()
    },
    stop: (): void => {
      stopped = true
      stopListening?.()
    },
  }
}
