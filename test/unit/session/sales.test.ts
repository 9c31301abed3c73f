import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../../../main/database/database.ts'
import { migrations } from '../../../main/migrations.ts'
import { fileDelivery } from '../../../main/notifications/receiver/file-delivery.ts'
import { leaveUnread, readDelivery } from '../../../main/notifications/receiver/parse-event.ts'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import { createSaleReader } from '../../../main/orders/reading/sale-reader.ts'
import { createOrderStore } from '../../../main/orders/store/order-store.ts'
import { takeUnreadSales } from '../../../main/session/overview/sales.ts'
import type { SignatureState } from '../../../shared/notifications/event.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const AT_MS = Date.UTC(2026, 10, 21, 9)

const soap = (name: string, inner: string): string =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><${name}>` +
  `<Timestamp>2026-11-21T09:00:00.000Z</Timestamp>${inner}</${name}></s:Body></s:Envelope>`

const itemSold = (itemId: string): string => soap('ItemSold', `<ItemID>${itemId}</ItemID>`)
const transaction = (itemId: string, id: string): string =>
  soap(
    'FixedPriceTransaction',
    `<Item><ItemID>${itemId}</ItemID></Item><Transaction><TransactionID>${id}</TransactionID><TransactionPrice currencyID="USD">12.50</TransactionPrice></Transaction>`,
  )
const checkout = (itemId: string, id: string): string =>
  soap(
    'AuctionCheckoutComplete',
    `<Item><ItemID>${itemId}</ItemID></Item><Transaction><Buyer><UserID>anna_wolle</UserID></Buyer><TransactionID>${id}</TransactionID></Transaction>`,
  )

const open = (database: Database = openTestDatabase()) => {
  const notifications = createNotificationStore(database, noErasedPersons)
  const orders = createOrderStore(database, noErasedPersons)
  const saved: string[] = []
  const reader = createSaleReader({
    database,
    store: orders,
    takeSales: (limit) => takeUnreadSales(database, limit),
    onSaved: (results) => void saved.push(...results.map(({ orderId, result }) => `${orderId} ${result}`)),
  })
  /** Files a stored delivery as if its signature was just checked. */
  const file = (deliveryId: number, signature: SignatureState): number => {
    const delivery = notifications.delivery(deliveryId)
    if (delivery === undefined) throw new Error('no delivery')
    const reading =
      signature === 'verified' ? readDelivery(delivery, notifications.body(deliveryId)) : leaveUnread(delivery.format)
    return fileDelivery(notifications, delivery, reading, { signature, message: '' }, undefined).eventId
  }
  const arrive = (text: string, signature: SignatureState = 'verified'): number => {
    const body = Buffer.from(text)
    const deliveryId = notifications.addDelivery({
      receivedAtMs: AT_MS,
      format: 'soap',
      origin: 'platform',
      replayOf: null,
      headers: '[]',
      body,
      bodyDigest: hash('sha256', body, 'hex'),
      sender: null,
    })
    file(deliveryId, signature)
    return deliveryId
  }
  const listOrders = () =>
    database
      .column<string>('SELECT record FROM orders ORDER BY id')
      .map((text): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>)
  return { database, notifications, reader, saved, file, arrive, listOrders }
}

describe('orders of the notifications of sales', () => {
  it.each(['notVerifiableNow', 'wrong', 'late'] as const)(
    'ORD-01 a sale that was first %s becomes an order when it is verified, after newer sales became one',
    (signature) => {
      const { arrive, file, reader, listOrders } = open()
      const early = arrive(transaction('11', '1'), signature)
      arrive(transaction('22', '2'))
      reader.read()
      expect(listOrders()).toHaveLength(1)
      file(early, 'verified')
      reader.read()
      expect(listOrders()).toMatchObject([
        { lineItems: [{ legacyItemId: '22' }] },
        { lineItems: [{ legacyItemId: '11', lineItemId: '1' }] },
      ])
    },
  )

  it.each([
    ['together', false],
    ['one after the other', true],
  ])('ORD-01 three notices of one sale that are read %s are one order, with its buyer and its price', (_, inTurn) => {
    const { arrive, reader, listOrders, saved } = open()
    for (const text of [itemSold('11'), transaction('11', '7'), checkout('11', '7')]) {
      arrive(text)
      if (inTurn) reader.read()
    }
    reader.read()
    expect(listOrders()).toMatchObject([
      {
        orderId: 'sale-1',
        buyer: { username: 'anna_wolle' },
        lineItems: [{ legacyItemId: '11', lineItemId: '7', lineItemCost: { value: '12.50', currency: 'USD' } }],
      },
    ])
    expect(saved).toEqual(inTurn ? ['sale-1 new', 'sale-1 changed', 'sale-1 changed'] : ['sale-1 new'])
  })

  it('ORD-01 two sales of one listing keep their own buyers and prices', () => {
    const { arrive, reader, listOrders } = open()
    for (const id of ['7', '8']) arrive(transaction('11', id))
    for (const id of ['8', '7']) arrive(checkout('11', id).replace('anna_wolle', `buyer-${id}`))
    reader.read()
    expect(listOrders()).toMatchObject([
      { buyer: { username: 'buyer-7' }, lineItems: [{ lineItemId: '7' }] },
      { buyer: { username: 'buyer-8' }, lineItems: [{ lineItemId: '8' }] },
    ])
  })

  it('ORD-01 reads each sale once, and nothing else', () => {
    const { arrive, reader, saved, database } = open()
    arrive(transaction('11', '1'))
    arrive(transaction('11', '1'))
    arrive(soap('BidReceived', '<Item><ItemID>11</ItemID></Item>'))
    arrive(transaction('22', '2'), 'wrong')
    reader.read()
    reader.read()
    expect(saved).toEqual(['sale-1 new'])
    expect(takeUnreadSales(database, 10)).toEqual([])
  })

  it('RCV-06 an order of a sale does not wait for the disk, whose mark is undone with it', () => {
    const { arrive, database } = open()
    arrive(transaction('11', '1'))
    const modes: unknown[] = []
    const reader = createSaleReader({
      database,
      store: createOrderStore(database, noErasedPersons),
      takeSales: (limit) => {
        modes.push(database.get('PRAGMA synchronous'))
        return takeUnreadSales(database, limit)
      },
      onSaved: () => undefined,
    })
    reader.read()
    modes.push(database.get('PRAGMA synchronous'))
    expect(modes).toEqual([{ synchronous: 1 }, { synchronous: 1 }, { synchronous: 2 }])
  })

  it('ORD-01 a sale stays unread if its order cannot be stored', () => {
    const { arrive, reader, database, listOrders } = open()
    arrive(transaction('11', '1'))
    database.run("CREATE TRIGGER fault BEFORE INSERT ON orders BEGIN SELECT raise(ABORT, 'a fault'); END")
    expect(() => reader.read()).toThrow('a fault')
    database.run('DROP TRIGGER fault')
    reader.read()
    expect(listOrders()).toHaveLength(1)
  })

  it('ORD-01 a database of an earlier version gets the orders that it missed', () => {
    const earlier = migrations.findIndex(({ name }) => name === 'mark unread sales')
    const connection = new DatabaseSync(':memory:')
    for (const { sql } of migrations.slice(0, earlier)) connection.exec(sql)
    const database = createDatabase(connection)
    const put = (id: number, name: string, sold: object, raises: string | null, sameSaleAs: number | null) =>
      database.run(
        `INSERT INTO notification_events (id, identity, received_at_ms, origin, name, format, item_id, occurrences, raises,
           same_sale_as, signature, signature_message, processing)
         VALUES (?, ?, 1, 'platform', ?, 'soap', '77', ?, ?, ?, 'verified', '', 'processed')`,
        [id, `e${id}`, name, JSON.stringify([{ itemId: '77', ...sold }]), raises, sameSaleAs],
      )
    put(1, 'ItemSold', {}, 'sale', null)
    put(2, 'AuctionCheckoutComplete', { buyer: 'anna_wolle' }, null, 1)
    put(3, 'FeedbackLeft', {}, null, null)
    database.run(`INSERT INTO order_reading (name, value) VALUES ('sales', '{"lastEventId":3}')`)
    for (const { sql } of migrations.slice(earlier)) connection.exec(sql)
    const { reader, listOrders } = open(database)
    reader.read()
    expect(listOrders()).toMatchObject([{ buyer: { username: 'anna_wolle' }, lineItems: [{ legacyItemId: '77' }] }])
  })

  it('ORD-01 a start finds unread sales by an index, however many other notifications there are', () => {
    const { database } = open()
    const plans: (readonly string[])[] = []
    const explained: Database['all'] = (sql, params) => {
      plans.push(database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map(({ detail }) => detail))
      return database.all(sql, params)
    }
    takeUnreadSales({ ...database, all: explained }, 10)
    expect(plans).toEqual([['SCAN notification_events USING INDEX notification_events_unread_sales']])
  })
})
