/** The inventory room's answers to its part of the contract. */

import { columnOfPath } from '../../shared/inventory/cells.ts'
import type { Item, inventoryContract, Preview } from '../../shared/inventory/contract.ts'
import { unknownFieldsOf, viewOf } from '../../shared/inventory/item.ts'
import { applyEdit, startEdit } from '../../shared/inventory/item-edit.ts'
import { problemsOf, problemsOfEdit } from '../../shared/inventory/item-rules.ts'
import { mergeEdit } from '../../shared/inventory/merge.ts'
import { publishSteps } from '../../shared/inventory/publish-gaps.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { ChangeBudget } from './budget.ts'
import type { CellEdits } from './cell-edits.ts'
import type { CsvImport } from './csv-import.ts'
import { type ItemEdits, notInList } from './item-edits.ts'
import type { ItemsRequest } from './item-pages.ts'
import type { ItemReading } from './item-reading.ts'
import type { StoredItem } from './item-store.ts'
import type { OpenSaves } from './open-saves.ts'
import type { PreparedSave } from './prepared-save.ts'
import type { RunStore } from './run-store.ts'
import type { ItemSaving } from './save-item.ts'
import type { SendRuns } from './send-run.ts'
import type { InventoryStore } from './store.ts'

/** What the store knows of an item beside its record and edit. */
type Aside = Pick<Item, 'family' | 'contentLanguage' | 'defaultContentLanguage'>

const describe = (stored: StoredItem, aside: Aside): Item => {
  const { record, edit } = stored
  const draft = applyEdit(record, edit)
  const view = viewOf(draft)
  const merge = mergeEdit(record, edit ?? startEdit(record))
  return {
    sku: stored.sku,
    record: record ?? null,
    isRead: stored.isRead,
    lastReadAtMs: stored.readAtMs,
    readProblem: stored.readProblem,
    edit: edit ?? null,
    editSavedAtMs: stored.editSavedAtMs,
    editSource: stored.editSource,
    state: stored.state,
    view: {
      quantity: view.quantity ?? null,
      condition: view.condition ?? null,
      title: view.title ?? null,
      description: view.description ?? null,
      aspects: view.aspects,
      imageUrls: view.imageUrls,
      upc: view.upc,
      ean: view.ean,
    },
    unknownFields: unknownFieldsOf(draft),
    conflicts: stored.isRead ? merge.conflicts : [],
    isGone: stored.isRead && merge.isGone,
    problems: edit === undefined ? problemsOf(draft) : problemsOfEdit(draft, edit),
    refusals: stored.refusals.map((refusal) => ({ ...refusal, column: columnOfPath(refusal.path) ?? null })),
    publishSteps: publishSteps(draft, record !== undefined, aside.family ?? undefined),
    ...aside,
    lastSave: stored.lastSave,
  }
}

