/** Pictures that are pasted, dropped or chosen for a reply on eBay, and messages that came as HTML. */
import type { Page } from 'playwright/test'
import { expect, shareApp, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const composer = (page: Page) => page.getByRole('region', { name: 'Reply' })

test.describe('on eBay', () => {
  shareApp({ platform: 'ebay', conversations: 8, items: 2 })

  test('FACT-93 a pasted screenshot becomes an attachment, and the reply is accepted', async ({ page, api }) => {
    await waitForInbox(page, api)
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
    const reply = page.getByRole('textbox', { name: /^Reply to/ })
    await reply.fill('Here is a picture, see https://shop.example/cups')
    await expect(composer(page).getByText(/^eBay removes web addresses/)).toBeVisible()
    await reply.evaluate((field, base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }))
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, PIXEL)
    await expect(composer(page).getByRole('textbox', { name: 'Name' })).toHaveValue('shot.png')
    await expect(composer(page).getByRole('textbox', { name: 'Web address' })).toHaveValue(/^https:\/\//)
    await composer(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    await expect(composer(page).getByRole('alert')).toHaveText(/isn’t a JPEG, PNG, GIF or WebP picture/)
    if (process.env.SHOTS !== undefined) {
      await page.screenshot({ path: `${process.env.SHOTS}/light.png` })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: `${process.env.SHOTS}/dark.png` })
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await composer(page).getByRole('button', { name: 'Remove notes.pdf' }).click()
    await composer(page).getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('article').filter({ hasText: 'Here is a picture' })).toBeVisible()
    await expect(reply).toHaveValue('')
  })

  test('PLT-30 a notice that is an HTML document is read as text', async ({ page, api }) => {
    await waitForInbox(page, api)
    const { rows } = await api<{ rows: readonly { conversationId: string; preview: string }[] }>(
      'messaging.conversations',
      { view: 'notices', itemId: null, otherParty: null, search: '', offset: 0, limit: 10 },
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { preview } of rows) expect(preview).not.toMatch(/[<>]|DOCTYPE/)
  })
})
