import { describe, expect, it } from 'vitest'
import type { Database, SqlParams } from '../../../main/database/database.ts'
import { noListing } from '../../../main/inventory/items/item-row.ts'
import { createInventoryStore } from '../../../main/inventory/store.ts'
import { createConversationStore } from '../../../main/messaging/conversations/conversation-store.ts'
import { packOccurrences } from '../../../main/notifications/log/event-store.ts'
import {
  loadItemConversations,
  loadListedItems,
  loadListingEvents,
} from '../../../main/session/overview/listed-items.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { noOfferCells } from '../../support/no-offer-cells.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { record } from '../messaging/conversation-records.ts'

const EMPTY_OCCURRENCE = {
  itemId: null,
  sku: null,
  transactionId: null,
  buyer: 'anna',
  price: null,
  currency: null,
  commentType: null,
}

const openShop = () => {
  const database = openTestDatabase()
  const store = createConversationStore(database, noErasedPersons)
  const items = createInventoryStore(database, platforms.neutral, undefined, () => ({
    ...noOfferCells,
    summarize: () => ({ ...noListing, state: 'published', price: 25, currency: 'EUR' }),
  }))
  let events = 0
  const addEvent = (itemId: string, occurrences: string, signature = 'verified') => {
    events += 1
    database.run(
      `INSERT INTO notification_events (identity, received_at_ms, origin, name, format, item_id, buyer, occurrences,
         signature, signature_message, processing) VALUES (?, ?, 'platform', 'ItemSold', 'soap', ?, 'anna', ?, ?, '', 'processed')`,
      [`e${events}`, events, itemId, occurrences, signature],
    )
  }
  return {
    database,
    addEvent,
    items,
    addItem: (sku: string, title: string) => {
      items.add([sku], 1)
      const availability = { shipToLocationAvailability: { quantity: 3 } }
      items.putRecord(sku, { availability, product: { title } }, 1)
    },
    link: (listingId: string, sku: string) =>
      database.run('INSERT INTO notification_listings (item_id, sku) VALUES (?, ?)', [listingId, sku]),
    list: (sku: string, listingId: string) =>
      database.run('INSERT INTO listings (sku, last_listing_id) VALUES (?, ?)', [sku, listingId]),
    notify: (itemId: string, sku: string | null, signature?: string) =>
      addEvent(itemId, JSON.stringify([{ itemId, sku }]), signature),
    sellTogether: (...sold: readonly (readonly [itemId: string, sku: string | null])[]) =>
      addEvent(
        sold[0]?.[0] ?? '',
        packOccurrences(
          sold.map(([itemId, sku]) => ({ ...EMPTY_OCCURRENCE, itemId, sku, transactionId: `${itemId}-${sku}` })),
        ),
      ),
    converse: (conversationId: string, itemId: string, latestAtMs: number) =>
      store.savePage('FROM_MEMBERS', [record({ conversationId, itemId, latestAtMs, buyer: 'anna' })], new Set(), 1),
  }
}

describe('the item behind a listing', () => {
  it('is the one the seller chose, before the offer and the notifications', () => {
    const shop = openShop()
    shop.addItem('BY-SELLER', 'Chosen')
    shop.addItem('BY-OFFER', 'Offered')
    shop.list('BY-OFFER', '1')
    shop.notify('1', 'BY-EVENT')
    shop.link('1', 'BY-SELLER')
    expect(loadListedItems(shop.database, ['1'])).toMatchObject([
      { sku: 'BY-SELLER', source: 'seller', title: 'Chosen' },
    ])
  })

  it('is the one its offer names, before the notifications', () => {
    const shop = openShop()
    shop.addItem('CAM-1', 'Kestrel 35')
    shop.list('CAM-1', '1')
    shop.notify('1', 'OTHER')
    expect(loadListedItems(shop.database, ['1'])).toEqual([
      {
        listingId: '1',
        sku: 'CAM-1',
        source: 'listing',
        title: 'Kestrel 35',
        pictureUrl: null,
        quantity: 3,
        price: 25,
        currency: 'EUR',
        listingState: 'published',
        isElsewhere: false,
      },
    ])
  })

  it('LST-13 is the listing itself if another tool made it', () => {
    const shop = openShop()
    shop.database.run(
      `INSERT INTO active_listings (listing_id, sku, title, title_key, format, picture_url, price, currency, available, sold,
         has_policies, search_text, seen_pass)
       VALUES ('7', NULL, 'Opera glasses', '', 'fixedPrice', 'https://pictures.invalid/7.png', 46.5, 'USD', 0, 3, 1, '', 1)`,
    )
    expect(loadListedItems(shop.database, ['7'])).toEqual([
      {
        listingId: '7',
        sku: null,
        source: null,
        title: 'Opera glasses',
        pictureUrl: 'https://pictures.invalid/7.png',
        quantity: 0,
        price: 46.5,
        currency: 'USD',
        listingState: 'outOfStock',
        isElsewhere: true,
      },
    ])
  })

  it('is shown as buyers see it, without an unsaved edit', () => {
    const shop = openShop()
    shop.list('CAM-1', '1')
    const read = {
      availability: { shipToLocationAvailability: { quantity: 1 } },
      product: { title: 'Kestrel 35', imageUrls: ['https://p.example/1.jpg'] },
    }
    shop.items.add(['CAM-1'], 1)
    shop.items.putRecord('CAM-1', read, 1)
    const edit = withChange(startEdit(read), read, fieldPaths.title, 'Kestrel 35, boxed')
    shop.items.putEdit('CAM-1', withChange(edit, read, fieldPaths.quantity, 3), 2, null)
    expect(loadListedItems(shop.database, ['1'])).toMatchObject([
      { title: 'Kestrel 35', pictureUrl: 'https://p.example/1.jpg', quantity: 1 },
    ])
  })

  it('is the one a verified notification names, and never a forged one', () => {
    const shop = openShop()
    shop.notify('1', 'CAM-1')
    shop.notify('1', 'FORGED', 'failed')
    expect(loadListedItems(shop.database, ['1'])).toMatchObject([{ sku: 'CAM-1', source: 'notification', title: null }])
  })

  it('is unknown without a source', () => {
    const shop = openShop()
    shop.list('CAM-1', '2')
    expect(loadListedItems(shop.database, ['1', '2', '1'])).toMatchObject([
      { listingId: '1', sku: null, source: null, listingState: 'unread' },
      { listingId: '2', sku: 'CAM-1' },
      { listingId: '1', sku: null },
    ])
  })
})

