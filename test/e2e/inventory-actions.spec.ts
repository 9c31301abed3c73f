/** History, family and CSV import of items, by keyboard. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'
import { chooseMore, openMoreFields } from './items-toolbar.ts'
import { showItems, waitForItems } from './read-ahead.ts'

const expectAccessible = async (page: Page): Promise<void> => {
  expect(await axeFindings(page)).toEqual([])
}

test.describe('item actions', () => {
  // Each test has items of its own.
  shareApp({ conversations: 0, items: 12 })

  test('an earlier version is restored by keyboard alone', async ({ page, practice, api }) => {
    test.slow()
    const [{ sku, title } = { sku: '', title: '' }] = await showItems(page, api)
    await page.getByRole('grid', { name: 'Items', exact: true }).focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: 'Title', exact: true })
    await expect(field).toBeFocused()
    await field.press('ControlOrMeta+a')
    await page.keyboard.type('Another title')
    const save = async (name: string) => {
      const button = page.getByRole('dialog').getByRole('button', { name })
      await expect(button).toBeEnabled()
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await page.getByRole('button', { name: 'Review changes', exact: true }).focus()
    await page.keyboard.press('Enter')
    await save('Save 1 change')
    await page.getByRole('button', { name: 'More', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: /History/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Show this save' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Restore previous version' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore previous version' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(/Uses 1 of \d+ changes left today/)
    await save('Save 1 change')
    expect(await practice.get(`/practice/items/${sku}`)).toMatchObject({ product: { title } })
  })

  test('a CSV file is checked, a problem read, drafts kept and undone', async ({ page, api }) => {
    test.slow()
    const items = (await showItems(page, api)).slice(1)
    const before = await api('inventory.budget')
    await chooseMore(page, /^Import a CSV file/)
    const dialog = page.getByRole('dialog', { name: 'Import CSV' })
    await expect(dialog.locator('input[type=file]')).toBeAttached()
    await expectAccessible(page)
    const text = `sku,title,Shelf\n${items[0]?.sku},From a file,3\n${items[1]?.sku},${'x'.repeat(81)},4\n`
    const choose = () =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose()
    // Pressing the button removes it. The focus stays in the dialog.
    await dialog.getByRole('button', { name: 'Choose another file' }).press('Enter')
    await expect(dialog.getByRole('radio', { name: 'Keep what the item has' })).toBeVisible()
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await choose()
    const recheck = dialog.getByRole('button', { name: 'Check again' })
    await recheck.press('Enter')
    await expect(recheck).toBeFocused()
    // A column of another name is offered as an item specific, and remembered.
    await expect(dialog).toContainText('1 ignored')
    await dialog.getByRole('button', { name: /Shelf goes to/ }).press('Enter')
    await page.getByRole('option', { name: 'Item specific: Shelf' }).press('Enter')
    await expect(dialog).not.toContainText('1 ignored')
    // The first problem is shown in full at once; others by keyboard.
    await expect(dialog.getByRole('list', { name: 'Problems of line 3' })).toContainText('81 characters')
    await dialog.getByRole('button', { name: 'Problem (1) Rows' }).press('Enter')
    await page.getByRole('option', { name: /^All \(/ }).press('Enter')
    await expect(dialog.getByRole('list', { name: 'Problems of line 3' })).toBeHidden()
    await dialog.getByRole('grid', { name: 'Rows of the file' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Line 3, title' }).fill('Corrected')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Keep 2 as drafts' }).press('Enter')
    await expect(dialog).toBeHidden()
    expect(await api('inventory.item', { sku: items[1]?.sku })).toMatchObject({ view: { title: 'Corrected' } })
    await expect
      .poll(() => api('inventory.item', { sku: items[0]?.sku }))
      .toMatchObject({
        view: { title: 'From a file' },
        state: 'changed',
      })
    expect(await api('inventory.budget'), 'nothing was sent').toEqual(before)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByText('Undone in 2 items.')).toBeVisible()
    expect(await api('inventory.item', { sku: items[0]?.sku })).toMatchObject({ edit: null, state: 'saved' })
  })

  test('an import can’t be left while it runs, so that its answer closes no other dialog', async ({
    page,
    api,
    host,
  }) => {
    test.skip(host !== 'local', 'The test delays an answer over HTTP')
    const [{ sku } = { sku: '' }] = await showItems(page, api)
    const released = Promise.withResolvers<void>()
    const kept = await holdCall(page, 'inventory.applyCsv', 'answer', released.promise)
    await chooseMore(page, /^Import a CSV file/)
    const dialog = page.getByRole('dialog', { name: 'Import CSV' })
    await dialog.locator('input[type=file]').setInputFiles({
      ...{ name: 'one.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`sku,title\n${sku},From one line\n`),
    })
    await dialog.getByRole('button', { name: 'Keep 1 as draft' }).press('Enter')
    await kept.held
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('button', { name: /^Close.*Wait until it is done/ })).toBeVisible()
    released.resolve()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('1 edit kept as drafts; nothing was sent')).toBeAttached()
    await api('inventory.discardEdit', { sku })
  })

  test('a search says that nothing was found only once it has searched', async ({ page, api, host }) => {
    test.skip(host !== 'local', 'The test delays a call over HTTP')
    await showItems(page, api)
    const search = page.getByRole('searchbox', { name: 'Search SKU or title' })
    await search.fill('zzz')
    await expect(page.getByText('No items for “zzz”.')).toBeVisible()
    const released = Promise.withResolvers<void>()
    const reading = await holdCall(page, 'inventory.items', 'request', released.promise)
    await search.fill('zzzq')
    await reading.held
    await expect(page.getByText('Searching…')).toBeVisible()
    await expect(page.getByText('No items for “zzzq”.')).toHaveCount(0)
    released.resolve()
    await expect(page.getByText('No items for “zzzq”.')).toBeVisible()
    await search.fill('')
  })

  test('INV-17 an item that the trading calls manage cannot be saved here', async ({ page, api }) => {
    const items = await waitForItems(api)
    await goTo(page, `#/items/${items[3]?.sku}`)
    await openMoreFields(page)
    // By keyboard: the page still grows while the description's editor loads.
    await page.getByRole('button', { name: 'Say what it was made with' }).press('Enter')
    await page.getByRole('radio', { name: /^Another tool/ }).press('Space')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Another tool, you said so')).toBeVisible()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Another title')
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('This SKU can’t be saved here', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})
