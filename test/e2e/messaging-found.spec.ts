/** What comes with messages, and what only the platform has: pictures in the thread, and the search on the platform. */
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })

type Thread = { readonly messages: readonly unknown[] }

test.describe('pictures', () => {
  test.use({ shop: { conversations: 3, items: 2 } })

  test('are shown in the thread, open larger, and a failed one is named with its reason and address', async ({
    page,
    api,
  }) => {
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
    await api('messaging.sendNow', { id })
    const message = page.getByRole('article').filter({ hasText: 'Two pictures.' })
    await expect(message.getByRole('img', { name: 'cam-0101-1.png' })).toBeVisible()
    await expect(message.getByText('The picture was not found (HTTP 404).')).toBeVisible()
    await expect(message.getByRole('link', { name: 'https://pictures.practice.invalid/no-such.png' })).toBeVisible()
    await message.getByRole('button', { name: 'Show cam-0101-1.png larger' }).click()
    const large = page.getByRole('dialog', { name: 'cam-0101-1.png' })
    await expect(large.getByRole('img')).toBeVisible()
    await large.getByRole('link').click()
    await expect(page.getByRole('alertdialog')).toContainText('pictures.practice.invalid')
    await expect(large).toBeHidden()
  })
})

test.describe('a platform that lists deleted conversations', () => {
  test.use({ shop: { platform: 'ebay', conversations: 12, items: 2 } })

  test('MSG-06 is searched by status and buyer, and what it has deleted is shown as such and does not come back', async ({
    page,
    api,
  }) => {
    const all = async () => (await api<{ views: { all: number } }>('messaging.counts')).views.all
    await expect(page.getByText(/^Up to date/)).toBeVisible()
    const { rows } = await api<{ rows: readonly { conversationId: string; buyer: string }[] }>(
      'messaging.conversations',
      { view: 'all' },
    )
    const [deleted] = rows
    const before = await all()
    await api('messaging.deleteConversations', { conversationIds: [deleted?.conversationId] })
    const { entries } = await api<{ entries: readonly { id: string }[] }>('outbound.list')
    await api('outbound.sendNow', { ids: entries.map(({ id }) => id) })
    await expect.poll(all).toBe(before - 1)

    await page.getByRole('button', { name: 'Search on the platform' }).click()
    const dialog = page.getByRole('dialog', { name: 'Search on the platform' })
    await dialog.getByRole('button', { name: /^Status|Status$/ }).click()
    await expect(page.getByRole('option', { name: 'Answered' })).toHaveCount(0)
    await page.getByRole('option', { name: 'Deleted' }).click()
    await dialog.getByRole('textbox', { name: 'Buyer’s username' }).press('Enter')
    const found = dialog.getByRole('list', { name: 'Found on the platform' }).getByRole('listitem')
    await expect(found).toHaveCount(1)
    await expect(found).toContainText(deleted?.buyer ?? '')
    await expect(found).toContainText('Deleted')
    await expect(found.getByRole('button')).toHaveCount(0)

    await dialog.getByRole('button', { name: /^Status|Status$/ }).click()
    await page.getByRole('option', { name: 'Any' }).click()
    await dialog.getByRole('textbox', { name: 'Buyer’s username' }).fill(rows[1]?.buyer ?? '')
    await page.keyboard.press('Enter')
    await expect(found.first()).toContainText(rows[1]?.buyer ?? '')
    await found.first().getByRole('button', { name: /^Open/ }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible()
    expect(await all()).toBe(before - 1)
  })
})
