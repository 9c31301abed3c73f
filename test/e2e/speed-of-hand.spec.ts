/**
 * How many key presses everyday tasks take, not counting typed text, and how long they take.
 *
 * The counts are limits; docs/performance.md lists them. The times are only printed.
 */
import type { Page } from 'playwright/test'
import { createPng } from '../support/png.ts'
import { type Api, expect, expectReady, goTo, shareApp, test } from './fixtures.ts'
import { chooseFilter } from './items-toolbar.ts'
import { pressSequence } from './press-sequence.ts'
import { showItems, waitForInbox, waitForListings } from './read-ahead.ts'

type Listed = { readonly rows: readonly { readonly conversationId: string }[] }
type Log = { readonly rows: readonly { readonly eventId: number; readonly buyer: string | null }[] }

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const hashOf = (page: Page): string => decodeURIComponent(new URL(page.url()).hash)

/** Counts key presses, but not typed text. */
const createHand = (page: Page) => {
  const startMs = performance.now()
  let presses = 0
  return {
    press: async (...keys: readonly string[]): Promise<void> => {
      presses += keys.length
      await pressSequence(page, ...keys)
    },
    type: (text: string): Promise<void> => page.keyboard.type(text),
    /** Prints the presses and the time, and fails if there were more than `most` presses. */
    finish: (task: string, most: number): void => {
      const ms = Math.round(performance.now() - startMs)
      process.stdout.write(`${task}: ${presses} key presses, ${ms} ms\n`)
      test.info().annotations.push({ type: 'speed of hand', description: `${task}: ${presses} presses, ${ms} ms` })
      expect(presses).toBeLessThanOrEqual(most)
    },
  }
}

test.describe('messages', () => {
  shareApp({ conversations: 24, items: 3 })

  const unanswered = async (api: Api): Promise<readonly string[]> =>
    (await api<Listed>('messaging.conversations', { view: 'unanswered' })).rows.map(
      ({ conversationId }) => conversationId,
    )

  test.beforeEach(async ({ page, api }) => waitForInbox(page, api))

  test('answering the longest-waiting buyer and going to the next takes three keys, and answering that one takes one more', async ({
    page,
    api,
  }) => {
    // Send at once, so the unanswered conversations don't change after this test.
    await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
    const [first, second, thirdId] = await unanswered(api)
    const hand = createHand(page)
    await hand.press('n')
    await expect.poll(() => hashOf(page)).toBe(`#/inbox/${first}`)
    await hand.press('r')
    await expect(reply(page)).toBeFocused()
    await hand.type('It is on its way.')
    await hand.press('Alt+Enter')
    await expect.poll(() => hashOf(page)).toBe(`#/inbox/${second}`)
    await expect(reply(page)).toBeFocused()
    await expect(reply(page)).toHaveValue('')
    hand.finish('Answer the longest waiting buyer, go to the next', 3)

    const next = createHand(page)
    await next.type('Yes, it is.')
    await next.press('Alt+Enter')
    await expect.poll(() => hashOf(page)).toBe(`#/inbox/${thirdId}`)
    next.finish('Answer the next buyer', 1)

    const third = createHand(page)
    await third.type('Tomorrow.')
    await third.press('Alt+Enter')
    await expect.poll(() => hashOf(page)).not.toBe(`#/inbox/${thirdId}`)
    third.finish('Answer the third buyer', 1)
    await expect.poll(async () => (await api<{ open: number }>('outbound.counts')).open).toBe(0)
  })

  test('marking a conversation as handled takes two keys, and repeating the second one undoes it', async ({
    page,
    api,
  }) => {
    const before = await unanswered(api)
    const hand = createHand(page)
    await hand.press('n')
    await expect.poll(() => hashOf(page)).toBe(`#/inbox/${before[0]}`)
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible()
    await hand.press('d')
    await expect.poll(async () => unanswered(api)).toEqual(before.slice(1))
    hand.finish('Mark as handled', 2)
    await expect(page.getByText('· no reply needed')).toBeVisible()
    await page.keyboard.press('d')
    await expect.poll(async () => unanswered(api)).toEqual(before)
  })

  test('archiving ten takes eleven keys', async ({ page, api }) => {
    const archived = async () => (await api<{ views: Record<string, number> }>('messaging.counts')).views.archived ?? 0
    const before = await archived()
    await list(page).focus()
    const hand = createHand(page)
    await hand.press('x')
    for (let row = 1; row < 10; row += 1) await hand.press('Shift+ArrowDown')
    await expect(page.getByText('10 selected')).toBeVisible()
    await hand.press('e')
    await expect.poll(archived).toBe(before + 10)
    hand.finish('Archive ten', 11)
  })

  test('OFF-07 undoing takes one key, wherever the focus is', async ({ page, api }) => {
    const archived = async () => (await api<{ views: Record<string, number> }>('messaging.counts')).views.archived ?? 0
    const before = await archived()
    await list(page).focus()
    // The second key arrives while the conversation is still opening.
    await pressSequence(page, 'Home', 'e')
    await expect.poll(archived).toBe(before + 1)
    await expect(page.getByRole('region', { name: 'News' }).getByRole('button', { name: 'Undo' })).toBeVisible()
    await pressSequence(page, 'g', 't')
    await expect(page.getByRole('main')).toHaveAccessibleName('Today')
    const hand = createHand(page)
    await hand.press('ControlOrMeta+z')
    await expect.poll(archived).toBe(before)
    hand.finish('Undo the last action', 1)
  })

  test('opening a search result takes two keys besides the words', async ({ page, api }) => {
    const { rows } = await api<{ rows: readonly { conversationId: string; buyer: string }[] }>(
      'messaging.conversations',
      { view: 'all' },
    )
    const last = rows.at(-1)
    const found = await api<{ rows: readonly { conversationId: string }[] }>('messaging.conversations', {
      view: 'all',
      search: last?.buyer,
    })
    await list(page).focus()
    const hand = createHand(page)
    await hand.press('/')
    await hand.type(last?.buyer ?? '')
    await expect(page.getByText(new RegExp(`^${found.rows.length} found`))).toBeVisible()
    await hand.press('Enter')
    await expect.poll(() => hashOf(page)).toBe(`#/inbox/${found.rows[0]?.conversationId}`)
    hand.finish('Open a search result', 2)
  })

  test('finding a buyer’s order takes two keys besides the name', async ({ page, practice, api }) => {
    await api('notifications.register', { events: ['AuctionCheckoutComplete'] })
    await practice.post('/practice/events', { event: 'AuctionCheckoutComplete', buyer: 'wilhelmina' })
    const sale = async () =>
      (await api<Log>('notifications.events', { search: 'wilhelmina' })).rows.find(
        ({ buyer }) => buyer === 'wilhelmina',
      )
    await expect.poll(sale).toBeDefined()
    const hand = createHand(page)
    await hand.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Find' })).toBeVisible()
    await hand.type('wilhelmina')
    await expect(page.getByRole('menuitem').first()).toContainText('wilhelmina')
    await hand.press('Enter')
    await expect.poll(() => hashOf(page)).toBe(`#/notifications/${(await sale())?.eventId}`)
    hand.finish('Find a buyer’s order', 2)
  })
})

