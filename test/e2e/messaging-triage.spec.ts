/** Working through unanswered conversations: send and go to the next, archive, snooze, schedule. speed-of-hand.spec.ts counts the keys. */
import type { Page } from 'playwright/test'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

shareApp({ conversations: 12, items: 2 })

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const openId = (page: Page): string => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '')

type Counts = { readonly views: Readonly<Record<string, number>> }
type Listed = { readonly rows: readonly { readonly conversationId: string }[] }

type Outbox = {
  readonly entries: readonly {
    readonly written: { readonly text: string } | null
    readonly nextAtMs: number
  }[]
}

const findSent = async (api: Api, text: string) =>
  (await api<Outbox>('outbound.list')).entries.find(({ written }) => written?.text === text)

const unansweredIds = async (api: Api) =>
  (await api<Listed>('messaging.conversations', { view: 'unanswered' })).rows.map(
    ({ conversationId }) => conversationId,
  )

// Keys do nothing before the inbox loads, and the unanswered conversations are known once every thread is read.
test.beforeEach(async ({ page, api }) => waitForInbox(page, api))

test('a reply sent with "send and go to the next" can be undone', async ({ page, api }) => {
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
  const [first] = await unansweredIds(api)
  await page.keyboard.press('n')
  await expect.poll(() => openId(page)).toBe(first)
  await reply(page).fill('Too hasty.')
  await reply(page).press('Alt+Enter')
  await expect.poll(() => openId(page)).not.toBe(first)
  await page.getByRole('region', { name: 'News' }).getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(
      async () =>
        (
          await api<{ draft: { content: { messageText: string } } | null }>('messaging.thread', {
            conversationId: first,
          })
        ).draft?.content.messageText,
    )
    .toBe('Too hasty.')
})

test('one key sends a reply and archives its conversation', async ({ page, api }) => {
  // A message that is already sent has left the outbox.
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
  const archived = async () => (await api<Counts>('messaging.counts')).views.archived
  const before = (await archived()) ?? 0
  await list(page).getByRole('option').first().click()
  await reply(page).fill('Thank you, and goodbye.')
  await reply(page).press('ControlOrMeta+Shift+Enter')
  await expect.poll(archived).toBe(before + 1)
  expect(await findSent(api, 'Thank you, and goodbye.')).toBeDefined()
})

test('a snoozed conversation moves from the inbox to its own view', async ({ page, api }) => {
  const [first] = await unansweredIds(api)
  await page.keyboard.press('n')
  await expect.poll(() => openId(page)).toBe(first)
  await expect(reply(page)).toBeVisible()
  await page.keyboard.press('s')
  const times = page.getByRole('dialog', { name: 'Snooze until' }).getByRole('button')
  await expect(times.filter({ hasText: 'In 3 hours' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await api<Counts>('messaging.counts')).views.snoozed).toBe(1)
  expect(await unansweredIds(api)).not.toContain(first)
  await expect.poll(() => openId(page)).not.toBe(first)
  await page.getByRole('button', { name: /View/ }).click()
  await page.getByRole('option', { name: /^Snoozed/ }).click()
  await expect(list(page).getByRole('option')).toContainText(['Back'])
})

test('what is typed while the reply is loading goes into it and runs no command', async ({ page, api, host }) => {
  test.skip(host !== 'local', 'The test delays answers over HTTP')
  const archived = async () => (await api<Counts>('messaging.counts')).views.archived
  const before = await archived()
  const loaded = Promise.withResolvers<void>()
  await page.route('**/api/call', async (route) => {
    if ((route.request().postDataJSON() as { method: string }).method === 'messaging.thread') await loaded.promise
    await route.fallback()
  })
  await list(page).getByRole('option').nth(4).click()
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/reply$/)
  await page.keyboard.type('each of them')
  loaded.resolve()
  await expect(reply(page)).toHaveValue('each of them')
  await expect(reply(page)).toBeFocused()
  expect(await archived()).toBe(before)
})

test('a scheduled message waits in the outbox with its time', async ({ page, api }) => {
  await list(page).getByRole('option').first().click()
  await reply(page).fill('Good morning.')
  await page.getByRole('button', { name: 'More ways to send' }).click()
  await page.getByRole('menuitem', { name: 'Send later' }).click()
  await page
    .getByRole('dialog', { name: 'Send at' })
    .getByRole('button', { name: /^Tomorrow/ })
    .click()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(reply(page)).toHaveValue('')
  const sent = await findSent(api, 'Good morning.')
  expect(sent?.nextAtMs).toBeGreaterThan(Date.now() + 3_600_000)
  await goTo(page, '#/outbox')
  await expect(page.getByRole('option', { name: /Good morning/ })).toContainText(/Sends .*\d:\d\d/)
})
