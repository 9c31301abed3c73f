/**
 * axe on every screen and page, in both themes: in a full eBay shop, in an empty one, and where the neutral platform's screens
 * differ. On eBay they also call it by its name.
 */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForInbox, waitForListings } from './read-ahead.ts'

const frames = [
  'today',
  'inbox',
  'inbox/~new',
  'inbox/~offers',
  'outbox',
  'outbox/~done',
  'orders',
  'items',
  'mapping',
  'mapping/new',
  'notifications',
  'notifications/alerts',
  'notifications/subscriptions',
  'notifications/subscriptions/legacy',
  'notifications/subscriptions/challenge',
  'earnings',
  'practice',
  'settings',
  'settings/new',
] as const

/** Opens the page and waits until nothing on it is loading. */
const open = async (page: Page, hash: string): Promise<void> => {
  await goTo(page, `#/${hash}`)
  const main = page.getByRole('main')
  await expect(main).toHaveAccessibleName(new RegExp(hash.split('/')[0] ?? '', 'i'))
  await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Runs axe on each screen, and `look` while it is shown. */
const expectNothing = async (
  page: Page,
  hashes: readonly string[],
  look: (hash: string) => Promise<void> = async () => undefined,
): Promise<void> => {
  for (const hash of hashes) {
    await test.step(hash, async () => {
      await open(page, hash)
      expect(await axeFindings(page), hash).toEqual([])
      await look(hash)
    })
  }
}

/** Every text and accessible name of the window that says "the platform". */
const findUnnamed = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']
    const said = [...document.body.querySelectorAll('*')].flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((node) => node.textContent),
      ...attributes.map((name) => element.getAttribute(name)),
    ])
    return said.filter((text) => text !== null).filter((text) => /\bthe platform\b/i.test(text))
  })

type Rows<T> = { readonly rows: readonly T[] }

/** The page of one thing of each kind. */
const findPages = async (api: Api): Promise<readonly string[]> => {
  const conversations = await api<Rows<{ conversationId: string }>>('messaging.conversations', { view: 'unanswered' })
  const orders = await api<Rows<{ orderId: string }>>('orders.orders', { view: 'all' })
  const items = await api<Rows<{ sku: string; group: { groupKey: string } | null }>>('inventory.items', {
    isGrouped: true,
  })
  const item = items.rows.find(({ group }) => group === null)
  const group = items.rows.find((row) => row.group !== null)
  return [
    `inbox/${conversations.rows[0]?.conversationId}`,
    `orders/${encodeURIComponent(orders.rows[0]?.orderId ?? '')}`,
    `items/${item?.sku}`,
    `items/${item?.sku}/history`,
    `items/~variations/${group?.group?.groupKey}`,
  ]
}

test.describe('a full eBay shop', () => {
  shareApp({ platform: 'ebay', hasVariations: true, conversations: 24, items: 12 })

  test('axe finds nothing on any screen', async ({ page, api }) => {
    test.setTimeout(600_000)
    await waitForInbox(page, api)
    await waitForListings(api)
    await expect
      .poll(async () => (await api<{ total: number }>('orders.orders', { view: 'all' })).total)
      .toBeGreaterThan(0)
    const pages = await findPages(api)
    expect(pages.filter((one) => one.includes('undefined'))).toEqual([])
    const unnamed: string[] = []
    await expectNothing(page, [...frames, ...pages], async (hash) => {
      // An item's page draws the fields that most items don't have after the others.
      const late = /^items\/[^~/]+$/.test(hash) ? ['Videos', 'Product safety'] : []
      for (const label of late) await expect(page.getByText(label, { exact: true }).first()).toBeAttached()
      unnamed.push(...(await findUnnamed(page)).map((text) => `${hash}: ${text}`))
    })
    expect(unnamed).toEqual([])
  })
})

test.describe('an empty eBay shop', () => {
  shareApp({ platform: 'ebay', conversations: 0, items: 0 })

  test('axe finds nothing on any screen', async ({ page }) => {
    test.setTimeout(600_000)
    await expectNothing(page, emptyFrames)
  })
})

/** Screens that look different without data. */
const emptyFrames = [
  'today',
  'inbox',
  'outbox',
  'outbox/~done',
  'orders',
  'items',
  'mapping',
  'mapping/new',
  'notifications',
  'notifications/alerts',
  'notifications/subscriptions',
  'earnings',
  'practice',
] as const

/** Without orders and with the documents' own events, these differ from eBay's. */
const neutralFrames = [
  'today',
  'orders',
  'mapping/new',
  'notifications',
  'notifications/alerts',
  'notifications/subscriptions',
  'notifications/subscriptions/legacy',
  'earnings',
  'practice',
  'settings',
] as const

test.describe('a shop of the neutral platform', () => {
  shareApp({ hasVariations: true, conversations: 12, items: 12 })

  test('axe finds nothing on the screens that differ', async ({ page, practice, api }) => {
    test.setTimeout(600_000)
    await waitForInbox(page, api)
    await waitForListings(api)
    await api('notifications.register', { events: ['FixedPriceTransaction'] })
    await expectNothing(page, ['orders'])
    await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
    await expect.poll(async () => (await api<{ total: number }>('notifications.events', {})).total).toBe(1)
    const { rows } = await api<Rows<{ eventId: number }>>('notifications.events', {})
    const conversations = await api<Rows<{ conversationId: string }>>('messaging.conversations', { view: 'unanswered' })
    const items = await api<Rows<{ sku: string; group: object | null }>>('inventory.items', { isGrouped: true })
    const pages = [
      `notifications/${rows[0]?.eventId}`,
      `inbox/${conversations.rows[0]?.conversationId}`,
      `items/${items.rows.find(({ group }) => group === null)?.sku}`,
    ]
    expect(pages.filter((one) => one.includes('undefined'))).toEqual([])
    await expectNothing(page, [...neutralFrames, ...pages])
  })
})
