/** The board of the subscription service: each of its 21 operations by hand, and what cannot be done says why and helps. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, goTo, type PracticeControl, test } from './fixtures.ts'

test.use({ shop: { conversations: 1, items: 1 } })

type Logged = { readonly operation: string; readonly atMs: number; readonly status: number | null }

/** When the platform last heard an operation. */
const lastHeard = async (practice: PracticeControl, operation: string): Promise<Logged | undefined> =>
  ((await practice.get('/practice/status')) as { requests: readonly Logged[] }).requests.find(
    (request) => request.operation === operation,
  )

const axe = async (page: Page): Promise<void> => expect(await axeFindings(page)).toEqual([])

test('all 21 operations are done from the board, and the platform hears each (NOT-01, NOT-05, NOT-06, NOT-09)', async ({
  page,
  api,
  practice,
}) => {
  test.setTimeout(120_000)
  const heard = new Set<string>()
  /** Does something by hand, and sees that the platform was asked for exactly that, and took it. */
  const does = async (operation: string, act: () => Promise<void>): Promise<void> => {
    const before = await lastHeard(practice, operation)
    await act()
    await expect
      .poll(async () => (await lastHeard(practice, operation))?.atMs ?? 0, { message: operation })
      .toBeGreaterThan(before?.atMs ?? 0)
    expect((await lastHeard(practice, operation))?.status, operation).toBeLessThan(300)
    heard.add(operation)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  // The board says what leads here before anything does, and once the receiver is registered, without being asked again.
  await goTo(page, '#/notifications/subscriptions')
  const way = page.getByRole('region', { name: 'What leads here' })
  await expect(way).toContainText('Nothing arrives: nothing leads here yet.')
  await expect(way.getByRole('button', { name: 'Register this receiver' })).toBeVisible()
  await api('notifications.register', { events: ['ItemSold'] })
  await expect(way).toContainText('What is enabled leads here.')
  await expect(way).toContainText('1 event to this address')
  const subscriptions = page.getByRole('list', { name: 'Subscriptions' })
  const destinations = page.getByRole('list', { name: 'Destinations' })
  const topics = page.getByRole('list', { name: 'Topics' })

  await test.step('config, topics and keys', async () => {
    await does('getConfig', () => button('Read again: Alerts').click())
    await page.getByLabel('E-mail for alerts').fill('shop@example.com')
    await does('updateConfig', () => button(/^Save e-mail/).click())
    await expect(button(/^Save e-mail.*not possible: Nothing was changed/)).toBeFocused()
    await does('getTopics', () => button('Read again: Topics').click())
    await does('getTopic', () => button('Read again: ORDER_CONFIRMATION').click())
    await expect(topics.getByRole('listitem', { name: 'ORDER_CONFIRMATION' })).toContainText('sell.fulfillment')
    await practice.post('/practice/events', { event: 'ItemSold' })
    await expect.poll(async () => (await api<{ rows: readonly unknown[] }>('notifications.events')).rows.length).toBe(1)
    const { headers } = await api<{ headers: readonly { name: string; value: string }[] }>('notifications.event', {
      eventId: 1,
    })
    const signature = headers.find(({ name }) => name.toLowerCase() === 'x-svc-signature')?.value ?? ''
    const { kid } = JSON.parse(Buffer.from(signature, 'base64').toString('utf8')) as { kid: string }
    await page.getByLabel('Key id').fill(kid)
    await does('getPublicKey', () => button('Look up key').click())
    await expect(page.getByRole('region', { name: /ECDSA, SHA1/ })).toContainText('PUBLIC KEY')
  })

  await test.step('destinations', async () => {
    await does('getDestinations', () => button('Read again: Destinations').click())
    await destinations.getByRole('button', { name: /^More for/ }).click()
    await does('getDestination', () => page.getByRole('menuitem', { name: 'Read again' }).click())
    await destinations.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the destination' })
    await dialog.getByLabel('Name').fill('Desk of the shop')
    await axe(page)
    await does('updateDestination', () => dialog.getByRole('button', { name: /^Save destination/ }).click())
    await expect(destinations.getByRole('listitem', { name: 'Desk of the shop' })).toBeVisible()
  })

  const entry = subscriptions.getByRole('listitem', { name: 'ORDER_CONFIRMATION' })
  await test.step('a subscription is made disabled, tested, seen to arrive, changed, enabled and disabled', async () => {
    await button('Subscribe to ORDER_CONFIRMATION').click()
    const dialog = page.getByRole('dialog', { name: 'Subscribe to a topic' })
    await expect(dialog.getByRole('radio', { name: 'Disabled' })).toBeChecked()
    await axe(page)
    await does('createSubscription', () => dialog.getByRole('button', { name: /^Create subscription/ }).click())
    await does('testSubscription', () => entry.getByRole('button', { name: /^Test/ }).click())
    await expect(entry).toContainText('The test arrived')
    await does('getSubscriptions', () => button('Read again: Subscriptions').click())
    await entry.getByRole('button', { name: /^More for/ }).click()
    await does('getSubscription', () => page.getByRole('menuitem', { name: 'Read again' }).click())
    await entry.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const change = page.getByRole('dialog', { name: /^Change the subscription/ })
    await does('updateSubscription', () => change.getByRole('button', { name: /^Save subscription/ }).click())
    // By keyboard: what was pressed turns into its opposite, with the focus on it.
    await does('enableSubscription', () => entry.getByRole('button', { name: /^Enable/ }).press('Enter'))
    await expect(entry.getByRole('button', { name: /^Disable/ })).toBeFocused()
    await does('disableSubscription', () => page.keyboard.press('Enter'))
    await expect(entry.getByRole('button', { name: /^Enable/ })).toBeFocused()
  })

  await test.step('a filter, while it is PENDING and after', async () => {
    await entry.getByRole('button', { name: /^Filter/ }).click()
    await does('createSubscriptionFilter', async () => {
      const field = page.getByRole('textbox', { name: 'Filter', exact: true })
      await expect(field).not.toHaveJSProperty('tagName', 'TEXTAREA')
      await field.focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText('{"type": "object"}')
      await button(/^Make it the filter/).click()
    })
    const filters = page.getByRole('list', { name: 'Filters of this subscription' })
    await expect(
      filters.getByRole('button', { name: /^Delete filter.*not possible: The platform still checks/ }),
    ).toBeVisible()
    await practice.post('/practice/clock', { advanceMs: 61_000 })
    await does('getSubscriptionFilter', () => filters.getByRole('button', { name: 'Read again' }).click())
    await expect(filters).toContainText('ENABLED')
    await does('deleteSubscriptionFilter', () => filters.getByRole('button', { name: /^Delete filter/ }).click())
    await button('Back to the subscriptions').click()
  })

  await test.step('a disabled destination is enabled from the subscription that it silences', async () => {
    await destinations.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the destination' })
    await dialog.getByText('Disabled').click()
    await dialog.getByRole('button', { name: /^Save destination/ }).click()
    await expect(entry).toContainText('Its destination is disabled.')
    await expect(
      entry.getByRole('button', { name: /^Enable.*not possible: Its destination is disabled/ }),
    ).toBeVisible()
    await axe(page)
    await entry.getByRole('button', { name: /^Enable the destination/ }).click()
    await expect(entry).toContainText('Disabled: nothing is delivered but a test.')
  })

  await test.step('the subscription and its destination go', async () => {
    await entry.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: /^Delete the subscription/ })
    await axe(page)
    await does('deleteSubscription', () => question.getByRole('button', { name: /^Delete subscription/ }).click())
    await expect(entry).toBeHidden()
    await destinations.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const goes = page.getByRole('dialog', { name: /^Delete the destination/ })
    await does('deleteDestination', () => goes.getByRole('button', { name: /^Delete destination/ }).click())
    await expect(button(/^Subscribe to a topic.*not possible: Add a destination first/)).toBeVisible()
    await button('Add destination').click()
    const dialog = page.getByRole('dialog', { name: 'Add a destination' })
    await does('createDestination', () => dialog.getByRole('button', { name: /^Add destination/ }).click())
  })

  expect([...heard].sort()).toHaveLength(21)
})

