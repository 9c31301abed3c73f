/** Pictures of an item in an eBay shop: pasted, turned and put in order. */
import type { Page } from 'playwright/test'
import { createPng } from '../support/png.ts'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForListings } from './read-ahead.ts'

const paste = (page: Page, picture: Buffer): Promise<void> =>
  page.evaluate((base64) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.fromBase64(base64)], 'pasted.png', { type: 'image/png' }))
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }))
  }, picture.toString('base64'))

/** The shown size of a picture's own pixels. */
const sizeOf = (page: Page, alt: string) =>
  page
    .getByRole('img', { name: alt, exact: true })
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])

test.describe('an eBay shop', () => {
  shareApp({ platform: 'ebay', conversations: 0, items: 3 })

  test('PLT-34 a picture is pasted, turned, and made the main one by keyboard', async ({ page, api }) => {
    await waitForListings(api)
    await api('listing.refreshChoices')
    const { rows } = await api<{ rows: { sku: string }[] }>('inventory.items', { limit: 1 })
    const sku = rows[0]?.sku ?? ''
    const addresses = async () =>
      (await api<{ view: { imageUrls: readonly string[] } }>('inventory.item', { sku })).view.imageUrls
    const before = await addresses()
    const last = before.length + 1
    await goTo(page, `#/items/${sku}`)
    const pictures = page.getByRole('region', { name: 'Pictures' })
    await expect(pictures.getByText(/Drop or paste pictures here/)).toBeVisible()

    await paste(page, createPng(400, 300))
    await expect(pictures.getByRole('alert')).toContainText('400 × 300 pixels')
    await paste(page, createPng(800, 600))
    await expect.poll(addresses).toHaveLength(last)
    const pasted = (await addresses()).at(-1)
    await expect.poll(() => sizeOf(page, `Picture ${last}`)).toEqual([800, 600])

    await pictures.getByRole('button', { name: `Turn picture ${last}` }).click()
    await expect.poll(async () => (await addresses()).at(-1)).not.toBe(pasted)
    expect(await addresses()).toHaveLength(last)
    await expect.poll(() => sizeOf(page, `Picture ${last}`)).toEqual([600, 800])

    const turned = (await addresses()).at(-1)
    await pictures.getByRole('button', { name: `Move picture ${last}`, exact: true }).focus()
    await page.keyboard.press('Home')
    await expect.poll(addresses).toEqual([turned, ...before])
    expect(await axeFindings(page, pictures), 'the pictures').toEqual([])
  })
})
