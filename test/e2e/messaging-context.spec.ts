/** The item and the buyer beside the conversation. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForInbox, waitForItems } from './read-ahead.ts'

const aside = (page: Page) => page.getByRole('complementary', { name: 'Order, item and buyer' })

type Listed = { readonly rows: readonly { readonly conversationId: string; readonly itemId: string | null }[] }

test.describe('a few items', () => {
  shareApp({ conversations: 12, items: 4 })

  test('an item is matched to its listing by the offer, with price and stock', async ({ page, api }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await waitForInbox(page, api)
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
    await expect(aside(page)).toContainText(/in stock/)
    await expect(aside(page)).toContainText('Live')
  })

  test('a note about a buyer survives a restart', async ({ page, api, restartApp }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
    await aside(page).getByRole('textbox', { name: 'Note' }).fill('Wants an invoice each time.')
    // The buyer's section is the last one.
    const buyer = await aside(page).getByRole('heading', { level: 3 }).last().innerText()
    await expect
      .poll(async () => (await api<{ note: string }>('messaging.buyer', { buyer })).note)
      .toBe('Wants an invoice each time.')
    const hash = new URL(page.url()).hash
    const again = await restartApp()
    await goTo(again, hash)
    await expect(aside(again).getByRole('textbox', { name: 'Note' })).toHaveValue('Wants an invoice each time.')
  })

  test('a note that another window changes is shown', async ({ page, api }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').nth(1).click()
    const note = aside(page).getByRole('textbox', { name: 'Note' })
    await expect(note).toBeVisible()
    const buyer = await aside(page).getByRole('heading', { level: 3 }).last().innerText()
    await api('messaging.saveBuyerNote', { buyer, text: 'Likes blue.' })
    await expect(note).toHaveValue('Likes blue.')
  })

  test('in a narrow window a key opens it over the conversation, and Escape closes only it', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible()
    await expect(aside(page)).toBeHidden()
    await page.keyboard.press('o')
    await expect(aside(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(aside(page)).toBeHidden()
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible()
  })
})

test.describe('more items than a choice shows at once', () => {
  test.use({ shop: { conversations: 2, items: 30 } })

  test('the seller links an unknown listing to its item once, and the item’s title is shown from then on', async ({
    page,
    practice,
    api,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await practice.post('/practice/messages', { username: 'eve', subject: 'Question', text: 'Hello?', itemId: '4711' })
    await api('messaging.syncNow')
    const find = async () =>
      (await api<Listed>('messaging.conversations', { view: 'all' })).rows.find(({ itemId }) => itemId === '4711')
    await expect.poll(find).toBeDefined()
    const item = (await waitForItems<{ readonly title: string | null }>(api)).findLast(({ title }) => title !== null)
    const title = item?.title ?? ''
    await goTo(page, `#/inbox/${encodeURIComponent((await find())?.conversationId ?? '')}`)
    await aside(page).getByRole('button', { name: 'Link to an item' }).click()
    await page.getByRole('combobox', { name: 'Which item is this?' }).fill(title)
    await page.getByRole('option', { name: title }).first().click()
    await expect(aside(page).getByRole('link', { name: title })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`· ${title}`)
    expect(await axeFindings(page, aside(page))).toEqual([])
  })
})