test.describe('items', () => {
  shareApp({ conversations: 0, items: 60 })

  const sheet = (page: Page) => page.getByRole('grid', { name: 'Items', exact: true })

  test.beforeEach(async ({ page, api }) => {
    await showItems(page, api)
    await goTo(page, '#/today')
    await expect(page.getByRole('main')).toHaveAccessibleName('Today')
  })

  test('restocking one item on the platform takes ten keys', async ({ page, api }) => {
    const { rows } = await api<{ rows: { sku: string }[] }>('inventory.items', {})
    const sku = rows[30]?.sku ?? ''
    const hand = createHand(page)
    await hand.press('g', 's')
    await expect(sheet(page)).toBeVisible()
    await hand.press('/')
    await hand.type(sku)
    await expect(sheet(page).getByRole('row')).toHaveCount(2)
    for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await hand.press(key)
    await hand.type('25')
    await hand.press('Enter')
    await expect(page.getByRole('button', { name: /^Review changes \(1\)/ })).toBeVisible()
    await hand.press('ControlOrMeta+s')
    await expect(page.getByRole('button', { name: 'Save all 1' })).toBeEnabled()
    await hand.press('ControlOrMeta+Enter')
    await expect(page.getByRole('region', { name: 'Save changes', exact: true })).toContainText('1 done')
    hand.finish('Restock one', 10)
    expect(await api('inventory.item', { sku })).toMatchObject({ state: 'saved', view: { quantity: 25 } })
  })

  test('restocking a sold item from its sale takes two keys besides the number', async ({ page, api, practice }) => {
    await waitForListings(api)
    await api('notifications.register', { events: ['FixedPriceTransaction'] })
    await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
    const find = async () =>
      (await api<{ rows: { eventId: number; item: { sku: string } | null }[] }>('notifications.events', {})).rows[0]
    // An event that was not processed yet has no item.
    await expect.poll(async () => (await find())?.item?.sku).toBeDefined()
    const sale = await find()
    await goTo(page, `#/notifications/${sale?.eventId}`)
    await expect(page.getByRole('button', { name: 'Restock' })).toBeVisible()
    const hand = createHand(page)
    await hand.press('s')
    await expect(page.getByRole('textbox', { name: 'In stock' })).toBeFocused()
    await hand.type('12')
    await hand.press('Enter')
    await expect
      .poll(() => api('inventory.item', { sku: sale?.item?.sku }))
      .toMatchObject({ state: 'saved', view: { quantity: 12 } })
    hand.finish('Restock a sold item from its sale', 2)
  })

  test('saving a change of an item takes two keys from its field', async ({ page, api }) => {
    const { rows } = await api<{ rows: { sku: string }[] }>('inventory.items', {})
    await goTo(page, `#/items/${rows[20]?.sku}`)
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('14')
    const hand = createHand(page)
    await hand.press('ControlOrMeta+s')
    await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeEnabled()
    await hand.press('ControlOrMeta+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    hand.finish('Save an item', 2)
    expect(await api('inventory.item', { sku: rows[20]?.sku })).toMatchObject({ view: { quantity: 14 } })
  })

  test('USE-05 ten different prices take ten cells and two keys', async ({ page, api }) => {
    await waitForListings(api)
    type Live = { readonly rows: readonly { readonly price: { readonly amount: number } }[]; readonly total: number }
    const { rows, total } = await api<Live>('inventory.items', { listing: 'published' })
    expect(rows.length).toBeGreaterThanOrEqual(10)
    expect(total).toBeLessThan(60)
    await api('app.saveView', { key: 'inventory.columns', value: ['title', 'price', 'listing'] })
    await page.reload()
    await expectReady(page)
    await goTo(page, '#/items')
    await chooseFilter(page, 'Listing', /^Live/)
    await expect(sheet(page)).toHaveAttribute('aria-rowcount', String(total + 1))
    await sheet(page).focus()
    await pressSequence(page, 'ArrowRight', 'ArrowRight')
    const hand = createHand(page)
    for (const { price } of rows.slice(0, 10)) {
      await hand.type((price.amount + 1).toFixed(2))
      // Part of the cell, so it isn't counted.
      await page.keyboard.press('Enter')
    }
    await expect(page.getByRole('button', { name: 'Review changes (10)' })).toBeVisible()
    await hand.press('ControlOrMeta+s')
    await expect(page.getByRole('button', { name: 'Change 10 prices' })).toBeEnabled()
    await hand.press('ControlOrMeta+Enter')
    await expect(page.getByRole('region', { name: 'Change prices', exact: true })).toContainText('10 done')
    hand.finish('Change ten prices', 2)
  })

  test('repricing the list of sixty takes four keys', async ({ page, api }) => {
    await waitForListings(api)
    const hand = createHand(page)
    await hand.press('g', 's')
    await expect(page.getByRole('button', { name: 'More for items' })).toBeVisible()
    await hand.press('ControlOrMeta+Shift+p')
    const dialog = page.getByRole('dialog', { name: 'Change prices' })
    await expect(dialog).toContainText('60 items chosen.')
    await expect(dialog.getByRole('textbox', { name: 'Price' })).toBeFocused()
    await hand.type('-10%')
    await expect(dialog.getByRole('button', { name: /^Change \d+ prices/ })).toBeEnabled()
    await hand.press('Enter')
    await expect(page.getByRole('region', { name: 'Change prices' })).toBeVisible()
    hand.finish('Reprice sixty', 4)
  })
})

test.describe('orders', () => {
  shareApp({ platform: 'ebay', conversations: 45, items: 20 })

  test('ORD-02 answering “where is my parcel” from the list takes two keys beside Alt+Enter', async ({
    page,
    api,
    practice,
  }) => {
    await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
    await waitForInbox(page, api)
    const { rows } = await api<{ rows: readonly { readonly conversationId: string; readonly subject: string }[] }>(
      'messaging.conversations',
      { view: 'all', search: 'parcel' },
    )
    const asked = rows.find(({ subject }) => subject === 'Where is my parcel')
    const { conversationId = '' } = asked ?? {}
    await expect.poll(async () => (await api<{ total: number }>('orders.orders', {})).total).toBeGreaterThan(3)
    await practice.post('/practice/messages', { conversationId, text: 'Where is it now?' })
    await api('messaging.syncNow')
    await expect
      .poll(async () => {
        const listed = await api<Listed>('messaging.conversations', { view: 'all', limit: 1 })
        return listed.rows[0]?.conversationId
      })
      .toBe(conversationId)
    await expect(list(page).getByRole('option').first()).toContainText('Where is it now?')
    await list(page).focus()
    const hand = createHand(page)
    await hand.press('Home')
    await expect.poll(() => hashOf(page)).toBe(`#/inbox/${conversationId}`)
    await expect(page.getByRole('complementary', { name: 'Order, item and buyer' })).toContainText('RN123456785GB')
    // A message that comes after the reply was begun is shown before it is sent.
    await expect(page.getByRole('article').filter({ hasText: 'Where is it now?' })).toBeVisible()
    await hand.press('t')
    await expect(reply(page)).toHaveValue(/RN123456785GB/)
    // The text is in place a moment before the cursor.
    await expect(reply(page)).toBeFocused()
    await hand.press('Alt+Enter')
    await expect.poll(() => hashOf(page)).not.toBe(`#/inbox/${conversationId}`)
    hand.finish('Answer where a parcel is', 3)
  })
})

test.describe('a listing from nothing', () => {
  shareApp({ platform: 'ebay', conversations: 0, items: 12 })

  /** At three widths, light and dark, for those who look at the page. */
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (process.env.SHOTS === undefined) return
    for (const width of [720, 1024, 1440]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${process.env.SHOTS}/item-${name}-${width}-${colorScheme}.png` })
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test('LST-04 a thing that is in no list is live after sixteen acts, with one confirmation', async ({ page, api }) => {
    await waitForListings(api)
    await api('listing.refreshChoices')
    await goTo(page, '#/items')
    let acts = 0
    const act = async (done: Promise<unknown>): Promise<void> => {
      acts += 1
      await done
    }
    await act(page.getByRole('button', { name: 'New item' }).click())
    const dialog = page.getByRole('dialog')
    await act(dialog.getByRole('textbox', { name: 'Barcode, ISBN or title' }).fill('Film camera with case'))
    await expect(dialog.getByRole('textbox', { name: 'SKU' })).not.toHaveValue('')
    await act(dialog.getByRole('button', { name: 'Create' }).click())
    await expect(dialog).toBeHidden()
    // A seller who has published before finds the policies of the last listing here.
    await api('listing.saveDraft', {
      sku: decodeURIComponent(hashOf(page).slice('#/items/'.length)),
      fields: {
        fulfillmentPolicyId: '6100001',
        paymentPolicyId: '6200001',
        returnPolicyId: '6300001',
        merchantLocationKey: 'home',
      },
    })
    const next = page.locator('section > footer').getByRole('button', { name: /^(Next|List)/ })
    await expect(next).toHaveText('Next: pictures')
    await shoot(page, 'new')
    const picture = { name: 'front.png', mimeType: 'image/png', buffer: createPng(500, 400) }
    const pictures = page.getByRole('region', { name: 'Pictures' })
    await act(pictures.locator('input[type=file]').setInputFiles([picture]))
    await expect(pictures.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
    await expect(next).toHaveText('Next: category')
    const category = page.getByRole('region', { name: 'Category', exact: true })
    await act(category.getByRole('listitem').first().getByRole('button').click())
    await expect(next).toHaveText('Next: Brand')
    await act(next.click())
    await expect(page.getByRole('combobox', { name: /^Brand/ })).toBeFocused()
    await act(page.keyboard.insertText('Kestrel'))
    await expect(next).toHaveText('Next: Type')
    await act(page.getByRole('combobox', { name: /^Type/ }).fill('Rangefinder'))
    await expect(next).toHaveText('Next: condition')
    await act(page.getByRole('button', { name: /Condition/ }).click())
    await act(page.getByRole('option', { name: 'Good', exact: true }).click())
    await act(page.getByRole('textbox', { name: 'Description', exact: true }).click())
    await act(page.keyboard.insertText('With its leather case.'))
    await act(page.getByRole('textbox', { name: /^Price/ }).fill('45'))
    await act(page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('1'))
    await expect(next).toHaveText(/^List on .* for \$45\.00$/)
    await shoot(page, 'ready')
    await act(next.click())
    const confirm = dialog.getByRole('button', { name: /^List on/ })
    await expect(confirm).toBeFocused()
    await shoot(page, 'confirm')
    await act(confirm.click())
    await expect(dialog).toBeHidden()
    await expect(page.locator('section > footer').getByText('Live', { exact: true })).toBeVisible()
    await expect(next, 'nothing is left to do').toHaveCount(0)
    await shoot(page, 'listed')
    expect(acts).toBe(16)
  })
})
