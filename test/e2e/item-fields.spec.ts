/** An item's and an offer's fields beyond the first ones: typed on the item's page, refused at the field, kept. */
import { expect, goTo, shareApp, test } from './fixtures.ts'

shareApp({ platform: 'ebay', conversations: 0, items: 6 })

test('LST-16 a weight in the wrong unit is refused at its field, stays as typed, and is saved once it is right', async ({
  page,
  api,
}) => {
  const { rows } = await api<{ rows: { sku: string }[] }>('inventory.items', { limit: 10 })
  const sku = rows[0]?.sku ?? ''
  await goTo(page, `#/items/${sku}`)
  const more = page.getByRole('region', { name: 'More fields', exact: true })
  await more.getByText('Package', { exact: true }).click()
  const weight = more.getByRole('textbox', { name: 'Weight', exact: true })
  await weight.fill('12 cm')
  await expect(more).toContainText('“cm” measures a length')
  await page.reload()
  await expect(more.getByRole('textbox', { name: 'Weight', exact: true })).toHaveValue('12 cm')
  await weight.fill('1,20 kg')
  await expect(more).not.toContainText('measures a length')
  await page.getByRole('button', { name: 'Review changes', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Weight')
  await expect(dialog).toContainText('1.2 kg')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect
    .poll(async () => (await api<{ record: unknown }>('inventory.item', { sku })).record)
    .toMatchObject({ packageWeightAndSize: { weight: { value: 1.2, unit: 'KILOGRAM' } } })
})

test('LST-16 a new item begins with its title, and a copy leaves out what differs', async ({ page, api }) => {
  await goTo(page, '#/items')
  await page.getByRole('button', { name: 'New item' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Kestrel desk lamp')
  await expect(dialog.getByRole('textbox', { name: 'SKU' })).toHaveValue('KESTREL-DESK-LAMP')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Kestrel desk lamp')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Sell similar/ }).click()
  await expect(dialog.getByRole('textbox', { name: 'SKU' })).toHaveValue('KESTREL-DESK-LAMP-2')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect
    .poll(async () => (await api<{ editSource: string }>('inventory.item', { sku: 'KESTREL-DESK-LAMP-2' })).editSource)
    .toBe('a copy of KESTREL-DESK-LAMP')
})
