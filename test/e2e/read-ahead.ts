/**
 * Waits for the background reads after a start.
 *
 * The lists appear before everything is read. Until then rows are added, and titles, pictures and unanswered
 * conversations change, which breaks a test that counts or orders them.
 */
import type { Page } from 'playwright/test'
import { type Api, expect, goTo } from './fixtures.ts'

type Items<Row> = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly toRead: number
  readonly listingCounts: { readonly unread: number }
}

/** Waits until `count` is 0. While it changes the app is at work, however long a large shop takes on a busy machine. */
const waitForNone = async (count: () => Promise<number>, what: string): Promise<void> => {
  let left = await count()
  while (left > 0) {
    const before = left
    const countAgain = async (): Promise<number> => {
      left = await count()
      return left
    }
    await expect.poll(countAgain, what).not.toBe(before)
  }
}

/** Waits until every item is read, and returns the first hundred by SKU. The shop must have an item. */
export const waitForItems = async <Row = { readonly sku: string; readonly title: string }>(
  api: Api,
): Promise<readonly Row[]> => {
  const read = () => api<Items<Row>>('inventory.items', {})
  // An item that was just found is still to be read.
  await expect.poll(async () => (await read()).total, 'an item is found').toBeGreaterThan(0)
  await waitForNone(async () => (await read()).toRead, 'every item is read')
  return (await read()).rows
}

/** Opens the list of items and waits until it shows every item as read. Returns the first hundred by SKU. */
export const showItems = async <Row = { readonly sku: string; readonly title: string }>(
  page: Page,
  api: Api,
): Promise<readonly Row[]> => {
  await goTo(page, '#/items')
  const rows = await waitForItems<Row>(api)
  const grid = page.getByRole('grid', { name: 'Items', exact: true })
  await expect(grid).toContainText('Saved')
  await expect(grid).not.toContainText('Not read yet')
  return rows
}

/** Waits until every item and its offers are read. The shop must have an item. */
export const waitForListings = async (api: Api): Promise<void> => {
  await waitForItems(api)
  const countUnread = async () => (await api<Items<unknown>>('inventory.items', {})).listingCounts.unread
  await waitForNone(countUnread, 'the offers of every item are read')
}

/** Waits until the inbox shows every conversation and every thread is read. */
export const waitForInbox = async (page: Page, api: Api): Promise<void> => {
  await expect(page.getByText(/^Up to date, /)).toBeVisible()
  const countUnread = async () => (await api<{ threadsToRead: number }>('messaging.sync')).threadsToRead
  await waitForNone(countUnread, 'every thread is read')
}

/** Opens Today and waits until each of its panels shows its rows, which move the panels below. The shop must have an item. */
export const showToday = async (page: Page, api: Api): Promise<void> => {
  await waitForListings(api)
  await goTo(page, '#/today')
  const today = page.getByRole('main', { name: 'Today' })
  await expect(today.getByRole('region', { name: 'To decide' })).toBeVisible()
  await expect(today.getByRole('status').and(today.locator('[aria-busy=true]'))).toHaveCount(0)
}
