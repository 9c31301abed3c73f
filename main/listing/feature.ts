/** The listing feature: offers, from the typed draft to the live listing. */

import { getPlatform } from '../../shared/connection/profile.ts'
import type { listingContract } from '../../shared/listing/contract.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import type { ListedItemsPort } from '../items-port.ts'
import type { OfferCells } from '../offer-cells-port.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Ports } from '../ports.ts'
import { trackCalls } from '../track-calls.ts'
import { createChoices } from './choices/choices.ts'
import { createItemDeleteKind } from './deletion/item-delete-kind.ts'
import { createItemDeletePlans } from './deletion/item-delete-plan.ts'
import { createGroupKinds } from './groups/group-kinds.ts'
import { createGroupMaking } from './groups/group-making.ts'
import { listPayloadSkus } from './groups/group-payloads.ts'
import { createGroupPlans } from './groups/group-plans.ts'
import { createGroupQueue } from './groups/group-queue.ts'
import { createListingHandlers } from './handlers.ts'
import { createLocationStates } from './locations/location-states.ts'
import { createListingReader } from './offers/listing-reader.ts'
import { createListingStore, listListingIds } from './offers/listing-store.ts'
import { createListingView } from './offers/listing-view.ts'
import { createOfferActions } from './offers/offer-actions.ts'
import { createOfferCells } from './offers/offer-cells.ts'
import { createListingPlans } from './plans/listing-plans.ts'
import { createTypedPlans } from './plans/typed-plan.ts'
import { createChoicesClient } from './platform/choices-client.ts'
import { createOfferClient } from './platform/offer-client.ts'
import { createTakeoverKind } from './takeover/takeover-kind.ts'
import { createTakeoverPlans } from './takeover/takeover-plan.ts'
import { createFeeReader } from './work/fee-reader.ts'
import { createListingChanges } from './work/listing-changes.ts'
import { createListingKinds } from './work/listing-kinds.ts'
import { createListingQueue } from './work/listing-queue.ts'

type ListingFeature = Feature<typeof listingContract> & {
  /** The offers' cells in the item sheet and in files. */
  readonly offerCells: OfferCells
  /** Call when the item or its listing changed on the platform. */
  readonly itemChanged: (sku: string) => void
  /** Uses the preview's category for a new offer without one (LST-12). Returns whether it did. */
  readonly suggestCategory: (sku: string, categoryId: string) => boolean
}

