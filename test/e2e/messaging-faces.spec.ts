/** Every state of the inbox and the outbox: axe finds nothing in either theme, and it fits a small window. */
import type { Locator, Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, type PracticeControl, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const options = (page: Page) => list(page).getByRole('option')
const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' })
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const close = (page: Page) => page.keyboard.press('Escape')

/** Prepares one state of the screen, runs axe on it (or on `part`), and leaves it. */
const face = (
  page: Page,
  name: string,
  prepare: () => Promise<unknown>,
  { leave, part }: { readonly leave?: () => Promise<unknown>; readonly part?: Locator } = {},
) =>
  test.step(name, async () => {
    await prepare()
    expect(await axeFindings(page, part), name).toEqual([])
    await leave?.()
  })

test.describe('a shop with messages', () => {
  test.use({ shop: { conversations: 12, items: 2 } })

  const openEve = async (page: Page, practice: PracticeControl, api: Api): Promise<void> => {
    await waitForInbox(page, api)
    await practice.post('/practice/messages', { username: 'eve', subject: 'Look', text: 'See https://a.example/x?y.' })
    await page.getByRole('button', { name: 'Check for new messages' }).click()
    await options(page).filter({ hasText: 'eve' }).click()
    await expect(reply(page)).toBeVisible()
  }

  test('axe finds nothing in any state of a conversation and its filing, light and dark', async ({
    page,
    practice,
    api,
  }) => {
    const leave = () => close(page)
    await openEve(page, practice, api)
    await face(
      page,
      'a link asks',
      async () => {
        await page.getByRole('link', { name: 'https://a.example/x?y' }).click()
        await expect(question(page)).toContainText('a.example')
      },
      { part: question(page), leave },
    )
    await face(
      page,
      'composer with everything',
      async () => {
        await reply(page).fill('Hello {{size}}')
        await page.getByRole('button', { name: 'Attach by web address' }).click()
        await page.getByRole('textbox', { name: 'Web address' }).fill('http://a.example/b.pdf')
        await page.getByRole('button', { name: 'Copy to my email' }).click()
        await expect(page.getByText('has no value here')).toBeVisible()
        await page.getByRole('button', { name: 'Link a listing' }).click()
        await page.getByRole('textbox', { name: 'Item ID' }).fill('4711')
      },
      {
        part: page.getByRole('region', { name: 'Reply' }),
        leave: () => page.getByRole('button', { name: 'Link', exact: true }).click(),
      },
    )
    await face(
      page,
      'saved replies',
      async () => {
        await page.getByRole('button', { name: 'Saved replies' }).click()
        await page.getByRole('menuitem', { name: 'Manage saved replies' }).click()
        await page.getByRole('button', { name: 'New saved reply' }).click()
        await page.getByRole('textbox', { name: 'Name' }).last().fill('Hello')
        await page.getByRole('textbox', { name: 'Text' }).fill('Hello {{buyer|there}}')
        await page.getByRole('button', { name: 'Save reply' }).click()
        await expect(dialog(page).getByRole('button', { name: 'Delete Hello' })).toBeVisible()
      },
      { part: dialog(page), leave: () => dialog(page).getByRole('button', { name: 'Close' }).click() },
    )
    await face(
      page,
      'the saved replies to choose from',
      async () => {
        await page.getByRole('button', { name: 'Saved replies' }).click()
        await expect(page.getByRole('menuitem', { name: /^Hello/ })).toBeVisible()
      },
      { part: page.getByRole('menu'), leave },
    )
    await face(page, 'marked', async () => {
      await list(page).focus()
      await page.keyboard.press('x')
      await page.keyboard.press('Shift+ArrowDown')
      await expect(page.getByText('2 selected')).toBeVisible()
    })
    await face(
      page,
      'delete dialog',
      async () => {
        await page.keyboard.press('Delete')
        await expect(page.getByRole('alertdialog', { name: /^Delete 2/ })).toBeVisible()
      },
      { part: question(page) },
    )
    await face(
      page,
      'held deletion',
      async () => {
        await page.getByRole('button', { name: /^Delete 2/ }).click()
        await expect(page.getByText(/will be deleted in/)).toBeVisible()
      },
      { leave: () => page.getByRole('button', { name: 'Keep them' }).click() },
    )
    await face(
      page,
      'some could not be filed',
      async () => {
        await practice.post('/practice/faults', {
          operation: 'bulkUpdateConversation',
          fault: 'status',
          status: 403,
          errorId: 850101,
        })
        // Clicking the row focuses the list, which its keys need.
        await expect(page.getByText(/will be deleted in/)).toBeHidden()
        await options(page)
          .first()
          .click({ modifiers: ['ControlOrMeta'] })
        await expect(page.getByText('1 selected')).toBeVisible()
        await page.keyboard.press('u')
        await expect(page.getByText(/changes? not made/)).toBeVisible()
      },
      {
        leave: async () => {
          await practice.delete('/practice/faults')
          await page.getByRole('button', { name: 'Dismiss' }).first().click()
        },
      },
    )
  })

  test('axe finds nothing in any state of a search, a choice and a new message, light and dark', async ({
    page,
    practice,
    api,
  }) => {
    await openEve(page, practice, api)
    await api('messaging.saveReply', { id: null, name: 'Hello', text: 'Hello {{buyer|there}}' })
    const leave = () => close(page)
    await face(
      page,
      'views',
      async () => {
        await page.getByRole('button', { name: /View/ }).click()
        await expect(page.getByRole('option', { name: /^Delivery unknown/ })).toBeVisible()
      },
      { part: page.getByRole('listbox').filter({ hasText: 'Delivery unknown' }), leave },
    )
    await face(
      page,
      'buyers to choose from',
      async () => {
        await page.getByRole('button', { name: 'Filter by buyer' }).click()
        await expect(page.getByRole('listbox', { name: 'Buyers' }).getByRole('option').first()).toBeVisible()
      },
      { part: dialog(page), leave },
    )
    await face(page, 'search with finds', async () => {
      await search(page).fill('example')
      await expect(page.getByText('1 found')).toBeVisible()
      await options(page).first().click()
      await expect(page.getByRole('article').locator('mark').first()).toBeVisible()
    })
    await face(
      page,
      'a name for a saved search',
      async () => {
        await page.getByRole('button', { name: 'Saved searches' }).click()
        await page.getByRole('menuitem', { name: 'Save this search' }).click()
        await expect(page.getByRole('dialog', { name: 'Save this search' })).toBeVisible()
      },
      { part: dialog(page), leave: () => page.getByRole('button', { name: 'Save search' }).click() },
    )
    await face(
      page,
      'a search on the platform',
      async () => {
        await page.getByRole('button', { name: 'Search on the platform' }).click()
        await page.getByRole('button', { name: 'Search', exact: true }).click()
        await expect(
          page.getByRole('list', { name: 'Found on the platform' }).getByRole('listitem').first(),
        ).toBeVisible()
      },
      { part: dialog(page), leave },
    )
    await face(
      page,
      'the saved replies that a slash opens',
      async () => {
        await reply(page).fill('')
        await reply(page).pressSequentially('/he')
        await expect(page.getByRole('listbox', { name: 'Saved replies' })).toBeVisible()
      },
      { part: page.getByRole('listbox', { name: 'Saved replies' }), leave: () => reply(page).fill('') },
    )
    await face(
      page,
      'search without a find',
      async () => {
        await search(page).fill('zzzzqqq')
        await expect(page.getByText('No results for “zzzzqqq”')).toBeVisible()
      },
      { leave: () => search(page).fill('') },
    )
    await face(
      page,
      'whom a new message is for',
      async () => {
        await page.getByRole('button', { name: 'Write to a buyer' }).click()
        await expect(page.getByRole('textbox', { name: /username/ })).toBeFocused()
      },
      { part: page.getByRole('main') },
    )
    await face(
      page,
      'new message',
      async () => {
        await page.keyboard.type('anna')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('textbox', { name: 'Message to anna' })).toBeFocused()
      },
      { part: page.getByRole('main') },
    )
  })

  test('axe finds nothing in any state of a message in the outbox, light and dark', async ({ page, practice, api }) => {
    await waitForInbox(page, api)
    const open = async (place: number): Promise<void> => {
      const name = await options(page).nth(place).locator('bdi').innerText()
      await options(page).nth(place).click()
      await expect(page.getByRole('region', { name: `Messages with ${name}` })).toBeVisible()
      await expect(page.getByRole('main').locator('[inert]')).toHaveCount(0)
    }
    const send = async (place: number, text: string, state: string, fault?: object): Promise<void> => {
      if (fault !== undefined) await practice.post('/practice/faults', fault)
      await open(place)
      await reply(page).fill(text)
      await reply(page).press('ControlOrMeta+Enter')
      // By its text: the list still shows the state of earlier messages.
      const sent = page.getByRole('article', { name: `Your message, ${state.toLowerCase()}` })
      await expect(sent.filter({ hasText: text })).toBeVisible()
    }
    await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
    // Otherwise the read mark also waits in the outbox while the platform is offline.
    await api('app.saveView', { key: 'messaging.marksReadOnOpen', value: false })
    await page.reload()
    await send(5, 'Refused', 'Not sent', {
      operation: 'sendMessage',
      fault: 'status',
      status: 400,
      errorId: 2004,
      count: 1,
    })
    await send(4, 'Nobody heard', 'Checking delivery', {
      operation: 'sendMessage',
      fault: 'dropBeforeActing',
      count: 1,
    })
    // The first read didn't find the message. A later one would settle it, so the platform goes offline first.
    type Outbox = { readonly entries: readonly { readonly found: { readonly after: unknown } | null }[] }
    const readAfter = async () =>
      (await api<Outbox>('outbound.list')).entries.filter(({ found }) => found?.after != null)
    await expect.poll(readAfter).toHaveLength(1)
    await send(6, 'Too much at once', 'Waiting', {
      operation: 'sendMessage',
      fault: 'status',
      status: 429,
      retryAfterS: 600,
      count: 1,
    })
    await send(7, 'Nobody is there', 'Waiting', { operation: 'all', fault: 'offline' })
    await api('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
    await send(8, 'Not yet', 'Waiting')
    await face(page, 'held, in its thread', async () => undefined)
    await face(page, 'uncertain, in its thread', () => open(4))

    await goTo(page, '#/outbox')
    const entries = page.getByRole('listbox', { name: 'Messages in the outbox' }).getByRole('option')
    await expect(entries).toHaveCount(5)
    const detail = page.locator('section').filter({ has: page.getByRole('blockquote') })
    for (const [text, word, action] of [
      ['Nobody heard', 'Checking delivery', 'Mark as sent'],
      ['Refused', 'Not sent', 'Send again'],
      ['Too much at once', 'Waiting', 'Send now'],
      ['Nobody is there', 'Waiting', 'Edit'],
      ['Not yet', 'Waiting', 'Undo'],
    ] as const) {
      await face(
        page,
        `outbox: ${word}`,
        async () => {
          await entries.filter({ hasText: text }).click()
          await expect(page.getByRole('blockquote')).toHaveText(text)
          await expect(page.getByRole('button', { name: action })).toBeVisible()
        },
        // The list shows all five states, so it is checked only once.
        word === 'Checking delivery' ? {} : { part: detail },
      )
    }
    // The seller marks an unconfirmed message as not sent, and may then send it again.
    await face(
      page,
      'outbox: Not delivered',
      async () => {
        await entries.filter({ hasText: 'Nobody heard' }).click()
        await expect(page.getByRole('list', { name: 'What the conversation shows' })).toContainText(
          'not in the conversation',
        )
        await page.getByRole('button', { name: 'Not sent' }).click()
        await expect(page.getByText('You marked it as not sent.')).toBeVisible()
      },
      { part: detail },
    )
    // A discarded message can be restored as a draft.
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(entries).toHaveCount(4)
    await page.getByRole('button', { name: 'Restore as draft' }).click()
    await page.getByRole('button', { name: 'Back to the outbox' }).last().click()
    await goTo(page, '#/inbox')
    await page.getByRole('button', { name: /View/ }).click()
    await page.getByRole('option', { name: /^Has draft/ }).click()
    await expect(options(page)).toHaveCount(1)
    await options(page).first().click()
    await expect(reply(page)).toHaveValue('Nobody heard')
  })
})
