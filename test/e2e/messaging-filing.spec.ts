/** Filing conversations, one or many, by keyboard and pointer: the result of each, and how the location is kept. */
import type { Page } from 'playwright/test'
import { type Api, expect, expectReady, goTo, shareApp, test } from './fixtures.ts'
import { pressSequence } from './press-sequence.ts'
import { waitForInbox } from './read-ahead.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
type Thread = { readonly draft: { readonly content: { readonly messageText: string } } | null }

const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })

/** The texts in the outbox, held or waiting. */
const sentTexts = async (api: Api): Promise<readonly string[]> =>
  (await api<{ entries: { written: { text: string } | null }[] }>('outbound.list')).entries.flatMap(
    ({ written }) => written?.text ?? [],
  )

test.describe('a small inbox', () => {
  shareApp({ conversations: 12, items: 2 })

  test('keys are shown beside their actions; with rows selected, no longer beside those of the open conversation', async ({
    page,
  }) => {
    await list(page).getByRole('option').first().click()
    const archive = page.getByRole('button', { name: 'Archive', exact: true })
    const tooltip = page.getByRole('tooltip')
    const more = page.getByRole('button', { name: 'More for this conversation' })
    // Loading the thread replaces the buttons.
    await expect(reply(page)).toBeVisible()
    await more.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(archive).toBeFocused()
    await expect(tooltip).toHaveText('Archive · e')
    await list(page).focus()
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await more.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('main').locator('button:focus')).toHaveAccessibleName('Archive')
    await expect(tooltip).toHaveText('Archive')
  })

  test('by keyboard alone: select, archive, undo, mark unread, delete and keep', async ({ page, api }) => {
    const views = async () => (await api<{ views: Record<string, number> }>('messaging.counts')).views
    await waitForInbox(page, api)
    await list(page).focus()
    const before = (await views()).all ?? 0

    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('3 selected')).toBeVisible()
    await page.keyboard.press('e')
    await expect.poll(async () => (await views()).all).toBe(before - 3)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(async () => (await views()).all).toBe(before)
    // The focused button is gone, so the focus returns to the list.
    await expect(list(page)).toBeFocused()

    await page.keyboard.press('x')
    await page.keyboard.press('Delete')
    await expect(page.getByRole('alertdialog', { name: /^Delete 1 conversation/ })).toBeVisible()
    // Enter never deletes: the focus is on "Keep".
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    expect((await api<{ deletions: unknown[] }>('messaging.deletions')).deletions).toEqual([])
    await page.keyboard.press('Delete')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Keep', exact: true })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/will be deleted in/)).toBeVisible()
    await page.getByRole('button', { name: 'Keep it' }).press('Enter')
    await expect(page.getByText(/will be deleted in/)).toBeHidden()
    await expect.poll(async () => (await views()).all).toBe(before)
    await expect(list(page)).toBeFocused()

    // Archive from within the conversation: the next one opens, and the button keeps the focus.
    await page.keyboard.press('Home')
    const first = list(page).getByRole('option').first()
    await expect(first).toHaveAttribute('aria-selected', 'true')
    const name = await first.locator('bdi').innerText()
    await expect(page.getByRole('region', { name: `Messages with ${name}` })).toBeVisible()
    await expect(page.getByRole('main').locator('[inert]')).toHaveCount(0)
    const title = await page.getByRole('heading', { level: 2 }).last().innerText()
    await page.getByRole('button', { name: 'Archive', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 2 }).last()).not.toHaveText(title)
    await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeFocused()
    // A menu opened before the thread is rendered would close again.
    await expect(reply(page)).toBeVisible()
    // Marking it unread closes the conversation and focuses the list.
    await page.getByRole('button', { name: 'More for this conversation' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Mark as unread' }).press('Enter')
    await expect(page.getByText('Choose a conversation')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  test('MSG-18 says how many failed and why, and tries exactly those again', async ({ page, practice, api }) => {
    await waitForInbox(page, api)
    // Otherwise the second one, which opens, would be marked as read a second later.
    await api('app.saveView', { key: 'messaging.marksReadOnOpen', value: false })
    await page.reload()
    const { rows } = await api<{ rows: { conversationId: string }[] }>('messaging.conversations', {
      view: 'all',
      limit: 2,
    })
    await api('messaging.file', { conversationIds: rows.map(({ conversationId }) => conversationId), action: 'unread' })
    await expect.poll(async () => (await api<{ open: number }>('outbound.counts')).open).toBe(0)
    await practice.post('/practice/faults', {
      operation: 'bulkUpdateConversation',
      fault: 'status',
      status: 403,
      errorId: 850101,
      count: 1,
    })
    const options = list(page).getByRole('option')
    for (const row of [0, 1]) await expect(options.nth(row)).toHaveAccessibleName(/Unread:/)
    await list(page).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('i')
    await expect(page.getByText('2 changes not made')).toBeVisible()
    for (const row of [0, 1]) await expect(options.nth(row)).toHaveAccessibleName(/Unread:/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('2 changes not made')).toBeHidden()
    await expect(list(page).getByRole('option', { name: /Change refused/ })).toHaveCount(0)
  })

  test('a saved reply is inserted at the cursor with its variables filled in, and an unfilled variable blocks sending and is located', async ({
    page,
    api,
  }) => {
    // A message that is already sent has left the outbox.
    await api('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
    await api('messaging.saveReply', { id: null, name: 'Hello', text: 'Hello {{buyer|there}}, {{colour}} it is.' })
    await page.reload()
    await expectReady(page)
    // A message that is read after the draft is saved would hold the send back.
    await waitForInbox(page, api)
    await list(page).getByRole('option').first().click()
    await reply(page).fill('AB')
    await reply(page).evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(1, 1))
    await page.getByRole('button', { name: 'Saved replies' }).click()
    await page.getByRole('menuitem', { name: /^Hello/ }).click()
    await expect(reply(page)).toHaveValue(/^AHello [^{}]+, \{\{colour\}\} it is\.B$/)
    await expect(page.getByText('{{colour}} has no value here')).toBeVisible()
    await reply(page).press('ControlOrMeta+Enter')
    expect((await sentTexts(api)).filter((text) => text.includes('colour'))).toEqual([])
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.keyboard.type('green')
    await expect(reply(page)).toHaveValue(/^AHello [^{}]+, green it is\.B$/)
    await reply(page).press('ControlOrMeta+Enter')
    await expect(reply(page)).toHaveValue('')
    const same = (await sentTexts(api)).find((text) => text.includes('green')) ?? ''
    expect(same).toMatch(/^AHello [^{}]+, green it is\.B$/)

    // Sending the same text within ten minutes asks instead of refusing.
    await reply(page).fill(same)
    await reply(page).press('ControlOrMeta+Enter')
    await expect(page.getByText(/You sent .* the same text/)).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await expect(page.getByText(/You sent .* the same text/)).toBeHidden()
    await expect(reply(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('button', { name: 'Send again' }).press('Enter')
    await expect(reply(page)).toHaveValue('')
    await expect(reply(page)).toBeFocused()
  })

  test('typed text survives a kill', async ({ page, api, restartApp, killApp, host }) => {
    await list(page).getByRole('option').first().click()
    await reply(page).fill('half a sentence')
    const conversationId = decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '')
    await expect
      .poll(async () => (await api<Thread>('messaging.thread', { conversationId })).draft?.content.messageText)
      .toBe('half a sentence')
    await expect(page.getByRole('region', { name: 'Reply' }).getByText('Saved', { exact: true })).toBeVisible()
    await killApp()
    // A browser's page outlives the host; the desktop's window closes with it.
    if (host === 'local') {
      // Without the host the message can't be queued: the text stays in the composer, with the reason.
      await reply(page).press('ControlOrMeta+Enter')
      await expect(page.getByRole('region', { name: 'Reply' }).getByText('Stallhand isn’t running')).toBeVisible()
      await expect(reply(page)).toHaveValue('half a sentence')
      // Closing the page with unsaved text asks first.
      await reply(page).pressSequentially(' that is on no disk')
      await expect(page.getByRole('region', { name: 'Reply' }).getByText(/^Not saved/)).toBeVisible()
      const asked = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      expect((await asked).type()).toBe('beforeunload')
      await (await asked).dismiss()
      await expect(reply(page)).toHaveValue('half a sentence that is on no disk')
    }
    const again = await restartApp()
    await goTo(again, `#/inbox/${encodeURIComponent(conversationId)}`)
    await expect(reply(again)).toHaveValue('half a sentence')
  })

  test('at 200 % on a small screen, conversations are browsed, answered and archived by keyboard, one pane at a time, with nothing cut off', async ({
    page,
    api,
  }) => {
    const isCut = () =>
      page.evaluate(() => [
        document.documentElement.scrollWidth - window.innerWidth,
        document.documentElement.scrollHeight - window.innerHeight,
      ])
    await page.setViewportSize({ width: 640, height: 400 })
    await api('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
    await waitForInbox(page, api)
    await list(page).focus()
    // In one pane, moving opens no conversation, since that would hide the list.
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(reply(page)).toBeFocused()
    await expect(list(page)).toBeHidden()
    await page.keyboard.type('From a small screen')
    await expect.poll(isCut).toEqual([0, 0])
    for (const name of [/^Send/, 'Attach by web address', 'Archive', 'Back to the list']) {
      await expect(page.getByRole('button', { name }).first()).toBeInViewport({ ratio: 1 })
    }
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(reply(page)).toHaveValue('')
    await expect(page.getByText('From a small screen')).toBeInViewport()
    expect(await sentTexts(api)).toContain('From a small screen')

    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.keyboard.press('Delete')
    const asked = page.getByRole('alertdialog')
    await expect(asked.getByRole('button', { name: /^Delete 1/ })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await pressSequence(page, 'g', 'o')
    const entries = page.getByRole('listbox', { name: 'Messages in the outbox' }).getByRole('option')
    await entries.filter({ hasText: 'From a small screen' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
    await expect.poll(isCut).toEqual([0, 0])
  })
})

test.describe('a long list', () => {
  shareApp({ conversations: 200, items: 2 })

  test('150 are selected with a Shift click, archived and restored; scroll position and conversation survive a restart', async ({
    page,
    api,
    restartApp,
  }) => {
    type Counts = { readonly views: Readonly<Record<string, number>> }
    const views = async () => (await api<Counts>('messaging.counts')).views
    // The count of unanswered conversations is final once the threads are read.
    await waitForInbox(page, api)
    const before = await views()
    const scrollTop = () => list(page).evaluate((element) => Math.round(element.scrollTop))
    const at = (place: number) => list(page).locator(`[role=option][aria-posinset="${place}"]`)

    await at(2).click({ modifiers: ['ControlOrMeta'] })
    await list(page).evaluate((element) => {
      element.scrollTop = 145 * 56
    })
    await expect(at(151)).toBeVisible()
    const there = await scrollTop()
    await at(151).click({ modifiers: ['Shift'] })
    await expect(page.getByText('150 selected')).toBeVisible()
    expect(await scrollTop(), 'marking moves nothing').toBe(there)
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(page.getByText('150 conversations archived')).toBeVisible()
    const filed = await views()
    expect(filed.archived).toBe((before.archived ?? 0) + 150)
    // The bar with the button is gone, so the list has the focus.
    await expect(list(page)).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(views).toEqual(before)
    // Sending the undo changes rows and thus the scroll position, so wait until it is done.
    await expect.poll(async () => (await api<{ open: number }>('outbound.counts')).open).toBe(0)
    // The list must be complete to scroll that far.
    await expect(at(1)).toHaveAttribute('aria-setsize', String(before.all))

    await list(page).evaluate((element) => {
      element.scrollTop = 90 * 56
    })
    const name = await at(95).locator('bdi').innerText()
    await at(95).click()
    await expect(page.getByRole('region', { name: `Messages with ${name}` })).toBeVisible()
    const place = await scrollTop()
    const { hash } = new URL(page.url())
    await expect
      .poll(async () => (await api<{ values: Record<string, unknown> }>('app.view')).values)
      .toMatchObject({ 'messaging.listScroll': place, 'messaging.open': decodeURIComponent(hash.split('/')[2] ?? '') })
    const again = await restartApp()
    await expect(again.getByRole('region', { name: `Messages with ${name}` })).toBeVisible()
    await expect(again).toHaveURL(new RegExp(`${hash}$`))
    await expect(list(again).locator('[role=option][aria-posinset="95"]')).toBeInViewport()
    await expect.poll(() => list(again).evaluate((element) => Math.round(element.scrollTop))).toBe(place)
  })

  test('a row of the previous list opens only if the next list has it too, and a row still loading is selected by a click', async ({
    page,
    host,
  }) => {
    test.skip(host !== 'local', 'The test delays answers over HTTP')
    await expect(page.getByText(/^Up to date, .* · 20\d with archived and notices$/)).toBeVisible()
    type Wanted = { readonly view?: string; readonly offset?: number; readonly search?: string }
    const hold = async (isMeant: (input: Wanted) => boolean): Promise<() => void> => {
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/api/call', async (route) => {
        const { method, input } = route.request().postDataJSON() as { method: string; input: Wanted }
        if (method === 'messaging.conversations' && isMeant(input)) await released
        await route.fallback()
      })
      return release
    }
    const show = async (view: RegExp): Promise<void> => {
      await page.getByRole('button', { name: /View/ }).click()
      await page.getByRole('option', { name: view }).click()
    }
    const at = (place: number) => list(page).locator(`[role=option][aria-posinset="${place}"]`)

    const showNotices = await hold(({ view }) => view === 'notices')
    await show(/^Notices/)
    await expect(list(page)).toHaveAttribute('aria-busy', 'true')
    await at(1).click()
    await at(2).dblclick()
    await at(3).click({ modifiers: ['ControlOrMeta'] })
    await list(page).focus()
    for (const key of ['j', 'Enter', ' ', 'x']) await page.keyboard.press(key)
    await expect(list(page)).toBeFocused()
    await expect(page).toHaveURL(/#\/inbox$/)
    await expect(page.getByRole('toolbar', { name: 'Selected conversations' })).toBeHidden()
    showNotices()
    await expect(list(page)).toHaveAttribute('aria-busy', 'false')
    await at(1).click()
    await expect(page.getByText('Platform notices can’t be answered.')).toBeVisible()

    // A row that is also in the next list opens when that list loads.
    await show(/^Inbox/)
    await expect(at(1)).toHaveAttribute('aria-setsize', /^1\d\d$/)
    const name = await at(1).locator('bdi').innerText()
    const showFound = await hold(({ search }) => search === name)
    await page.getByRole('searchbox', { name: 'Search messages' }).fill(name)
    await expect(list(page)).toHaveAttribute('aria-busy', 'true')
    await at(1).click()
    await expect(page.getByText('Platform notices can’t be answered.')).toBeVisible()
    showFound()
    await expect(page.getByRole('region', { name: `Messages with ${name}` })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('')

    const showSecondBlock = await hold(({ offset }) => offset === 100)
    // Wait for the full list instead of the search results.
    await expect(at(1)).toHaveAttribute('aria-setsize', /^1\d\d$/)
    await list(page).evaluate((element) => {
      element.scrollTop = 145 * 56
    })
    await expect(at(151)).toHaveAttribute('aria-label', 'Loading')
    await at(151).click({ modifiers: ['ControlOrMeta'] })
    await expect(page.getByText('1 selected')).toBeVisible()
    showSecondBlock()
    await expect(at(151)).toHaveAttribute('aria-checked', 'true')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
