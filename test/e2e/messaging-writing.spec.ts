/** Writing: what is typed, what goes with it, and what keeps it from going, in a real browser against a practice platform. */
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ shop: { conversations: 6, items: 2 } })

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const composer = (page: Page) => page.getByRole('region', { name: 'Reply' })

type Outbox = {
  readonly entries: readonly {
    readonly id: string
    readonly content: { readonly messageText: string } & Readonly<Record<string, unknown>>
  }[]
}

/** Opens the first conversation and says which it is. */
const openFirst = async (page: Page): Promise<string> => {
  await list(page).getByRole('option').first().click()
  await expect(reply(page)).toBeVisible()
  return decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '')
}

test('an input method that composes has the Enter key for itself, with Ctrl too; afterwards Ctrl and Enter send', async ({
  page,
  api,
}) => {
  await openFirst(page)
  await reply(page).focus()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await expect(reply(page)).toHaveValue('にほん')
  for (const modifiers of [0, 2, 4]) {
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, modifiers } as const
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  }
  await expect(composer(page).getByRole('status').filter({ hasText: /^Sav/ })).toHaveText('Saved')
  expect((await api<Outbox>('messaging.outbox')).entries).toEqual([])
  await expect(reply(page)).toHaveValue('にほん')

  await keyboard.send('Input.insertText', { text: '日本' })
  await expect(reply(page)).toHaveValue('日本')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(reply(page)).toHaveValue('')
  expect((await api<Outbox>('messaging.outbox')).entries.map(({ content }) => content.messageText)).toEqual(['日本'])
})

test('a draft that the buyer has overtaken leads to the new messages first, and is then sent', async ({
  page,
  api,
  practice,
}) => {
  const conversationId = await openFirst(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: 'Read this conversation again' }).click()
  await reply(page).fill('Yes, it is still here.')
  await expect(composer(page).getByRole('status').filter({ hasText: /^Sav/ })).toHaveText('Saved')
  for (const text of ['Are you there?', 'Never mind, I found another.']) {
    await practice.post('/practice/messages', { conversationId, text })
  }
  await page.getByRole('button', { name: 'Read this conversation again' }).click()
  await expect(composer(page).getByRole('button', { name: /^Review 2 new messages/ })).toBeVisible()
  await expect(page.getByText('2 new since you began your draft')).toBeVisible()
  await expect(page.getByRole('log', { name: 'News of messages' })).toContainText('Never mind, I found another.')

  // The key that sends leads there too, and sends nothing yet.
  await reply(page).press('ControlOrMeta+Enter')
  await expect(composer(page).getByRole('button', { name: /^Send/ })).toBeVisible()
  await expect(reply(page)).toHaveValue('Yes, it is still here.')
  expect((await api<Outbox>('messaging.outbox')).entries).toEqual([])
  await composer(page).getByRole('button', { name: /^Send/ }).click()
  await expect(reply(page)).toHaveValue('')
  expect((await api<Outbox>('messaging.outbox')).entries).toHaveLength(1)
})

test('a saved reply is made of a message that was sent, and goes into the next one', async ({ page, api }) => {
  await list(page)
    .getByRole('option', { name: /sofia_reads/ })
    .first()
    .click()
  const sent = page.getByRole('article').filter({ hasText: 'You' }).first()
  const text = await sent.getByRole('paragraph').innerText()
  await sent.getByRole('button', { name: 'Make a saved reply of this' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Saved replies' })
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(text)
  // Single keys mean nothing to the inbox behind a dialog.
  await dialog.getByRole('button', { name: 'New saved reply' }).focus()
  await page.keyboard.press('e')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Still there')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await expect(page.getByText('"Still there" is saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Saved replies' }).last().click()
  await page.getByRole('menuitem', { name: /^Still there/ }).click()
  await expect(reply(page)).toHaveValue(text)
  expect((await api<{ views: Record<string, number> }>('messaging.counts')).views.archived).toBe(0)
})
