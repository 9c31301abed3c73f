/** The inbox and the outbox: undo, lost answers, notices, and replying by keyboard. */
import type { Page } from 'playwright/test'
import { expect, expectReady, shareApp, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

shareApp({ conversations: 12, items: 2 })

const conversations = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })

/** Opens a conversation that can be answered and returns its id. */
const openOne = async (page: Page): Promise<string> => {
  await conversations(page).getByRole('option').first().click()
  await expect(reply(page)).toBeVisible()
  const [, , id] = new URL(page.url()).hash.split('/')
  return decodeURIComponent(id ?? '')
}

type Held = { readonly messages: readonly { readonly text: string; readonly from: string }[] }

test('undo survives a reload and makes the message a draft again; only the edited version is sent', async ({
  page,
  practice,
  api,
}) => {
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
  await waitForInbox(page, api)
  const id = await openOne(page)
  await reply(page).fill('Too hasty.')
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByText('Held for undo', { exact: true })).toBeVisible()
  await page.reload()
  await expectReady(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(reply(page)).toHaveValue('Too hasty.')
  await reply(page).fill('With care.')
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
  await reply(page).press('ControlOrMeta+Enter')
  const texts = async () =>
    ((await practice.get(`/practice/conversations/${encodeURIComponent(id)}`)) as Held).messages.map(({ text }) => text)
  await expect.poll(async () => (await texts()).filter((text) => text === 'With care.').length).toBe(1)
  expect(await texts()).not.toContain('Too hasty.')
})

test('MSG-13 shows an unknown result as such, and finds the message by reading the conversation', async ({
  page,
  practice,
  api,
}) => {
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
  await waitForInbox(page, api)
  // The first read, 2 s later, finds the message and is slow enough for the state to appear on screen.
  await practice.post('/practice/faults', { operation: 'getConversation', fault: 'latencyMs', latencyMs: 3_000 })
  await practice.post('/practice/faults', { operation: 'sendMessage', fault: 'actLateMs', actLateMs: 1_000, count: 1 })
  await openOne(page)
  await reply(page).fill('Yes, both in one parcel.')
  await reply(page).press('ControlOrMeta+Enter')
  await expect(page.getByText('Checking delivery', { exact: true })).toBeVisible()
  await expect(page.getByText('Checking delivery', { exact: true })).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'Yes, both in one parcel.' })).toHaveCount(1)
})

test('MSG-22 shows the platform’s notices in their own view, without a composer', async ({ page, api }) => {
  await page.getByRole('button', { name: /View/ }).click()
  await page.getByRole('option', { name: /^Notices/ }).click()
  // The previous view's rows stay until this view's rows load.
  const first = conversations(page).getByRole('option').first()
  const isOfNotices = async () => {
    const { views } = await api<{ views: Record<string, number> }>('messaging.counts')
    return (await first.getAttribute('aria-setsize')) === String(views.notices)
  }
  await expect.poll(isOfNotices).toBe(true)
  await first.click()
  await expect(page.getByText('Platform notices can’t be answered.')).toBeVisible()
  await expect(reply(page)).toBeHidden()
})

test('a reply is written and sent by keyboard alone', async ({ page }) => {
  await expect(conversations(page).getByRole('option').first()).toBeVisible()
  await conversations(page).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(reply(page)).toBeFocused()
  await page.keyboard.type('j is a letter here')
  await expect(reply(page)).toHaveValue('j is a letter here')
  await page.keyboard.press('Escape')
  await expect(conversations(page)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search messages' })).toBeFocused()
})
