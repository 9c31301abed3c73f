/** A pile of forty orders, from the pick list to “All shipped”, by keyboard. */
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { uspsNumber } from './usps-number.ts'

shareApp({ platform: 'ebay', hasSales: true, conversations: 4, items: 60 })

type Pile = { readonly parcels: readonly { readonly orderIds: readonly string[]; readonly wantsCancel: boolean }[] }
type Bought = { readonly orders: readonly { readonly orderId: string; readonly state: string }[] }

test('ORD-10 forty orders go from the pick list to the last number, and Today says that all is shipped', async ({
  page,
  api,
  practice,
}) => {
  test.slow()
  const pile = async (): Promise<Pile> => {
    await api('orders.refresh')
    return api<Pile>('orders.pile')
  }
  const countOrders = async (): Promise<number> => (await pile()).parcels.flatMap(({ orderIds }) => orderIds).length
  await expect.poll(async () => (await pile()).parcels.some(({ wantsCancel }) => wantsCancel)).toBe(true)
  // The request to cancel is granted on the platform's own page; its parcel is not packed.
  const cancelled = (await pile()).parcels.find(({ wantsCancel }) => wantsCancel)?.orderIds[0]
  await practice.post(`/practice/orders/${cancelled}/cancel`)
  const skus = (await practice.get('/practice/skus')) as readonly { readonly sku: string; readonly quantity: number }[]
  const inStock = skus.flatMap(({ sku, quantity }) => Array.from({ length: quantity }, () => sku))
  const known = await countOrders()
  for (let number = known; number < 41; number += 1) {
    // Two orders of one buyer are one parcel.
    await practice.post('/practice/purchases', { buyer: `buyer_${Math.floor(number / 2)}`, sku: inStock[number * 2] })
  }
  await expect.poll(countOrders).toBeGreaterThanOrEqual(40)
  const { parcels } = await pile()
  expect(parcels.length).toBeLessThan(parcels.flatMap(({ orderIds }) => orderIds).length)

  let acts = 0
  const press = async (key: string): Promise<void> => {
    acts += 1
    await page.keyboard.press(key)
  }
  await goTo(page, '#/orders/~pack')
  const list = page.getByRole('listbox', { name: /to ship$/ })
  await expect(list).toBeFocused()
  await press('p')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
  await press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (let packed = 1; packed <= parcels.length; packed += 1) {
    await press('Enter')
    await expect(list.getByRole('option', { name: /packed/i })).toHaveCount(packed)
  }
  await page.getByRole('button', { name: 'Paste or import tracking numbers' }).press('Enter')
  acts += 1
  const numbers = parcels.map((_, index) => uspsNumber(index + 1)).join('\n')
  await page.getByRole('dialog').getByRole('textbox').first().fill(numbers)
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Mark \d+ as shipped/ })).toBeEnabled()
  await press('Control+Enter')
  // Some forty calls, one after the other: on a busy machine they take longer than one act.
  await expect
    .poll(
      async () => {
        const { orders } = (await practice.get('/practice/orders')) as Bought
        const wanted = new Set(parcels.flatMap(({ orderIds }) => orderIds))
        return orders.filter(({ orderId, state }) => wanted.has(orderId) && state !== 'shipped').length
      },
      { timeout: 120_000 },
    )
    .toBe(0)
  await api('orders.refresh')
  await goTo(page, '#/today')
  await expect(page.getByText('All shipped.', { exact: true })).toBeVisible()
  expect(acts).toBeLessThanOrEqual(parcels.length + 4)
})