const silent = 'The receiver does not answer on its own port. It is opened again every 30 seconds.'

test('a right that the connection lacks is named by its topic, an unknown status is shown as it is, and a receiver that does not answer is red (NOT-04, NOT-12, AUT-03, RCV-01)', async ({
  page,
  api,
  host,
}) => {
  test.skip(host !== 'local', 'The answers are changed on their way over HTTP')
  await api('notifications.register', { events: ['ItemSold'] })
  const changes: Readonly<Record<string, (text: string) => string>> = {
    'connection.status': (text) => text.replaceAll(/,?"[^"]*sell\.fulfillment"/g, ''),
    'notifications.subscriptions': (text) =>
      text.replace('"status":"ENABLED","endpoint"', '"status":"MARKED_DOWN","endpoint"'),
    'notifications.receiver': (text) =>
      text.replace('"state":"listening","why":null', `"state":"notAnswering","why":"${silent}"`),
  }
  await page.route('**/api/call', async (route) => {
    const { method } = route.request().postDataJSON() as { method: string }
    const change = changes[method]
    if (change === undefined) return route.fallback()
    const answer = await route.fetch()
    const changed = change(await answer.text())
    await route.fulfill({ response: answer, body: changed })
  })
  await goTo(page, '#/notifications/subscriptions')
  await page.reload()
  const topic = page.getByRole('list', { name: 'Topics' }).getByRole('listitem', { name: 'ORDER_CONFIRMATION' })
  await expect(topic).toContainText('This connection was not granted')
  await expect(
    topic.getByRole('button', { name: /^Subscribe to ORDER_CONFIRMATION, not possible: .*sell\.fulfillment/ }),
  ).toBeVisible()
  await expect(page.getByRole('list', { name: 'Destinations' })).toContainText('MARKED_DOWN')
  const way = page.getByRole('region', { name: 'What leads here' })
  await expect(way.getByRole('alert')).toContainText(silent)
  await expect(way.getByText('Not answering')).toHaveAttribute('data-tone', 'danger')
  await goTo(page, '#/notifications')
  const receiver = page.getByRole('region', { name: 'Receiver' })
  await expect(receiver.getByText('Not answering')).toHaveAttribute('data-tone', 'danger')
  await expect(receiver).toContainText(silent)
  await axe(page)
  // A call that is on its way ends with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
