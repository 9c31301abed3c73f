/** Ticked rows: their bar, the fields that can be changed of them, and what is left out. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForListings } from './read-ahead.ts'

type Active = { readonly active: { readonly elsewhere: number } | null }

const grid = (page: Page) => page.getByRole('grid', { name: 'Items', exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected items' })

test.describe('ticked rows', () => {
  shareApp({ platform: 'ebay', conversations: 0, items: 40 })

  const open = async (page: Page, api: Api): Promise<void> => {
    await waitForListings(api)
    await expect.poll(async () => (await api<Active>('inventory.items', { maker: 'any' })).active?.elsewhere).toBe(8)
    await goTo(page, '#/items')
    await expect(grid(page)).toBeVisible()
  }
  /** Ticks the first rows of the list: listings made with other tools, then items. */
  const tick = async (page: Page, count: number): Promise<void> => {
    await grid(page).focus()
    await page.keyboard.press('Control+Home')
    for (let row = 1; row < count; row += 1) await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+Space')
    await expect(bar(page)).toContainText(String(count))
  }

  test('USE-08 ticking a row moves no row, and clearing the ticks leaves the focus in the sheet', async ({
    page,
    api,
  }) => {
    await open(page, api)
    const row = grid(page).getByRole('row').nth(3)
    for (const width of [1440, 1024, 720]) {
      await page.setViewportSize({ width, height: 800 })
      const before = await row.boundingBox()
      await row.getByRole('rowheader').click()
      await expect(bar(page)).toContainText('1 of 48 items selected')
      expect(await row.boundingBox(), `${width} px`).toEqual(before)
      await bar(page).getByRole('button', { name: 'Clear the selection' }).press('Enter')
      await expect(grid(page)).toBeFocused()
      expect(await row.boundingBox(), `${width} px`).toEqual(before)
    }
  })

  test('LST-13 the price is a field of Change values, and its plan and result name the listings left out', async ({
    page,
    api,
  }) => {
    await open(page, api)
    await tick(page, 12)
    await bar(page).getByRole('button', { name: 'Change values' }).press('Enter')
    const values = page.getByRole('dialog', { name: 'Change 12 items' })
    await values.getByRole('textbox', { name: 'New value' }).fill('7')
    await expect(values).toContainText('5 listings made with another tool left out: take them over first.')
    await values.getByRole('button', { name: /Field/ }).press('Enter')
    await page.keyboard.type('pri')
    await page.keyboard.press('Enter')
    const prices = page.getByRole('dialog', { name: 'Change prices' })
    await prices.getByRole('button', { name: /How/ }).press('Enter')
    await page.getByRole('option', { name: 'Add or subtract' }).press('Enter')
    const amount = prices.getByRole('textbox', { name: 'Amount' })
    await expect(amount).toHaveAccessibleDescription(/5 raises each price, -5 lowers it/)
    await amount.fill('-1')
    const change = prices.getByRole('button', { name: /^Change \d+ prices/ })
    await expect(change).toBeEnabled()
    const refused = prices.getByRole('listitem').filter({ hasText: 'It was made with another tool.' })
    await expect(refused).toHaveCount(5)
    expect(await axeFindings(page), 'the plan').toEqual([])
    await change.press('Enter')
    const result = page.getByRole('region', { name: 'Change prices', exact: true })
    await expect(result).toContainText(/\d done, \d left out/)

    // Beside the result the list is narrow.
    for (const width of [1440, 1024, 900]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(bar(page)).toBeVisible()
      const box = await bar(page).boundingBox()
      expect(box?.height, `${width} px`).toBeLessThan(40)
      for (const button of await bar(page).getByRole('button').all()) {
        const inside = await button.boundingBox()
        expect((inside?.x ?? 0) + (inside?.width ?? 0), `${width} px`).toBeLessThanOrEqual(
          (box?.x ?? 0) + (box?.width ?? 0),
        )
      }
      expect(
        await bar(page)
          .getByRole('status')
          .evaluate((text) => text.scrollWidth <= text.clientWidth),
      ).toBe(true)
      await expect(bar(page).getByRole('button', { name: 'Change values' })).toBeVisible()
    }
    expect(await axeFindings(page), 'the bar beside a result').toEqual([])
  })

  test('INV-01 the list, its views and its selection count the same items', async ({ page, api }) => {
    await open(page, api)
    await expect(page.getByText('48 items, 8 made with another tool')).toBeVisible()
    await expect(page.getByRole('button', { name: 'View: All 48' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Shift+a')
    await expect(bar(page)).toContainText('48 of 48 items selected')
  })

  test('PLT-12 the conditions to choose from are shown whole beside the list', async ({ page, api }) => {
    await open(page, api)
    await page.setViewportSize({ width: 1280, height: 800 })
    await api('inventory.createItem', { sku: 'NEW-1', title: 'A new thing' })
    await goTo(page, '#/items/NEW-1')
    await page.getByRole('button', { name: /Condition$/ }).press('Enter')
    const list = page.getByRole('listbox')
    await expect(list.getByRole('option').nth(1)).toHaveText('New')
    const isCut = await list.evaluate(({ parentElement }) =>
      parentElement === null ? true : parentElement.scrollWidth > parentElement.clientWidth,
    )
    expect(isCut).toBe(false)
  })

  test('USE-08 another order starts at its top, although a cell was active', async ({ page, api }) => {
    await open(page, api)
    await page.setViewportSize({ width: 1280, height: 600 })
    await grid(page).getByRole('row').nth(2).getByRole('gridcell').nth(2).click()
    await page.keyboard.press('Control+End')
    await expect.poll(() => grid(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(300)
    await grid(page).getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
    await expect(grid(page).getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => grid(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  })
})
