/** Searching the inbox by keyboard: the results are one key away, and none is hidden by a narrower view. */
import type { Page } from 'playwright/test'
import { type Api, expect, shareApp, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

shareApp({ conversations: 24, items: 2 })

type Listed = { readonly total: number; readonly rows: readonly { readonly conversationId: string }[] }

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const openId = (page: Page): string => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '')
const find = (api: Api, search: string) => api<Listed>('messaging.conversations', { view: 'all', search })

test.beforeEach(async ({ page, api }) => waitForInbox(page, api))

for (const key of ['Enter', 'ArrowDown']) {
  test(`${key} in the search opens the first result`, async ({ page, api }) => {
    const { rows, total } = await find(api, 'parcel')
    await page.keyboard.press('/')
    await page.keyboard.type('parcel')
    await expect(list(page).getByRole('option')).toHaveCount(total)
    await page.keyboard.press(key)
    await expect.poll(() => openId(page)).toBe(rows[0]?.conversationId)
    await expect(list(page)).toBeFocused()
  })
}

test('a search in a view says what it finds in all conversations, and leads there', async ({ page, api }) => {
  const { total } = await find(api, 'parcel')
  await page.getByRole('button', { name: /View/ }).click()
  await page.getByRole('option', { name: /^Snoozed/ }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('parcel')
  await page.getByRole('button', { name: `${total} in all conversations` }).click()
  await expect(list(page).getByRole('option')).toHaveCount(total)
})
