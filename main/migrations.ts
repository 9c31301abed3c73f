/** The step from each database version to the next. */
import type { Migration } from './database/database.ts'
import { earningsSchema } from './earnings/schema.ts'
import { erasureSchema } from './erasure/schema.ts'
import {
  activeListingsSchema,
  countedTextsSchema,
  groupedItemsRead,
  inventorySchema,
  itemCostsSchema,
  itemGroupsSchema,
  itemPlacesSchema,
  itemRowsSchema,
  newGroupsSchema,
  ruleProblemsSchema,
  typedOfferSchema,
  typedPriceSchema,
} from './inventory/schema.ts'
import { listedItemsCopied, listingSchema, typedOffersListed, typedPricesListed } from './listing/schema.ts'
import { guardedProductsSchema, mappingSchema, productsBySkuSchema } from './mapping/schema.ts'
import {
  answeredQuestionsSchema,
  datedNamesSchema,
  formerNamesSchema,
  guardedWaitingSchema,
  messagingSchema,
  readMarksSchema,
  searchOrdersSchema,
  senderIndexSchema,
} from './messaging/schema.ts'
import { listingRunsMoved, runsSchema, savesInQueueSchema } from './migrations/schema.ts'
import {
  boundedDeliveriesSchema,
  eventsBySkuSchema,
  notificationsSchema,
  unreadSalesSchema,
} from './notifications/schema.ts'
import { offersSchema, watcherRunsSchema } from './offers/schema.ts'
import { ordersSchema, packingSchema, salesMarkSchema } from './orders/schema.ts'
import { doneIndexSchema, nextStepSchema, outboundSchema, runSchema } from './outbound/schema.ts'
import { proposalsSchema } from './proposals/schema.ts'

/** The database's migrations, in order. A released migration never changes. */
export const migrations: readonly Migration[] = [
  {
    name: 'first release',
    sql: [
      outboundSchema,
      inventorySchema,
      listingSchema,
      runsSchema,
      mappingSchema,
      messagingSchema,
      notificationsSchema,
    ].join('\n'),
  },
  { name: 'bound what strangers deliver', sql: boundedDeliveriesSchema },
  { name: 'remember erased users', sql: `${senderIndexSchema}${formerNamesSchema}${erasureSchema}`, compacts: true },
  { name: 'runs are rows of the outbound queue', sql: [runSchema, listingRunsMoved, savesInQueueSchema].join('\n') },
  { name: 'orders', sql: `${ordersSchema}${searchOrdersSchema}` },
  { name: 'index answered questions', sql: answeredQuestionsSchema },
  { name: 'index what was done', sql: doneIndexSchema },
  { name: 'keep read marks, make messages readable', sql: readMarksSchema },
  { name: 'type prices into the sheet', sql: [typedPriceSchema, typedPricesListed].join('\n') },
  { name: 'list what other tools made', sql: [activeListingsSchema, listedItemsCopied].join('\n') },
  { name: 'group variations', sql: [itemGroupsSchema, groupedItemsRead].join('\n') },
  { name: 'make listings with variations', sql: newGroupsSchema },
  { name: 'type offers into the sheet', sql: [typedOfferSchema, countedTextsSchema, typedOffersListed].join('\n') },
  { name: 'index notifications by SKU', sql: eventsBySkuSchema },
  { name: 'count cells that break a rule', sql: ruleProblemsSchema },
  { name: 'mark unread sales', sql: [unreadSalesSchema, salesMarkSchema].join('\n') },
  { name: 'read past damaged rows', sql: [guardedWaitingSchema, guardedProductsSchema].join('\n') },
  { name: 'date former names', sql: datedNamesSchema },
  { name: 'index the steps after a run', sql: nextStepSchema },
  { name: 'make what the item list shows', sql: itemRowsSchema },
  { name: 'pack parcels', sql: [itemPlacesSchema, packingSchema].join('\n') },
  { name: 'keep costs', sql: itemCostsSchema },
  { name: 'find suggestions by item', sql: productsBySkuSchema },
  { name: 'offers of buyers', sql: offersSchema },
  { name: 'earnings', sql: earningsSchema },
  { name: 'take proposals', sql: proposalsSchema },
  { name: 'name the runs of offers to watchers', sql: watcherRunsSchema },
]
