/** A listing with variations: one row that unfolds, its prices and stock, its page, and publishing and ending as one (LST-15). */
import type { Locator, Page } from 'playwright/test'
import { editFromRecord } from '../../shared/inventory/item-edit.ts'
import { createPng } from '../support/png.ts'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'

type Row = {
  readonly sku: string
  readonly quantity: number
  readonly listingState: string
  readonly price: { readonly amount: number } | null
}

/** A cap with a listing draft, sold alone. Caps differ in size. */
const addCap = async (api: Api, sku: string): Promise<void> => {
  const size = sku.slice(-1)
  const item = {
    availability: { shipToLocationAvailability: { quantity: 4 } },
    condition: 'NEW',
    product: {
      title: `Harbour cap, size ${size}`,
      description: 'Knitted by hand.',
      aspects: { Brand: ['Harbour Attic'], Color: ['Blue'], Size: [size] },
      imageUrls: ['https://pictures.practice.invalid/bks-9201-1.png'],
    },
  }
  await api('inventory.createItem', { sku, title: item.product.title, like: null, usesTemplate: false })
  await api('inventory.saveEdit', { sku, edit: editFromRecord(item) })
  const preview = await api<{ previewToken: string }>('inventory.previewSave', { sku })
  await api('inventory.save', { sku, previewToken: preview.previewToken, confirmedDeletions: [] })
  await api('listing.saveDraft', {
    sku,
    fields: {
      price: '19.00',
      quantity: '4',
      categoryId: '15687',
      fulfillmentPolicyId: '6100001',
      paymentPolicyId: '6200001',
      returnPolicyId: '6300001',
      merchantLocationKey: 'home',
    },
  })
  const { previewToken } = await api<{ previewToken: string }>('listing.previewOffer', { sku })
  await api('listing.saveOffer', { sku, previewToken, confirmedDeletions: [] })
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Items', exact: true })
const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text })

/** Searches, and waits until the former list is gone: a click on its rows would be lost. */
const search = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('searchbox').first().fill(text)
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
}

