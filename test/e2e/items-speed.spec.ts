/** How many key presses the tasks of every day take in the sheet, beside what is typed: docs/performance.md has the table. */
import type { Page } from 'playwright/test'
import { expect, goTo, test } from './fixtures.ts'

test.use({ shop: { conversations: 0, items: 60 } })

/** Presses keys, counts them, and prints the figures at the end. */
const createHand = (page: Page, task: string, maxPresses: number) => {
  const startMs = performance.now()
  let presses = 0
  return {
    press: async (...keys: readonly string[]): Promise<void> => {
      presses += keys.length
      for (const key of keys) await page.keyboard.press(key)
    },
    finish: (): void => {
      process.stdout.write(`${task}: ${presses} key presses, ${Math.round(performance.now() - startMs)} ms\n`)
      expect(presses).toBeLessThanOrEqual(maxPresses)
    },
  }
}

test.beforeEach(async ({ page }) => {
  await goTo(page, '#/items')
  await expect(page.getByRole('grid', { name: 'Items' })).toContainText('Up to date')
  await goTo(page, '#/today')
})

test('one item is restocked on the platform with ten key presses', async ({ page, api }) => {
  const { rows } = await api<{ rows: { sku: string }[] }>('inventory.items', {})
  const sku = rows[30]?.sku ?? ''
  const hand = createHand(page, 'Restock one', 10)
  await hand.press('g', 'i', '/')
  await page.keyboard.type(sku)
  await expect(page.getByRole('grid', { name: 'Items' }).getByRole('row')).toHaveCount(2)
  await hand.press('Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await page.keyboard.type('25')
  await hand.press('Enter')
  await expect(page.getByRole('button', { name: /^Review and send 1/ })).toBeVisible()
  await hand.press('ControlOrMeta+s')
  await expect(page.getByRole('region', { name: 'Ready to send 1 item' })).toBeVisible()
  await hand.press('ControlOrMeta+Shift+Enter')
  await expect(page.getByRole('region', { name: 'Sent', exact: true })).toContainText('1 saved')
  hand.finish()
  expect(await api('inventory.item', { sku })).toMatchObject({ state: 'saved', view: { quantity: 25 } })
})

test('the list of sixty items is repriced with four key presses', async ({ page }) => {
  const hand = createHand(page, 'Reprice sixty', 4)
  await hand.press('g', 'i')
  await expect(page.getByRole('button', { name: 'Listings' })).toBeVisible()
  await hand.press('ControlOrMeta+Shift+p')
  const dialog = page.getByRole('dialog', { name: 'Change the prices of 60 items' })
  await expect(dialog.getByRole('textbox', { name: 'Price' })).toBeFocused()
  await page.keyboard.type('12.50')
  await expect(dialog.getByRole('button', { name: /^Change \d+ listings/ })).toBeEnabled()
  await hand.press('Enter')
  await expect(page.getByRole('region', { name: 'Change prices' })).toBeVisible()
  hand.finish()
})
