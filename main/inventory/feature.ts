/** The inventory feature: builds its stores, client and use cases, and answers its part of the contract. */
import { randomUUID } from 'node:crypto'
import { type ConnectionProfile, currencyOf, getPlatform, listingPageUrl } from '../../shared/connection/profile.ts'
import type { inventoryContract } from '../../shared/inventory/contract.ts'
import { isNewGroup } from '../../shared/inventory/group.ts'
import { readItemView } from '../../shared/inventory/item.ts'
import { applyEdit } from '../../shared/inventory/item-edit.ts'
import { readProductCodes } from '../../shared/inventory/product-codes.ts'
import type { CostsPort } from '../costs-port.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { forPurpose } from '../http/request.ts'
import type { ItemsPort, ListedItemsPort, PackedItemsPort } from '../items-port.ts'
import type { OfferCells } from '../offer-cells-port.ts'
import type { OfferedItemsPort } from '../offered-items-port.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { trackCalls } from '../track-calls.ts'
import { createActiveClient } from './active/active-client.ts'
import { createActiveReader } from './active/active-reader.ts'
import { createCsvImport } from './csv/csv-import.ts'
import { createGroupClient } from './groups/group-client.ts'
import { createGroupEdits } from './groups/group-edits.ts'
import { createGroupReader } from './groups/group-reader.ts'
import { createGroupSaveKind } from './groups/group-save-kind.ts'
import { createInventoryHandlers } from './handlers.ts'
import { createBulkChange } from './items/bulk-change.ts'
import { createCellBlocks } from './items/cell-blocks.ts'
import { createCellEdits } from './items/cell-edits.ts'
import { createItemEdits } from './items/item-edits.ts'
import { createItemReader } from './items/item-reader.ts'
import { getItemAdapter } from './platform/choose-adapter.ts'
import { createInventoryClient } from './platform/inventory-client.ts'
import { createChangeBudget } from './saves/change-budget.ts'
import { languageOf } from './saves/item-language.ts'
import { createItemSaver } from './saves/item-saver.ts'
import { createRunPlanner } from './saves/run-planner.ts'
import { createInventoryStore, type InventoryStore } from './store.ts'

const findItemList = (profile: ConnectionProfile): 'platform' | 'practice' | undefined => {
  if (getPlatform(profile).capabilities.itemList) return 'platform'
  return profile.kind === 'practice' ? 'practice' : undefined
}

const NO_WATCH_COUNTS = 'noWatchCounts'

/** Calls wait until every item has its row: after an update, or on a copy of a database, the list would show a part of them. */
const afterRows = <H extends object>({ complete }: InventoryStore['rows'], handlers: H): H =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (input: unknown) => {
        await complete()
        return handler(input)
      },
    ]),
  ) as H

