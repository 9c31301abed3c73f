import { afterEach, expect, it } from 'vitest'
import { openEarnings, sale, soldOrder } from './earnings-rig.ts'

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