export const createInventoryHandlers = (deps: {
  readonly store: InventoryStore
  readonly edits: ItemEdits
  readonly reading: ItemReading
  readonly saving: ItemSaving
  readonly openSaves: OpenSaves
  readonly cells: CellEdits
  readonly runs: SendRuns
  readonly runStore: RunStore
  readonly csv: CsvImport
  readonly exportCsv: (
    request: Pick<ItemsRequest, 'search' | 'filter'>,
  ) => Promise<{ readonly text: string; readonly items: number }>
  readonly budget: ChangeBudget
  /** Content-Language of the connection. */
  readonly contentLanguage: string
  readonly clock: Clock
  readonly emit: FeatureEmit<typeof inventoryContract>
}): FeatureHandlers<typeof inventoryContract> => {
  const { store, edits, reading, saving, cells, runs, runStore, csv, budget, clock, emit } = deps
  const defaultContentLanguage = deps.contentLanguage

  const known = (sku: string): StoredItem => {
    const item = store.item(sku)
    if (item === undefined) throw notInList(sku)
    return item
  }

  const previewOf = (prepared: PreparedSave): Preview => ({
    previewToken: prepared.token,
    isNew: prepared.remote === undefined,
    changes: prepared.preview.changes,
    deletions: prepared.preview.deletions,
    noChange: prepared.preview.noChange,
    conflicts: prepared.conflicts,
    isGone: prepared.isGone,
    problems: prepared.problems,
    refusal: saving.refusalOf(prepared.sku) ?? null,
    contentLanguage: prepared.contentLanguage ?? defaultContentLanguage,
    budget: budget.state(),
  })

  return {
    items: (request) => ({ ...store.page(request), listProblem: reading.listProblem() }),
    item: ({ sku }) =>
      describe(known(sku), {
        family: store.familyOf(sku) ?? null,
        contentLanguage: store.contentLanguageOf(sku) ?? null,
        defaultContentLanguage,
      }),
    budget: () => budget.state(),
    previewSave: async ({ sku }) => previewOf(await saving.prepare(sku)),
    history: ({ sku, beforeId, limit }) => {
      const saves = store.saves(sku, beforeId ?? Number.MAX_SAFE_INTEGER, limit + 1)
      return { saves: saves.slice(0, limit), hasMore: saves.length > limit }
    },
    savedStates: ({ saveId }) => {
      const states = store.savedStates(saveId)
      if (states === undefined) throw new Failure({ kind: 'notFound', message: 'That save is not in the history.' })
      return { sku: states.sku, base: states.base ?? null, sent: states.sent, after: states.after ?? null }
    },
    saveEdit: ({ sku, edit }) => ({ editSavedAtMs: edits.save(sku, edit) }),
    discardEdit: ({ sku }) => {
      edits.discard(sku)
      return {}
    },
    resolveConflicts: ({ sku, choices, createAgain }) => {
      edits.resolve(sku, choices, createAgain)
      return {}
    },
    bringBack: ({ saveId, state, replaceEdit }) => edits.bringBack(saveId, state, replaceEdit),
    addSkus: ({ skus }) => {
      const wanted = [...new Set(skus)]
      const added = store.add(wanted, clock.nowMs())
      emit('itemsChanged', {})
      reading.wake()
      return { added, alreadyThere: wanted.length - added }
    },
    removeFromList: ({ sku }) => {
      const { edit, state } = known(sku)
      if (edit !== undefined || state === 'unknown') {
        throw new Failure({
          kind: 'conflict',
          message:
            state === 'unknown'
              ? `A save of ${sku} is not settled yet. It stays in the list until it is.`
              : `${sku} has an unsaved edit. Save or discard it first.`,
        })
      }
      store.remove(sku)
      emit('itemsChanged', {})
      return {}
    },
    refreshItem: async ({ sku }) => {
      const { state } = known(sku)
      await reading.read(sku)
      if (state === 'unknown') deps.openSaves.wake()
      return {}
    },
    readAgain: () => {
      store.wantUnread()
      reading.wake()
      return {}
    },
    save: ({ sku, previewToken, confirmedDeletions }) => saving.save(sku, previewToken, confirmedDeletions),
    previewReplace: async ({ sku, record }) => previewOf(await saving.prepareReplace(sku, record)),
    replaceRecord: ({ sku, record, previewToken, confirmedDeletions, typedSku }) => {
      if (typedSku !== sku) {
        throw validation('typedSku', `Type ${sku} to replace its whole record. Nothing was sent.`)
      }
      return saving.replace(sku, record, previewToken, confirmedDeletions)
    },
    recordFamily: ({ sku, family, evidence, note }) => {
      known(sku)
      if (evidence === 'listing' && note === '') {
        throw validation('note', 'Say what stands on the listing: its number, or who made it.')
      }
      store.addFamily(sku, { family, evidence, note, atMs: clock.nowMs() })
      emit('itemChanged', { sku })
      return {}
    },
    setContentLanguage: ({ sku, contentLanguage }) => {
      known(sku)
      store.setContentLanguage(sku, contentLanguage ?? undefined)
      emit('itemChanged', { sku })
      return {}
    },
    stageCells: cells.stage,
    unreadCells: () => ({ cells: cells.unread() }),
    forgetUnreadCells: ({ cells: gone }) => {
      cells.forget(gone)
      return null
    },
    lastCells: cells.last,
    undoCells: ({ blockId }) => cells.undo(blockId),

    prepareRun: ({ scope }) => ({ runId: runs.prepare(scope) }),
    run: runs.current,
    runRows: ({ runId, state, offset, limit }) => runStore.page(runId, state, offset, limit),
    runDeletions: ({ runId, offset, limit }) => runStore.deletions(runId, offset, limit),
    confirmRunDeletions: ({ runId, deletions, isConfirmed }) => ({
      unconfirmed: runs.confirm(runId, deletions, isConfirmed),
    }),
    startRun: ({ runId, leaveOutUnconfirmed }) => {
      runs.begin(runId, leaveOutUnconfirmed)
      return {}
    },
    pauseRun: ({ runId }) => {
      runs.pause(runId)
      return {}
    },
    resumeRun: ({ runId }) => {
      runs.resume(runId)
      return {}
    },
    stopRun: ({ runId }) => {
      runs.end(runId)
      return {}
    },
    setChangeReserve: ({ changes }) => {
      store.setChangeReserve(changes)
      emit('budgetChanged', {})
      return {}
    },

    stagedCsv: csv.staged,
    stagedCsvRows: ({ state, offset, limit }) => csv.rows(state, offset, limit),
    stageCsv: async ({ name, blank, text, part, isLast }) => {
      csv.take(text, part)
      if (isLast) await csv.stage({ name, blank })
      return {}
    },
    recheckCsv: async () => {
      await csv.recheck()
      return {}
    },
    readCsvItems: async () => {
      const added = store.add(await csv.unread(), clock.nowMs())
      store.wantUnread()
      emit('itemsChanged', {})
      reading.wake()
      return { added }
    },
    applyCsv: csv.apply,
    discardCsv: () => {
      csv.discard()
      return {}
    },
    exportCsv: (request) => deps.exportCsv(request),
    setLowStock: ({ atMost }) => {
      store.setLowStockAtMost(atMost)
      emit('itemsChanged', {})
      return {}
    },
  }
}