/** `items` looks items up, and stores what the list shows of their listings. */
export const createListingFeature = (
  deps: FeatureDeps<typeof listingContract> &
    Pick<Ports, 'openExternal'> & {
      readonly outbound: Outbound
      readonly onSendRequested: () => void
      /** The locale for amounts of money; undefined is the system's. */
      readonly locale: () => string | undefined
    },
  items: ListedItemsPort,
): ListingFeature => {
  const { profile, database, clock, emit } = deps
  const { name: platformName } = getPlatform(profile)
  const client = createOfferClient(deps)
  const choicesClient = createChoicesClient(deps)
  const store = createListingStore(database, profile.marketplaceId)

  /** Call it in the transaction of every change to a SKU's listing. */
  const writeRow = (sku: string): void => items.listingChanged(sku, listListingIds(store.load(sku)))
  const onListing = (sku: string): void => {
    writeRow(sku)
    emit('listingChanged', { sku })
  }

  const choices = createChoices({
    ...deps,
    client: choicesClient,
    offers: client,
    onChange: () => emit('choicesChanged', {}),
  })
  const reader = createListingReader({
    ...deps,
    client,
    store,
    items,
    canList: profile.canList,
    onRead: (sku, hasChanged) => {
      if (hasChanged) choices.noteOffers(store.load(sku).offers ?? [])
      writeRow(sku)
      if (hasChanged) emit('listingChanged', { sku })
    },
  })

  /** SKUs changed in a transaction. Their events are emitted after it. */
  const changedSkus = new Set<string>()
  const changes = createListingChanges({
    money: choices.money,
    currency: choices.currency,
    categoryName: (categoryId) => choices.categoryName(categoryId) ?? undefined,
    policyName: (policyId) => choices.lastRead()?.policies.find((policy) => policy.policyId === policyId)?.name,
  })
  const emitChanged = (): void => {
    const skus = [...changedSkus]
    changedSkus.clear()
    for (const sku of skus) emit('listingChanged', { sku })
  }
  const readFees = createFeeReader(client)
  const kinds = createListingKinds({
    client,
    readFees,
    reader,
    store,
    choices,
    items,
    changes,
    clock,
    onState: (row) => {
      const { sku } = row.payload
      changedSkus.add(sku)
      writeRow(sku)
    },
    onChange: emitChanged,
  })
  const groupKinds = createGroupKinds({
    client,
    readFees,
    reader,
    store,
    choices,
    items,
    clock,
    onState: ({ payload }) => {
      for (const sku of listPayloadSkus(payload)) {
        changedSkus.add(sku)
        writeRow(sku)
      }
    },
    onChange: emitChanged,
  })
  const groupQueue = createGroupQueue({ ...deps, items, kinds: groupKinds })
  const view = createListingView({ profile, store, choices, items, reader, clock, queue: () => queue })
  // Leaves out what has since gone live, was refused or is on its way.
  deps.outbound.runs.registerNext('publish', (skus) => items.skusInStates(skus, ['offer', 'ended']))
  const queue = createListingQueue({ ...deps, createKind: kinds.createKind, groups: groupQueue })
  const common = { ...deps, client, store, items, choices, view, queue, reader, onListing }
  const actions = createOfferActions(common)
  const onQueued = (skus: readonly string[]): void => {
    for (const sku of skus) {
      store.putRefusals(sku, [])
      changedSkus.add(sku)
      writeRow(sku)
    }
  }
  const plans = createListingPlans({
    ...common,
    actions,
    changes,
    groupPlans: createGroupPlans({ ...common, actions }),
    onQueued,
  })

  deps.outbound.register(
    createTakeoverKind({
      client,
      reader,
      items,
      platformName,
      clock,
      onChange: () => emit('listingChanged', { sku: null }),
    }),
  )
  const takeovers = createTakeoverPlans({ items, platformName })

  deps.outbound.register(
    createItemDeleteKind({
      client,
      reader,
      items,
      platformName,
      clock,
      onDeleted: (sku) => {
        items.removeDeleted(sku)
        store.remove(sku)
      },
      onChange: items.notifyItems,
    }),
  )
  const deletions = createItemDeletePlans({ store, items, reader, platformLabel: getPlatform(profile).label })

  const locations = createLocationStates({
    ...deps,
    client,
    choices,
    store,
    onChange: () => emit('choicesChanged', {}),
  })

  const { handlers, settled } = trackCalls(
    createListingHandlers({
      ...deps,
      view,
      actions,
      reader,
      choices,
      client: choicesClient,
      plans,
      takeovers,
      deletions,
      locations,
      making: createGroupMaking({ ...common, isBusy: deps.outbound.isBusy }),
    }),
  )

  return {
    handlers,
    offerCells: createOfferCells({
      summarize: view.summarize,
      store,
      choices,
      hasMoreFields: getPlatform(profile).capabilities.moreFields,
      canList: profile.canList,
      onDraft: writeRow,
      notify: (skus) => {
        for (const sku of skus) emit('listingChanged', { sku })
      },
      draft: createTypedPlans({ ...common, actions, changes, onQueued, countSold: plans.countSold }).draft,
    }),
    itemChanged: (sku) => {
      if (store.load(sku).offers !== undefined) reader.request(sku)
    },
    suggestCategory: (sku, categoryId) => {
      const { offer, draft } = store.load(sku)
      if (!profile.canList || offer !== undefined || draft.categoryId !== undefined) return false
      actions.saveDraft(sku, { categoryId })
      return true
    },
    start: async () => {
      reader.start()
    },
    stop: async () => {
      reader.stop()
      await settled()
    },
  }
}