/** Other features use `items` to look items up and to stage drafts. */
export const createInventoryFeature = (
  deps: FeatureDeps<typeof inventoryContract> & {
    readonly outbound: Outbound
    /** A getter, because the listing feature is created after this one. */
    readonly offerCells: () => OfferCells
    /** A getter for the same reason; absent: buyers make no offers. */
    readonly offered?: () => OfferedItemsPort
    /** How amounts are typed; undefined for the system's. */
    readonly locale: () => string | undefined
  },
): Feature<typeof inventoryContract> & {
  readonly items: ItemsPort & ListedItemsPort & PackedItemsPort
  readonly costs: CostsPort
  /** Call when a notification reports a change of a listing. */
  readonly activeListingChanged: (listingId: string) => void
} => {
  const { profile, database, send, scheduler, outbound, online, clock, log, offerCells, emit } = deps
  const store = createInventoryStore(
    database,
    getPlatform(profile),
    getItemAdapter(profile).shapeEdit,
    offerCells,
    deps.offered,
  )
  const client = createInventoryClient({ profile, send, nowMs: clock.nowMs })
  const aheadClient = createInventoryClient({ profile, send: forPurpose(send, 'readAhead'), nowMs: clock.nowMs })
  const onItem = (sku: string): void => emit('itemChanged', { sku })
  const onItems = (): void => emit('itemsChanged', {})
  const { capabilities, name: platformName } = getPlatform(profile)
  const currency = currencyOf(profile)
  const moneyStyle = () => ({ currency, locale: deps.locale() })
  const common = {
    client,
    platformName,
    store,
    database,
    scheduler,
    online,
    clock,
    log,
    offerCells,
    moneyStyle,
    onItem,
    onItems,
  }

  const budget = createChangeBudget({
    ...common,
    limits: profile.limits,
    reserve: store.changeReserve,
    run: randomUUID(),
    onChange: () => emit('budgetChanged', {}),
  })
  const reader = createItemReader({
    ...common,
    aheadClient,
    readsInBulk: capabilities.bulkItemReads,
    list: findItemList(profile),
    onList: onItems,
  })
  const activeReader = createActiveReader({
    ...common,
    client: createActiveClient({
      ...deps,
      watchCounts: {
        areRefused: () => store.mark(NO_WATCH_COUNTS) !== undefined,
        noteRefused: () => store.setMark(NO_WATCH_COUNTS, '1'),
      },
    }),
    store: store.active,
    marks: store,
    isOffered: capabilities.activeListings,
    onItemsRead: reader.onRead,
    onChange: onItems,
  })
  const groupClient = createGroupClient(deps)
  const onGroup = (groupKey: string): void => {
    emit('groupChanged', { groupKey })
    onItems()
  }
  const groupReader = createGroupReader({
    ...common,
    client: groupClient,
    store: store.groups,
    isOffered: capabilities.itemGroups,
    onItemsRead: reader.onRead,
    onGroup,
  })
  /** PLT-33: chosen, or the item's own, or the connection's. */
  const ownLanguage = (sku: string): string => languageOf(store.content(sku)?.record) ?? profile.contentLanguage
  const language = (sku: string): string => store.contentLanguage(sku) ?? ownLanguage(sku)
  const saver = createItemSaver({ ...common, outbound, budget, reader, language })
  const planner = createRunPlanner({ ...common, budget, reader, contentLanguage: profile.contentLanguage })
  const blocks = createCellBlocks(common)
  const cells = createCellEdits({ ...common, blocks })
  const groups = createGroupEdits({
    ...common,
    offerCells,
    language,
    onGroup,
    withdraw: outbound.discard,
    queue: outbound.register(
      createGroupSaveKind({
        client: groupClient,
        reader: groupReader,
        store: store.groups,
        platformName,
        clock,
        onGroup,
        onMembers: reader.request,
      }),
    ),
  })
  const edits = createItemEdits({ store, clock, onChange: onItem })
  const { handlers, settled } = trackCalls(
    afterRows(
      store.rows,
      createInventoryHandlers({
        store,
        edits,
        reader,
        activeReader: capabilities.activeListings ? activeReader : undefined,
        pageUrl: (listingId) => listingPageUrl(profile, listingId),
        saver,
        planner,
        plan: outbound.runs.plan,
        cells,
        blocks,
        bulk: createBulkChange({ store, cells, offerCells, moneyStyle }),
        offerCells,
        groups,
        groupReader,
        csv: createCsvImport({ ...common, blocks, onChange: () => emit('csvChanged', {}) }),
        budget,
        ownLanguage,
        moneyStyle,
        clock,
        emit,
      }),
    ),
  )

  return {
    handlers,
    activeListingChanged: activeReader.requestFor,
    costs: { lotsOf: store.costs },
    start: async () => {
      store.rows.complete().then(
        (hasMade) => {
          if (hasMade) onItems()
        },
        (error: unknown) => log.error('the rows of the item list were not made', { error }),
      )
      budget.start()
      reader.start()
      activeReader.start()
      groupReader.start()
    },
    stop: async () => {
      store.rows.stop()
      reader.stop()
      activeReader.stop()
      groupReader.stop()
      await settled()
      budget.stop()
    },
    items: {
      factsOf: (skus) => {
        const noted = store.privateTexts(skus)
        return new Map(
          skus.map((sku) => [
            sku,
            { place: noted.get(sku)?.place ?? '', codes: readProductCodes(store.content(sku)?.record) },
          ]),
        )
      },
      titleOf: store.titleOf,
      forListing: (sku) => {
        const item = store.content(sku)
        if (item === undefined) return undefined
        const edited = applyEdit(item.record, item.edit)
        const isWaiting = ['queued', 'waiting'].includes(saver.pending(sku)?.state ?? '')
        return {
          record: isWaiting ? edited : item.record,
          edited,
          edit: item.edit === undefined ? 'none' : isWaiting ? 'waiting' : 'unsaved',
          family: store.family(sku),
          contentLanguage: language(sku),
        }
      },
      findListed: (skus) => {
        const families = store.families()
        return new Map([...store.titles(skus)].map(([sku, title]) => [sku, { title, family: families.get(sku) }]))
      },
      changes: {
        count: budget.countListing,
        findShortage: (sku) => {
          const detail = budget.findListingShortage(sku)?.detail
          if (detail?.kind !== 'quotaExhausted') return undefined
          return { message: detail.message, resetsAtMs: detail.resetsAtMs ?? clock.nowMs() }
        },
        charge: budget.chargeListing,
        refund: budget.refund,
      },
      recordOffers: (sku, listingId) => {
        if (store.family(sku)?.family != null) return
        const note = `Listing ${listingId}, made here`
        store.addFamily(sku, { family: 'offers', evidence: 'listing', note, atMs: clock.nowMs() })
        onItem(sku)
      },
      groupOf: store.groups.keyOf,
      groupsOf: store.groups.keysOf,
      group: (groupKey) => {
        const group = store.groups.load(groupKey)
        if (group === undefined) return undefined
        return {
          record: group.record,
          skus: store.groups.members(groupKey),
          hasEdit: group.edit !== undefined,
          isNew: isNewGroup(group),
        }
      },
      planNewGroup: groups.planNew,
      readGroup: groupReader.read,
      listElsewhere: store.active.listElsewhere,
      countSharing: store.active.countSharing,
      takeOver: (listingId, skus) => {
        database.transaction(() => {
          store.add(skus, clock.nowMs())
          for (const sku of skus) store.active.putItemListings(sku, [listingId])
        })
        reader.request(skus)
        onItems()
      },
      removeDeleted: (sku) => {
        store.active.dropListingsOf(sku)
        store.remove(sku)
      },
      notifyItems: onItems,
      listingChanged: (sku, listingIds) =>
        database.transaction(() => {
          if (!store.has(sku)) return
          store.refresh(sku)
          store.active.putItemListings(sku, listingIds)
        }),
      skusInListingState: store.skusInListingState,
      skusInStates: store.skusInStates,
      onRead: reader.onRead,
      find: (sku) => {
        const item = store.item(sku)
        if (item === undefined) return undefined
        return { view: readItemView(applyEdit(item.record, item.edit)), hasEdit: item.edit !== undefined }
      },
      describe: store.describe,
      read: reader.read,
      refresh: (sku) => reader.request([sku]),
      stageDraft: (draft) => {
        edits.stageDraft(draft)
        reader.wake()
      },
    },
  }
}
