/** The features of the shown connection, over its database. Swapping the database replaces both. */
import type { NoticeKind } from '../../shared/app/choices.ts'
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import type { StallhandContract, StallhandHandlers } from '../../shared/ipc/contract.ts'
import { isNoticeWanted, loadLocale, loadPollIntervalMs, loadUndoMs } from '../app/stored-choices.ts'
import type { OpenConnection } from '../connection/connection.ts'
import { type BackgroundCheck, checkInBackground } from '../database/background-jobs.ts'
import type { OpenedDatabase } from '../database/open-database.ts'
import { createEarningsFeature } from '../earnings/feature.ts'
import { createInventoryFeature } from '../inventory/feature.ts'
import { createListingFeature } from '../listing/feature.ts'
import { createMappingFeature } from '../mapping/feature.ts'
import { createMessagingFeature } from '../messaging/feature.ts'
import { createOffersFeature } from '../offers/feature.ts'
import { createOrdersFeature } from '../orders/feature.ts'
import { createOutboundHandlers } from '../outbound/handlers.ts'
import { createOutbound } from '../outbound/outbound.ts'
import type { Ports } from '../ports.ts'
import { createProposalsFeature, type ProposalsFeature } from '../proposals/feature.ts'
import { describeDamagedRows, findDamagedRows } from './damaged-rows.ts'
import { countHeldWork } from './held-work.ts'
import { createNotificationEffects } from './notification-effects.ts'
import { loadBuyerNames, withPresentNames } from './overview/buyer-names.ts'
import { countDays } from './overview/days.ts'
import {
  loadItemConversations,
  loadListedItems,
  loadListingConversations,
  loadListingEvents,
} from './overview/listed-items.ts'
import { createOffersFacts } from './overview/offered-listings.ts'
import { createSaleNotices } from './overview/sale-notices.ts'
import { loadOrderConversations, loadSoldSkus, takeUnreadSales } from './overview/sales.ts'
import { columnLabel, createReadableShop, createSellerActs } from './readable-shop.ts'
import type { Receiving } from './receiving.ts'
import type { SessionDeps } from './session-deps.ts'

/** Avoids backing up while the app is still starting. */
const FIRST_BACKUP_MS = 60_000
const BACKUP_CHECK_MS = 3_600_000

export type OpenFeatures = {
  readonly file: string
  readonly opened: OpenedDatabase
  readonly handlers: Pick<
    StallhandHandlers,
    | 'earnings'
    | 'inventory'
    | 'listing'
    | 'mapping'
    | 'messaging'
    | 'notifications'
    | 'offers'
    | 'orders'
    | 'outbound'
    | 'overview'
    | 'proposals'
  >
  /** The door for assistants, and whether any of them has a key. */
  readonly proposals: Pick<ProposalsFeature, 'door' | 'hasAssistants'>
  readonly checkLegacyCalls: () => Promise<ServiceCheck>
  readonly start: () => Promise<void>
  /** Stops everything except the receiver. */
  readonly stop: () => Promise<void>
  readonly wake: () => void
}

