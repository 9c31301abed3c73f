import { expect, it } from 'vitest'
import type { Database } from '../../../main/database/database.ts'
import { inventorySchema } from '../../../main/inventory/schema.ts'
import { listingSchema } from '../../../main/listing/schema.ts'
import { packOccurrences } from '../../../main/notifications/log/event-store.ts'
import { boundedDeliveriesSchema, notificationsSchema } from '../../../main/notifications/schema.ts'
import { outboundSchema } from '../../../main/outbound/schema.ts'
import { loadSalesAfter } from '../../../main/session/overview/sales.ts'
import { openTestDatabase } from '../../support/test-database.ts'

it('ORD-01 reads the item, buyer and currency of each sale of one notification', () => {
  const database = openTestDatabase(
    outboundSchema,
    inventorySchema,
    listingSchema,
    notificationsSchema,
    boundedDeliveriesSchema,
  )
  const sold = { itemId: '77', sku: 'CAM-1', buyer: 'anna_wolle', currency: 'USD', commentType: null }
  database.run(
    `INSERT INTO notification_events (identity, received_at_ms, origin, name, format, item_id, occurrences, signature,
       signature_message, processing, raises) VALUES ('e', 1, 'platform', 'ItemSold', 'soap', '77', ?, 'verified', '', 'processed', 'sale')`,
    [
      packOccurrences([
        { ...sold, transactionId: '5', price: '10.00' },
        { ...sold, transactionId: '6', price: '12.00' },
      ]),
    ],
  )
  const sale = { listingId: '77', sku: 'CAM-1', buyer: 'anna_wolle', currency: 'USD', title: null }
  expect(loadSalesAfter(database, 0, 10)).toEqual([
    {
      eventId: 1,
      atMs: 1,
      sold: [
        { ...sale, transactionId: '5', price: '10.00' },
        { ...sale, transactionId: '6', price: '12.00' },
      ],
    },
  ])
})

it('ORD-01 a start finds the sales it missed by an index, however many other notifications there are', () => {
  const database = openTestDatabase(outboundSchema, inventorySchema, listingSchema, notificationsSchema)
  let plan: readonly unknown[] = []
  const explained: Database['all'] = (sql, params) => {
    plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail)
    return database.all(sql, params)
  }
  loadSalesAfter({ ...database, all: explained }, 0, 10)
  expect(plan).toEqual(['SEARCH notification_events USING INDEX notification_events_news (id>?)'])
})
