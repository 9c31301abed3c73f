/** Subscriptions: all 21 operations, and the reasons shown when one isn't possible. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { asBrowser, expect, goTo, type PracticeControl, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'

shareApp({ conversations: 0, items: 1 })

type Logged = { readonly operation: string; readonly atMs: number; readonly status: number | null }

/** The last request of this operation that the platform received. */
const lastRequest = async (practice: PracticeControl, operation: string): Promise<Logged | undefined> =>
  ((await practice.get('/practice/status')) as { requests: readonly Logged[] }).requests.find(
    (request) => request.operation === operation,
  )

const axe = async (page: Page): Promise<void> => expect(await axeFindings(page)).toEqual([])

test('NOT-01 NOT-05 NOT-06 NOT-09 all 21 operations are available', async ({ page, api, practice }) => {
  const done = new Set<string>()
  /** Runs `action` and expects the platform to carry out exactly this operation. */
  const does = async (operation: string, action: () => Promise<void>): Promise<void> => {
    const before = await lastRequest(practice, operation)
    await action()
    await expect
      .poll(async () => (await lastRequest(practice, operation))?.atMs ?? 0, { message: operation })
      .toBeGreaterThan(before?.atMs ?? 0)
    expect((await lastRequest(practice, operation))?.status, operation).toBeLessThan(300)
    done.add(operation)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  await goTo(page, '#/notifications/subscriptions')
  const reach = page.getByRole('region', { name: 'Reach' })
  await expect(reach).toContainText('Nothing arrives yet.')
  await reach.getByRole('button', { name: 'Set up instant alerts' }).click()
  await expect(page.getByRole('region', { name: 'Choose alerts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, '#/notifications/subscriptions')
  await api('notifications.register', { events: ['ItemSold'] })
  await expect(reach).toContainText('Enabled notifications reach this computer.')
  await expect(reach).toContainText('1 event to this address')
  const subscriptions = page.getByRole('list', { name: 'Subscriptions' })
  const destinations = page.getByRole('list', { name: 'Destinations' })
  const topics = page.getByRole('list', { name: 'Topics' })

  await test.step('config, topics and keys', async () => {
    await does('getConfig', () => button('Refresh alerts').click())
    await page.getByLabel('Email for alerts').fill('shop@example.com')
    await does('updateConfig', () => button(/^Save email/).click())
    await expect(button(/^Save email.*not possible: Nothing changed/)).toBeFocused()
    await does('getTopics', () => button('Refresh topics').click())
    await does('getTopic', () => button('Refresh ORDER_CONFIRMATION').click())
    await expect(topics.getByRole('listitem', { name: 'ORDER_CONFIRMATION' })).toContainText('sell.fulfillment')
    await expect(topics.getByRole('listitem', { name: 'ORDER_CONFIRMATION' })).toContainText('Payload: JSON 1.0 HTTPS')
    await expect(topics.getByRole('listitem', { name: 'LISTING', exact: true })).toContainText(
      'For your account · Payloads: JSON 1.1 HTTPS, JSON 1.0 HTTPS (deprecated)',
    )
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
    await does('getDestinations', () => button('Refresh destinations').click())
    await destinations.getByRole('button', { name: /^More for/ }).click()
    await does('getDestination', () => page.getByRole('menuitem', { name: 'Refresh' }).click())
    await destinations.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit destination' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByLabel('Name').fill('Counter of the shop')
    await axe(page)
    await does('updateDestination', () => dialog.getByRole('button', { name: /^Save destination/ }).click())
    await expect(destinations.getByRole('listitem', { name: 'Counter of the shop' })).toBeVisible()
  })

  const entry = subscriptions.getByRole('listitem', { name: 'ORDER_CONFIRMATION' })
  await test.step('create, test, edit, enable and disable a subscription', async () => {
    await button(/^Subscribe to LISTING$/).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /Payload/ })).toHaveText('JSON 1.1 HTTPS')
    await page.keyboard.press('Escape')
    await button('Subscribe to ORDER_CONFIRMATION').click()
    const dialog = page.getByRole('dialog', { name: 'Subscribe to a topic' })
    await expect(dialog.getByRole('button', { name: /Topic/ })).toBeFocused()
    const disabled = dialog.getByRole('radio', { name: 'Disabled' })
    await expect(disabled).toBeChecked()
    await disabled.press('ArrowLeft')
    await expect(dialog.getByRole('textbox', { name: 'Other status' })).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'Other' })).toBeFocused()
    await disabled.press('Space')
    await axe(page)
    await does('createSubscription', () => dialog.getByRole('button', { name: /^Create subscription/ }).click())
    await does('testSubscription', () => entry.getByRole('button', { name: /^Test/ }).click())
    await expect(entry).toContainText('The test arrived')
    await does('getSubscriptions', () => button('Refresh subscriptions').click())
    await entry.getByRole('button', { name: /^More for/ }).click()
    await does('getSubscription', () => page.getByRole('menuitem', { name: 'Refresh' }).click())
    await entry.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const change = page.getByRole('dialog', { name: /^Edit subscription/ })
    await does('updateSubscription', () => change.getByRole('button', { name: /^Save subscription/ }).click())
    // Wait until the dialog returns the focus, which receives the keys.
    await expect(entry.getByRole('button', { name: /^More for/ })).toBeFocused()
    // By keyboard: Enable turns into Disable and keeps the focus.
    await does('enableSubscription', () => entry.getByRole('button', { name: /^Enable/ }).press('Enter'))
    await expect(entry.getByRole('button', { name: /^Disable/ })).toBeFocused()
    await does('disableSubscription', () => page.keyboard.press('Enter'))
    await expect(entry.getByRole('button', { name: /^Enable/ })).toBeFocused()
  })

  await test.step('a change made offline waits beside its subscription, and an edit starts from it', async () => {
    await practice.post('/practice/faults', { operation: 'enableSubscription', fault: 'offline' })
    // Also if the change is read only after the dialog has opened.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await holdCall(page, 'notifications.subscriptions', 'answer', released)
    await entry.getByRole('button', { name: /^Enable/ }).click()
    await expect(entry).toContainText('Enable subscription to Order placed (ORDER_CONFIRMATION).')
    await entry.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page.getByRole('dialog').getByRole('radio', { name: 'Disabled' })).toBeVisible()
    release()
    await expect(page.getByRole('dialog').getByRole('radio', { name: 'Enabled' })).toBeChecked()
    await page.keyboard.press('Escape')
    const { entries } = await api<{ entries: readonly { id: string }[] }>('outbound.list')
    await api('outbound.discard', { ids: entries.map(({ id }) => id) })
    await expect(entry).not.toContainText('Enable subscription to')
    await practice.delete('/practice/faults')
  })

  await test.step('create, refresh and delete a filter', async () => {
    // Decided only once the clock advances, however long the window takes.
    await practice.post('/practice/settings', { filterConfirmationMs: 60_000 })
    await entry.getByRole('button', { name: /^Filter/ }).click()
    await does('createSubscriptionFilter', async () => {
      await page.getByText('JSON Schema', { exact: true }).click()
      const field = page.getByRole('textbox', { name: 'Filter', exact: true })
      await expect(field).not.toHaveJSProperty('tagName', 'TEXTAREA')
      await field.focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText('{"type": "object"}')
      await button(/^Apply filter/).click()
    })
    const filters = page.getByRole('list', { name: 'Filters of this subscription' })
    await expect(
      filters.getByRole('button', { name: /^Delete filter.*not possible: The platform is still checking/ }),
    ).toBeVisible()
    await practice.post('/practice/clock', { advanceMs: 61_000 })
    await does('getSubscriptionFilter', () => filters.getByRole('button', { name: 'Refresh' }).click())
    await expect(filters).toContainText('Enabled')
    await does('deleteSubscriptionFilter', () => filters.getByRole('button', { name: /^Delete filter/ }).click())
    await button('Back to subscriptions').click()
  })

  await test.step('enable a disabled destination from its subscription', async () => {
    await destinations.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit destination' })
    await dialog.getByText('Disabled').click()
    await dialog.getByRole('button', { name: /^Save destination/ }).click()
    await expect(entry).toContainText('Its destination is disabled.')
    await expect(
      entry.getByRole('button', { name: /^Enable.*not possible: Its destination is disabled/ }),
    ).toBeVisible()
    await axe(page)
    await entry.getByRole('button', { name: /^Enable destination/ }).click()
    await expect(entry).toContainText('Disabled: only tests are delivered.')
  })

  await test.step('delete the subscription and its destination', async () => {
    await entry.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: /^Delete subscription to/ })
    await axe(page)
    await does('deleteSubscription', () => question.getByRole('button', { name: /^Delete subscription/ }).click())
    await expect(entry).toBeHidden()
    await destinations.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const confirm = page.getByRole('alertdialog', { name: /^Delete destination/ })
    await does('deleteDestination', () => confirm.getByRole('button', { name: /^Delete destination/ }).click())
    await expect(button(/^Subscribe to a topic.*not possible: Add a destination first/)).toBeVisible()
    await button('Add destination').click()
    const dialog = page.getByRole('dialog', { name: 'Add destination' })
    await does('createDestination', () => dialog.getByRole('button', { name: /^Add destination/ }).click())
  })

  expect([...done].sort()).toHaveLength(21)

  await goTo(page, '#/notifications')
  await page.getByRole('grid', { name: 'Notifications' }).getByRole('row').filter({ hasText: 'Test' }).first().click()
  await expect(page.getByRole('region', { name: 'Next step' })).toContainText('A test')
})

