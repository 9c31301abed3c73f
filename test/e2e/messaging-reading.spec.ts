/** Reading and navigating the inbox: links, searches, saved views, announcements and read marks. */
import type { Page } from 'playwright/test'
import { expect, expectReady, shareApp, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const options = (page: Page) => list(page).getByRole('option')

const readNow = (page: Page) => page.getByRole('button', { name: 'Check for new messages' }).click()

test.describe('a small inbox', () => {
  shareApp({ conversations: 12, items: 2 })

  test('MSG-23 an address looks like a link, asks first with its host, and opens only then', async ({
    page,
    practice,
    app,
    host,
  }) => {
    test.skip(host === 'electron', 'There the address would really be opened.')
    const text = 'Look at https://www.аpple.com/login, or (http://10.0.0.1/a_(b)). Not javascript:alert(1).'
    await practice.post('/practice/messages', { username: 'eve', subject: 'Look', text })
    await readNow(page)
    await options(page).filter({ hasText: 'eve' }).first().click()
    const paragraph = page.getByRole('article').getByRole('paragraph')
    await expect(paragraph).toHaveText(text)
    await expect(paragraph.getByRole('link')).toHaveText(['https://www.аpple.com/login', 'http://10.0.0.1/a_(b)'])
    const before = page.url()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('messaging.openLink') === true) calls.push(request.postData() ?? '')
    })
    // The addresses opened: through the API in a browser, through the system on the desktop.
    const opened = async (): Promise<readonly string[]> =>
      host === 'local'
        ? calls.map((body) => (JSON.parse(body) as { input: { url: string } }).input.url)
        : (await app.stage().desktop()).opened

    await paragraph.getByRole('link').first().press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Open this address in your browser?' })
    await expect(dialog).toContainText('www.xn--pple-43d.com')
    await expect(dialog).toContainText('aren’t plain ones')
    // Enter opens nothing: the focus is on Cancel.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    expect(await opened()).toEqual([])
    await expect(paragraph.getByRole('link').first()).toBeFocused()

    await paragraph.getByRole('link').nth(1).click()
    await expect(dialog).toContainText('10.0.0.1')
    await expect(dialog).toContainText('isn’t encrypted')
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(opened).toEqual(['http://10.0.0.1/a_(b)'])
    expect(page.url()).toBe(before)
  })

  test('opening a conversation shows nothing of the one open before', async ({ page, host }) => {
    test.skip(host !== 'local', 'The test delays answers over HTTP')
    const messages = page.getByRole('region', { name: /^Messages with/ })
    await options(page).first().click()
    await expect(messages).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Choose a conversation')).toBeVisible()
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/call', async (route) => {
      const { method } = route.request().postDataJSON() as { method: string }
      if (method === 'messaging.thread') await released
      await route.fallback()
    })
    await options(page).nth(6).click()
    await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()
    await expect(messages).toBeHidden()
    release()
    await expect(messages).toBeVisible()
  })

  test('from the moment another conversation is opened, the reply to the former one takes no text', async ({
    page,
  }) => {
    await options(page).first().click()
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible()
    // Not a neighbour: those are read ahead.
    const takesText = await options(page)
      .nth(6)
      .evaluate(async (row: HTMLElement) => {
        const reply = document.querySelector('section[aria-label=Reply] textarea')
        row.click()
        // React renders what an event changes in a microtask; no other event can come before it.
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
        return reply === null ? 'there is no reply' : reply.isConnected && reply.closest('[inert]') === null
      })
    expect(takesText).toBe(false)
  })

  test('a press on Refresh counts while the conversation is being refreshed', async ({ page, host }) => {
    test.skip(host !== 'local', 'The test delays answers over HTTP')
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/call', async (route) => {
      if (route.request().postDataJSON().method === 'messaging.refreshThread') {
        asked.resolve()
        await released.promise
      }
      await route.fallback()
    })
    await options(page).nth(7).click()
    // A menu opened before the thread is rendered would close again.
    await expect(page.getByRole('region', { name: /^Messages with/ })).toBeVisible()
    await page.getByRole('button', { name: 'More for this conversation' }).click()
    await asked.promise
    await page.getByRole('menuitem', { name: 'Refresh this conversation' }).click()
    await expect(page.getByRole('menu')).toBeHidden()
    released.resolve()
  })

  test('the list is filtered by buyer and by item by keyboard, and cleared again', async ({ page, practice }) => {
    for (const subject of ['One', 'Two'])
      await practice.post('/practice/messages', { username: 'twice', subject, text: 'Hello', itemId: '4711' })
    await readNow(page)
    await expect(options(page).filter({ hasText: 'twice' })).toHaveCount(2)
    await page.getByRole('button', { name: 'Filter by buyer' }).press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeFocused()
    // Typed at once: the search for fewer letters finds the same buyer, and its rows are replaced.
    await page.keyboard.insertText('twi')
    const buyers = page.getByRole('listbox', { name: 'Buyers' })
    await expect(buyers.getByRole('option')).toHaveText(['twice2'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(options(page)).toHaveCount(2)
    await options(page).first().click()
    await page.getByRole('button', { name: 'Show all buyers' }).click()
    await expect(options(page)).not.toHaveCount(2)
    await page.getByRole('link', { name: '4711' }).click()
    await expect(options(page)).toHaveCount(2)
    await page.reload()
    await expectReady(page)
    await expect(page.getByText('Item 4711', { exact: true })).toBeVisible()
    await expect(options(page)).toHaveCount(2)
  })

  test('a search is saved, shown from the palette, deleted and restored', async ({ page, practice, api }) => {
    const search = page.getByRole('searchbox', { name: 'Search messages' })
    const view = page.getByRole('button', { name: /View/ })
    const palette = async (letters: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Find' })).toBeVisible()
      await page.keyboard.insertText(letters)
      await expect(page.getByRole('menuitem').first()).toContainText(letters, { ignoreCase: true })
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: 'Find' })).toBeHidden()
    }
    await practice.post('/practice/messages', { username: 'gil', subject: 'A question', text: 'One zebra, please.' })
    await readNow(page)
    await expect(options(page).filter({ hasText: 'gil' })).toHaveCount(1)

    await expect.poll(async () => (await api<{ threadsToRead: number }>('messaging.sync')).threadsToRead).toBe(0)

    // Offline, the saved messages are searched, and matches are highlighted in the row and in the message.
    await practice.post('/practice/faults', { operation: 'all', fault: 'offline' })
    await palette('Search messages')
    await expect(search).toBeFocused()
    await page.keyboard.type('zebra')
    await expect(page.getByText('1 found')).toBeVisible()
    await expect(options(page).locator('mark')).toHaveText('zebra')
    await options(page).first().click()
    await expect(page.getByRole('article').locator('mark')).toHaveText('zebra')
    await expect(page.getByText(/· waiting < 1 h/)).toBeVisible()

    await palette('Save this search')
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(name).toHaveValue('zebra')
    await name.fill('Stripes')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved “Stripes”. It is listed with the views.')).toBeVisible()
    await expect(view).toContainText('Stripes')

    await palette('Show Inbox')
    await expect(search).toHaveValue('')
    await expect(options(page)).not.toHaveCount(1)
    await palette('Show Stripes')
    await expect(search).toHaveValue('zebra')
    await expect(options(page)).toHaveCount(1)
    await practice.delete('/practice/faults')
    await practice.post('/practice/messages', { username: 'hal', subject: 'Zoo', text: 'Zebra or not?' })
    await readNow(page)
    await expect(options(page)).toHaveCount(2)

    await page.getByRole('button', { name: 'Saved searches: “Stripes”' }).click()
    await page.getByRole('menuitem', { name: 'Delete “Stripes”' }).click()
    await expect(view).not.toContainText('Stripes')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(view).toContainText('Stripes')
  })

  test('a screen reader hears positions in the list, new messages and the result of sending', async ({
    page,
    api,
    practice,
  }) => {
    const news = page.getByRole('log', { name: 'Message announcements' })
    await api('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
    await waitForInbox(page, api)
    const all = (await api<{ views: Record<string, number> }>('messaging.counts')).views.all ?? 0
    await expect(options(page).first()).toHaveAttribute('aria-setsize', String(all))
    await list(page).focus()
    await page.keyboard.press('End')
    const last = list(page).locator(`[role=option][aria-posinset="${all}"]`)
    await expect(last).toHaveAttribute('aria-selected', 'true')
    await expect(last).toHaveAttribute('aria-setsize', String(all))
    await expect(list(page)).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? 'no id')

    await practice.post('/practice/messages', { username: 'ida', subject: 'Hello', text: 'Anybody there?' })
    await readNow(page)
    await expect(news).toContainText(/New messages: \d+ conversations? unread\./)
    await options(page).filter({ hasText: 'ida' }).click()
    const reply = page.getByRole('textbox', { name: /^Reply to ida/ })
    // Wait for the new message: a draft started before it arrives would have to be reviewed first.
    await expect(page.getByRole('region', { name: 'Messages with ida' })).toContainText('Anybody there?')
    await page.keyboard.press('r')
    await expect(reply).toBeFocused()
    await page.keyboard.type('Yes, I am.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(news).toContainText('Message to ida: Held for undo.')
    const { entries } = await api<{ entries: readonly { id: string; kind: string }[] }>('outbound.list')
    await api('outbound.sendNow', { ids: [entries.find(({ kind }) => kind === 'message')?.id] })
    await expect(news).toContainText('Message to ida: Sent.')
  })

  // The last two of the tests that share the app, because the fake clock stays in the page.
  test('a message that arrives while the window is hidden is marked as read once the seller is back', async ({
    page,
    practice,
    api,
  }) => {
    const first = { username: 'wilma', text: 'Is it green?' }
    const { conversationId } = (await practice.post('/practice/messages', first)) as { conversationId: string }
    const isUnread = async () =>
      (await api<{ conversation: { unread: boolean } }>('messaging.thread', { conversationId })).conversation.unread
    const setHidden = (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await readNow(page)
    await page.clock.install()
    await page.reload()
    await options(page).filter({ hasText: 'wilma' }).first().click()
    await expect.poll(isUnread).toBe(false)
    // A mark that was still on its way would also mark the next message.
    await expect.poll(async () => (await api<{ entries: unknown[] }>('outbound.list')).entries).toEqual([])
    await setHidden(true)
    await practice.post('/practice/messages', { conversationId, text: 'Or is it red?' })
    await readNow(page)
    await expect(page.getByRole('article').last()).toContainText('red')
    // Longer than a look at a conversation takes to mark it.
    await page.clock.runFor(5_000)
    expect(await isUnread()).toBe(true)
    await setHidden(false)
    await expect.poll(isUnread).toBe(false)
  })

  test('MSG-14 opening a conversation marks it as read only if the seller chose so', async ({
    page,
    practice,
    api,
  }) => {
    const { conversationId } = (await practice.post('/practice/messages', {
      username: 'ruth',
      text: 'Is it blue?',
    })) as {
      conversationId: string
    }
    const choose = (value: boolean) => api('app.saveView', { key: 'messaging.marksReadOnOpen', value })
    const isUnread = async () =>
      (await api<{ conversation: { unread: boolean } }>('messaging.thread', { conversationId })).conversation.unread
    await choose(false)
    await readNow(page)
    await page.clock.install()
    await page.reload()
    await options(page).filter({ hasText: 'ruth' }).first().click()
    await expect(page.getByRole('article')).toContainText('Is it blue?')
    await page.clock.runFor(5_000)
    expect(await isUnread()).toBe(true)
    await choose(true)
    await page.reload()
    await expect.poll(isUnread).toBe(false)
  })
})
