/** What a seller's hands expect: keys that do what the screen says, a focus that is never lost, and widths that stay readable. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { pressSequence } from './press-sequence.ts'
import { showItems, waitForInbox, waitForItems, waitForListings } from './read-ahead.ts'

shareApp({ conversations: 12, items: 12 })

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const news = (page: Page) => page.getByRole('region', { name: 'News' })
const openReply = async (page: Page): Promise<void> => {
  await list(page).getByRole('option').first().click()
  await reply(page).focus()
}
const openManagedReplies = async (page: Page): Promise<void> => {
  await pressSequence(page, 'ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Find' }).getByRole('searchbox')).toBeFocused()
  await page.keyboard.insertText('manage saved')
  await expect(page.getByRole('menuitem').first()).toContainText('Manage saved replies')
  await page.keyboard.press('Enter')
}

test.describe('keys', () => {
  test('/ is promised once there is a saved reply, and Enter inserts it', async ({ page, api }) => {
    await waitForInbox(page, api)
    expect((await api<{ replies: readonly unknown[] }>('messaging.savedReplies')).replies).toEqual([])
    await openReply(page)
    await expect(reply(page)).toHaveAttribute('placeholder', 'Write a reply')
    const { id } = await api<{ id: string }>('messaging.saveReply', {
      id: null,
      name: 'Postage',
      text: 'Postage is 4.90.',
      language: null,
    })
    await expect(reply(page)).toHaveAttribute('placeholder', 'Write a reply, or / for a saved one')
    await page.keyboard.type('/post')
    await expect(page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(reply(page)).toHaveValue('Postage is 4.90.')
    await reply(page).fill('')
    await api('messaging.deleteReply', { id })
  })

  test('a saved reply that is opened begins in its name, where Enter saves it', async ({ page, api }) => {
    await waitForInbox(page, api)
    await openReply(page)
    await openManagedReplies(page)
    const dialog = page.getByRole('dialog', { name: 'Saved replies' })
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await dialog.getByRole('button', { name: 'New saved reply' }).first().press('Enter')
    await expect(name).toBeFocused()
    await dialog.getByRole('button', { name: /Comes with Stallhand/ }).press('Enter')
    await page.getByRole('option', { name: /German/ }).press('Enter')
    await expect(name).toHaveValue('Where is my parcel')
    await expect(name).toBeFocused()
    await dialog.getByRole('button', { name: 'New saved reply' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Both fit into one parcel.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Combined postage')
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect
      .poll(() => api('messaging.savedReplies'))
      .toMatchObject({ replies: [{ name: 'Combined postage', text: 'Both fit into one parcel.' }] })
  })

  test('LST-06 Ctrl+Enter after choosing a category doesn’t open the choice again', async ({ page, api }) => {
    const [item] = await waitForItems(api)
    // A category arrives with the item's offer, and suggestions show without one.
    await waitForListings(api)
    await goTo(page, `#/items/${item?.sku}`)
    const category = page.getByRole('region', { name: 'Category', exact: true })
    const change = category.getByRole('button', { name: 'Change category' })
    const suggestion = category.getByRole('listitem').getByRole('button').first()
    await expect(change.or(suggestion)).toBeVisible()
    if (await change.isVisible()) await change.press('Enter')
    await suggestion.press('Enter')
    await expect(change).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(category.getByRole('searchbox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await api('listing.discardDraft', { sku: item?.sku })
  })

  test('LST-03 Ctrl+Enter right after the last digit of a price asks about that price', async ({ page, api }) => {
    const [item] = await waitForItems(api)
    await waitForListings(api)
    await goTo(page, `#/items/${item?.sku}`)
    const price = page.getByRole('textbox', { name: 'Price in USD' })
    await expect(price).not.toHaveValue('')
    await price.fill('135.01')
    await price.press('ControlOrMeta+Enter')
    await expect(page.getByRole('dialog', { name: /^What saving the listing/ })).toContainText('135.01')
    await page.keyboard.press('Escape')
    await api('listing.discardDraft', { sku: item?.sku })
  })
})

test.describe('the focus', () => {
  test('is on the first field of Add eBay, and on its button again after leaving', async ({ page }) => {
    await goTo(page, '#/settings')
    const add = page.getByRole('button', { name: 'Add eBay', exact: true })
    await add.press('Enter')
    await page.getByRole('button', { name: 'Next', exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: /Choose a marketplace/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(add).toBeFocused()
  })

  test('stays on the list after the Undo of a toast', async ({ page, api }) => {
    await waitForInbox(page, api)
    await list(page).getByRole('option').nth(1).click()
    const { total } = await api<{ readonly total: number }>('messaging.conversations', { view: 'all', limit: 1 })
    await expect(list(page).getByRole('option')).toHaveCount(total)
    await list(page).focus()
    await page.keyboard.press('e')
    await expect(list(page).getByRole('option')).toHaveCount(total - 1)
    await news(page).getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(list(page).getByRole('option')).toHaveCount(total)
    await expect(list(page)).toBeFocused()
  })

  test('stays in the item after it was saved', async ({ page, api }) => {
    const [, item] = await waitForItems(api)
    await goTo(page, `#/items/${item?.sku}`)
    const quantity = page.getByRole('textbox', { name: 'Quantity', exact: true })
    await quantity.fill('9')
    // The list beside the item has a button of this name too, with a count.
    await page.getByRole('button', { name: 'Review changes', exact: true }).press('Enter')
    await page.getByRole('button', { name: /^Save 1 change/ }).press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('main')?.contains(document.activeElement)))
      .toBe(true)
    const inPane = page.locator('section:has(h2)').filter({ has: quantity }).last()
    await expect.poll(() => inPane.evaluate((pane) => pane.contains(document.activeElement))).toBe(true)
  })
})

test.describe('news', () => {
  test('SEC-09 an alarm goes once the log is open, and doesn’t appear over it', async ({ page, api, practice }) => {
    await api('notifications.register', { events: ['ItemSold'] })
    const forge = async () => {
      await practice.post('/practice/faults', { operation: 'ItemSold', fault: 'wrongSignature', count: 1 })
      await practice.post('/practice/events', { event: 'ItemSold' })
    }
    await forge()
    await expect(news(page)).toContainText('wrong signature')
    await pressSequence(page, 'g', 'n')
    await expect(news(page)).toHaveText('')
    await forge()
    await expect
      .poll(async () => (await api<{ total: number }>('notifications.events', {})).total)
      .toBeGreaterThanOrEqual(2)
    await expect(page.getByRole('row').filter({ hasText: 'Don’t ship anything' })).toHaveCount(2)
    await expect(news(page)).toHaveText('')
  })
})

test('FACT-9 after a changed password the practice seller can sign in again', async ({ page, practice, api }) => {
  await practice.post('/practice/faults', { operation: 'token', fault: 'passwordChanged' })
  await practice.post('/practice/clock', { advanceMs: 2 * 3_600_000 })
  await api('connection.check')
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Sign in with the new password' }).press('Enter')
  await expect(page.getByText('Signed in as')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Status', exact: true })).not.toContainText('Not signed in')
  expect(await practice.get('/practice/status')).toMatchObject({ faults: [] })
})

test('a thread shows at what time of day each message was written', async ({ page, api }) => {
  await waitForInbox(page, api)
  await list(page).getByRole('option').first().click()
  const times = page.locator('article time')
  await expect(times.first()).toBeVisible()
  for (const time of await times.allInnerTexts()) expect(time).toMatch(/^\d{1,2}:\d{2}\s[AP]M$/)
})

test.describe('sizes', () => {
  const headerButtons = ['Next unanswered', 'Write to a buyer', 'Check for new messages', 'Archive']

  test('the inbox’s buttons have labels and its titles are whole from 1,200 px on', async ({ page, api }) => {
    await waitForInbox(page, api)
    for (const width of [1200, 1280, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      // Its subject is a long one.
      await list(page).getByRole('option').nth(1).click()
      for (const name of headerButtons) {
        const button = page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
        const readLabel = async () => (await button.innerText()).trim()
        await expect.poll(readLabel, name).not.toBe('')
        // WCAG 2.5.3: the name contains the label.
        expect(name).toContain(await readLabel())
      }
      const title = page.getByRole('heading', { level: 2 }).nth(1)
      await expect.poll(() => title.evaluate((head) => head.scrollWidth - head.clientWidth)).toBe(0)
      // Labels appear from one width on: the narrowest and the widest show all that differs.
      if (width === 1200 || width === 2560) expect(await axeFindings(page)).toEqual([])
    }
  })

  test('the list grows in a wide window, and to the width that the seller chose', async ({ page, api }) => {
    await waitForInbox(page, api)
    const separator = page.getByRole('separator', { name: /list/ }).first()
    await expect(separator).toHaveAttribute('aria-valuenow', '360')
    await page.setViewportSize({ width: 2560, height: 1440 })
    await expect(separator).toHaveAttribute('aria-valuenow', '480')
    await separator.press('End')
    await expect(separator).toHaveAttribute('aria-valuenow', '640')
  })

  test('no field of an item is wider than 1,000 px', async ({ page, api }) => {
    const [item] = await waitForItems(api)
    await page.setViewportSize({ width: 2560, height: 1440 })
    await goTo(page, `#/items/${item?.sku}`)
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await expect(title).toBeVisible()
    await expect.poll(async () => (await title.boundingBox())?.width).toBeLessThanOrEqual(1_000)
  })

  test('at 200 % the text field stays in view below earlier answers, and the inbox shows five rows', async ({
    page,
    api,
  }) => {
    await waitForInbox(page, api)
    await openReply(page)
    await page.setViewportSize({ width: 720, height: 450 })
    await expect(reply(page)).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(list(page).getByRole('option').nth(4)).toBeInViewport({ ratio: 1 })
  })

  test('at 200 % with a toast the sheet shows six rows', async ({ page, api }) => {
    await waitForItems(api)
    await page.setViewportSize({ width: 720, height: 450 })
    await goTo(page, '#/items')
    const rows = page.getByRole('grid', { name: 'Items', exact: true }).getByRole('row')
    await expect(rows.nth(6)).toBeVisible()
    await page.getByRole('button', { name: 'More for items' }).click()
    await page.getByRole('menuitem', { name: /Export as CSV/ }).click()
    await expect(news(page).locator('[data-news]')).toBeVisible()
    // The first row has the names of the columns. Row and grid are measured at once: the toast moves both.
    const hidden = () =>
      rows.nth(6).evaluate((row) => {
        const grid = row.closest('[role=grid]')?.getBoundingClientRect() ?? new DOMRect()
        return row.getBoundingClientRect().bottom - grid.bottom
      })
    await expect.poll(hidden).toBeLessThanOrEqual(0)
  })

  test('a sale’s price is readable in a narrow log, whatever the title', async ({ page, api, practice }) => {
    await api('notifications.register', { events: ['FixedPriceTransaction'] })
    await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
    await page.setViewportSize({ width: 900, height: 700 })
    await goTo(page, '#/notifications')
    type Log = { readonly rows: readonly { readonly processing: string }[] }
    const isProcessed = async () => (await api<Log>('notifications.events', {})).rows[0]?.processing
    // Names its item, with a title that may be long.
    await expect.poll(isProcessed).toBe('processed')
    const sale = page.getByRole('row').filter({ hasText: 'Sold for ' }).first()
    await expect(sale).toBeVisible()
    const price = sale
      .locator('span')
      .filter({ hasText: /^ for \$[\d.]+/ })
      .last()
    expect(await price.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
    expect((await price.boundingBox())?.width).toBeGreaterThan(50)
  })

  test('OFF-01 the composer says offline, in full, that messages wait', async ({ page, practice, api }) => {
    await page.setViewportSize({ width: 1200, height: 800 })
    await waitForInbox(page, api)
    await openReply(page)
    await practice.post('/practice/faults', { operation: 'all', fault: 'offline' })
    await api('messaging.syncNow').catch(() => undefined)
    const says = page.getByRole('region', { name: 'Reply' }).getByRole('status')
    await expect(says).toHaveText('Offline: messages wait in the outbox')
    await expect.poll(() => says.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    await practice.delete('/practice/faults')
  })

  test('the row of the open item is marked with forced colours too', async ({ page, api }) => {
    const [item] = await showItems(page, api)
    await page.emulateMedia({ forcedColors: 'active' })
    await goTo(page, `#/items/${item?.sku}`)
    const row = page.getByRole('grid', { name: 'Items', exact: true }).locator('[role="row"][data-open]')
    await expect(row).toContainText(item?.sku ?? '')
    const lines = await row
      .locator('> *')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).borderBlockStartWidth))
    expect(new Set(lines)).toEqual(new Set(['2px']))
    await page.emulateMedia({ forcedColors: 'none' })
  })

  test('a button that can’t be pressed looks so with forced colours', async ({ page, api }) => {
    await waitForInbox(page, api)
    await goTo(page, '#/inbox')
    await openReply(page)
    await page.emulateMedia({ forcedColors: 'active' })
    const colourOf = (name: RegExp) =>
      page
        .getByRole('button', { name })
        .first()
        .evaluate((button) => getComputedStyle(button).color)
    await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled()
    expect(await colourOf(/^Send/)).not.toBe(await colourOf(/^Check for new messages/))
    await page.emulateMedia({ forcedColors: 'none' })
  })

  test('the chart’s legend keeps its colours with forced ones', async ({ page, api, practice }) => {
    await api('notifications.register', { events: ['FixedPriceTransaction'] })
    await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
    await page.emulateMedia({ forcedColors: 'active' })
    await goTo(page, '#/notifications/subscriptions')
    // Narrower windows leave the chart out.
    await page.setViewportSize({ width: 1920, height: 1000 })
    const keys = page.getByRole('main').locator('[class*="axis"] span[data-tone]')
    await expect(keys.first()).toBeVisible()
    const colours = await keys.evaluateAll((all) => all.map((key) => getComputedStyle(key).backgroundColor))
    expect(new Set(colours).size).toBe(colours.length)
    await page.emulateMedia({ forcedColors: 'none' })
  })
})
