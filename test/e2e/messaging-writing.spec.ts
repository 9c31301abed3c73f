/** Writing messages: input methods, drafts, saved replies, attachments, and what prevents sending. */
import type { Page } from 'playwright/test'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'
import { waitForInbox } from './read-ahead.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const composer = (page: Page) => page.getByRole('region', { name: 'Reply' })

type Outbox = {
  readonly entries: readonly {
    readonly id: string
    readonly written: ({ readonly text: string } & Readonly<Record<string, unknown>>) | null
  }[]
}

type Listed = { readonly rows: readonly { readonly conversationId: string }[] }

/** The texts in the outbox, newest last. */
const sentTexts = async (api: Api): Promise<readonly string[]> =>
  (await api<Outbox>('outbound.list')).entries.flatMap(({ written }) => written?.text ?? [])

/** Opens the first conversation and returns its id. A message that is read after a draft is saved would hold its send back. */
const openFirst = async (page: Page, api: Api): Promise<string> => {
  await waitForInbox(page, api)
  await list(page).getByRole('option').first().click()
  await expect(reply(page)).toBeVisible()
  return decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '')
}

test.describe('a few conversations', () => {
  shareApp({ conversations: 6, items: 2 })

  test('while an input method composes, Enter and Ctrl+Enter belong to it; afterwards Ctrl+Enter sends', async ({
    page,
    api,
  }) => {
    await openFirst(page, api)
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
    expect(await sentTexts(api)).toEqual([])
    await expect(reply(page)).toHaveValue('にほん')

    await keyboard.send('Input.insertText', { text: '日本' })
    await expect(reply(page)).toHaveValue('日本')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(reply(page)).toHaveValue('')
    expect(await sentTexts(api)).toEqual(['日本'])
  })

  test('nothing moves when a reply is sent: neither the buttons above nor the message itself', async ({
    page,
    api,
  }) => {
    // A message of another test that is sent meanwhile would lose its line of state, above this one.
    await expect.poll(async () => sentTexts(api), { timeout: 20_000 }).toEqual([])
    await openFirst(page, api)
    await reply(page).fill('It goes out tomorrow.')
    await expect(composer(page).getByRole('status').filter({ hasText: /^Sav/ })).toHaveText('Saved')
    const archive = page.getByRole('main').getByRole('button', { name: 'Archive', exact: true })
    const places: unknown[] = [await archive.boundingBox()]
    await page.keyboard.press('ControlOrMeta+Enter')
    const waiting = page.getByRole('article', { name: /^Your message/ })
    await expect(waiting).toBeVisible()
    await expect(reply(page)).toHaveValue('')
    const left = async (text: string) =>
      page
        .getByRole('region', { name: /^Messages with/ })
        .getByText(text)
        .evaluate((element) => {
          const { right, top } = element.closest('article')?.getBoundingClientRect() ?? new DOMRect()
          return { right, top }
        })
    const inPlace = await left('It goes out tomorrow.')
    places.push(await archive.boundingBox())
    await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
    await expect(waiting).toHaveCount(0, { timeout: 20_000 })
    await expect.poll(() => left('It goes out tomorrow.')).toEqual(inPlace)
    places.push(await archive.boundingBox())
    expect(places).toEqual([places[0], places[0], places[0]])
  })

  test('a draft older than the buyer’s last message leads to the new messages first, and is then sent', async ({
    page,
    api,
    practice,
  }) => {
    const conversationId = await openFirst(page, api)
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByRole('button', { name: 'More for this conversation' }).click()
    await page.getByRole('menuitem', { name: 'Refresh this conversation' }).click()
    await reply(page).fill('Yes, it is still here.')
    await expect(composer(page).getByRole('status').filter({ hasText: /^Sav/ })).toHaveText('Saved')
    for (const text of ['Are you there?', 'Never mind, I found another.']) {
      await practice.post('/practice/messages', { conversationId, text })
    }
    await page.getByRole('button', { name: 'More for this conversation' }).click()
    await page.getByRole('menuitem', { name: 'Refresh this conversation' }).click()
    await expect(composer(page).getByRole('button', { name: /^Review 2 new messages/ })).toBeVisible()
    await expect(page.getByText('2 new since you started your draft')).toBeVisible()
    await expect(page.getByRole('log', { name: 'Message announcements' })).toContainText('Never mind, I found another.')

    // Ctrl+Enter also leads to the new messages and sends nothing yet.
    await reply(page).press('ControlOrMeta+Enter')
    await expect(composer(page).getByRole('button', { name: /^Send/ })).toBeVisible()
    await expect(reply(page)).toHaveValue('Yes, it is still here.')
    expect(await sentTexts(api)).not.toContain('Yes, it is still here.')
    await composer(page).getByRole('button', { name: /^Send/ }).click()
    await expect(reply(page)).toHaveValue('')
    expect(await sentTexts(api)).toContain('Yes, it is still here.')
  })

  test('a sent message becomes a saved reply, which fills the next message', async ({ page, api }) => {
    await waitForInbox(page, api)
    await list(page)
      .getByRole('option', { name: /sofia_reads/ })
      .first()
      .click()
    const sent = page.getByRole('article').filter({ hasText: 'You' }).first()
    const text = await sent.getByRole('paragraph').innerText()
    await sent.getByRole('button', { name: 'Save as a reply' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Saved replies' })
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(text)
    // The inbox behind a dialog ignores single keys.
    await dialog.getByRole('button', { name: 'New saved reply' }).focus()
    await page.keyboard.press('e')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Still there')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // The unsaved reply is still there when the dialog reopens.
    await page.getByRole('button', { name: 'Saved replies' }).last().press('Enter')
    await page.getByRole('menuitem', { name: 'Manage saved replies' }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Still there')
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(text)
    await page.keyboard.press('Escape')
    // Another one does not replace it.
    await reply(page).fill('Another text')
    await page.getByRole('button', { name: 'Saved replies' }).last().press('Enter')
    await page.getByRole('menuitem', { name: 'Save this text as a reply' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Another')
    await page.keyboard.press('Escape')
    await reply(page).fill('')
    await sent.getByRole('button', { name: 'Save as a reply' }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Still there')
    await dialog.getByRole('button', { name: 'Save reply' }).click()
    await expect(page.getByText('Saved “Still there”.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Saved replies' }).last().click()
    await page.getByRole('menuitem', { name: /^Still there/ }).click()
    await expect(reply(page)).toHaveValue(text)
    // The cursor is at the end of a draft that was left.
    await list(page).getByRole('option').filter({ hasNotText: 'sofia_reads' }).first().click()
    await expect(reply(page)).toHaveValue('')
    await list(page)
      .getByRole('option', { name: /sofia_reads/ })
      .first()
      .click()
    await expect(reply(page)).toHaveValue(text)
    await page.keyboard.press('r')
    await expect(reply(page)).toBeFocused()
    await page.keyboard.type('!')
    await expect(reply(page)).toHaveValue(`${text}!`)
    expect((await api<{ views: Record<string, number> }>('messaging.counts')).views.archived).toBe(0)
    const { replies } = await api<{ replies: { id: string; name: string }[] }>('messaging.savedReplies')
    await api('messaging.deleteReply', { id: replies.find(({ name }) => name === 'Still there')?.id })
  })

  test('a slash lists the saved replies in the buyer’s language first, typing filters, Enter inserts, Escape keeps the slash', async ({
    page,
    api,
    practice,
  }) => {
    const text = 'Hallo, ist das noch da und haben Sie eine Rechnung?'
    await practice.post('/practice/messages', { username: 'frieda', subject: 'Rechnung', text })
    await page.getByRole('button', { name: 'Check for new messages' }).click()
    await api('messaging.saveReply', { id: null, name: 'Still here', text: 'Yes, {{buyer}}, it is.', language: 'en' })
    await api('messaging.saveReply', {
      id: null,
      name: 'Noch da',
      text: 'Ja, {{buyer}}, {{item}} ist noch da.',
      language: 'de',
    })
    await api('messaging.saveReply', { id: null, name: 'Invoice', text: 'Invoice follows.' })
    await list(page)
      .getByRole('option', { name: /frieda/ })
      .click()
    await expect(page.getByRole('article').filter({ hasText: 'Rechnung' })).toBeVisible()
    await reply(page).pressSequentially('Hallo! /')
    const choices = page.getByRole('listbox', { name: 'Saved replies' })
    await expect(choices.getByRole('option')).toContainText(['Noch da', 'Invoice', 'Still here'])
    await expect(choices.getByRole('option', { selected: true })).toContainText('Noch da')
    await page.keyboard.press('Escape')
    await expect(choices).toBeHidden()
    await expect(reply(page)).toHaveValue('Hallo! /')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('/I')
    await expect(choices.getByRole('option')).toContainText(['Invoice', 'Still here'])
    // Replies that come with the app are among them.
    const names = await choices.getByRole('option').allTextContents()
    const place = names.findIndex((name) => name.includes('Still here'))
    for (let presses = 0; presses < place; presses += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(reply(page)).toHaveValue('Hallo! Yes, frieda, it is.')
    // This conversation has no item, so the unfilled variable is marked and blocks sending.
    await page.keyboard.type(' /noch')
    await page.keyboard.press('Enter')
    await expect(reply(page)).toHaveValue('Hallo! Yes, frieda, it is. Ja, frieda, {{item}} ist noch da.')
    await expect(page.getByText('{{item}} has no value here')).toBeVisible()
    await reply(page).press('ControlOrMeta+Enter')
    expect((await sentTexts(api)).filter((sent) => sent.includes('frieda'))).toEqual([])
  })

  test('text typed before a conversation has loaded follows its stored draft', async ({ page, api, host }) => {
    test.skip(host !== 'local', 'The test delays answers over HTTP')
    await waitForInbox(page, api)
    const { rows } = await api<Listed>('messaging.conversations', { view: 'all' })
    const conversationId = rows.at(-1)?.conversationId ?? ''
    const draft = async () =>
      (await api<{ draft: { content: { messageText: string } } | null }>('messaging.thread', { conversationId })).draft
    await api('messaging.saveDraft', {
      target: { conversationId },
      content: { messageText: 'Written yesterday. ', emailCopyToSender: false, messageMedia: [], reference: null },
      revision: null,
      buyerMessagesSeen: 0,
    })
    // A window that hasn't shown the conversation since it started.
    await page.reload()
    await expect(list(page)).toBeVisible()
    const opened = Promise.withResolvers<void>()
    const thread = await holdCall(page, 'messaging.thread', 'answer', opened.promise)
    await goTo(page, `#/inbox/${encodeURIComponent(conversationId)}/reply`)
    await thread.held
    await page.keyboard.type('He')
    opened.resolve()
    await expect(reply(page)).toHaveValue('Written yesterday. He')
    await expect(reply(page)).toBeFocused()
    await page.keyboard.type('llo')
    await expect(reply(page)).toHaveValue('Written yesterday. Hello')
    await expect(composer(page).getByRole('status').filter({ hasText: /^Sav/ })).toHaveText('Saved')
    await page.unrouteAll({ behavior: 'wait' })
    expect(await draft()).toMatchObject({ content: { messageText: 'Written yesterday. Hello' } })
    await reply(page).fill('')
    await expect.poll(draft).toBeNull()
  })

  test('a letter typed while a new saved reply is saved belongs to it, and the next save keeps it', async ({
    page,
    api,
    host,
  }) => {
    test.skip(host !== 'local', 'The test delays answers over HTTP')
    await openFirst(page, api)
    await page.getByRole('button', { name: 'Saved replies' }).last().press('Enter')
    await page.getByRole('menuitem', { name: 'Manage saved replies' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Saved replies' })
    await dialog.getByRole('button', { name: 'New saved reply' }).first().press('Enter')
    const [name, text] = [
      dialog.getByRole('textbox', { name: 'Name' }),
      dialog.getByRole('textbox', { name: 'Text', exact: true }),
    ]
    await name.fill('Typed on')
    await text.fill('It is packed')
    const answered = Promise.withResolvers<void>()
    const saving = await holdCall(page, 'messaging.saveReply', 'answer', answered.promise)
    const save = dialog.getByRole('button', { name: 'Save reply' })
    await save.press('Enter')
    await saving.held
    await text.press('End')
    await text.press('!')
    answered.resolve()
    await expect(page.getByText('Saved “Typed on”.')).toBeVisible()
    await expect(text).toHaveValue('It is packed!')
    await save.press('Enter')
    const replies = async () =>
      (await api<{ replies: { id: string; name: string; text: string }[] }>('messaging.savedReplies')).replies.filter(
        (one) => one.name === 'Typed on',
      )
    await expect.poll(async () => (await replies()).map((one) => one.text)).toEqual(['It is packed!'])
    await expect(dialog.getByText(/already/)).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
    await page.keyboard.press('Escape')
    await api('messaging.deleteReply', { id: (await replies())[0]?.id })
  })

  test('MSG-08 a new message to a buyer leads to the conversations that exist with them', async ({ page, api }) => {
    await waitForInbox(page, api)
    type Rows = { readonly rows: readonly { readonly conversationId: string; readonly buyer: string | null }[] }
    const { rows } = await api<Rows>('messaging.conversations', { view: 'all' })
    const known = rows.find(({ buyer }) => buyer !== null)
    await page.getByRole('button', { name: /^Write to a buyer/ }).click()
    await page.getByRole('textbox', { name: 'Buyer’s username' }).fill(known?.buyer ?? '')
    await page.keyboard.press('Enter')
    const existing = page.getByRole('region', { name: `Conversations with ${known?.buyer}` })
    await expect(existing.getByRole('link')).toHaveCount(rows.filter(({ buyer }) => buyer === known?.buyer).length)
    await existing.getByRole('link').first().press('Enter')
    await expect(page.getByRole('textbox', { name: `Reply to ${known?.buyer}` })).toBeFocused()
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#/inbox/${known?.conversationId}`)
  })

  test('MSG-09 to 11: up to 2,000 emoji, counted as sent; attachments, listing and copy are sent along', async ({
    page,
    api,
    practice,
  }) => {
    const conversationId = await openFirst(page, api)
    await api('app.saveView', { key: 'messaging.undoSeconds', value: 60 })
    const buyer = (await api<{ conversation: { buyer: string } }>('messaging.thread', { conversationId })).conversation
      .buyer
    const fox = '🦊'
    await reply(page).fill(fox.repeat(2001))
    await expect(composer(page).getByText('2,001/2,000')).toBeVisible()
    await expect(reply(page)).toHaveAccessibleDescription(/2,001/)
    await expect(composer(page).getByRole('button', { name: /^Send\b.*not possible/ })).toBeVisible()
    await reply(page).press('ControlOrMeta+Enter')
    expect((await sentTexts(api)).filter((sent) => sent.includes(fox))).toEqual([])
    // The length counts the variable's value, not its name.
    const longest = `${fox.repeat(2000 - buyer.length)}{{buyer}}`
    await reply(page).fill(longest)
    await expect(composer(page).getByText('2,000/2,000')).toBeVisible()

    for (let place = 1; place <= 5; place += 1)
      await page.getByRole('button', { name: 'Attach by web address' }).click()
    await expect(
      page.getByRole('button', { name: /^Attach by web address, not possible: A message can have 5/ }),
    ).toBeVisible()
    const address = page.getByRole('textbox', { name: 'Web address' })
    await expect(address.last()).toBeFocused()
    for (let place = 5; place > 1; place -= 1)
      await page.getByRole('button', { name: `Remove attachment ${place}` }).press('Enter')
    await address.fill('http://files.example/label.pdf')
    await expect(address).toHaveAccessibleDescription(/must start with https:\/\//)
    await expect(composer(page).getByRole('button', { name: /^Send\b.*not possible/ })).toBeVisible()
    await address.fill('https://files.example/label.pdf')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('label.pdf')
    await expect(page.getByRole('button', { name: /Type/ })).toContainText('PDF')
    await page.getByRole('button', { name: 'Link a listing' }).click()
    await page.getByRole('textbox', { name: 'Item ID' }).fill('4711')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copy to my email' }).press('Enter')
    await reply(page).press('ControlOrMeta+Enter')
    await expect(reply(page)).toHaveValue('')

    const waiting = page.getByRole('article', { name: 'Your message, held for undo' })
    await expect(waiting.getByRole('list', { name: 'Sent along' }).getByRole('listitem')).toHaveText([
      'label.pdf, PDF https://files.example/label.pdf',
      'About item 4711',
      'A copy is sent to your own email address.',
    ])
    const messageMedia = [{ mediaName: 'label.pdf', mediaType: 'PDF', mediaUrl: 'https://files.example/label.pdf' }]
    const messageText = `${fox.repeat(2000 - buyer.length)}${buyer}`
    const { entries } = await api<Outbox>('outbound.list')
    const entry = entries.find(({ written }) => written?.text === messageText)
    expect(entry?.written).toMatchObject({
      files: [{ name: 'label.pdf', type: 'PDF', address: 'https://files.example/label.pdf' }],
      listingId: '4711',
      isCopiedToSender: true,
    })
    await api('outbound.sendNow', { ids: [entry?.id] })
    const truth = () => practice.get(`/practice/conversations/${encodeURIComponent(conversationId)}`)
    await expect
      .poll(async () => ((await truth()) as { messages: { text: string; media: unknown }[] }).messages)
      .toContainEqual(expect.objectContaining({ text: messageText, media: messageMedia }))
  })
})

test.describe('many conversations', () => {
  test.use({ shop: { conversations: 24, items: 2 } })

  test('are switched at random during a full sync, and no draft changes', async ({ page, api, practice }) => {
    type Rows = { readonly rows: readonly { readonly conversationId: string }[] }
    await waitForInbox(page, api)
    const ids = (await api<Rows>('messaging.conversations', { view: 'all' })).rows.map(
      ({ conversationId }) => conversationId,
    )
    expect(ids.length).toBeGreaterThan(12)
    const content = { emailCopyToSender: false, messageMedia: [], reference: null }
    const drafts = new Map(ids.map((id) => [id, `draft of ${id}`]))
    await Promise.all(
      [...drafts].map(([conversationId, messageText]) =>
        api('messaging.saveDraft', {
          target: { conversationId },
          content: { ...content, messageText },
          revision: null,
          buyerMessagesSeen: 0,
        }),
      ),
    )
    // A seeded generator, so that every run visits the conversations in the same order.
    let seed = 20261121
    const below = (limit: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % limit
    }
    for (let step = 0; step < 24; step += 1) {
      const id = ids[below(ids.length)] ?? ''
      if (step % 12 === 0) await api('messaging.syncNow')
      if (step % 10 === 5) await practice.post('/practice/messages', { conversationId: id, text: `News ${step}` })
      await page.evaluate((wanted) => {
        window.location.hash = `#/inbox/${encodeURIComponent(wanted)}`
      }, id)
      await expect(reply(page)).toHaveValue(drafts.get(id) ?? 'none')
      if (step % 3 !== 0) continue
      // Leave the conversation before the draft is saved (300 ms).
      await reply(page).press('End')
      await reply(page).press('!')
      drafts.set(id, `${drafts.get(id)}!`)
    }
    const kept = async () => {
      const all = await Promise.all(
        ids.map(async (conversationId) => {
          const { draft } = await api<{ draft: { content: { messageText: string } } | null }>('messaging.thread', {
            conversationId,
          })
          return [conversationId, draft?.content.messageText] as const
        }),
      )
      return Object.fromEntries(all)
    }
    await expect.poll(kept).toEqual(Object.fromEntries(drafts))
    expect([...drafts.values()].filter((text) => text.endsWith('!')).length).toBeGreaterThan(1)
  })
})
