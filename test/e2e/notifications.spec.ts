/** The notifications screen: received, quarantined and restored events. */
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'

shareApp({ conversations: 0, items: 3 })

type Log = { readonly rows: readonly { readonly name: string; readonly processing: string }[] }

test.beforeEach(async ({ page, api }) => {
  await goTo(page, '#/notifications')
  await api('notifications.register', { events: ['FixedPriceTransaction', 'ItemSold'] })
})

test('RCV-08 a sale with a wrong signature is quarantined, found by its state, and opens with its bytes', async ({
  page,
  practice,
  api,
}) => {
  await practice.post('/practice/faults', { operation: 'ItemSold', fault: 'wrongSignature', count: 1 })
  await practice.post('/practice/events', { event: 'ItemSold' })
  await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
  await expect
    .poll(async () => (await api<Log>('notifications.events', {})).rows.map(({ processing }) => processing).sort())
    .toEqual(['processed', 'quarantined'])

  await page.getByRole('button', { name: 'Filter' }).press('Enter')
  const filters = page.getByRole('dialog', { name: 'Filter the log' })
  await filters.getByRole('button', { name: /Any state/ }).press('Enter')
  await page.getByRole('option', { name: 'Ignored' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  const rows = page
    .getByRole('grid', { name: 'Notifications' })
    .getByRole('row')
    .filter({ hasNotText: 'What happened' })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Not from the platform')
  await rows.click()
  const event = page.getByRole('region', { name: 'Not from the platform: ignored' })
  await expect(event.getByText('Don’t ship it')).toBeVisible()
  await expect(page.getByText('Its signature doesn’t match this body')).toBeHidden()
  await event.locator('summary', { hasText: 'How we know' }).press('Enter')
  await expect(page.getByText('Its signature doesn’t match this body').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Related' })).toBeHidden()
  await event.locator('summary', { hasText: /^Bytes$/ }).press('Enter')
  await page.getByRole('button', { name: 'Show body' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Body' })).toContainText('<ItemSold>')
  await page.getByRole('button', { name: 'Filter: 1' }).press('Enter')
  await expect(filters.getByRole('button', { name: /Ignored/ })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(event).toBeHidden()
})

test('RCV-05 RCV-13 an event survives a crash, and a resend is added to its deliveries', async ({
  practice,
  api,
  killApp,
  restartApp,
}) => {
  type Counted = { readonly rows: readonly { readonly deliveryCount: number }[] }
  const counts = async () => (await api<Counted>('notifications.events', {})).rows.map((row) => row.deliveryCount)
  const before = await counts()
  // The platform resends only once its clock advances, however long the restart takes.
  await practice.post('/practice/settings', { resendDelayMs: 60_000 })
  await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
  await expect.poll(counts).toEqual([1, ...before])
  await killApp()
  const [event] = ((await practice.get('/practice/events')) as { events: readonly { eventId: string }[] }).events.slice(
    -1,
  )
  await practice.post('/practice/events', { eventId: event?.eventId })
  await restartApp()
  expect(await counts()).toEqual([1, ...before])
  await practice.post('/practice/clock', { advanceMs: 120_000 })
  await expect.poll(async () => (await counts())[0]).toBeGreaterThan(1)
  expect((await counts()).slice(1)).toEqual(before)
})

type SubscriptionsAnswer = {
  readonly subscriptions: { readonly entries: readonly { readonly topicId: string; readonly status: string }[] }
  readonly destinations: { readonly entries: readonly unknown[] }
}

test('NOT-05 NOT-08 NOT-09 a disabled subscription is created, tested, shown in the log and enabled, then its destination deleted', async ({
  page,
  api,
}) => {
  await goTo(page, '#/notifications/subscriptions')
  await page.getByRole('button', { name: 'Subscribe to FEEDBACK_RECEIVED' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to a topic' })
  await expect(dialog.getByRole('radio', { name: 'Disabled' })).toBeChecked()
  await dialog.getByRole('button', { name: /^Create subscription/ }).click()
  const entry = page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem', { name: 'FEEDBACK_RECEIVED' })
  await expect(entry).toContainText('Disabled: only tests are delivered.')

  await entry.getByRole('button', { name: /^Test/ }).click()
  await expect(entry).toContainText('The test arrived')
  expect(await axeFindings(page)).toEqual([])
  await entry.getByRole('link', { name: 'show in log' }).click()
  await expect(page.getByRole('row', { name: /^Feedback/ })).toHaveAttribute('aria-selected', 'true')

  await goTo(page, '#/notifications/subscriptions')
  await entry.getByRole('button', { name: /^Enable/ }).click()
  await expect(entry.getByRole('button', { name: /^Disable/ })).toBeVisible()

  const destinations = page.getByRole('list', { name: 'Destinations' })
  await expect(destinations).toContainText('Stallhand’s')
  await destinations.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: /^Delete destination/ })
  await expect(question).toContainText(
    'The platform doesn’t delete a destination in use. These are switched off first: FEEDBACK_RECEIVED.',
  )
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('button', { name: /^Disable 1 subscription and delete/ }).click()
  await expect(question).toBeHidden()
  await expect(entry).toContainText('Its destination no longer exists.')
  const { subscriptions, destinations: left } = await api<SubscriptionsAnswer>('notifications.subscriptions', {})
  expect(subscriptions.entries).toMatchObject([{ topicId: 'FEEDBACK_RECEIVED', status: 'DISABLED' }])
  expect(left.entries).toEqual([])
})

// Last of the tests that share the app, because the fake clock stays in the page.
test('a notification counts as new until the window shows it', async ({ page, practice, api }) => {
  type Counted = { readonly counts: { readonly unseen: number } }
  const unseen = async () => (await api<Counted>('notifications.receiver', {})).counts.unseen
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await page.clock.install()
  await setHidden(true)
  await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
  await expect(page.getByRole('button', { name: /^Notifications\s*, \d+ new/ })).toBeVisible()
  await page.clock.runFor(5_000)
  expect(await unseen()).toBeGreaterThan(0)
  const events = await api<{ rows: readonly { eventId: number }[] }>('notifications.events', {
    filter: {},
    search: '',
    limit: 1,
  })
  await page.setViewportSize({ width: 800, height: 700 })
  await goTo(page, `#/notifications/${events.rows[0]?.eventId}`)
  await expect(page.getByRole('grid')).toBeHidden()
  await setHidden(false)
  await page.clock.runFor(5_000)
  // The open event takes the place of the list.
  expect(await unseen()).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('grid')).toBeVisible()
  await page.clock.runFor(5_000)
  await expect.poll(unseen).toBe(0)
})