test.describe('a listing with variations', () => {
  shareApp({ platform: 'ebay', conversations: 0, items: 2, hasVariations: true })

  const find = async (api: Api, sku: string): Promise<Row | undefined> =>
    (await api<{ rows: Row[] }>('inventory.items', { search: sku })).rows.find((one) => one.sku === sku)

  const open = async (page: Page, api: Api): Promise<void> => {
    await expect.poll(async () => (await find(api, 'TSH-WHI-L'))?.listingState).toBe('published')
    await api('app.saveView', {
      key: 'inventory.columns',
      value: ['title', 'quantity', 'price', 'listing', 'editedAt'],
    })
    await api('app.saveView', { key: 'inventory.unfolded', value: '' })
    await page.reload()
    await goTo(page, '#/items')
    await expect(row(page, 'Dockside T-shirt')).toBeVisible()
  }

  test('LST-15 one row unfolds by keyboard, and a price and a quantity are changed in its rows', async ({
    page,
    api,
  }) => {
    await open(page, api)
    const listing = row(page, 'Dockside T-shirt')
    await expect(listing).toContainText('6 variations')
    await expect(listing).toContainText('from $19.00')
    await expect(row(page, 'TSH-BLA-M')).toHaveCount(0)
    await listing.getByRole('gridcell', { name: /^Dockside/ }).click()
    await page.keyboard.press('+')
    const variation = row(page, 'TSH-BLA-M')
    await expect(variation).toContainText('Black, M')
    expect(await axeFindings(page), 'unfolded').toEqual([])

    await variation.getByRole('gridcell').nth(3).click()
    await page.keyboard.type('21.50')
    await page.keyboard.press('Enter')
    await variation.getByRole('gridcell').nth(2).click()
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Review changes/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Review changes' })
    await expect(dialog).toContainText('TSH-BLA-M')
    for (const value of ['21.50', '12']) {
      await expect(dialog.getByRole('row').filter({ hasText: value }), value).not.toHaveCount(0)
    }
    await dialog.getByRole('button', { name: /^(Save|Change)/ }).click()
    await expect.poll(async () => (await find(api, 'TSH-BLA-M'))?.quantity).toBe(12)
    await expect.poll(async () => (await find(api, 'TSH-BLA-M'))?.price?.amount).toBe(21.5)
  })

  test('LST-15 a search for the SKU of a variation finds its listing', async ({ page, api }) => {
    await open(page, api)
    await search(page, 'tsh-whi-s')
    await expect(row(page, 'Dockside T-shirt')).toBeVisible()
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    await search(page, 'dockside')
    await row(page, 'Dockside T-shirt').getByRole('rowheader').click()
    await expect(page.getByText('6 of 6 items selected')).toBeVisible()
  })

  test('LST-15 its page ends it and lists it again as one listing', async ({ page, api }) => {
    await open(page, api)
    await row(page, 'Dockside T-shirt').getByText('Color, Size').click()
    await expect(page.getByRole('heading', { name: /^Dockside T-shirt/ })).toBeVisible()
    await page.getByRole('button', { name: 'End the listing' }).click()
    const ending = page.getByRole('dialog', { name: 'End listings' })
    await expect(ending).toContainText('End 1 listing with 6 variations')
    await ending.getByRole('button', { name: 'End 1 listing' }).click()
    await expect.poll(async () => (await find(api, 'TSH-WHI-L'))?.listingState).toBe('ended')

    await row(page, 'Dockside T-shirt').getByText('Color, Size').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Publish' }).press('Enter')
    const listing = page.getByRole('dialog', { name: 'List items' })
    await listing.getByRole('button', { name: 'Check the fees' }).click()
    await expect(listing).toContainText('Publish 1 listing with 6 variations')
    await listing.getByRole('button', { name: /^Publish 1/ }).click()
    await expect.poll(async () => (await find(api, 'TSH-WHI-L'))?.listingState).toBe('published')
  })

  test('LST-15 the shared title is changed in the listing, and a variation leads there', async ({ page, api }) => {
    await open(page, api)
    await goTo(page, '#/items/TSH-WHI-S')
    await expect(page.getByText('One of the variations of')).toBeVisible()
    await page.getByRole('button', { name: 'Show the listing' }).click()
    await expect(page.getByRole('heading', { name: /^Dockside T-shirt/ })).toBeVisible()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Dockside T-shirt, heavy cotton')
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Review changes' })
    await expect(dialog).toContainText('Change what the 6 variations of this listing share.')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(row(page, 'Dockside T-shirt, heavy cotton').first()).toBeVisible()
  })

  test('LST-15 checked items become one listing by keyboard, and are published as one', async ({ page, api }) => {
    const skus = ['CAP-S', 'CAP-M', 'CAP-L']
    for (const sku of skus) await addCap(api, sku)
    await open(page, api)
    await search(page, 'harbour')
    await expect(row(page, 'CAP-M')).toBeVisible()
    await row(page, 'CAP-L').getByRole('gridcell').nth(2).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+Space')
    await expect(page.getByText('3 of 3 items selected')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('listing with variations')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Make a listing with variations' })
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Harbour cap')
    await expect(dialog.getByRole('checkbox', { name: /^Size/ })).toBeChecked()
    await expect(dialog.getByRole('table').getByRole('row')).toHaveText([/^ItemSize/, /CAP-SS/, /CAP-MM/, /CAP-LL/])
    expect(await axeFindings(page, dialog), 'the dialog').toEqual([])

    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(dialog.getByText('The listing has no title. Enter one.', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Review' })).toBeDisabled()
    await page.keyboard.type('Harbour cap, wool')
    await expect(dialog.getByRole('button', { name: 'Review' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Review' }).press('Enter')
    const review = page.getByRole('dialog', { name: 'Review the listing' })
    await expect(review).toContainText('Make one listing with 3 variations. Buyers see nothing yet')
    expect(await axeFindings(page, review), 'the plan').toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: 'Make a listing with variations' })).toBeVisible()
    await expect(row(page, 'Harbour cap, wool')).toContainText('3 variations')
    await expect
      .poll(async () => (await api<{ making: unknown }>('inventory.group', { groupKey: 'HARBOUR-CAP' })).making)
      .toBeNull()

    await page.getByRole('button', { name: 'Show the listing' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Harbour cap, wool' })).toBeVisible()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const listing = page.getByRole('dialog', { name: 'List items' })
    await listing.getByRole('button', { name: 'Check the fees' }).click()
    await listing.getByRole('button', { name: /^Publish 1/ }).click()
    await expect.poll(async () => (await find(api, 'CAP-M'))?.listingState).toBe('published')
  })
  test('LST-10 pictures of a new listing hold its review back, and never land in another new listing', async ({
    page,
    api,
    host,
  }) => {
    test.skip(host !== 'local', 'The test delays an answer over HTTP')
    for (const sku of ['HAT-S', 'HAT-M']) await addCap(api, sku)
    await open(page, api)
    const released = Promise.withResolvers<void>()
    const upload = await holdCall(page, 'listing.uploadPicture', 'answer', released.promise)
    const openDialog = async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('listing with variations')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Make a listing with variations' })
      await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Harbour cap')
      return dialog
    }
    await search(page, 'hat-')
    await expect(row(page, 'HAT-M')).toBeVisible()
    await row(page, 'HAT-S').getByRole('gridcell').nth(2).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+Space')
    const first = await openDialog()
    await expect(first.getByRole('button', { name: 'Review' })).toBeEnabled()
    const drop = (dialog: Locator) => dialog.getByText(/Drop or paste pictures here/)
    const before = (await drop(first).textContent()) ?? ''
    await first
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer: createPng(500, 500) })
    await upload.held
    await expect(first.getByRole('button', { name: 'Review' })).toBeDisabled()
    await first.getByRole('button', { name: 'Cancel' }).click()
    await expect(first).toHaveCount(0)

    const second = await openDialog()
    await expect(second.getByRole('progressbar')).toHaveCount(0)
    const ended = page.waitForResponse((response) => response.request().postData()?.includes('uploadPicture') === true)
    released.resolve()
    await ended
    await expect(second.getByRole('button', { name: 'Review' })).toBeEnabled()
    await expect(drop(second)).toHaveText(before)
  })

  test('LST-10 a picture of a listing with variations joins it after its page was left', async ({
    page,
    api,
    host,
  }) => {
    test.skip(host !== 'local', 'The test delays an answer over HTTP')
    await open(page, api)
    const { groupKey } = await api<{ group: { groupKey: string } }>('inventory.item', { sku: 'TSH-WHI-S' }).then(
      ({ group }) => group,
    )
    const addresses = async () =>
      (await api<{ view: { imageUrls: readonly string[] } }>('inventory.group', { groupKey })).view.imageUrls
    const before = await addresses()
    const released = Promise.withResolvers<void>()
    const upload = await holdCall(page, 'listing.uploadPicture', 'answer', released.promise)
    await row(page, 'Dockside T-shirt').getByText('Color, Size').click()
    const pictures = page.getByRole('region', { name: 'Pictures' })
    await pictures
      .locator('input[type=file]')
      .setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: createPng(500, 500) })
    await upload.held
    await goTo(page, '#/today')
    await expect(pictures).toHaveCount(0)
    released.resolve()
    await expect.poll(addresses).toHaveLength(before.length + 1)
  })
  test('LST-07 a dialog of the row’s menu stays when its row leaves the list, and doesn’t come back', async ({
    page,
    api,
  }) => {
    await addCap(api, 'SOLO-S')
    await open(page, api)
    await search(page, 'solo-s')
    await row(page, 'SOLO-S').getByRole('gridcell').nth(1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Publish' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'List items' })
    await expect(dialog).toBeVisible()
    await api('inventory.removeFromList', { sku: 'SOLO-S' })
    await expect(page.getByText('SOLO-S', { exact: true }).and(grid(page).locator('*'))).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await search(page, '')
    await row(page, 'Dockside T-shirt').getByText('Color, Size').click()
    await expect(dialog).toHaveCount(0)
  })
})
