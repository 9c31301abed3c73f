/** The inventory feature: builds its stores, client and use cases, and answers its part of the contract. */
import { randomUUID } from 'node:crypto'
import { type ConnectionProfile, getPlatform } from '../../shared/connection/profile.ts'
import type { inventoryContract } from '../../shared/inventory/contract.ts'
import type { ItemsPort } from '../../shared/inventory/items-port.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { createCsvImport } from './csv/csv-import.ts'
import { createInventoryHandlers } from './handlers.ts'
import { createCellEdits } from './items/cell-edits.ts'
import { createItemEdits } from './items/item-edits.ts'
import { createItemReader } from './items/item-reader.ts'
import { getItemAdapter } from './platform/adapter.ts'
import { createInventoryClient } from './platform/inventory-client.ts'
import { createRunStore } from './runs/run-store.ts'
import { createRuns } from './runs/runs.ts'
import { createChangeBudget } from './saves/change-budget.ts'
import { createItemSaver } from './saves/item-saver.ts'
import { createOpenSaves } from './saves/open-saves.ts'
import { createInventoryStore } from './store.ts'

/** Keeps track of calls, so that all have ended before the database closes. */
const trackCalls = <H extends object>(
  handlers: H,
): { readonly handlers: H; readonly settled: () => Promise<unknown> } => {
  const running = new Set<Promise<unknown>>()
  const track = (handler: (input: unknown) => unknown) => (input: unknown) => {
    const result = handler(input)
    if (!(result instanceof Promise)) return result
    const settled = result.then(
      () => undefined,
      () => undefined,
    )
    running.add(settled)
    void settled.then(() => running.delete(settled))
    return result
  }
  const tracked = Object.entries(handlers).map(([name, handler]) => [name, track(handler)])
  return { handlers: Object.fromEntries(tracked) as H, settled: () => Promise.all(running) }
}

const findItemList = (profile: ConnectionProfile): 'platform' | 'practice' | undefined => {
  if (getPlatform(profile).capabilities.itemList) return 'platform'
  return profile.kind === 'practice' ? 'practice' : undefined
}

/** `items` lets other features look items up and stage drafts. */
export const createInventoryFeature = (
  deps: FeatureDeps<typeof inventoryContract> & { readonly outbound: Outbound },
): Feature<typeof inventoryContract> & { readonly items: ItemsPort } => {
  const { profile, database, send, scheduler, outbound, online, clock, log, emit } = deps
  const store = createInventoryStore(database, getItemAdapter(profile).shapeEdit)
  const runStore = createRunStore(database)
  const client = createInventoryClient({ profile, send, nowMs: clock.nowMs })
  const onItem = (sku: string): void => emit('itemChanged', { sku })
  const onItems = (): void => emit('itemsChanged', {})
  const common = { client, store, database, scheduler, online, clock, log, onItem, onItems }

  const budget = createChangeBudget({
    ...common,
    cap: profile.limits.itemChangesPerDay,
    reserve: store.changeReserve,
    planned: () => runs.countPlanned(),
    run: randomUUID(),
    onChange: () => emit('budgetChanged', {}),
  })
  const reader = createItemReader({ ...common, list: findItemList(profile), onList: onItems })
  const language = (sku: string): string => store.contentLanguage(sku) ?? profile.contentLanguage
  const openSaves = createOpenSaves({ ...common, budget, reader })
  const saver = createItemSaver({ ...common, outbound, budget, reader, openSaves, language })
  const runs = createRuns({
    ...common,
    runs: runStore,
    reader,
    budget,
    openSaves,
    language,
    onRun: (runId) => {
      emit('runChanged', { runId })
      emit('budgetChanged', {})
    },
  })
  const edits = createItemEdits({ store, clock, onChange: onItem })
  const { handlers, settled } = trackCalls(
    createInventoryHandlers({
      store,
      edits,
      reader,
      saver,
      openSaves,
      cells: createCellEdits(common),
      runs,
      runStore,
      csv: createCsvImport({ ...common, onChange: () => emit('csvChanged', {}) }),
      budget,
      contentLanguage: profile.contentLanguage,
      clock,
      emit,
    }),
  )

  return {
    handlers,
    start: async () => {
      budget.start()
      openSaves.start()
      runs.start()
      reader.start()
    },
    stop: async () => {
      await Promise.all([reader.stop(), openSaves.stop(), runs.stop()])
      await settled()
      budget.stop()
    },
    items: {
      has: store.has,
      titleOf: store.titleOf,
      search: (search, limit) =>
        store
          .page({ search, filter: 'all', sort: { by: 'sku', direction: 'ascending' }, offset: 0, limit })
          .rows.map(({ sku, title }) => ({ sku, title: title ?? '' })),
      stageDraft: (draft) => {
        edits.stageDraft(draft)
        reader.wake()
      },
    },
  }
}