export const openFeatures = (deps: SessionDeps, connection: OpenConnection, receiving: Receiving): OpenFeatures => {
  const { ports, emitFor } = deps
  const { clock, log, settings } = ports
  const { file, opened, hold, raise, notifications } = receiving
  const { database } = opened
  const scheduler = receiving.createScheduler()
  const notifyOf =
    (kind: NoticeKind): Ports['notify'] =>
    (notice) => {
      if (isNoticeWanted(settings, kind)) ports.notify(notice)
    }
  const shared = {
    profile: connection.profile,
    database,
    send: receiving.send,
    online: connection.online,
    secrets: connection.secrets,
    scheduler,
    clock,
    log,
    random: ports.random,
    notify: ports.notify,
  }
  const outbound = createOutbound({ ...shared, hold, raise, emit: emitFor('outbound') })
  const emitInventory = emitFor<StallhandContract['inventory']>('inventory')
  const inventory = createInventoryFeature({
    ...shared,
    outbound,
    emit: (name, data) => {
      emitInventory(name, data)
      if (name === 'itemsChanged' || name === 'itemChanged') earnings.costsChanged()
    },
    locale: () => loadLocale(settings),
    offerCells: () => listing.offerCells,
    offered: () => offers.offered,
  })
  const listing = createListingFeature(
    {
      ...shared,
      outbound,
      emit: emitFor('listing'),
      locale: () => loadLocale(settings),
      openExternal: ports.openExternal,
      onSendRequested: connection.askToWrite,
    },
    inventory.items,
  )
  const saleNotices = createSaleNotices({
    database,
    clock,
    log,
    readItem: inventory.items.read,
    notify: notifyOf('arrivals'),
    locale: () => loadLocale(settings),
  })
  receiving.show(inventory.items.describe, saleNotices.showEvent)
  const mapping = createMappingFeature(
    { ...shared, outbound, emit: emitFor('mapping'), notify: notifyOf('mappings') },
    inventory.items,
  )
  const messaging = createMessagingFeature(
    {
      ...shared,
      outbound,
      calls: connection.calls,
      emit: emitFor('messaging'),
      openExternal: ports.openExternal,
      erased: receiving.erased,
    },
    {
      get undoMs() {
        return loadUndoMs(settings)
      },
      get pollIntervalMs() {
        return loadPollIntervalMs(settings)
      },
      onSendRequested: connection.askToWrite,
      itemTitle: (listingId) => loadListedItems(database, [listingId])[0]?.title ?? null,
      orderValues: (about) => orders.replyValues(about),
      personalFacts: (buyer) => [
        ...loadBuyerNames(database, buyer).map((value) => ({ kind: 'name', value }) as const),
        ...orders.personalFacts(buyer),
      ],
      buyersWith: (which) => withPresentNames(database, orders.buyersWith(which)),
    },
  )
  const orders = createOrdersFeature({
    ...shared,
    outbound,
    emit: emitFor('orders'),
    onStored: (orderIds) => earnings.ordersChanged(orderIds),
    openExternal: ports.openExternal,
    onSendRequested: connection.askToWrite,
    namesOf: (buyer) => loadBuyerNames(database, buyer),
    erased: receiving.erased,
    factsOf: inventory.items.factsOf,
    takeSales: (limit) => takeUnreadSales(database, limit),
    onNewOrders: (orderIds) => {
      saleNotices.showOrders(orderIds)
      for (const sku of loadSoldSkus(database, orderIds)) inventory.items.refresh(sku)
    },
  })
  const offers = createOffersFeature({
    ...shared,
    outbound,
    emit: emitFor('offers'),
    notify: notifyOf('arrivals'),
    locale: () => loadLocale(settings),
    onSendRequested: connection.askToWrite,
    facts: createOffersFacts(database, { find: orders.sold.find, knownToMs: orders.knownToMs }),
    costs: inventory.costs,
    fees: { lastSales: (currency) => earnings.fees.lastSales(currency) },
    erased: receiving.erased,
    onAccepted: (sku, listingId) => {
      if (sku !== null) inventory.items.refresh(sku)
      inventory.activeListingChanged(listingId)
    },
  })
  const earnings = createEarningsFeature({
    ...shared,
    emit: emitFor('earnings'),
    erased: receiving.erased,
    soldOrders: orders.sold,
    costs: inventory.costs,
  })
  const readable = {
    inventory: inventory.handlers,
    messaging: messaging.handlers,
    offers: offers.handlers,
    orders: orders.handlers,
  }
  const proposals = createProposalsFeature({
    ...shared,
    emit: emitFor('proposals'),
    shop: createReadableShop(readable),
    acts: createSellerActs(readable),
    columnLabel,
    program: ports.assistantProgram,
    erased: receiving.erased,
  })
  const notificationHandlers = notifications.createHandlers(outbound)
  const onEvent = createNotificationEffects({
    messageArrived: (conversationId) => messaging.messageArrived(conversationId ?? ''),
    itemChanged: (sku) => {
      inventory.items.refresh(sku)
      listing.itemChanged(sku)
    },
    listingChanged: inventory.activeListingChanged,
    taskEnded: mapping.taskEnded,
    orderChanged: orders.orderChanged,
    saleArrived: orders.saleArrived,
    casesChanged: orders.casesChanged,
    offersChanged: offers.offersChanged,
    sellerNames: messaging.sellerNames,
    signedInAtMs: async () => {
      const { keptSecrets } = await connection.handlers.status({})
      return keptSecrets.find(({ name }) => name === 'refreshToken')?.sinceMs ?? null
    },
    signOut: async () => connection.handlers.signOut({}),
    log,
  })
  const features = [inventory, listing, mapping, messaging, orders, offers, earnings, proposals]
  let rows: ReturnType<typeof findDamagedRows> | undefined
  const reportDamagedRows = (): void => {
    rows = findDamagedRows(file)
    void rows.found.then(
      (found) => {
        if (found === undefined) return
        const text = describeDamagedRows(found)
        if (text !== undefined) log.warn('stored rows are damaged', { found })
        deps.onDamagedRows(text)
      },
      (error: unknown) => log.warn('the stored rows were not checked', { error }),
    )
  }
  let check: BackgroundCheck | undefined

  const planBackup = (afterMs: number): void =>
    scheduler.plan('storage.backup', clock.nowMs() + afterMs, async () => {
      // Not awaited: a restore in progress waits for this scheduler to stop, and the backup waits for the restore.
      void deps.backUpDaily()
      planBackup(BACKUP_CHECK_MS)
    })

  /** Copies the preview's category to an offer without one (LST-12). Returns whether it did. */
  const suggestCategory = async (draft: {
    readonly taskRef: number
    readonly previewIndex: number
    readonly sku: string
  }): Promise<boolean> => {
    const { preview } = await mapping.handlers.preview(draft)
    return preview.categoryId !== null && listing.suggestCategory(draft.sku, preview.categoryId)
  }

  return {
    file,
    opened,
    handlers: {
      earnings: earnings.handlers,
      inventory: inventory.handlers,
      listing: listing.handlers,
      mapping: {
        ...mapping.handlers,
        createDraftItem: async (input) => {
          const made = await mapping.handlers.createDraftItem(input)
          await suggestCategory({ ...input, sku: made.sku })
          return made
        },
        takeSuggestion: async (input) => {
          await mapping.handlers.takeSuggestion(input)
          await suggestCategory(input)
        },
        createDraftItems: async (input) => {
          const made = await mapping.handlers.createDraftItems(input)
          const { taskRef } = input
          for (const draft of made.drafts) await suggestCategory({ ...draft, taskRef })
          const categories: (typeof made.categories)[number][] = []
          for (const one of made.categories) if (await suggestCategory({ ...one, taskRef })) categories.push(one)
          return { ...made, categories }
        },
      },
      messaging: {
        ...messaging.handlers,
        reportUse: async (input) => {
          await orders.handlers.reportUse(input)
          return messaging.handlers.reportUse(input)
        },
      },
      notifications: notificationHandlers,
      offers: offers.handlers,
      orders: orders.handlers,
      proposals: proposals.handlers,
      overview: {
        days: ({ startsMs }) => ({ days: [...countDays(database, startsMs)] }),
        listedItems: ({ listingIds }) => ({ items: [...loadListedItems(database, listingIds)] }),
        listingEvents: ({ listingId }) => ({ events: [...loadListingEvents(database, listingId)] }),
        orderConversations: ({ orderId }) => ({ conversations: [...loadOrderConversations(database, orderId)] }),
        itemConversations: ({ sku }) => {
          const { conversations, total } = loadItemConversations(database, sku)
          return { conversations: [...conversations], total }
        },
        listingConversations: ({ listingId }) => {
          const { conversations, total } = loadListingConversations(database, listingId)
          return { conversations: [...conversations], total }
        },
      },
      outbound: createOutboundHandlers({
        outbound,
        onSendRequested: connection.askToWrite,
        findPicture: (sku) => inventory.items.describe(sku)?.pictureUrl ?? null,
        describeHold: () => {
          const current = hold.current()
          return current === undefined ? null : { ...current, waiting: [...countHeldWork(database)] }
        },
        release: () => {
          outbound.release()
          deps.onHold(undefined)
        },
      }),
    },
    proposals,
    checkLegacyCalls: notifications.checkLegacyCalls,
    start: async () => {
      deps.onHold(hold.current()?.reason)
      // The queue starts first: interrupted sends must be known before anything is shown or sent.
      outbound.start()
      if (connection.practiceTask !== undefined) mapping.addFirstTask(connection.practiceTask)
      for (const feature of features) await feature.start()
      await receiving.start()
      // From here on, an event may start work in other features.
      receiving.onEvents(onEvent)
      planBackup(FIRST_BACKUP_MS)
      reportDamagedRows()
      if (opened.isChecked) return
      check = checkInBackground(file)
      void check.verdict.then((verdict) => {
        if (verdict === undefined || verdict === 'ok') return
        log.error('the database is damaged', { verdict })
        // The next start checks the database before use, sets it aside, and offers the newest backup.
        opened.distrust()
        deps.onDamage()
      })
    },
    stop: async () => {
      receiving.hide()
      saleNotices.stop()
      // The scheduler stops first, so that no feature has to cancel its plans or wait for its work.
      const ended = scheduler.stop()
      await check?.stop()
      await rows?.stop()
      await outbound.stop().catch((error: unknown) => log.error('the outbound queue did not stop cleanly', { error }))
      for (const feature of features.toReversed()) {
        // A full disk must not prevent the other features from stopping or the app from ending.
        await feature.stop().catch((error: unknown) => log.error('a feature did not stop cleanly', { error }))
      }
      await ended
    },
    wake: () => {
      receiving.wake()
      scheduler.wake()
    },
  }
}
