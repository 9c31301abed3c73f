import { afterEach, expect, it } from 'vitest'
import { createRecentFees } from '../../../main/earnings/store/recent-fees.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { openEarnings, sale, soldOrder } from './earnings-rig.ts'
import { openStores } from './store-rig.ts'

let rig: ReturnType<typeof openEarnings> | undefined
afterEach(async () => {
  await rig?.stop()
  rig = undefined
})

/** Sales of $40 with $5 postage, of which the platform kept $6. */
const sell = async (count: number, more: { readonly fee?: string; readonly date?: string } = {}) => {
  const { fee = '6.00', date = '2026-11-01T12:00:00.000Z' } = more
  rig = openEarnings()
  for (let index = 0; index < count; index += 1) {
    const orderId = `O-${index}`
    rig.platform.put(sale(orderId, date, { net: (45 - Number(fee)).toFixed(2), fee }))
    rig.putOrder(
      soldOrder(orderId, date, {
        value: '40.00',
        total: { value: '45.00', currency: 'USD' },
        postage: { value: '5.00', currency: 'USD' },
      }),
    )
  }
  await rig.start()
  return rig
}

it('LST-25 sums what the platform kept of the last fifty sales, and their prices without postage', async () => {
  const { feature } = await sell(60)
  expect(feature().fees.lastSales('USD')).toEqual({ sales: 50, priceMinor: 200_000, feesMinor: 30_000 })
  expect(feature().fees.lastSales('EUR')).toBeUndefined()
})

it.each([
  ['of fewer than ten sales', 9, {}],
  ['of sales that name no fees', 12, { fee: '0.00' }],
  ['of sales that are over a year old', 12, { date: '2025-10-01T12:00:00.000Z' }],
] as const)('LST-25 tells no rate %s', async (_of, count, more) => {
  const { feature } = await sell(count, more)
  expect(feature().fees.lastSales('USD')).toBeUndefined()
})

it('LST-25 tells the rate of ten sales, also of the first day of a year ago where the marketplace is a day behind', () => {
  const { sell, database } = openStores()
  const { lastSales } = createRecentFees(database, createFakeClock(Date.parse('2026-12-01T03:00:00.000Z')))
  for (let index = 0; index < 10; index += 1) {
    expect(lastSales('USD')).toBeUndefined()
    // November, 30 in Los Angeles.
    sell(`O-${index}`, '2025-12-01T04:00:00.000Z', { net: '9.00', fee: '1.00' }, { value: '10.00' })
  }
  expect(lastSales('USD')).toEqual({ sales: 10, priceMinor: 10_000, feesMinor: 1_000 })
})
