/** The Items screen: edits are kept, previewed before saving, and leave every other field unchanged. */
import type { Page } from 'playwright/test'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { showItems } from './read-ahead.ts'

type Listed = { readonly sku: string; readonly pictureUrl: string | null }
type Stored = { readonly product: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>

const openItem = (page: Page, sku: string): Promise<void> =>
  page.getByRole('gridcell', { name: sku, exact: true }).getByText(sku).click()

test.describe('items', () => {
  // Each test has an item of its own.
  shareApp({ conversations: 0, items: 12 })

  test('INV-08 a title is edited, kept over a restart, previewed and saved, and the platform keeps the rest', async ({
    page: first,
    practice,
    api,
    restartApp,
  }) => {
    const items = await showItems<Listed>(first, api)
    const item = items.find(({ pictureUrl }) => pictureUrl !== null)
    if (item === undefined) throw new Error('The practice shop has no item with a picture')
    const before = (await practice.get(`/practice/items/${item.sku}`)) as Stored

    await openItem(first, item.sku)
    await first.getByRole('textbox', { name: 'Title', exact: true }).fill('Quite another title')
    await expect(first.getByText('1 change', { exact: true })).toBeVisible()
    await expect(first.getByText('Kept on this computer')).toBeVisible()

    const page = await restartApp()
    await goTo(page, `#/items/${item.sku}`)
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Quite another title')
    expect(await practice.get(`/practice/items/${item.sku}`)).toEqual(before)

    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `What saving ${item.sku} will change` })
    await expect(dialog.getByRole('row')).toHaveCount(2)
    await expect(dialog.getByRole('row').nth(1)).toContainText('Title')
    await dialog.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Saved', { exact: true }).last()).toBeVisible()
    expect(await practice.get(`/practice/items/${item.sku}`)).toEqual({
      ...before,
      product: { ...before.product, title: 'Quite another title' },
    })
    expect(await api('inventory.budget')).toMatchObject({ used: 1 })
  })

  test('a discarded edit is brought back, unless the item was edited again', async ({ page, api }) => {
    const { sku } = (await showItems<Listed>(page, api))[4] ?? { sku: '' }
    await openItem(page, sku)
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    const discard = page.getByRole('button', { name: 'Discard changes', exact: true })
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await title.fill('First title')
    await discard.click()
    await expect(title).not.toHaveValue('First title')
    await undo.click()
    await expect(title).toHaveValue('First title')
    await discard.click()
    await expect(title).not.toHaveValue('First title')
    await title.fill('Second title')
    await undo.click()
    await expect(page.getByText(/was edited again/)).toBeVisible()
    await expect(title).toHaveValue('Second title')
    await discard.click()
    await expect(title).not.toHaveValue('Second title')
  })

  test('INV-08 a picture is removed only after it is confirmed by name', async ({ page, practice, api }) => {
    const items = await showItems<Listed>(page, api)
    const item = items.findLast(({ pictureUrl }) => pictureUrl !== null)
    if (item === undefined) throw new Error('The practice shop has no item with a picture')
    const { product } = (await practice.get(`/practice/items/${item.sku}`)) as Stored
    await openItem(page, item.sku)
    const removals = page.getByRole('button', { name: /^Remove picture/ })
    await expect(removals.first()).toBeVisible()
    for (let left = await removals.count(); left > 0; left -= 1) {
      await expect(removals).toHaveCount(left)
      await removals.first().click()
    }
    await expect(removals).toHaveCount(0)
    await expect(page.getByText(/, deletes \d/)).toBeVisible()
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /n’t confirmed/ })).toBeVisible()
    expect(await practice.get(`/practice/items/${item.sku}`)).toMatchObject({ product })
    for (const box of await dialog.getByRole('checkbox').all()) {
      await box.focus()
      await page.keyboard.press('Space')
    }
    await dialog.getByRole('button', { name: /^Save 1 change/ }).click()
    await expect(dialog).toBeHidden()
    const after = (await practice.get(`/practice/items/${item.sku}`)) as Stored
    expect(after.product).not.toHaveProperty('imageUrls')
    expect(after.product).toMatchObject({ title: product.title })
  })

  test('OFF-01 a save made offline waits and is sent automatically', async ({ page, practice, api }) => {
    const [, , { sku } = { sku: '' }] = await showItems(page, api)
    await practice.post('/practice/faults', { operation: 'all', fault: 'offline' })
    await openItem(page, sku)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Written offline')
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('From the last reading')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'News' })).toContainText(`The save of ${sku} waits.`)
    await expect(page.getByText('This save waits to be sent')).toBeVisible()
    await practice.delete('/practice/faults')
    await expect
      .poll(() => practice.get(`/practice/items/${sku}`))
      .toMatchObject({ product: { title: 'Written offline' } })
    await expect(page.getByText('This save waits to be sent')).toBeHidden()
  })
})