const silent = 'Instant alerts don’t answer on this computer. Stallhand opens them again every 30 seconds.'

test('NOT-04 NOT-12 AUT-03 RCV-01 a missing scope, an unknown status and a receiver that does not answer are shown', async ({
  page,
  api,
  host,
}) => {
  test.skip(host !== 'local', 'The test changes answers over HTTP')
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
    const answer = await route.fetch(asBrowser)
    const changed = change(await answer.text())
    await route.fulfill({ response: answer, body: changed })
  })
  await goTo(page, '#/notifications/subscriptions')
  await page.reload()
  const topic = page.getByRole('list', { name: 'Topics' }).getByRole('listitem', { name: 'ORDER_CONFIRMATION' })
  await expect(topic).toContainText('This connection lacks the permission')
  await expect(
    topic.getByRole('button', { name: /^Subscribe to ORDER_CONFIRMATION, not possible: .*sell\.fulfillment/ }),
  ).toBeVisible()
  await expect(page.getByRole('list', { name: 'Destinations' })).toContainText('MARKED_DOWN')
  const reach = page.getByRole('region', { name: 'Reach' })
  await expect(reach.getByRole('alert')).toContainText(silent)
  await expect(reach.getByText('Not answering', { exact: true })).toHaveAttribute('data-tone', 'danger')
  await goTo(page, '#/notifications')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(silent)
  await axe(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
