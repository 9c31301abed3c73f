/** Deleting items on the platform, and disabling a location, in an eBay shop. */
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForListings } from './read-ahead.ts'

type Rows = { readonly rows: readonly { readonly sku: string; readonly listingState: string }[] }

test.describe('an eBay shop', () => {
  shareApp({ platform: 'ebay', conversations: 0, items: 6 })

  test('LST-08 an item is deleted after its live listing was named, and disappears from the list', async ({
    page,
    api,
  }) => {
    await waitForListings(api)
    const { rows } = await api<Rows>('inventory.items', { listing: 'published' })
    const sku = rows[0]?.sku ?? ''
    const { listingId } = await api<{ listingId: string }>('listing.listing', { sku })
    await goTo(page, `#/items/${sku}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: /Delete item/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this item on eBay?' })
    const question = dialog.getByRole('group', { name: 'This can’t be undone' })
    await expect(question).toContainText(`live listing ${listingId}, which ends`)
    await expect(dialog.getByRole('button', { name: 'Delete 1 item' })).toBeDisabled()
    expect(await axeFindings(page, dialog), 'the confirmation').toEqual([])
    await question.getByText(/^Delete all/).click()
    await expect(dialog).toContainText('1 live listing ends.')
    await dialog.getByRole('button', { name: 'Delete 1 item' }).click()
    await expect(
      page.getByRole('region', { name: 'Delete items' }).or(page.getByText('Delete items')).first(),
    ).toBeVisible()
    await expect
      .poll(async () => (await api<Rows>('inventory.items', {})).rows.map((row) => row.sku))
      .not.toContain(sku)
  })

  test('LST-05 a location is disabled after its listings were named, and enabled again', async ({ page, api }) => {
    await waitForListings(api)
    await api('listing.refreshChoices')
    const { rows } = await api<Rows>('inventory.items', { listing: 'published' })
    await goTo(page, `#/items/${rows[0]?.sku}`)
    const terms = page.getByRole('region', { name: 'Policies and location' })
    await terms.getByRole('button', { name: 'Manage locations' }).click()
    await page
      .getByRole('button', { name: /^Disable / })
      .first()
      .click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(/Sent from it: \d+ live listings?/)
    await expect(question.getByRole('button', { name: 'Keep it enabled' })).toBeFocused()
    expect(await axeFindings(page, question), 'the question').toEqual([])
    await question.getByRole('button', { name: 'Disable location' }).click()
    const dialog = page.getByRole('dialog', { name: 'Locations' })
    await expect(dialog.getByText('Disabled')).toBeVisible()
    await dialog.getByRole('button', { name: /^Enable / }).click()
    await expect(dialog.getByText('Disabled')).toHaveCount(0)
  })
})
