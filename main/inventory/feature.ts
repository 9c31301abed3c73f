/** The inventory room: builds its store, client and use-cases, and answers its part of the contract. */
import { randomUUID } from 'node:crypto'
import type { inventoryContract } from '../../shared/inventory/contract.ts'
import type { ItemsPort } from '../../shared/inventory/items-port.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { createChangeBudget } from './budget.ts'
import { createCellEdits } from './cell-edits.ts'
import { createInventoryClient } from './client.ts'
import { exportCsv } from './csv-export.ts'
import { createCsvImport } from './csv-import.ts'
import { createInventoryHandlers } from './handlers.ts'
import { createItemEdits } from './item-edits.ts'
import { createItemReading } from './item-reading.ts'
import { createOpenSaves } from './open-saves.ts'
import { createRunStore } from './run-store.ts'
import { createItemSaving } from './save-item.ts'
import { createSendRuns } from './send-run.ts'
import { createInventoryStore } from './store.ts'

/** `items` is for other rooms: looking items up, and filing drafts. */
export const createInventoryFeature = (
  deps: FeatureDeps<typeof inventoryContract>,
): Feature<typeof inventoryContract> & { readonly items: ItemsPort } => {
  const { profile, database, send, scheduler, online, clock, log, emit } = deps
  const store = createInventoryStore(database)
  const runStore = createRunStore(database)
  const client = createInventoryClient({ profile, send, nowMs: clock.nowMs })
  const onItem = (sku: string): void => {
    emit('itemChanged', { sku })
  }
  const onItems = (): void => emit('itemsChanged', {})
  const budget = createChangeBudget({
    database,
    clock,
    scheduler,
    cap: profile.limits.itemChangesPerDay,
    reserve: store.changeReserve,
    planned: () => runs.plannedItems(),
    run: randomUUID(),
    onChange: () => emit('budgetChanged', {}),
  })
  const reading = createItemReading({
    client,
    store,
    scheduler,
    online,
    clock,
    log,
    takesList: profile.kind === 'practice',
    onItem,
    onList: onItems,
  })
  const openSaves = createOpenSaves({ client, store, database, scheduler, online, clock, onItem })
  const saving = createItemSaving({ client, store, database, budget, reading, openSaves, clock, log, onItem })
  const runs = createSendRuns({
    client,
    store,
    runs: runStore,
    database,
    budget,
    openSaves,
    scheduler,
    online,
    clock,
    log,
    contentLanguage: profile.contentLanguage,
    onRun: (runId) => {
      emit('runChanged', { runId })
      emit('budgetChanged', {})
    },
    onItems,
  })
  const cells = createCellEdits({ database, store, clock, onItems })
  const edits = createItemEdits({ store, clock, onChange: onItem })

  const csv = createCsvImport({
    database,
    store,
    clock,
    onChange: () => emit('csvChanged', {}),
    onItems,
  })

  // A reading that a screen asked for must have ended before the database closes.
  const asked = new Set<Promise<unknown>>()
  const track = <T>(work: Promise<T>): Promise<T> => {
    const settled = work.then(
      () => undefined,
      () => undefined,
    )
    asked.add(settled)
    void settled.then(() => asked.delete(settled))
    return work
  }
  const handlers = createInventoryHandlers({
    store,
    edits,
    reading: { ...reading, read: (sku) => track(reading.read(sku)) },
    saving: {
      ...saving,
      prepare: (sku) => track(saving.prepare(sku)),
      prepareReplace: (sku, record) => track(saving.prepareReplace(sku, record)),
    },
    csv: {
      ...csv,
      stage: (file) => track(csv.stage(file)),
      recheck: () => track(csv.recheck()),
      apply: () => track(csv.apply()),
      staged: () => track(csv.staged()),
      rows: (...request) => track(csv.rows(...request)),
      unread: () => track(csv.unread()),
    },
    exportCsv: (request) => track(exportCsv(store, request)),
    openSaves,
    cells,
    runs,
    runStore,
    budget,
    contentLanguage: profile.contentLanguage,
    clock,
    emit,
  })

  return {
    handlers,
    start: async () => {
      store.fileOldEdits()
      budget.start()
      openSaves.start()
      runs.start()
      reading.start()
    },
    stop: async () => {
      await Promise.all([reading.stop(), saving.stop(), runs.stop()])
      await openSaves.stop()
      await Promise.all(asked)
      budget.stop()
    },
    items: {
      has: store.has,
      titleOf: store.titleOf,
      search: (text, limit) =>
        store
          .page({ search: text, filter: 'all', sort: { by: 'sku', direction: 'ascending' }, offset: 0, limit })
          .rows.map(({ sku, title }) => ({ sku, title: title ?? '' })),
      stageDraft: (draft) => {
        edits.stageDraft(draft)
        reading.wake()
      },
    },
  }
}