describe('the conversations and events of an item', () => {
  it('are the conversations about each of its listings, newest first', () => {
    const shop = openShop()
    shop.link('1', 'CAM-1')
    shop.list('CAM-1', '2')
    shop.notify('3', 'CAM-1')
    shop.converse('old', '1', 10)
    shop.converse('new', '2', 30)
    shop.converse('notified', '3', 20)
    shop.converse('other', '4', 40)
    const { conversations, total } = loadItemConversations(shop.database, 'CAM-1')
    expect(conversations.map(({ conversationId }) => conversationId)).toEqual(['new', 'notified', 'old'])
    expect(total).toBe(3)
  })

  it('exclude those about a SKU with the same beginning', () => {
    const shop = openShop()
    shop.notify('1', 'CAM-10')
    shop.converse('other', '1', 10)
    expect(loadItemConversations(shop.database, 'CAM-1').total).toBe(0)
  })

  it('include those about an order with several SKUs, for each SKU', () => {
    const shop = openShop()
    shop.sellTogether(['1', 'CAM-1'], ['1', 'CAM-2'], ['1', 'say "cheese"'])
    shop.sellTogether(['2', null], ['2', 'CAM-2'])
    shop.sellTogether(['3', 'CAM-1'], ['3', 'CAM-1'])
    for (const itemId of ['1', '2', '3']) shop.converse(`about ${itemId}`, itemId, Number(itemId))
    const about = (sku: string) =>
      loadItemConversations(shop.database, sku).conversations.map(({ conversationId }) => conversationId)
    expect(about('CAM-1')).toEqual(['about 3', 'about 1'])
    expect(about('CAM-2')).toEqual(['about 2', 'about 1'])
    expect(about('say "cheese"')).toEqual(['about 1'])
    expect(about('CAM-')).toEqual([])
  })

  it('exclude those that only an unverified event names', () => {
    const shop = openShop()
    shop.notify('1', 'CAM-1', 'wrong')
    shop.converse('forged', '1', 10)
    expect(loadItemConversations(shop.database, 'CAM-1').total).toBe(0)
  })

  it('accept an event whose stored details are damaged, and still find the others', () => {
    const shop = openShop()
    shop.addEvent('1', '[{"sku":"CAM-1"')
    shop.notify('2', 'CAM-1')
    shop.converse('intact', '2', 10)
    expect(loadItemConversations(shop.database, 'CAM-1').total).toBe(1)
  })

  it('are found by an index, however many other notifications there are', () => {
    const { database } = openShop()
    const plans: string[] = []
    const explained = (sql: string, params?: SqlParams) =>
      plans.push(...database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail))
    const recording: Database = {
      ...database,
      all: (sql, params) => {
        explained(sql, params)
        return database.all(sql, params)
      },
      column: (sql, params) => {
        explained(sql, params)
        return database.column(sql, params)
      },
      get: (sql, params) => {
        explained(sql, params)
        return database.get(sql, params)
      },
    }
    loadItemConversations(recording, 'CAM-1')
    loadListedItems(recording, ['1', '2'])
    loadListingEvents(recording, '1')
    const ofLargeTables = plans.filter((step) => /\b(?:notification_events|e|conversations)\b/.test(step))
    expect([...new Set(ofLargeTables)].toSorted()).toEqual([
      'SCAN notification_events USING INDEX notification_events_with_later_skus',
      'SEARCH conversations USING INDEX conversations_by_item (item_id=?)',
      'SEARCH e USING INDEX notification_events_by_item (item_id=?)',
      'SEARCH notification_events USING INDEX notification_events_by_first_sku (<expr>=?)',
      'SEARCH notification_events USING INDEX notification_events_by_item (item_id=?)',
    ])
  })

  it('are the newest verified events of a listing, in a seller’s words', () => {
    const shop = openShop()
    for (let index = 0; index < 7; index += 1) shop.notify('1', null)
    shop.notify('1', null, 'failed')
    const events = loadListingEvents(shop.database, '1')
    expect(events.map(({ eventId }) => eventId)).toEqual([7, 6, 5, 4, 3])
    expect(events[0]).toMatchObject({ label: 'Sold, any format', buyer: 'anna' })
  })
})
