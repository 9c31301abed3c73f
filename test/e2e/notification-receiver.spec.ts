/** The receiver on screen: registration, an occupied port, and a burst of deliveries. */
import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'

shareApp({ conversations: 0, items: 1 })

const axe = async (page: Page): Promise<void> => expect(await axeFindings(page)).toEqual([])

/** A freeze that a person notices, with a margin for a busy machine. */
const MAX_FREEZE_MS = 1_500

type Receiver = { readonly listeningUrl: string; readonly portTaken: number | null }

const holdPort = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((_, response) => response.end())
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

test('RCV-01 a receiver is registered from its first screen, and an occupied port is explained and replaced', async ({
  page,
  api,
  killApp,
  restartApp,
}) => {
  await goTo(page, '#/notifications')
  await page.getByRole('button', { name: 'Choose alerts' }).first().press('Enter')
  const choices = page.getByRole('region', { name: 'Choose alerts' })
  await expect(choices.getByRole('checkbox')).toHaveCount(4)
  await expect(choices).not.toContainText('FixedPriceTransaction')
  await axe(page)
  await choices.getByRole('checkbox', { name: /^A listing ends/ }).press('Space')
  await choices.getByRole('button', { name: /^Turn on alerts/ }).press('Enter')
  await expect(choices).toBeHidden()
  await expect(page.getByText('Alerts are on.').first()).toBeVisible()
  await goTo(page, '#/notifications/subscriptions')
  const panel = page.getByRole('region', { name: 'Instant alerts' })
  await expect(panel).toContainText('Set up for')
  await panel.getByRole('button', { name: 'Details' }).click()
  const steps = page.getByRole('list', { name: 'Set-up steps' })
  await expect(steps.getByRole('listitem').filter({ hasText: 'Done' })).toHaveCount(7)
  await axe(page)
  await page.keyboard.press('Escape')

  const { listeningUrl } = await api<Receiver>('notifications.receiver')
  const port = Number(new URL(listeningUrl).port)
  await killApp()
  const squatter = await holdPort(port)
  const after = await restartApp()
  await goTo(after, '#/notifications')
  const again = after.getByRole('region', { name: 'Notifications' }).first()
  await expect(again).toContainText('Nothing sent to the public address arrives here')
  await axe(after)
  await again.getByRole('button', { name: 'Keep this port' }).click()
  await expect(again.getByRole('button', { name: 'Keep this port' })).toBeHidden()
  expect((await api<Receiver>('notifications.receiver')).portTaken).toBeNull()
  // The platform still knows the former address.
  await expect(again).toContainText('need to be set up again')
  await new Promise((resolve) => squatter.close(resolve))
})

test('RCV-05 a burst of 300 deliveries does not freeze the window while typing', async ({
  page,
  api,
  practice,
}, testInfo) => {
  await api('notifications.register', { events: ['BidReceived'] })
  const total = async () => (await api<{ total: number }>('notifications.events', {})).total
  const before = await total()
  await goTo(page, '#/notifications')
  await page.evaluate(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    })
    Object.assign(window, { tasks })
  })
  await practice.post('/practice/events', { event: 'BidReceived', count: 300 })
  const search = page.getByLabel('Search events')
  for (const letter of 'BidReceived') {
    await search.press(letter)
  }
  await expect(search).toHaveValue('BidReceived')
  await expect.poll(total, { timeout: 90_000 }).toBe(before + 300)
  await search.fill('')
  await expect(page.getByRole('grid', { name: 'Notifications' }).getByRole('row').nth(1)).toBeVisible()
  const longest = Math.max(0, ...(await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks)))
  testInfo.annotations.push({ type: 'figures', description: `longest task during the burst: ${longest} ms` })
  // Under 50 ms on an idle machine. Rendering every delivery separately takes seconds.
  expect(longest).toBeLessThan(MAX_FREEZE_MS)
})
