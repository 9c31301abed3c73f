/** Legacy events, the challenge check, and events created in Practice. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'

shareApp({ conversations: 0, items: 2 })

const axe = async (page: Page): Promise<void> => expect(await axeFindings(page)).toEqual([])

/** The legacy error codes with the messages on screen. */
const legacyErrors: readonly (readonly [code: number, message: string])[] = [
  [21916667, 'The delivery address has an invalid form. Check the spelling of the connection’s registered address.'],
  [21916669, 'The address isn’t HTTPS. Register an HTTPS address, such as that of a tunnel to this computer.'],
  [
    21916672,
    'The platform doesn’t support one of the chosen event types. Deselect that event and set up instant alerts again.',
  ],
  [
    21916680,
    'The platform registers no more addresses for you. Remove one in your developer account, or use one that is registered already.',
  ],
]

test('SOAP-02 SOAP-03 SOAP-04 legacy events preview a change, show why it is refused, and show the platform’s settings afterwards', async ({
  page,
  api,
  practice,
}) => {
  await api('notifications.register', { events: ['ItemSold'] })
  await goTo(page, '#/notifications/subscriptions/legacy')
  const events = page.getByRole('list', { name: 'Events' })
  await events.getByText('BidReceived').click()
  await events.getByText('ItemSold').click()
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByRole('listitem')).toHaveCount(2)
  await expect(changes).toContainText('BidReceived Enable')
  await expect(changes).toContainText('ItemSold Disable')
  const send = page.getByRole('button', { name: /^Send 2 changes/ })
  for (const [errorId, message] of legacyErrors) {
    const fault = { operation: 'SetNotificationPreferences', fault: 'status', status: 400, errorId, count: 1 }
    await practice.post('/practice/faults', fault)
    await send.click()
    await expect(page.getByText(message)).toBeVisible()
    // A refused change stays selected.
    await expect(changes.getByRole('listitem')).toHaveCount(2)
  }
  await axe(page)
  await send.click()
  await expect(page.getByText('No changes yet. Choose events')).toBeVisible()
  await expect(events.getByRole('checkbox', { name: /BidReceived/ })).toBeChecked()
  await expect(events.getByRole('checkbox', { name: /ItemSold/ })).not.toBeChecked()
})

test('RCV-02 AUT-04 the challenge check calls this receiver and diagnoses its answer without showing the token', async ({
  page,
  api,
}) => {
  await goTo(page, '#/notifications/subscriptions')
  const opening = page.getByRole('button', { name: 'Check the challenge' })
  await opening.press('Enter')
  // The focus moves to the page, so Escape goes back at once.
  await expect(page.getByRole('region', { name: 'Challenge check' })).toBeFocused()
  await page.keyboard.press('Escape')
  await opening.press('Enter')
  await page.getByRole('button', { name: 'Challenge on this computer' }).click()
  await expect(page.getByText('The answer is right.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What is hashed, in order' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText(/^•+$/)).toHaveCount(1)
  const { response } = await api<{ response: string }>('notifications.challenge', {
    challengeCode: 'c-1',
    endpoint: null,
  })
  await page.getByLabel('Challenge code').fill('c-1')
  await page.getByLabel('Refused answer').fill(response.toUpperCase())
  await expect(page.getByText('The hex digits are in upper case')).toBeVisible()
  await axe(page)
  await page.getByLabel('Your token').fill('not the kept one')
  await page.getByRole('button', { name: 'Use this token' }).click()
  await expect(page.getByText('A verification token is one word')).toBeVisible()
  await page.getByLabel('Your token').fill('my-own-token-of-the-form-0123456789')
  await page.getByRole('button', { name: 'Use this token' }).click()
  await expect(page.getByText('Token saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Challenge on this computer' }).click()
  await expect(page.getByText('The answer is right.')).toBeVisible()
  await axe(page)
})

test('an event is delivered with chosen values, twice, late and forged, or published to a topic (RCV-07, RCV-08)', async ({
  page,
  api,
  practice,
}) => {
  type Row = {
    readonly name: string
    readonly buyer: string
    readonly processing: string
    readonly deliveryCount: number
  }
  const rows = async (): Promise<readonly Row[]> => (await api<{ rows: Row[] }>('notifications.events', {})).rows
  await api('notifications.register', { events: ['FeedbackLeft'] })
  await goTo(page, '#/practice')
  const sale = page.getByRole('region', { name: 'Send a notice' })
  await sale.getByRole('button', { name: /Event/ }).click()
  await page.getByRole('option', { name: 'Feedback left by the buyer' }).click()
  await sale.getByRole('textbox', { name: 'Buyer' }).fill('curious-cat')
  await sale.getByRole('textbox', { name: 'Comment type' }).fill('Negative')
  const faults = page.getByRole('region', { name: 'Something goes wrong' })
  await faults.getByText('More that can go wrong').press('Enter')
  const toggle = (name: string) => faults.getByRole('switch', { name }).click({ force: true })
  await toggle('Notifications arrive twice')
  await expect(faults.getByRole('switch', { checked: true })).toHaveCount(1)
  await sale.getByRole('button', { name: 'Simulate' }).click()
  // Both deliveries are listed before the key arrives, and processed a moment later.
  await expect
    .poll(async () =>
      (await rows()).map(({ deliveryCount, buyer, processing }) => `${deliveryCount} ${buyer} ${processing}`),
    )
    .toEqual(['2 curious-cat processed'])

  // Late and forged: nothing arrives until the practice clock advances, and then it is quarantined.
  await toggle('Notifications arrive a minute late')
  await toggle('Notifications from someone else')
  await expect(faults.getByRole('switch', { checked: true })).toHaveCount(3)
  await sale.getByRole('button', { name: 'Simulate' }).click()
  // The text on screen may still belong to the first event.
  await expect
    .poll(async () => ((await practice.get('/practice/events')) as { events: readonly unknown[] }).events.length)
    .toBe(2)
  await expect(sale.getByText('1 notification sent.')).toBeVisible()
  expect(await rows()).toHaveLength(1)
  await practice.post('/practice/clock', { advanceMs: 60_000 })
  await expect.poll(async () => (await rows())[0]?.processing).toBe('quarantined')
  await practice.delete('/practice/faults')

  // A topic with custom data, published to its subscription.
  const subscriptions = await api<{ destinations: { entries: { destinationId: string }[] } }>(
    'notifications.subscriptions',
    {},
  )
  await api('notifications.createSubscription', {
    topicId: 'NEW_MESSAGE',
    destinationId: subscriptions.destinations.entries[0]?.destinationId,
    status: 'ENABLED',
    payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
  })
  await page.locator('summary', { hasText: 'More: orders' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Data' })
  await expect(field).not.toHaveJSProperty('tagName', 'TEXTAREA')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{"senderUserName": "curious-cat", "subject": "Hello"}')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(async () => (await rows())[0]?.name).toBe('NEW_MESSAGE')
  await axe(page)
})
