/** Filing and writing by keyboard alone, and every face of the inbox under axe. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect, expectReady, test } from './fixtures.ts'

test.use({ shop: { conversations: 12, items: 2 } })

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const findings = async (page: Page): Promise<readonly string[]> => {
  // What react-aria has just said aloud names elements that may be gone a moment later; it is not seen and goes by itself.
  const { violations } = await new AxeBuilder({ page }).exclude('[data-live-announcer]').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

test('by keyboard alone: mark, archive, undo, mark unread, delete and keep', async ({ page, api }) => {
  const views = async () => (await api<{ views: Record<string, number> }>('messaging.counts')).views
  await expect(list(page).getByRole('option').first()).toBeVisible()
  await list(page).focus()
  const before = (await views()).all ?? 0

  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 marked')).toBeVisible()
  await page.keyboard.press('e')
  await expect.poll(async () => (await views()).all).toBe(before - 3)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(async () => (await views()).all).toBe(before)

  await list(page).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog', { name: /^Delete 1 conversation/ })).toBeVisible()
  // Enter alone never destroys: the focus is on the way out.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  expect((await api<{ deletions: unknown[] }>('messaging.deletions')).deletions).toEqual([])
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/will be deleted for good in/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep it' }).press('Enter')
  await expect(page.getByText(/will be deleted for good in/)).toBeHidden()
  await expect.poll(async () => (await views()).all).toBe(before)
})

test('MSG-18 says how many failed and why, and tries exactly those again', async ({ page, practice }) => {
  await expect(list(page).getByRole('option').first()).toBeVisible()
  await practice.post('/practice/faults', {
    operation: 'bulkUpdateConversation',
    fault: 'status',
    status: 403,
    errorId: 850101,
    count: 1,
  })
  await list(page).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('i')
  await expect(page.getByText('0 of 2 conversations marked as read, 2 failed')).toBeVisible()
  await page.getByRole('button', { name: 'Try the 2 again' }).click()
  await expect(page.getByText('2 conversations marked as read.')).toBeVisible()
})

test('a saved reply goes in at the cursor, its variable is filled, and an open one blocks with its place', async ({
  page,
  api,
}) => {
  await api('messaging.keepReply', { id: null, name: 'Hello', text: 'Hello {{buyer|there}}, {{colour}} it is.' })
  await page.reload()
  await expectReady(page)
  await list(page).getByRole('option').first().click()
  await reply(page).fill('AB')
  await reply(page).evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(1, 1))
  await page.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('menuitem', { name: /^Hello/ }).click()
  await expect(reply(page)).toHaveValue('AHello {{buyer|there}}, {{colour}} it is.B')
  await expect(page.getByText('{{colour}} stands for nothing here')).toBeVisible()
  await reply(page).press('ControlOrMeta+Enter')
  expect((await api<{ entries: unknown[] }>('messaging.outbox')).entries).toEqual([])
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.keyboard.type('green')
  await expect(reply(page)).toHaveValue('AHello {{buyer|there}}, green it is.B')
  await reply(page).press('ControlOrMeta+Enter')
  await expect(reply(page)).toHaveValue('')
  const { entries } = await api<{ entries: { content: { messageText: string } }[] }>('messaging.outbox')
  expect(entries[0]?.content.messageText).toMatch(/^AHello [^{}]+, green it is\.B$/)

  // The same again within ten minutes is a question, not a refusal.
  const same = entries[0]?.content.messageText ?? ''
  await reply(page).fill(same)
  await reply(page).press('ControlOrMeta+Enter')
  await expect(page.getByText(/The same text went to/)).toBeVisible()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(reply(page)).toHaveValue('')
})

test('what was typed is there after a kill 500 ms later', async ({ page, restartApp, killApp }) => {
  await list(page).getByRole('option').first().click()
  await reply(page).pressSequentially('half a sentence')
  // The promise itself is a time: 300 ms after the last key it is on disk, and the kill comes at 500.
  await page.waitForTimeout(500)
  await killApp()
  const again = await restartApp()
  await list(again).getByRole('option').first().click()
  await expect(reply(again)).toHaveValue('half a sentence')
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any face of the inbox, ${theme}`, async ({ page, api, practice }) => {
    test.setTimeout(180_000)
    await api('desk.saveView', { key: 'appearance.theme', value: theme })
    await page.reload()
    await expectReady(page)
    const face = async (name: string, prepare: () => Promise<unknown>): Promise<void> => {
      await test.step(name, async () => {
        await prepare()
        expect(await findings(page), name).toEqual([])
      })
    }
    await face('thread', async () => {
      await list(page).getByRole('option').first().click()
      await expect(reply(page)).toBeVisible()
    })
    await face('marked', async () => {
      await list(page).focus()
      await page.keyboard.press('x')
      await expect(page.getByText('1 marked')).toBeVisible()
    })
    await face('delete dialog', async () => {
      await page.keyboard.press('Delete')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    })
    await face('held deletion', async () => {
      await page.getByRole('button', { name: /^Delete 1/ }).click()
      await expect(page.getByText(/will be deleted for good in/)).toBeVisible()
    })
    await page.getByRole('button', { name: 'Keep it' }).click()
    await face('composer with everything', async () => {
      await reply(page).fill('Hello {{size}}')
      await page.getByRole('button', { name: 'Attach by web address' }).click()
      await page.getByRole('textbox', { name: 'Web address' }).fill('http://a.example/b.pdf')
      await page.getByRole('button', { name: 'Copy to me' }).click()
      await expect(page.getByText('stands for nothing here')).toBeVisible()
    })
    await face('saved replies', async () => {
      await page.getByRole('button', { name: 'Saved replies' }).click()
      await page.getByRole('menuitem', { name: 'Manage saved replies' }).click()
      await page.getByRole('button', { name: 'New saved reply' }).click()
    })
    await page.getByRole('button', { name: 'Close' }).click()
    await face('search without a find', async () => {
      await page.getByRole('searchbox', { name: 'Search messages' }).fill('zzzzqqq')
      await expect(page.getByText('No conversation found')).toBeVisible()
    })
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('')
    await face('new message', async () => {
      await page.getByRole('button', { name: 'Write to a buyer' }).click()
      await expect(page.getByRole('textbox', { name: /user name/ })).toBeVisible()
    })
    await face('uncertain in thread and outbox', async () => {
      await practice.post('/practice/faults', { operation: 'sendMessage', fault: 'dropAfterActing', count: 1 })
      await list(page).getByRole('option').nth(3).click()
      await reply(page).fill('Is it there')
      await reply(page).press('ControlOrMeta+Enter')
      await expect(page.getByText('Not known yet', { exact: true })).toBeVisible({ timeout: 30_000 })
    })
  })
}
