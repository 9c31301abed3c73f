/** The Today page: waiting buyers, recent events, and decisions. */
import type { Page } from 'playwright/test'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { pressSequence } from './press-sequence.ts'
import { showToday, waitForInbox } from './read-ahead.ts'

shareApp({ conversations: 40, items: 8 })

type Listed = { readonly rows: readonly { readonly conversationId: string; readonly buyer: string | null }[] }

const waiting = (page: Page) => page.getByRole('region', { name: 'Questions since yesterday' })

test('the newest question is the first line, thank-yous are apart, and older ones are one line', async ({
  page,
  api,
  practice,
}) => {
  await waitForInbox(page, api)
  await practice.post('/practice/messages', { username: 'fresh_fran', text: 'Is the lid original?' })
  await practice.post('/practice/messages', { username: 'thankful_tom', text: 'Perfect, thank you!' })
  await api('messaging.syncNow')
  const countWaiting = async (): Promise<number> =>
    (await api<Listed & { total: number }>('messaging.conversations', { view: 'unanswered' })).rows.filter(
      ({ buyer }) => buyer === 'fresh_fran' || buyer === 'thankful_tom',
    ).length
  await expect.poll(countWaiting).toBe(2)
  await showToday(page, api)
  const lines = waiting(page).getByRole('listitem')
  await expect(lines.first()).toContainText('fresh_fran')
  await expect(lines.filter({ hasText: 'thankful_tom' })).toHaveCount(0)
  await expect(waiting(page).getByRole('link', { name: /^\d+ thank-you/ })).toBeVisible()
  await waiting(page)
    .getByRole('link', { name: /^\d+ (older|more)$/ })
    .click()
  await expect(page.getByRole('button', { name: /View/ })).toContainText('Unanswered')
})

test('a question is answered, or needs no reply, from its line', async ({ page, api, practice }) => {
  await practice.post('/practice/messages', { username: 'quick_quinn', text: 'Does it come with a box?' })
  await api('messaging.syncNow')
  await expect
    .poll(async () =>
      (await api<Listed>('messaging.conversations', { view: 'unanswered' })).rows.some(
        ({ buyer }) => buyer === 'quick_quinn',
      ),
    )
    .toBe(true)
  await showToday(page, api)
  const line = waiting(page).getByRole('listitem').filter({ hasText: 'quick_quinn' })
  await line.getByRole('button', { name: 'No reply needed: quick_quinn' }).click()
  await expect(line).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await line.getByRole('button', { name: 'Answer quick_quinn' }).click()
  await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeFocused()
})

test('g t opens the page', async ({ page }) => {
  await pressSequence(page, 'g', 't')
  await expect(page.getByRole('main', { name: 'Today' })).toBeVisible()
})

test('open decisions are counted and link to the matching list', async ({ page, api }) => {
  await waitForInbox(page, api)
  const { rows } = await api<Listed>('messaging.conversations', { view: 'all', limit: 1 })
  await api('messaging.saveDraft', {
    target: { conversationId: rows[0]?.conversationId },
    content: {
      messageText: 'Later',
      messageMedia: [],
      reference: null,
      emailCopyToSender: false,
    },
    revision: null,
    buyerMessagesSeen: 0,
  })
  await showToday(page, api)
  await page.getByRole('link', { name: '1 unsent draft' }).click()
  await expect(page.getByRole('button', { name: /View/ })).toContainText('Has draft')
  await expect(page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')).toHaveCount(1)
})

test('a sale is announced on any page, with a sound if the seller chose one, and listed on Today', async ({
  page,
  practice,
  api,
}) => {
  await api('notifications.register', { events: ['FixedPriceTransaction'] })
  await goTo(page, '#/settings/section/notices')
  await page.getByText('Play a sound', { exact: true }).click()
  await goTo(page, '#/items')
  await page.evaluate(() => {
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (atS) {
      document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1)
      start.call(this, atS)
    }
  })
  await practice.post('/practice/events', { event: 'FixedPriceTransaction', price: '25.00' })
  await expect(page.getByRole('region', { name: 'News' })).toContainText(/ sold for \$25\.00/)
  expect(await page.evaluate(() => document.body.dataset.tones)).toBe('2')
  await showToday(page, api)
  await page
    .getByRole('region', { name: 'Sales and questions' })
    .getByRole('link', { name: / sold for .*25/ })
    .click()
  const sold = page.getByRole('region', { name: 'Sold', exact: true })
  await expect(sold).toContainText('$25.00')
})

test('news covers and hides no item of the status line in a narrow window', async ({ page, practice, api }) => {
  await api('notifications.register', { events: ['FixedPriceTransaction'] })
  await practice.post('/practice/events', { event: 'FixedPriceTransaction', price: '25.00' })
  const news = page.getByRole('region', { name: 'News' }).locator('[data-news]')
  // Its time stops while the focus is inside.
  await news.getByRole('button').first().focus()
  const slots = page
    .getByRole('region', { name: 'Status' })
    .getByRole('button', { name: /^(Practice shop|Outbox|\d+ changes? left|Instant alerts)/ })
  for (const width of [1024, 900, 800]) {
    await page.setViewportSize({ width, height: 720 })
    await expect(slots, `${width} px`).toHaveCount(4)
    for (const item of await slots.all()) {
      await expect(item).toBeInViewport({ ratio: 1 })
      await item.click({ trial: true })
    }
    await expect(news).toBeVisible()
  }
})

test('more sales than Today has lines for are one press away', async ({ page, practice, api }) => {
  await api('notifications.register', { events: ['FixedPriceTransaction', 'FeedbackLeft'] })
  const countNews = async (): Promise<number> =>
    (await api<{ readonly total: number }>('notifications.events', { filter: { isNews: true }, limit: 1 })).total
  const wanted = (await countNews()) + 6
  await practice.post('/practice/events', { event: 'FeedbackLeft' })
  for (let sold = 0; sold < 6; sold += 1) await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
  await expect.poll(countNews).toBe(wanted)
  await showToday(page, api)
  await page
    .getByRole('region', { name: 'Sales and questions' })
    .getByRole('link', { name: `Show all ${wanted}` })
    .click()
  await expect(page.getByRole('button', { name: 'Filter: 1' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Notifications' })).toHaveAttribute('aria-rowcount', String(wanted + 1))
})

test('a failed read is shown under To decide, with a way to retry', async ({ page, host }) => {
  test.skip(host !== 'local', 'The test replaces an answer over HTTP')
  await page.route('**/api/call', (route) =>
    (route.request().postDataJSON() as { method: string }).method === 'inventory.items'
      ? route.fulfill({ json: { ok: false, error: { kind: 'storage', message: 'The disk is full.' } } })
      : route.fallback(),
  )
  await goTo(page, '#/today')
  await page.reload()
  const toDecide = page.getByRole('region', { name: 'To decide' })
  await expect(toDecide.getByRole('alert')).toContainText('Couldn’t load what to decide')
  await page.unrouteAll()
  await toDecide.getByRole('button', { name: 'Try again' }).click()
  await expect(toDecide.getByRole('alert')).toHaveCount(0)
})
