/** An assistant proposes a reply over its door; the seller inserts it and sends it. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { askDoor } from '../../main/hosts/proposals/ask-door.ts'
import { doorPath } from '../../main/hosts/proposals/door-path.ts'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'
import { waitForInbox } from './read-ahead.ts'

shareApp({ conversations: 4, items: 3, platform: 'ebay' })

test('SEC-19 an assistant gets a key, proposes a reply, and the seller inserts and sends it', async ({
  page,
  api,
  app,
  host,
}) => {
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
  await waitForInbox(page, api)
  let key = ''
  let program: { command: string; args: string[]; env: Record<string, string> } | undefined

  await test.step('the key is shown once', async () => {
    await goTo(page, '#/settings/section/assistants')
    await page.getByRole('button', { name: 'Add an assistant…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk assistant')
    expect(await axeFindings(page, dialog)).toEqual([])
    await dialog.getByRole('button', { name: 'Make a key' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused()
    program = JSON.parse(await dialog.locator('pre').innerText()).stallhand
    key = program?.env.STALLHAND_KEY ?? ''
    expect(key).toMatch(/^stallhand-/)
    await dialog.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(page.getByText(key)).toHaveCount(0)
  })

  await test.step('what is shown starts the assistant’s program', async () => {
    // The desktop's double has a path that nothing stands behind.
    if (host !== 'local' || program === undefined) return
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ ...program, stderr: 'ignore' }))
    const read = await client.callTool({ name: 'read_saved_replies', arguments: {} })
    expect(read.isError ?? false).toBe(false)
    await client.close()
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

  await test.step('text typed during an insert stays, and the reply goes into its own conversation although another is open', async () => {
    // The test delays answers over HTTP.
    if (host !== 'local') return
    const third = rows[2]?.conversationId ?? ''
    const reply = page.getByRole('textbox', { name: /^Reply to/ })
    await askDoor(at, { key, ask: 'propose', name: 'reply', input: { conversationId: third, text: 'Posted today.' } })
    await goTo(page, `#/inbox/${third}`)
    const suggestion = page.getByRole('article', { name: 'Desk assistant suggests a reply' })
    await reply.fill('Hello')
    const taken = Promise.withResolvers<void>()
    const taking = await holdCall(page, 'proposals.take', 'answer', taken.promise)
    await suggestion.getByRole('button', { name: 'Insert' }).press('Enter')
    await taking.held
    await reply.fill('Hello there. ')
    await goTo(page, `#/inbox/${conversationId}`)
    await expect(reply).toHaveValue('')
    taken.resolve()
    await expect
      .poll(async () => {
        const { draft } = await api<{ draft: { content: { messageText: string } } | null }>('messaging.thread', {
          conversationId: third,
        })
        return draft?.content.messageText
      })
      .toBe('Hello there. Posted today.')
    await expect(reply).toHaveValue('')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('a ticked set is used at once, what can’t be stays, and one undo takes it back', async () => {
    const propose = (name: string, input: object) => askDoor(at, { key, ask: 'propose', name, input })
    const other = rows[1]?.conversationId ?? ''
    await propose('reply', { conversationId: other, text: 'First.' })
    await propose('reply', { conversationId: other, text: 'Second.' })
    await propose('note', { conversationId: other, text: 'Collects cups.' })
    await goTo(page, '#/outbox/~suggestions')
    await expect(page.getByRole('article')).toHaveCount(3)
    const ticks = page.getByRole('checkbox')
    await ticks.first().press('Space')
    await page.getByRole('button', { name: 'Select all' }).press('Enter')
    await expect(page.getByText('3 selected')).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Use 3' }).press('Enter')
    await expect(page.getByText('1 suggestion left here.')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    expect((await api<{ entries: unknown[] }>('outbound.list')).entries).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  await test.step('its key is withdrawn once the seller confirms, and what it proposed stays', async () => {
    await goTo(page, '#/settings/section/assistants')
    const withdraw = page.getByRole('button', { name: 'Withdraw its key…' })
    await withdraw.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Withdraw the key of Desk assistant?' })
    expect(await axeFindings(page, dialog)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(withdraw).toBeFocused()
    await withdraw.press('Enter')
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).press('Enter')
    await expect(page.getByText('Nothing can be read until you add one.')).toBeVisible()
    await goTo(page, '#/outbox/~suggestions')
    await expect(page.getByRole('article')).toHaveCount(3)
  })
})
