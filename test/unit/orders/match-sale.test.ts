import { describe, expect, it } from 'vitest'
import { isOrderOfSale, withoutOrders } from '../../../renderer/parts/orders/match-sale.ts'
import type { Order } from '../../../shared/orders/order.ts'

const soldLine = (listingId: string, lineItemId = `${listingId}-77`) =>
  ({ listingId, lineItemId }) as unknown as Order['lines'][number]
const sold = (more: object = {}) => ({
  buyer: 'anna_wolle',
  createdAtMs: 1_000_000,
  readAtMs: 1_000_000,
  lines: [soldLine('110')],
  ...more,
})
const sale = { atMs: 1_000_000, itemId: '110', transactionId: null, buyer: 'Anna_Wolle' }
const DAY_MS = 86_400_000

describe('whether a notification and an order are the same sale', () => {
  it.each([
    ['the same listing and buyer', sold(), sale, true],
    ['another listing', sold({ lines: [soldLine('111')] }), sale, false],
    ['another buyer', sold({ buyer: 'ben' }), sale, false],
    ['an earlier purchase', sold({ createdAtMs: 1_000_000 - 2 * DAY_MS }), sale, false],
    ['the same transaction, days late', sold(), { ...sale, transactionId: '77', atMs: 5 * DAY_MS }, true],
    ['a buyer that the platform hides', sold({ buyer: null }), sale, true],
    ['an order without lines', sold({ lines: [] }), { ...sale, itemId: null }, false],
  ])('ORD-01 %s', (_, order, notified, isSame) => {
    expect(isOrderOfSale(order, notified)).toBe(isSame)
  })

  it('ORD-01 a second purchase that is not read yet stays, and what is no sale too', () => {
    const events = [
      { id: 1, sale },
      { id: 2, sale },
      { id: 3, sale: null },
    ]
    expect(withoutOrders(events, [sold()]).map(({ id }) => id)).toEqual([2, 3])
  })
})
