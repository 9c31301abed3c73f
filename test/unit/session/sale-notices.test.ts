import { describe, expect, it } from 'vitest'
import { createInventoryStore } from '../../../main/inventory/store.ts'
import { createOrderStore } from '../../../main/orders/store/order-store.ts'
import type { DesktopNotice } from '../../../main/ports.ts'
import { createSaleNotices } from '../../../main/session/overview/sale-notices.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { line, order } from '../orders/orders-rig.ts'

const open = (readItem: (sku: string) => Promise<unknown>) => {
  const database = openTestDatabase()
  const clock = createFakeClock()
  const notices: DesktopNotice[] = []
  const items = createInventoryStore(database, platforms.neutral)
  items.add(['SKU-1'], 1)
  const setStock = (quantity: number) => {
    const availability = { shipToLocationAvailability: { quantity } }
    items.putRecord('SKU-1', { availability, product: { title: 'Lamp 1' } }, 1)
  }
  setStock(3)
  database.run(`INSERT INTO listings (sku, last_listing_id) VALUES ('SKU-1', 'listing-1')`)
  const sales = createSaleNotices({
    database,
    clock,
    log: createRecordingLog(),
    readItem,
    notify: (notice) => void notices.push(notice),
    locale: () => 'en-US',
  })
  const putOrder = (more: object = {}) =>
    createOrderStore(database, noErasedPersons).save([{ ...order('1'), ...more }], {
      from: 'single',
      atMs: clock.nowMs(),
    })
  const putEvent = (occurrences: readonly object[]) =>
    database.run(
      `INSERT INTO notification_events (id, identity, received_at_ms, origin, name, format, item_id, occurrences, raises,
         signature, signature_message, processing)
       VALUES (7, 'e', ?, 'platform', 'ItemSold', 'soap', 'listing-1', ?, 'sale', 'verified', '', 'processed')`,
      [Date.UTC(2026, 10, 20, 10), JSON.stringify(occurrences)],
    )
  return { clock, sales, notices, setStock, putOrder, putEvent }
}

const event = { title: 'Sold', text: 'Lamp 1 sold for $20 to anna_wolle', place: '#/notifications/7' }

describe('the desktop notice of a sale', () => {
  it('ORD-01 says price, title, buyer and what is left after the sale, and offers the next steps', async () => {
    const rig = open(async () => rig.setStock(2))
    rig.putOrder()
    rig.sales.showOrders(['1'])
    await settle()
    expect(rig.notices).toEqual([
      {
        title: 'Sold',
        text: '$25.00 · Lamp 1 · to anna_wolle · 2 left in stock',
        place: '#/orders/1',
        actions: [
          { label: 'Write to buyer', place: '#/inbox/~new/anna_wolle' },
          { label: 'Restock', place: '#/orders/1/restock' },
          { label: 'Show order', place: '#/orders/1' },
        ],
      },
    ])
  })

  it('ORD-01 of a notification leads to the same steps, and to its order if that was read', async () => {
    const rig = open(async () => rig.setStock(0))
    rig.putOrder()
    rig.putEvent([{ itemId: 'listing-1', buyer: 'Anna_Wolle' }])
    rig.sales.showEvent(event, 7)
    await settle()
    expect(rig.notices[0]).toMatchObject({ text: `${event.text} · none left in stock`, place: '#/notifications/7' })
    expect(rig.notices[0]?.actions?.map(({ place }) => place)).toEqual([
      '#/inbox/~new/Anna_Wolle',
      '#/notifications/7/restock',
      '#/orders/1',
    ])
  })

  it.each([
    ['the item can’t be read', () => Promise.reject(new Failure({ kind: 'offline', message: '' }))],
    ['reading it takes too long', () => new Promise(() => undefined)],
  ])('ORD-01 names no stock if %s', async (_, readItem) => {
    const rig = open(readItem)
    rig.putOrder()
    rig.sales.showOrders(['1'])
    await rig.clock.advance(5_000)
    expect(rig.notices.map(({ text }) => text)).toEqual(['$25.00 · Lamp 1 · to anna_wolle'])
  })

  it('ORD-01 is shown once for a sale that a notification and the list report', async () => {
    const rig = open(async () => undefined)
    rig.putOrder()
    rig.putEvent([{ itemId: 'listing-1', buyer: 'anna_wolle' }])
    rig.sales.showEvent(event, 7)
    rig.sales.showOrders(['1'])
    await settle()
    expect(rig.notices).toHaveLength(1)
  })

  it('ORD-01 says how many more items an order has, and names no buyer that is unknown', async () => {
    const rig = open(async () => undefined)
    rig.putOrder({ buyer: null, lineItems: [line('1'), line('2'), line('3')] })
    rig.sales.showOrders(['1'])
    await settle()
    expect(rig.notices[0]?.text).toBe('$25.00 · Lamp 1 and 2 more · 3 left in stock')
    expect(rig.notices[0]?.actions?.map(({ label }) => label)).toEqual(['Restock', 'Show order'])
  })
})
