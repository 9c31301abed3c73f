/** Searching the inbox by keyboard: the results are one key away, and none is hidden by a narrower view. */
import type { Page } from 'playwright/test'
import { type Api, expect, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'
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

for (const key of ['Enter', 'ArrowDown']) {
  test(`${key} before the results arrive opens the first of them, and no conversation of the previous list`, async ({
    page,
    api,
    host,
  }) => {
    test.skip(host !== 'local', 'The test delays answers over HTTP')
    const { rows } = await find(api, 'parcel')
    const { rows: all } = await find(api, '')
    expect(all[0]?.conversationId).not.toBe(rows[0]?.conversationId)
    const [read, shown] = [Promise.withResolvers<void>(), list(page).getByRole('option', { selected: true })]
    const search = await holdCall(page, 'messaging.conversations', 'answer', read.promise)
    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('parcel')
    await page.keyboard.press(key)
    await search.held
    expect(openId(page)).toBe('')
    await expect(shown).toHaveCount(0)
    read.resolve()
    await expect.poll(() => openId(page)).toBe(rows[0]?.conversationId)
    await expect(list(page)).toBeFocused()
  })
}

test('a search that is changed after Enter opens nothing', async ({ page, host }) => {
  test.skip(host !== 'local', 'The test delays answers over HTTP')
  const read = Promise.withResolvers<void>()
  const search = await holdCall(page, 'messaging.conversations', 'answer', read.promise)
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Search messages' })
  await field.fill('parcel')
  await field.press('Enter')
  await search.held
  await field.fill('invoice')
  read.resolve()
  await expect(page.getByText(/\d+ found/)).toBeVisible()
  expect(openId(page)).toBe('')
  await expect(field).toBeFocused()
})

test('nothing is said about a search that is still being read', async ({ page, api, host }) => {
  test.skip(host !== 'local', 'The test delays answers over HTTP')
  const { total } = await find(api, 'parcel')
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Search messages' })
  await field.fill('nobody wrote this')
  await expect(page.getByText('No results for “nobody wrote this”')).toBeVisible()
  const read = Promise.withResolvers<void>()
  const search = await holdCall(page, 'messaging.conversations', 'answer', read.promise)
  await field.fill('parcel')
  await search.held
  await expect(page.getByText(/^No results/)).toHaveCount(0)
  await expect(page.getByText(/\d+ found/)).toHaveCount(0)
  read.resolve()
  await expect(page.getByText(new RegExp(`^${total} found`))).toBeVisible()
})

test('the choice of buyers says nothing about a name that is still being searched', async ({ page, host }) => {
  test.skip(host !== 'local', 'The test delays answers over HTTP')
  await page.getByRole('button', { name: /^Filter by buyer/ }).click()
  const field = page.getByRole('searchbox', { name: 'Find a buyer' })
  await field.fill('nobody has this name')
  await expect(page.getByText('No results for “nobody has this name”')).toBeVisible()
  const read = Promise.withResolvers<void>()
  const facets = await holdCall(page, 'messaging.facets', 'answer', read.promise)
  await field.fill('a')
  await facets.held
  await expect(page.getByText(/^No results/)).toHaveCount(0)
  read.resolve()
  await expect(page.getByRole('listbox', { name: 'Buyers' }).getByRole('option').first()).toBeVisible()
})

test('a search in a view says what it finds in all conversations, and leads there', async ({ page, api }) => {
  const { total } = await find(api, 'parcel')
  await page.getByRole('button', { name: /View/ }).click()
  await page.getByRole('option', { name: /^Snoozed/ }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('parcel')
  await page.getByRole('button', { name: `${total} in all conversations` }).click()
  await expect(list(page).getByRole('option')).toHaveCount(total)
})
