import { expect, it } from 'vitest'
import { createSoldOrders } from '../../../main/orders/store/sold-orders.ts'
import { countBoughtAtOffered } from '../../../main/session/overview/bought-at-offered.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const FROM_MS = 1_000_000
const UNTIL_MS = 2_000_000

type Sold = {
  readonly listingId?: string
  readonly cost?: string
  readonly quantity?: number
  readonly atMs?: number
  readonly stage?: string
  readonly currency?: string
}

const countBought = (sales: readonly Sold[]): number => {
  const database = openTestDatabase()
  for (const [index, sold] of sales.entries()) {
    const {
      listingId = 'L1',
      cost = '36.00',
      quantity = 1,
      atMs = 1_500_000,
      stage = 'toShip',
      currency = 'USD',
    } = sold
    const record = {
      orderId: `O${index}`,
      creationDate: new Date(atMs).toISOString(),
      lineItems: [
        {
          lineItemId: 'l1',
          legacyItemId: listingId,
          title: 'Lamp',
          quantity,
          lineItemCost: { value: cost, currency },
          total: { value: '99.00', currency },
        },
      ],
    }
    database.run(
      `INSERT INTO orders (id, order_id, source, record, read_at_ms, stage, created_at_ms) VALUES (?, ?, 'platform', ?, 1, ?, ?)`,
      [index + 1, `O${index}`, JSON.stringify(record), stage, atMs],
    )
    database.run(`INSERT INTO order_lines (order_row, line_item_id, listing_id) VALUES (?, 'l1', ?)`, [
      index + 1,
      listingId,
    ])
  }
  const sold = createSoldOrders(database, { ids: () => [] })
  return countBoughtAtOffered(
    database,
    sold.find,
  )({ listingId: 'L1', price: { minor: 3_600, currency: 'USD' }, fromMs: FROM_MS, untilMs: UNTIL_MS })
}

it('LST-26 counts orders of the listing at the offered price of one piece, postage apart', () => {
  expect(countBought([{}, { cost: '72.00', quantity: 2 }])).toBe(2)
})

it.each([
  ['at another price', { cost: '40.00' }],
  ['of another listing', { listingId: 'L2' }],
  ['before it was sent', { atMs: FROM_MS - 1 }],
  ['after it ended', { atMs: UNTIL_MS + 1 }],
  ['that was cancelled', { stage: 'cancelled' }],
  ['in another currency', { currency: 'EUR' }],
])('LST-26 counts no order %s', (_which, sold) => {
  expect(countBought([sold])).toBe(0)
})
