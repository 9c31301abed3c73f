/** Pictures in the thread, and the search on the platform. */
import type { Page } from 'playwright/test'
import { expect, shareApp, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })

shareApp({ conversations: 6, items: 2 })

type Thread = { readonly messages: readonly unknown[] }

test('pictures are shown in the thread, open larger, and a failed one is named with its reason and address', async ({
  page,
  api,
}) => {
  // A message that is read after the draft is saved would hold the send back.
  await waitForInbox(page, api)
  await list(page).getByRole('option').first().click()
  await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible()
  const target = { conversationId: decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '') }
  const before = (await api<Thread>('messaging.thread', target)).messages.length
  const messageMedia = ['cam-0101-1.png', 'no-such.png'].map((name) => ({
    mediaName: name,
    mediaType: 'IMAGE',
    mediaUrl: `https://pictures.practice.invalid/${name}`,
  }))
  const content = { messageText: 'Two pictures.', emailCopyToSender: false, messageMedia, reference: null }
  const { revision } = await api<{ revision: number }>('messaging.saveDraft', {
    target,
    content,
    revision: null,
    buyerMessagesSeen: before,
  })
  const { id } = await api<{ id: string }>('messaging.send', { target, revision })
  await api('outbound.sendNow', { ids: [id] })
  const message = page.getByRole('article').filter({ hasText: 'Two pictures.' })
  await expect(message.getByRole('img', { name: 'cam-0101-1.png' })).toBeVisible()
  await expect(message.getByText('The picture wasn’t found.')).toBeVisible()
  await expect(message.getByRole('link', { name: 'https://pictures.practice.invalid/no-such.png' })).toBeVisible()
  await message.getByRole('button', { name: 'Show cam-0101-1.png larger' }).click()
  const large = page.getByRole('dialog', { name: 'cam-0101-1.png' })
  await expect(large.getByRole('img')).toBeVisible()
  await large.getByRole('link').click()
  await expect(page.getByRole('alertdialog')).toContainText('pictures.practice.invalid')
  await expect(large).toBeHidden()
})

test('MSG-06 the platform is searched by status, buyer and date, and an unknown conversation is opened and saved', async ({
  page,
  practice,
  api,
}) => {
  await expect(page.getByText(/^Up to date/)).toBeVisible()
  // Postpones the next check for new messages by minutes, so the search finds the message first.
  const load = () => api<{ state: string; asOfMs: number }>('messaging.sync')
  const before = (await load()).asOfMs
  await api('app.saveView', { key: 'messaging.pollSeconds', value: 300 })
  await api('messaging.syncNow')
  // A check that was running is followed by the requested one, so the end of one says nothing.
  let quietSinceMs = Date.now()
  let seenMs = before
  await expect
    .poll(async () => {
      const { state, asOfMs } = await load()
      if (state !== 'idle' || asOfMs !== seenMs) quietSinceMs = Date.now()
      seenMs = asOfMs
      return asOfMs > before && Date.now() - quietSinceMs > 1_000
    })
    .toBe(true)
  await practice.post('/practice/messages', { username: 'ulla', subject: 'Old matter', text: 'Do you remember me?' })
  await page.getByRole('button', { name: 'Search on the platform' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search on the platform' })
  await dialog.getByRole('textbox', { name: 'Buyer’s username' }).fill('ulla')
  await page.keyboard.press('Enter')
  const found = dialog.getByRole('list', { name: 'Found on the platform' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText(['On the platform only'])
  await dialog.getByRole('button', { name: /Status/ }).click()
  await page.getByRole('option', { name: 'Answered', exact: true }).click()
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(dialog.getByText('0 conversations on the platform')).toBeVisible()
  await dialog.getByRole('button', { name: /Status/ }).click()
  await page.getByRole('option', { name: 'Any', exact: true }).click()
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(found).toHaveCount(1)
  await dialog.getByLabel('To', { exact: true }).fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(dialog.getByText('0 conversations on the platform')).toBeVisible()
  await dialog.getByLabel('To', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await found.getByRole('button', { name: 'Open the conversation with ulla' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'Do you remember me?' })).toBeVisible()
  const { rows } = await api<{ rows: readonly { buyer: string }[] }>('messaging.conversations', { view: 'all' })
  expect(rows.map(({ buyer }) => buyer)).toContain('ulla')
})

test('MSG-06 the conversations found so far stay if the next page cannot be read', async ({ page, practice }) => {
  for (let index = 0; index < 50; index += 1) {
    await practice.post('/practice/messages', { username: `many-${index}`, subject: 'Many', text: 'Hello' })
  }
  await page.getByRole('button', { name: 'Search on the platform' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search on the platform' })
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  const found = dialog.getByRole('list', { name: 'Found on the platform' }).getByRole('listitem')
  await expect(found).toHaveCount(50)
  await practice.post('/practice/faults', { operation: 'getConversations', fault: 'status', status: 400 })
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(found).toHaveCount(50)
  await practice.delete('/practice/faults')
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(found).not.toHaveCount(50)
})
