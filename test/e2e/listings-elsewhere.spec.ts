/** Listings made with other tools, in an eBay shop: the sheet shows them, and they can be taken over. */
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { chooseMore } from './items-toolbar.ts'

type Active = { readonly active: { readonly elsewhere: number; readonly readAtMs: number | null } | null }

/** Waits until the platform's list of active listings is read. */
const waitForActive = (api: Api) =>
  expect
    .poll(async () => (await api<Active>('inventory.items', { maker: 'any' })).active)
    .toMatchObject({ elsewhere: 8, readAtMs: expect.any(Number) })

test.describe('listings made with other tools', () => {
  shareApp({ platform: 'ebay', conversations: 0, items: 4 })

  test('LST-13 the sheet shows them beside the items, marked and read-only', async ({ page, api }) => {
    await waitForActive(api)
    await goTo(page, '#/items')
    await expect(page.getByText('12 items, 8 made with another tool')).toBeVisible()
    const sheet = page.getByRole('grid', { name: 'Items', exact: true })
    const row = sheet.getByRole('row').filter({ hasText: 'Field telephone' })
    await expect(row).toContainText('Made elsewhere')
    await expect(row).toContainText('$84.00')
    await row.getByRole('gridcell', { name: /^Field telephone/ }).dblclick()
    await expect(sheet.getByRole('textbox')).toHaveCount(0)
  })

  test('LST-14 the plan names what changes for good, which of them qualify, and why others do not', async ({
    page,
    api,
  }) => {
    await waitForActive(api)
    await goTo(page, '#/items')
    await expect(page.getByText('8 made with another tool')).toBeVisible()
    await chooseMore(page, 'Take over')
    const dialog = page.getByRole('dialog', { name: 'Take over listings' })
    await expect(dialog.getByRole('button', { name: 'Take over 3 listings' })).toBeVisible()
    await expect(dialog).toContainText('This can’t be undone: their SKUs can no longer be changed')
    const row = (title: string) => dialog.getByRole('row').filter({ hasText: title })
    await expect(row('Field telephone')).toContainText('Ready')
    const refused = (title: string) => dialog.getByRole('listitem').filter({ hasText: title })
    await expect(refused('drawing pens')).toContainText('It has no SKU.')
    await expect(refused('Station clock')).toContainText('It is an auction.')
    await expect(refused('cast iron, left')).toContainText('Another live listing has the same SKU.')
    await expect(refused('Letter scale')).toContainText('It has no business policies')
    expect(await axeFindings(page, dialog), 'the plan').toEqual([])

    await dialog.getByRole('button', { name: 'Take over 3 listings' }).click()
    const result = page.getByRole('grid', { name: 'Items of the run' })
    await expect(result.getByRole('row').filter({ hasText: 'Field telephone' }), 'the result has titles').toBeVisible()
  })
})
