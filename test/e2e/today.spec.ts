/** The Today page: waiting buyers, recent events, and decisions. */
import { isCourtesy } from '../../renderer/parts/courtesy.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { pressSequence } from './press-sequence.ts'
import { showToday, waitForInbox } from './read-ahead.ts'

shareApp({ conversations: 12, items: 8 })

type Listed = { readonly rows: readonly { readonly conversationId: string; readonly preview: string | null }[] }

test('the longest-waiting buyer with a question is the first line, before thank-yous, and opens', async ({
  page,
  api,
}) => {
  await waitForInbox(page, api)
  const { rows } = await api<Listed>('messaging.conversations', { view: 'unanswered', limit: 40 })
  const question = rows.find(({ preview }) => !isCourtesy(preview ?? ''))
  await showToday(page, api)
  const waiting = page.getByRole('region', { name: 'Waiting for your answer' })
  await waiting.getByRole('listitem').first().getByRole('link').click()
  await expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).toBe(`#/inbox/${question?.conversationId}`)
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
  await expect(page.getByRole('heading', { name: / sold for .*25/ })).toBeVisible()
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
  await expect(page.getByRole('button', { name: 'Sales and questions Event' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Events' })).toHaveAttribute('aria-rowcount', String(wanted + 1))
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
  await expect(toDecide.getByRole('alert')).toContainText('Could not load what to decide')
  await page.unrouteAll()
  await toDecide.getByRole('button', { name: 'Try again' }).click()
  await expect(toDecide.getByRole('alert')).toHaveCount(0)
})
