/** An assistant proposes a reply over its door; the seller inserts it and sends it. */
import { askDoor } from '../../main/hosts/proposals/ask-door.ts'
import { doorPath } from '../../main/hosts/proposals/door-path.ts'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

shareApp({ conversations: 4, items: 3, platform: 'ebay' })

test('SEC-19 an assistant gets a key, proposes a reply, and the seller inserts and sends it', async ({
  page,
  api,
  app,
}) => {
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
  await waitForInbox(page, api)
  let key = ''

  await test.step('the key is shown once', async () => {
    await goTo(page, '#/settings/section/assistants')
    await page.getByRole('button', { name: 'Add an assistant…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk assistant')
    expect(await axeFindings(page, dialog)).toEqual([])
    await dialog.getByRole('button', { name: 'Make a key' }).press('Enter')
    key = /STALLHAND_KEY=(\S+)/.exec(await dialog.locator('pre').innerText())?.[1] ?? ''
    expect(key).toMatch(/^stallhand-/)
    await dialog.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(page.getByText(key)).toHaveCount(0)
  })

  const at = doorPath(app.dataDir)
  const { rows } = await api<{ rows: { conversationId: string }[] }>('messaging.conversations', { view: 'unanswered' })
  const conversationId = rows[0]?.conversationId ?? ''
  const text = 'Yes, it is still there.'

  await test.step('what it proposes waits beside the conversation and in the outbox', async () => {
    expect(await askDoor(at, { key, ask: 'propose', name: 'reply', input: { conversationId, text } })).toMatchObject({
      ok: true,
    })
    await askDoor(at, { key, ask: 'propose', name: 'note', input: { conversationId, text: 'Asks about stock.' } })
    await goTo(page, '#/outbox')
    await page.getByRole('button', { name: '2 suggestions' }).press('Enter')
    await expect(page.getByRole('article')).toHaveCount(2)
    expect(await axeFindings(page)).toEqual([])
    await page
      .getByRole('article', { name: /a note/ })
      .getByRole('button', { name: 'Add to the note' })
      .press('Enter')
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await test.step('it is inserted, and sent by the seller alone', async () => {
    await goTo(page, `#/inbox/${conversationId}`)
    const suggestion = page.getByRole('article', { name: 'Desk assistant suggests a reply' })
    await suggestion.getByRole('button', { name: 'Insert' }).press('Enter')
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toHaveValue(text)
    await expect(suggestion).toHaveCount(0)
    expect((await api<{ entries: unknown[] }>('outbound.list')).entries).toEqual([])
    await page.getByRole('textbox', { name: /^Reply to/ }).press('ControlOrMeta+Enter')
    await expect(page.getByRole('region', { name: /^Messages with/ }).getByText(text)).toBeVisible()
  })
})
