/** The notifications screen: what a seller sees of what arrived, of what cannot be trusted, and after a crash. */
import { expect, test } from './fixtures.ts'

test.use({ shop: { conversations: 2, items: 3 } })

type Log = { readonly events: readonly { readonly name: string; readonly processing: string }[] }

test.beforeEach(async ({ page, api }) => {
  await page.goto(`${new URL(page.url()).origin}/#/notifications`)
  await api('notifications.register', { events: ['FixedPriceTransaction', 'ItemSold'] })
})

test('a wrongly signed sale is held apart, found by its state, and opens with its bytes (RCV-08)', async ({
  page,
  practice,
  api,
}) => {
  await practice.post('/practice/faults', { operation: 'ItemSold', fault: 'wrongSignature', count: 1 })
  await practice.post('/practice/events', { event: 'ItemSold' })
  await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
  await expect
    .poll(async () => (await api<Log>('notifications.events', {})).events.map(({ processing }) => processing).sort())
    .toEqual(['heldApart', 'processed'])

  await page.getByRole('button', { name: /Any state/ }).click()
  await page.getByRole('option', { name: 'Held apart' }).click()
  const rows = page.getByRole('row').filter({ hasNotText: 'Arrived' })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Wrong signature')
  await rows.click()
  await expect(page.getByText('The signature does not fit this body')).toBeVisible()
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(page.getByRole('region', { name: 'Body' })).toContainText('<ItemSold>')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab', { name: 'Raw' })).toBeHidden()
})

test('what arrived is there after a crash, and a resend is stacked on it (RCV-05, RCV-13)', async ({
  practice,
  api,
  killApp,
  restartApp,
}) => {
  await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
  await expect.poll(async () => (await api<Log>('notifications.events', {})).events.length).toBe(1)
  await killApp()
  const [event] = ((await practice.get('/practice/events')) as { events: readonly { eventId: string }[] }).events.slice(
    -1,
  )
  await practice.post('/practice/events', { eventId: event?.eventId })
  await restartApp()
  // The platform repeats what nobody took after 30 seconds of its own clock.
  await practice.post('/practice/clock', { advanceMs: 120_000 })
  await expect
    .poll(async () =>
      (await api<{ events: readonly { deliveryCount: number }[] }>('notifications.events', {})).events.map(
        ({ deliveryCount }) => deliveryCount,
      ),
    )
    .toEqual([2])
})
