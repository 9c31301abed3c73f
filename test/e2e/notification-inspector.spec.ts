/** The inspector: events with their deliveries and rules, replays. */
import type { Locator, Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'

shareApp({ conversations: 4, items: 4 })

type Row = {
  readonly eventId: number
  readonly name: string
  readonly origin: string
  readonly processing: string
  readonly deliveryCount: number
  readonly replayCount: number
}

const loadRows = async (api: Api): Promise<readonly Row[]> =>
  (await api<{ rows: readonly Row[] }>('notifications.events')).rows

/**
 * One value of each event in the log, by the event's name.
 * Notifications are delivered at the same time, so the one sent first can arrive last.
 */
const byName = <Value>(rows: readonly Row[], value: (row: Row) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(rows.map((row) => [row.name, value(row)]))

/** Opens “How we know”. */
const openEvidence = async (event: Locator): Promise<void> => {
  await event.locator('summary', { hasText: 'How we know' }).press('Enter')
  await expect(event.getByRole('table', { name: 'Deliveries in order' })).toBeVisible()
}

const axe = async (page: Page, part?: Locator): Promise<void> => expect(await axeFindings(page, part)).toEqual([])

test.beforeEach(async ({ page, api }) => {
  await goTo(page, '#/notifications')
  await api('notifications.register', { events: ['FixedPriceTransaction', 'FeedbackLeft', 'ItemSold'] })
})

// Must be first, while the log is empty.
test('RCV-08 replays are marked and can be edited, and the original stays', async ({ page, practice, api }) => {
  await practice.post('/practice/events', { event: 'ItemSold' })
  await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
  await expect
    .poll(async () => (await loadRows(api)).map(({ processing }) => processing))
    .toEqual(['processed', 'processed'])

  await test.step('an event as it came', async () => {
    await page.getByRole('row', { name: /Sold for / }).click()
    const event = page.getByRole('region', { name: 'Sold' })
    await expect(event.getByText('Process again')).toBeHidden()
    await openEvidence(event)
    await event.getByRole('button', { name: 'Process again', exact: true }).click()
    await expect(page.getByText('Processed again.')).toBeVisible()
    await expect(event.getByRole('table', { name: 'Deliveries in order' }).getByText('Processed again')).toHaveCount(1)
  })

  await test.step('an edited copy, which is quarantined', async () => {
    const event = page.getByRole('region', { name: 'Sold' })
    await event.getByRole('button', { name: 'More for this notification' }).click()
    await page.getByRole('menuitem', { name: 'Edit and process again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit and process again' })
    const body = dialog.getByRole('textbox', { name: 'Body' })
    await expect(body).not.toHaveJSProperty('tagName', 'TEXTAREA')
    await axe(page)
    await body.focus()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('\n')
    await dialog.getByRole('button', { name: 'Send copy' }).click()
    const copy = page.getByRole('row', { name: /Edited copy/ })
    await expect(copy).toContainText('Ignored')
    await copy.click()
    await openEvidence(page.getByRole('region', { name: 'Edited copy' }))
    await expect(page.getByRole('link', { name: 'Open the original event' })).toBeVisible()
  })

  const rows = await loadRows(api)
  const originals = rows.filter(({ origin }) => origin === 'platform')
  expect(byName(originals, ({ processing, deliveryCount }) => [processing, deliveryCount])).toEqual({
    FixedPriceTransaction: ['processed', 1],
    ItemSold: ['processed', 1],
  })
  expect(rows.reduce((sum, { replayCount }) => sum + replayCount, 0)).toBe(2)

  await test.step('an edited copy is removed with its replay', async () => {
    await page.getByRole('button', { name: 'More for this notification' }).click()
    await page.getByRole('menuitem', { name: 'Remove what was processed again' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove what was processed again?' })
    await axe(page)
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(question).toBeHidden()
    await expect.poll(async () => (await loadRows(api)).length).toBe(2)
    expect(byName(await loadRows(api), ({ replayCount, origin }) => [replayCount, origin])).toEqual({
      FixedPriceTransaction: [1, 'platform'],
      ItemSold: [0, 'platform'],
    })
  })
})

test('RCV-07 RCV-09 an event is found and read by keyboard: elements, deliveries with duplicates', async ({
  page,
  practice,
  api,
}) => {
  await practice.post('/practice/faults', {
    operation: 'FixedPriceTransaction',
    fault: 'duplicateDeliveries',
    duplicateDeliveries: 3,
  })
  await practice.post('/practice/events', { event: 'FixedPriceTransaction', transactionId: '555000111' })
  await practice.post('/practice/events', { event: 'ItemSold' })
  const countDeliveries = async () => byName((await loadRows(api)).slice(0, 2), ({ deliveryCount }) => deliveryCount)
  await expect.poll(countDeliveries).toEqual({ FixedPriceTransaction: 3, ItemSold: 1 })

  // Without a mouse: "/" focuses the search, the arrow keys choose the row, Enter opens the event.
  await page.getByRole('grid', { name: 'Notifications' }).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('555000111')
  await expect(page.getByRole('grid', { name: 'Notifications' }).getByRole('row')).toHaveCount(2)
  // A search for fewer digits finds the same row, so wait for the final result before pressing keys.
  await expect(page.getByRole('grid', { name: 'Notifications' })).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('grid', { name: 'Notifications' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const event = page.getByRole('region', { name: 'Sold' })
  await expect(event.locator('summary', { hasText: 'How we know' })).toContainText('delivered 3 times')
  await openEvidence(event)
  await expect(event.getByText('Delivered 3 times, processed once.')).toBeVisible()
  for (const label of ['Item', 'Transaction', 'Price']) {
    await expect(event.locator('dt').getByText(label, { exact: true })).toBeVisible()
  }

  const deliveries = event.getByRole('table', { name: 'Deliveries in order' })
  await expect(deliveries.getByText('First delivery')).toBeVisible()
  await expect(deliveries.getByText('Duplicate')).toHaveCount(2)

  await event.locator('summary', { hasText: /^Note$/ }).press('Enter')
  await event.getByRole('textbox', { name: 'Note' }).fill('ask about the parcel')

  // Escape in the field returns to the log with the focus. The note is saved, and the search finds it.
  await page.keyboard.press('Escape')
  await expect(event).toBeHidden()
  await expect(page.getByRole('grid', { name: 'Notifications' })).toBeFocused()
  await page.getByLabel('Search events').fill('')
  await expect(page.getByRole('grid', { name: 'Notifications' }).getByRole('row')).not.toHaveCount(2)
  await page.getByLabel('Search events').fill('parcel')
  await expect(page.getByRole('grid', { name: 'Notifications' }).getByRole('row')).toHaveCount(2)
})

test('a sale is linked to its item, and feedback to the conversation with its buyer', async ({
  page,
  practice,
  api,
}) => {
  type Conversation = { readonly buyer: string | null; readonly conversationId: string }
  const conversations = async () =>
    (await api<{ rows: readonly Conversation[] }>('messaging.conversations', { view: 'all' })).rows.filter(
      ({ buyer }) => buyer !== null,
    )
  await expect.poll(async () => (await conversations()).length).toBeGreaterThan(0)
  const [conversation] = await conversations()
  const buyer = conversation?.buyer ?? ''
  const before = (await loadRows(api)).length
  await practice.post('/practice/events', { event: 'FeedbackLeft', buyer })
  const [item] = (await practice.get('/practice/skus')) as readonly { readonly sku: string; readonly title: string }[]
  const { sku = '', title = '' } = item ?? {}
  await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
  await practice.post('/practice/events', { event: 'ItemSold', itemId: '999000111' })
  await expect.poll(async () => (await loadRows(api)).length).toBe(before + 3)

  await page
    .getByRole('row', { name: / feedback from / })
    .first()
    .click()
  await page.getByRole('main').getByRole('link', { name: buyer, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`#/inbox/${conversation?.conversationId}$`))
  await expect(page.getByRole('main')).toHaveAccessibleName('Inbox')

  await goTo(page, '#/notifications')
  // A message with its SKU links to the item.
  await page
    .getByRole('row', { name: /Sold for / })
    .first()
    .click()
  const sold = page.getByRole('region', { name: 'Sold' })
  await expect(sold.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', `#/items/${sku}`)
  await page.keyboard.press('Escape')

  // Without one, the seller links the listing once.
  await page.getByRole('row', { name: /Listing 999000111/ }).click()
  await openEvidence(sold)
  const about = page.getByRole('list', { name: 'Related' })
  await about.getByRole('button', { name: 'Link to an item' }).click()
  await about.getByRole('combobox', { name: 'Which item is this?' }).fill(title.slice(0, 8))
  await page.getByRole('option', { name: title }).click()
  await expect(about.getByRole('link', { name: `Open ${title}` })).toBeVisible()
  await axe(page, about)
  await about.getByRole('link', { name: `Open ${title}` }).click()
  await expect(page).toHaveURL(new RegExp(`#/items/${sku}$`))
})

test('RCV-12 AUT-04 rejected requests show their headers without secrets', async ({ page, api }) => {
  const { listeningUrl } = await api<{ listeningUrl: string }>('notifications.receiver')
  const canary = 'canary-7f3a9c'
  const answer = await fetch(listeningUrl, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', authorization: `Bearer ${canary}`, 'x-tried': 'yes' },
    body: '<!DOCTYPE a><a/>',
  })
  expect(answer.status).toBe(400)
  await goTo(page, '#/notifications/subscriptions')
  await page.getByRole('button', { name: '1 request rejected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rejected requests' })
  await expect(dialog).toContainText('content-type: text/xml')
  await expect(dialog).toContainText('x-tried: (hidden: may be a secret)')
  await expect(dialog).toContainText('authorization: (hidden: may be a secret)')
  await expect(dialog).not.toContainText(canary)
  await axe(page)
})

test('RCV-08 a forgery says not to ship it and why, and axe finds nothing there, open or closed', async ({
  page,
  practice,
  api,
}) => {
  await practice.post('/practice/faults', { operation: 'ItemSold', fault: 'wrongSignature', count: 1 })
  await practice.post('/practice/events', { event: 'ItemSold' })
  await expect.poll(async () => (await loadRows(api))[0]?.processing).toBe('quarantined')
  await goTo(page, `#/notifications/${(await loadRows(api))[0]?.eventId}`)
  await page.setViewportSize({ width: 1024, height: 700 })
  const event = page.getByRole('region', { name: 'Not from the platform: ignored' })
  const step = event.getByRole('region', { name: 'Next step' })
  await expect(step).toContainText('Don’t ship it')
  await expect(step).toContainText('its signature is wrong')
  await axe(page)
  await openEvidence(event)
  await event.locator('summary', { hasText: /^Bytes$/ }).press('Enter')
  await event.locator('summary', { hasText: /^Note$/ }).press('Enter')
  await axe(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More for notifications' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Show ignored events' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Filter: 1' })).toBeVisible()
})
