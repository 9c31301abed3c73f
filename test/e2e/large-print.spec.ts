/** A window of 1280 by 800 at 200 %, without motion. Every control stays reachable. */
import type { Page } from 'playwright/test'
import { expect, goTo, test } from './fixtures.ts'
import { waitForInbox, waitForItems } from './read-ahead.ts'

test.use({ firstSteps: true, shop: { conversations: 4, items: 4 }, contextOptions: { reducedMotion: 'reduce' } })

/** Finds controls that can't be reached: outside the window without a scrollable parent, or moving. */
const findProblems = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const height = document.documentElement.clientHeight
    const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body
    const scrolls = (element: Element, side: 'X' | 'Y'): boolean => {
      for (let at: Element | null = element.parentElement; at !== null; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at)[`overflow${side}`])) return true
      }
      return false
    }
    const beyond = [...root.querySelectorAll<HTMLElement>('button, input, textarea, [role="tab"]')]
      .filter((one) => one.checkVisibility() && one.closest('.visually-hidden, label, [aria-hidden="true"]') === null)
      .filter((one) => {
        const { left, right, top, bottom, width: own } = one.getBoundingClientRect()
        const isOutX = left < -1 || right > width + 1
        const isOutY = top < -1 || bottom > height + 1
        return own > 1 && ((isOutX && !scrolls(one, 'X')) || (isOutY && !scrolls(one, 'Y')))
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent)
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running').length
    return {
      wider: Math.max(0, document.documentElement.scrollWidth - width),
      higher: Math.max(0, document.documentElement.scrollHeight - height),
      beyond,
      moving,
    }
  })

const none = { wider: 0, higher: 0, beyond: [], moving: 0 }

test('at 200 % every screen, page and dialog keeps its actions within reach, and nothing moves', async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  await waitForInbox(page, api)
  const items = await waitForItems(api)
  const { rows: threads } = await api<{ rows: readonly { conversationId: string }[] }>('messaging.conversations', {
    view: 'all',
    limit: 1,
  })
  for (const place of [
    'inbox',
    `inbox/${threads[0]?.conversationId}`,
    'outbox',
    'items',
    `items/${items[0]?.sku}`,
    'mapping',
    'mapping/new',
    'notifications',
    'notifications/alerts',
    'notifications/subscriptions',
    'practice',
    'settings',
    'settings/section/storage',
    'settings/new',
    'settings/new/address',
    'settings/new/application',
  ]) {
    await goTo(page, `#/${place}`)
    await expect(page.getByRole('main')).toHaveAccessibleName(new RegExp(place.split('/')[0] ?? '', 'i'))
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    await expect.poll(() => findProblems(page), { message: place }).toEqual(none)
  }
  for (const [keys, name] of [
    ['Control+k', 'Find'],
    ['?', 'Keyboard shortcuts'],
    ['F1', 'Help'],
  ] as const) {
    await page.getByRole('main').focus()
    await page.keyboard.press(keys)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect.poll(() => findProblems(page), { message: name }).toEqual(none)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('at 400 % every list keeps a row in view', async ({ page, api }) => {
  await waitForInbox(page, api)
  await waitForItems(api)
  await page.setViewportSize({ width: 320, height: 200 })
  for (const [hash, list, role] of [
    ['#/inbox', 'Conversations', 'option'],
    ['#/items', 'Items', 'row'],
  ] as const) {
    await goTo(page, hash)
    const rows = page.getByRole(role === 'row' ? 'grid' : 'listbox', { name: list, exact: true }).getByRole(role)
    const row = rows.nth(role === 'row' ? 1 : 0)
    await row.scrollIntoViewIfNeeded()
    // A row of the sheet is several times as wide as the window.
    await expect(row, hash).toBeInViewport({ ratio: role === 'row' ? 0.2 : 0.6 })
  }
})
