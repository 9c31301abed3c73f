/** Listing many items while the platform can't be reached: the second step waits for the seller, not for the dialog. */
import { axeFindings } from './axe.ts'
import { expect, goTo, test } from './fixtures.ts'
import { chooseMore } from './items-toolbar.ts'
import { waitForListings } from './read-ahead.ts'

test.use({ shop: { conversations: 0, items: 24 } })

test('LST-21 drafts saved offline are published from Today after a restart, by keyboard', async ({
  page: first,
  practice,
  api,
  restartApp,
}) => {
  test.slow()
  await waitForListings(api)
  await api('listing.refreshChoices')
  const { rows } = await api<{ rows: { sku: string }[] }>('inventory.items', { listing: 'notListed', limit: 500 })
  const sku = rows.find((row) => row.sku.startsWith('CAM'))?.sku ?? ''
  await api('listing.saveDraft', {
    sku,
    fields: {
      categoryId: '15230',
      price: '45.50',
      fulfillmentPolicyId: '6100001',
      paymentPolicyId: '6200001',
      returnPolicyId: '6300001',
      merchantLocationKey: 'home',
    },
  })
  await goTo(first, '#/items')
  await first.getByRole('searchbox', { name: 'Search SKU or title' }).fill(sku)
  await expect(first.getByRole('grid', { name: 'Items', exact: true })).toHaveAttribute('aria-rowcount', '2')
  await practice.post('/practice/faults', { operation: 'all', fault: 'offline' })
  await chooseMore(first, /List items/)
  const saving = first.getByRole('dialog', { name: 'List items' })
  await expect(saving).toContainText('Save the listing drafts of 1 item.')
  await first.keyboard.press('Control+Enter')
  await expect(saving).toContainText('You can go on later')
  expect(await axeFindings(first, saving), 'while it is saved').toEqual([])
  await saving.getByRole('button', { name: 'Continue later' }).press('Enter')
  await expect(saving).toBeHidden()

  const page = await restartApp()
  await goTo(page, '#/today')
  const offer = page.getByRole('link', { name: '1 saved listing draft to publish' })
  await expect(page.getByRole('region', { name: 'To decide' })).toBeVisible()
  await expect(offer, 'nothing is saved yet').toHaveCount(0)
  await practice.delete('/practice/faults')
  await expect(offer).toBeVisible({ timeout: 40_000 })
  await goTo(page, '#/outbox')
  await expect(page.getByText('1 saved listing draft to publish.')).toBeVisible()
  await goTo(page, '#/today')
  await offer.press('Enter')
  const review = page.getByRole('dialog', { name: 'List items' })
  await expect(review).toContainText(/Publish 1 item on the United States marketplace, \$.* in all\. Fees \$0\.35\./)
  expect(await axeFindings(page, review), 'the fees').toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Publish items' })).toContainText('1 done')
  expect(await api('listing.listing', { sku })).toMatchObject({ state: 'published' })
  await goTo(page, '#/today')
  await expect(page.getByRole('region', { name: 'To decide' })).toBeVisible()
  await expect(offer).toHaveCount(0)
})
