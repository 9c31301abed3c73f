/** Prices in the sheet, by keyboard: typed, checked, reviewed, sent and put back. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForListings } from './read-ahead.ts'

type Priced = { readonly sku: string; readonly price: { readonly amount: number } | null }

const grid = (page: Page) => page.getByRole('grid', { name: 'Items', exact: true })
const PRICE = 2
const cell = (page: Page, sku: string, column = PRICE) =>
  page.getByRole('row', { name: sku }).getByRole('gridcell').nth(column)

test.describe('prices in the sheet', () => {
  shareApp({ conversations: 0, items: 24 })

  /** Shows SKU, title, price and state of the live listings. Returns them by SKU. */
  const showPrices = async (page: Page, api: Api): Promise<readonly Priced[]> => {
    await waitForListings(api)
    await api('app.saveView', { key: 'inventory.columns', value: ['title', 'price', 'listing', 'editedAt'] })
    await page.reload()
    await goTo(page, '#/items')
    await expect(grid(page).getByRole('columnheader', { name: 'State' })).toBeVisible()
    await expect(grid(page).getByRole('columnheader', { name: 'Quantity' })).toBeHidden()
    const { rows } = await api<{ rows: Priced[] }>('inventory.items', { listing: 'published' })
    return rows
  }

  test('USE-05 a price is typed, a slip is asked about once, and the run is put back', async ({ page, api }) => {
    const [one, two] = await showPrices(page, api)
    if (one?.price == null || two?.price == null) throw new Error('The practice shop has no live listings')
    await cell(page, one.sku).click()
    await page.keyboard.type(`$${(one.price.amount / 10).toFixed(2)}`)
    await page.keyboard.press('Enter')
    await cell(page, two.sku).click()
    await page.keyboard.type((two.price.amount + 1).toFixed(2).replace('.', ','))
    await page.keyboard.press('Enter')
    await cell(page, one.sku).click()
    await expect(page.getByRole('status').filter({ hasText: 'a change of more than half' })).toBeVisible()
    for (const { sku } of [one, two]) await expect(page.getByRole('row', { name: sku })).toContainText('Unsaved')
    expect(await axeFindings(page), 'a large change').toEqual([])

    await page.keyboard.press('ControlOrMeta+s')
    const plan = page.getByRole('dialog', { name: 'Review changes', exact: true })
    await expect(plan.getByRole('button', { name: /^Change 1 price/ })).toBeEnabled()
    const check = plan.getByRole('region', { name: 'Check first' })
    await expect(check).toContainText('90% less')
    await expect(check.getByRole('checkbox')).not.toBeChecked()
    expect(await axeFindings(page), 'a plan with a large change').toEqual([])
    await check.getByRole('checkbox').press('Space')
    await expect(plan.getByRole('button', { name: /^Change 2 prices/ })).toBeEnabled()
    await page.keyboard.press('ControlOrMeta+Enter')
    const done = page.getByRole('region', { name: 'Change prices', exact: true })
    await expect(done).toContainText('2 done')
    await done.getByRole('button', { name: 'Put back 2 items' }).press('Enter')
    const revert = page.getByRole('dialog', { name: 'Put back: Change prices' })
    await revert.getByRole('button', { name: 'Put back 2 items' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Put back: Change prices', exact: true })).toContainText('2 done')
    await expect
      .poll(async () => (await api<{ rows: Priced[] }>('inventory.items', { search: one.sku })).rows[0]?.price?.amount)
      .toBe(one.price.amount)
  })

  test('USE-06 a price that can’t be sent looks so, and the review leads to its cell', async ({ page, api }) => {
    const [one] = await showPrices(page, api)
    if (one === undefined) throw new Error('The practice shop has no live listings')
    await cell(page, one.sku).click()
    await page.keyboard.type('1.000')
    await page.keyboard.press('Enter')
    await expect(cell(page, one.sku)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('row', { name: one.sku })).toContainText('Can’t be saved')
    // The column is hidden by now, and the row is filtered out.
    await api('app.saveView', { key: 'inventory.columns', value: ['title', 'quantity'] })
    await page.reload()
    await page.getByRole('searchbox', { name: 'Search SKU or title' }).fill('nothing like it')
    await expect(grid(page)).toBeHidden()
    await page.getByRole('button', { name: 'Review changes (1)' }).press('Enter')
    const plan = page.getByRole('dialog', { name: 'Review changes', exact: true })
    const check = plan.getByRole('region', { name: 'Check first' })
    await expect(check.getByRole('checkbox')).toHaveCount(0)
    await check.getByRole('button', { name: /^Correct it/ }).press('Enter')
    await expect(plan).toBeHidden()
    await expect(grid(page)).toBeFocused()
    await page.keyboard.type('1000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: one.sku })).toContainText('$1,000.00')
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+z')
    await expect
      .poll(async () => (await api<{ counts: { changed: number } }>('inventory.items', {})).counts.changed)
      .toBe(0)
  })

  test('Ctrl+S in a cell keeps what is typed there and opens the review', async ({ page, api }) => {
    const [one] = await showPrices(page, api)
    if (one?.price == null) throw new Error('The practice shop has no live listings')
    const typed = (one.price.amount + 1).toFixed(2)
    await cell(page, one.sku).click()
    await page.keyboard.type(typed)
    await page.keyboard.press('ControlOrMeta+s')
    const plan = page.getByRole('dialog', { name: 'Review changes', exact: true })
    await expect(plan.getByRole('row', { name: one.sku })).toContainText(typed)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+z')
    await expect
      .poll(async () => (await api<{ counts: { changed: number } }>('inventory.items', {})).counts.changed)
      .toBe(0)
  })

  test('a key that a cell can’t take does nothing but say so', async ({ page, api }) => {
    const [one] = await showPrices(page, api)
    if (one === undefined) throw new Error('The practice shop has no live listings')
    await cell(page, one.sku, 3).click()
    const address = page.url()
    // A letter that is a command elsewhere, a space that opens items, a number.
    await page.keyboard.type('e 12')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Listing can’t be changed here.')).toBeVisible()
    await expect(grid(page)).toBeFocused()
    expect(page.url()).toBe(address)
  })
})
