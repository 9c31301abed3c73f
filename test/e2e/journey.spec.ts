import type { Page } from 'playwright/test'
import { expect, goTo, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

/** A conversation as the platform holds it; see main/practice/control.ts. */
type Truth = { readonly messages: readonly { readonly text: string }[] }

const count = (truth: Truth, text: string): number => truth.messages.filter((message) => message.text === text).length

const openConversationId = (page: Page): string => decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '')

// The main job under every host. Items, mapping and notifications have their own specs.
test('a reply written offline survives a reload, waits, and is sent once (MSG-13)', async ({ page, practice, api }) => {
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
  await waitForInbox(page, api)
  const text = 'Yes, it ships on Monday 📦. Thank you for asking.'
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
  await expect(page.getByRole('region', { name: /^Messages with/ })).toBeVisible()
  const conversationId = openConversationId(page)
  await expect
    .poll(async () => (await api<{ messages: unknown[] }>('messaging.thread', { conversationId })).messages.length)
    .toBeGreaterThan(0)

  await practice.post('/practice/faults', { operation: 'all', fault: 'offline' })
  const composer = page.getByRole('textbox', { name: /^Reply to/ })
  await composer.fill(text)
  await expect(page.getByRole('region', { name: 'Reply' }).getByText(/^Saved/)).toBeVisible()
  await page.reload()
  await expect(composer).toHaveValue(text)

  await page.getByRole('region', { name: 'Reply' }).getByRole('button', { name: /^Send/ }).click()
  await expect(composer).toHaveValue('')
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Outbox/ })
    .click()
  // The read mark of the conversation may be waiting here too.
  const entries = page.getByRole('listbox', { name: 'Messages in the outbox' }).getByRole('option')
  await entries.filter({ hasText: text }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Waiting').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Status' })).toContainText(/Offline/)
  expect(count((await practice.get(`/practice/conversations/${conversationId}`)) as Truth, text)).toBe(0)

  await practice.delete('/practice/faults')
  await expect
    .poll(async () => count((await practice.get(`/practice/conversations/${conversationId}`)) as Truth, text))
    .toBe(1)
  await expect.poll(async () => (await api<{ entries: unknown[] }>('outbound.list')).entries.length).toBe(0)
  await goTo(page, `#/inbox/${encodeURIComponent(conversationId)}`)
  await expect(page.getByRole('region', { name: /^Messages with/ }).getByText(text)).toHaveCount(1)
  expect(count((await practice.get(`/practice/conversations/${conversationId}`)) as Truth, text)).toBe(1)

  // When the system reports no network, the app checks at once and shows a single countdown.
  const status = page.getByRole('region', { name: 'Status' })
  await practice.post('/practice/faults', { operation: 'all', fault: 'offline' })
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(status).toContainText(/Offline, /)
  await expect(page.getByText(/next try in|trying now/)).toHaveCount(1)
  await practice.delete('/practice/faults')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(status).toContainText('Online')
})
