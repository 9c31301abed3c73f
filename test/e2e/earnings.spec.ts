/** What was earned: the page, a payout, an order, an item, the list of orders, the file, and a shop that may not read it. */
import type { EarningsMonth, EarningsPayout, EarningsState, OrdersSum } from '../../shared/earnings/contract.ts'
import { moneyText } from '../../shared/money.ts'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'

shareApp({ platform: 'ebay', conversations: 4, items: 12, hasSales: true })

const currency = 'USD'
const dollars = (minor: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(minor / 100)

/** The newest months that have earnings, the last one first. */
const readMonths = async (api: Api): Promise<readonly EarningsMonth[]> => {
  const { currencies } = await api<EarningsState>('earnings.state')
  const years = currencies[0]?.years ?? []
  const lists = await Promise.all(
    years.map((year) => api<{ months: readonly EarningsMonth[] }>('earnings.months', { currency, year })),
  )
  return lists.flatMap(({ months }) => [...months].reverse())
}

test.beforeEach(async ({ api }) => {
  await expect.poll(async () => (await api<EarningsState>('earnings.state')).isComplete, { timeout: 60_000 }).toBe(true)
  await expect.poll(async () => (await readMonths(api)).length).toBeGreaterThan(1)
})

test('FIN-01 the chart chooses a month by its keys, and says what is left of it', async ({ page, api }) => {
  const months = await readMonths(api)
  const [newest] = months
  const before = months.find(({ month }) => month.slice(0, 4) === newest?.month.slice(0, 4) && month !== newest?.month)
  test.skip(before === undefined, 'the shop sold in one month of this year only')
  await goTo(page, '#/earnings')
  const lead = page.getByRole('region', {
    name: /^(January|February|March|April|May|June|July|August|Sept|Oct|Nov|Dec)/,
  })
  const chosen = page.getByRole('radio', { checked: true })
  await expect(lead).toContainText(`${dollars(newest?.left.minor ?? 0)} left for you in`)
  await chosen.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(lead).toContainText(`${dollars(before?.left.minor ?? 0)} left for you in`)
  await expect(chosen).toBeFocused()
  // What isn't known is not zero.
  await expect(lead).toContainText(/^At most /)
  await expect(lead).toContainText('What you paid for the items isn’t known for')
  await expect(page.getByText('the last two days can still change')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  // It is the same after the window was elsewhere.
  await goTo(page, '#/orders')
  await goTo(page, '#/earnings')
  await expect(lead).toContainText(`${dollars(before?.left.minor ?? 0)} left for you in`)
})

test('FIN-01 a payout opens to its lines, which add up', async ({ page, api }) => {
  const { payouts } = await api<{ payouts: readonly EarningsPayout[] }>('earnings.payouts', { currency, limit: 8 })
  const place = payouts.findIndex(({ check }) => check.state === 'addsUp')
  const payout = payouts[place]
  await goTo(page, '#/earnings')
  const region = page.getByRole('region', { name: 'Payouts' })
  const row = region.locator('details').nth(place)
  await expect(row).toContainText(`Adds up: ${payout?.check.count} transaction`)
  await row.locator('summary').press('Enter')
  const lines = row.getByRole('table', { name: 'Lines of the payout' }).getByRole('row')
  await expect(lines).toHaveCount(payout?.check.count ?? -1)
  const amounts = await lines.locator('td:last-child').allTextContents()
  const sum = amounts.reduce((all, text) => all + Math.round(Number(text.replace(/[$,]/g, '')) * 100), 0)
  expect(sum).toBe(payout?.amount?.minor)
  expect(await axeFindings(page)).toEqual([])
})

test('FIN-01 an order says what it earned, and the list sums what it shows', async ({ page, api }) => {
  const { sums } = await api<{ sums: readonly OrdersSum[] }>('earnings.ordersSum', { view: 'shipped' })
  const { rows } = await api<{ rows: readonly { orderId: string }[] }>('orders.orders', { view: 'shipped' })
  const orderId = rows[0]?.orderId ?? ''
  const { orders } = await api<{ orders: readonly { beforeCost: { minor: number } }[] }>('earnings.orders', {
    orderIds: [orderId],
  })
  await goTo(page, '#/orders')
  await page.getByRole('button', { name: /View$/ }).click()
  await page.getByRole('option', { name: /^Shipped/ }).click()
  const [sum] = sums
  await expect(
    page.getByText(`At most ${dollars(sum?.left.minor ?? 0)} left for you from ${rows.length} orders`),
  ).toBeVisible()
  const earned = dollars(orders[0]?.beforeCost.minor ?? 0)
  await expect(page.getByRole('row', { name: new RegExp(orderId) })).toContainText(`≤ ${earned}`)
  await goTo(page, `#/orders/${orderId}`)
  const part = page.getByRole('region', { name: 'Earned' })
  await expect(part).toContainText('Final value fee')
  await expect(part).toContainText(`At most ${earned}`)
  await expect(part).toContainText('What you paid isn’t known. Enter it as the item’s cost.')
  expect(await axeFindings(page)).toEqual([])
})

test('FIN-04 the file of a year has the sums that are on screen', async ({ page, api, savedFile }) => {
  await goTo(page, '#/earnings')
  await page.getByRole('button', { name: 'File for the accountant' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'File for the accountant' })
  await dialog.getByRole('radio', { name: /^Year/ }).press('Space')
  await dialog.getByRole('radio', { name: 'Sums by month and kind' }).press('Space')
  expect(await axeFindings(page)).toEqual([])
  const file = await savedFile(() => dialog.getByRole('button', { name: 'Save file' }).press('Enter'))
  expect(file.name).toMatch(/^earnings-\d{4}-USD-sums\.csv$/)
  const year = Number(file.name.split('-')[1])
  const { months } = await api<{ months: readonly EarningsMonth[] }>('earnings.months', { currency, year })
  const left = file.text.split(/\r?\n/).filter((line) => line.includes(',Left,'))
  expect(left.map((line) => line.split(',').slice(0, 4))).toEqual(
    months.map(({ month, left: of }) => [month, 'Left', '', moneyText(of)]),
  )
  await expect(dialog).toBeHidden()
})

test('FIN-02 an item says what it earned, and a wrong cost is mended for past sales, and taken back', async ({
  page,
  api,
}) => {
  type Sold = { items: readonly { sold: number; earned: { minor: number }; cost: { minor: number } | null }[] }
  const { rows } = await api<{ rows: readonly { lines: readonly { sku: string | null }[] }[] }>('orders.orders', {
    view: 'shipped',
  })
  const { rows: items } = await api<{ rows: readonly { sku: string }[] }>('inventory.items', {})
  const known = new Set(items.map(({ sku }) => sku))
  const sku = rows.flatMap(({ lines }) => lines.flatMap((line) => line.sku ?? [])).find((one) => known.has(one)) ?? ''
  const costOf = async (): Promise<number | undefined> =>
    (await api<Sold>('earnings.items', { skus: [sku] })).items[0]?.cost?.minor
  const { sold } = (await api<Sold>('earnings.items', { skus: [sku] })).items[0] ?? { sold: 0 }
  await api('inventory.setPrivateField', { sku, field: 'cost', text: '3.00' })
  await expect.poll(costOf).toBe(-300 * sold)
  await goTo(page, `#/items/${sku}`)
  const cost = page.getByRole('textbox', { name: 'Cost', exact: true })
  await expect(page.getByText(`${sold} sold so far, `)).toBeVisible()
  const again = page.getByRole('button', { name: 'Use this cost for past sales too' })
  await expect(again).toBeHidden()
  await cost.fill('2.00')
  await cost.press('Enter')
  await again.press('Enter')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use this cost' }).press('Enter')
  await expect.poll(costOf).toBe(-200 * sold)
  await expect(again).toBeHidden()
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect.poll(costOf).toBe(-300 * sold)
  await expect(again).toBeVisible()
})

test('FIN-03 without the permission, the page says what to do and keeps what it has', async ({ page, practice }) => {
  await goTo(page, '#/earnings')
  await expect(page.getByText(/ left for you in /).first()).toBeVisible()
  await practice.post('/practice/faults', {
    ...{ operation: 'finances', fault: 'status', status: 403, errorId: 1100 },
    message: 'Access denied',
  })
  await page.getByRole('button', { name: 'Check for new earnings' }).press('Enter')
  await expect(page.getByRole('alert').getByText(/permission/)).toContainText(/Showing earnings as of/)
  await expect(page.getByText(/ left for you in /).first()).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in again' }).press('Enter')
  await expect(page).toHaveURL(/#\/settings\/section\/sign-in$/)
  await practice.delete('/practice/faults')
})
