/** Two connections: each keeps its own location in the inbox, and a switch shows nothing of the other. */
import { practiceCredentials } from '../../main/practice/credentials.ts'
import { createPng } from '../support/png.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'
import { openConnection, waitForSwitch } from './open-connection.ts'
import { pressSequence } from './press-sequence.ts'
import { showItems } from './read-ahead.ts'

const otherShop = (baseUrl: string) => ({
  name: 'Other shop',
  kind: 'sandbox',
  baseUrl,
  oauth: { clientId: practiceCredentials.clientId },
})

const PICTURE = createPng(500, 400)

test.describe('on the neutral platform', () => {
  const shared = shareApp({ conversations: 4, items: 4 })
  /** The other shop. */
  let id = ''
  test.beforeAll(async () => {
    const { api, practice } = shared()
    id = (await api<{ id: string }>('connection.create', { profile: otherShop(practice.url) })).id
  })
  test.afterEach(({ api }) => api('connection.open', { id: 'practice' }))

  test('switching shops closes the open conversation, and switching back restores it', async ({ page, api }) => {
    const rows = page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')
    const messages = page.getByRole('region', { name: /^Messages with/ })
    await goTo(page, 'inbox')
    await rows.nth(1).click()
    await expect(messages).toBeVisible()
    const heading = await page.getByRole('main').getByRole('heading', { level: 2 }).first().textContent()

    await test.step('the other shop, which is not signed in, shows no conversation and no failure', async () => {
      await expect(page.getByRole('button', { name: 'Practice shop, switch connection' })).toBeVisible()
      await page.getByRole('main').focus()
      await pressSequence(page, 'g', 'c')
      const choices = page.getByRole('menu', { name: 'Practice shop, switch connection' })
      await expect(choices.getByRole('menuitem', { name: /^Practice shop/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(choices).toBeHidden()
      await page.getByRole('button', { name: 'Practice shop, switch connection' }).press('Enter')
      await choices.getByRole('menuitem', { name: /^Other shop.*Sandbox/ }).press('Enter')
      await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText('Sandbox')
      await expect(rows).toHaveCount(0)
      await expect(page.getByText('This conversation can’t be shown')).toHaveCount(0)
      await expect(messages).toHaveCount(0)
      await expect(page).toHaveURL(/#\/inbox$/)
    })

    await test.step('back in the first, the conversation is open again', async () => {
      await goTo(page, 'settings')
      await api('connection.open', { id: 'practice' })
      await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText('Practice')
      await goTo(page, 'inbox')
      await expect(messages).toBeVisible()
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(heading ?? '')
    })
  })

  test('no screen of the former shop stays under the band of the other', async ({ page, api, host }) => {
    test.skip(host !== 'local', 'The test delays answers over HTTP')
    const kind = page.getByRole('region', { name: 'Connection kind' })
    const main = page.getByRole('main')
    const inbox = main.getByRole('searchbox', { name: 'Search messages' })
    await goTo(page, 'inbox')
    await expect(inbox).toBeVisible()
    for (const method of ['app.view', 'connection.status']) {
      const opened = Promise.withResolvers<void>()
      const read = await holdCall(page, method, 'answer', opened.promise)
      await api('connection.open', { id })
      await read.held
      await expect(inbox).toHaveCount(0)
      opened.resolve()
      await expect(kind).toContainText('Sandbox')
      await expect(inbox).toBeVisible()
      await api('connection.open', { id: 'practice' })
      await expect(kind).toContainText('Practice')
      await expect(inbox).toBeVisible()
    }
  })

  test('a message to the same buyer is another one in the other shop', async ({ page, api }) => {
    const message = page.getByRole('textbox', { name: 'Message to anna' })
    const save = (messageText: string) =>
      api('messaging.saveDraft', {
        target: { otherPartyUsername: 'anna' },
        content: { messageText, emailCopyToSender: false, messageMedia: [], reference: null },
        revision: null,
        buyerMessagesSeen: 0,
      })
    const write = async () => {
      await page.evaluate(() => {
        window.location.hash = '#/inbox/~new/anna'
      })
      await expect(message).toBeVisible()
    }
    await openConnection(page, api, id, 'Sandbox')
    await save('To the other shop')
    await openConnection(page, api, 'practice', 'Practice')
    await write()
    for (const text of ['One', 'Two', 'Three']) {
      await message.fill(text)
      const read = () =>
        api<{ draft: { content: { messageText: string } } | null }>('messaging.newMessage', {
          otherPartyUsername: 'anna',
        })
      await expect.poll(async () => (await read()).draft?.content.messageText).toBe(text)
    }
    // Saved before the switch or after the way back, whichever comes first.
    await message.fill('Four')
    await api('connection.open', { id })
    await waitForSwitch(page, 'Sandbox')
    await write()
    await expect(message).toHaveValue('To the other shop')
    await openConnection(page, api, 'practice', 'Practice')
    await write()
    await expect(message).toHaveValue('Four')
  })

  test('a toast of the former shop goes with the switch', async ({ page, api }) => {
    await goTo(page, 'inbox')
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
    await expect(page.getByRole('region', { name: /^Messages with/ })).toBeVisible()
    await page.keyboard.press('e')
    const news = page.getByRole('region', { name: 'News' })
    await expect(news.getByRole('button', { name: 'Undo' })).toBeVisible()
    await news.hover()
    await api('connection.open', { id })
    await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText('Sandbox')
    await expect(news).not.toContainText('archived')
  })

  test('text typed right before a switch stays in its own shop', async ({ page, api, host }) => {
    test.skip(host !== 'local', 'The test delays a call over HTTP')
    const opened = Promise.withResolvers<void>()
    const saving = await holdCall(page, 'mapping.saveStartDraft', 'request', opened.promise)
    const title = page.getByRole('region', { name: 'Type a product' }).getByLabel('Title')
    const stored = async () =>
      (await api<{ draft: { form: { title: string } } | null }>('mapping.startDraft')).draft?.form.title
    await goTo(page, '#/mapping/new')
    await title.fill('Half typed')
    await saving.held
    await api('connection.open', { id })
    opened.resolve()
    const news = page.getByRole('region', { name: 'News' })
    await expect(news).toContainText('The new mapping isn’t saved yet. This belongs to “Practice shop”')
    expect(await stored()).toBeUndefined()

    await api('connection.open', { id: 'practice' })
    await expect.poll(stored).toBe('Half typed')
    await expect(news).toContainText('The new mapping is saved now.')
    await goTo(page, '#/mapping/new')
    await expect(title).toHaveValue('Half typed')
  })

  test('a cell left open by a switch keeps its text in its own shop', async ({ page, api }) => {
    const [{ sku = '' } = {}] = await showItems(page, api)
    await page.getByRole('grid', { name: 'Items', exact: true }).focus()
    await pressSequence(page, 'Home', 'ArrowRight', 'ArrowRight')
    await page.keyboard.type('Typed over')
    await api('connection.open', { id })
    const news = page.getByRole('region', { name: 'News' })
    await expect(news).toContainText('What you typed in the sheet isn’t saved yet.')
    await api('connection.open', { id: 'practice' })
    await expect(news).toContainText('What you typed in the sheet is saved now.')
    await goTo(page, 'items')
    await expect(page.getByRole('row', { name: sku }).getByRole('gridcell').nth(2)).toHaveText('Typed over')
  })
})

test.describe('on eBay', () => {
  test.use({ shop: { platform: 'ebay', conversations: 0, items: 4 } })

  test('LST-10 a picture whose upload ends in another shop joins its own item', async ({
    page,
    practice,
    api,
    host,
  }) => {
    test.skip(host !== 'local', 'The test delays an answer over HTTP')
    const { id } = await api<{ id: string }>('connection.create', { profile: otherShop(practice.url) })
    const [{ sku = '' } = {}] = await showItems(page, api)
    const addresses = async () =>
      (await api<{ view: { imageUrls: readonly string[] } }>('inventory.item', { sku })).view.imageUrls
    const before = await addresses()
    const opened = Promise.withResolvers<void>()
    const upload = await holdCall(page, 'listing.uploadPicture', 'answer', opened.promise)
    await goTo(page, `#/items/${sku}`)
    const pictures = page.getByRole('region', { name: 'Pictures' })
    await pictures
      .locator('input[type=file]')
      .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: PICTURE })
    await upload.held
    await api('connection.open', { id })
    await api('inventory.addSkus', { skus: [sku] })
    await expect(pictures).toHaveCount(0)
    opened.resolve()
    await goTo(page, `#/items/${sku}`)
    await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText('Sandbox')
    expect(await addresses()).toEqual([])

    await api('connection.open', { id: 'practice' })
    await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText('Practice')
    await goTo(page, `#/items/${sku}`)
    await expect.poll(addresses).toHaveLength(before.length + 1)
  })
})
