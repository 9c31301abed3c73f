import type { Locator, Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, expectReady, goTo, shareApp, test } from './fixtures.ts'
import { waitForListings } from './read-ahead.ts'

const screens = ['inbox', 'outbox', 'items', 'mapping', 'notifications', 'practice', 'settings'] as const
/** The other screens have their own specs, which run axe on every state. */
const readByAxe = 'practice'

const small = { width: 1024, height: 700 } as const
const wide = { width: 2560, height: 1440 } as const

const go = async (page: Page, screen: string): Promise<void> => {
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, `#/${screen}`)
  await expect(page.getByRole('main')).toHaveAccessibleName(new RegExp(screen, 'i'))
  // Wait until loading is over.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Expects that nothing overflows the window once the layout has settled. */
const expectNoOverflow = (page: Page, window: 'small' | 'wide'): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(() => [
          document.documentElement.scrollWidth - innerWidth,
          document.documentElement.scrollHeight - innerHeight,
        ]),
      `pixels beyond the ${window} window`,
    )
    .toEqual([0, 0])

test.describe('an empty shop', () => {
  shareApp({ conversations: 0, items: 0 })

  test('every list has an empty state with an action', async ({ page }) => {
    for (const [screen, text] of [
      ['inbox', 'No messages yet'],
      ['outbox', 'Nothing is waiting'],
      ['items', 'No items yet'],
      ['mapping', 'No mapping tasks'],
      ['notifications', 'No notifications yet'],
    ] as const) {
      await goTo(page, `#/${screen}`)
      await expect(page.getByRole('main').getByText(text).first(), screen).toBeVisible()
    }
  })

  test('an inbox that could not be loaded says so and can be retried', async ({ page, practice }) => {
    await practice.post('/practice/faults', { operation: 'getConversations', fault: 'status', status: 500 })
    await page.getByRole('button', { name: 'Check for new messages' }).last().click()
    await expect(page.getByText('Couldn’t load the inbox')).toBeVisible()
    expect(await axeFindings(page, page.getByRole('main'))).toEqual([])
    await practice.delete('/practice/faults')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No messages yet')).toBeVisible()
  })
})

test.describe('one running app', () => {
  shareApp({ conversations: 24, items: 12 })

  test('the palette finds an item by its SKU, even one typed before the palette loaded', async ({
    page,
    practice,
    host,
  }) => {
    const [item] = (await practice.get('/practice/skus')) as readonly { readonly sku: string }[]
    const sku = item?.sku ?? ''
    const code = Promise.withResolvers<void>()
    if (host === 'local') {
      await page.route(/\/palette-[^/]*\.js$/, async (route) => {
        await code.promise
        await route.continue()
      })
      await page.reload()
      await expectReady(page)
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type(sku)
    code.resolve()
    await expect(page.getByRole('dialog').getByRole('searchbox')).toHaveValue(sku)
    await page.getByRole('dialog').getByRole('menuitem').filter({ hasText: sku }).click()
    await expect(page).toHaveURL(new RegExp(`#/items/${sku}$`))
  })

  test('every screen fits a small and a wide window, and axe finds nothing in either theme', async ({ page, api }) => {
    await page.setViewportSize(small)
    await api('app.saveView', { key: 'appearance.theme', value: 'dark' })
    await page.reload()
    await expectReady(page)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    for (const screen of screens) {
      await test.step(screen, async () => {
        await go(page, screen)
        await expectNoOverflow(page, 'small')
        if (screen === readByAxe) expect(await axeFindings(page)).toEqual([])
        await page.setViewportSize(wide)
        await expectNoOverflow(page, 'wide')
        await page.setViewportSize(small)
      })
    }
    for (const [keys, name] of [
      ['Control+k', 'Find'],
      ['?', 'Keyboard shortcuts'],
      ['F1', 'Help'],
    ] as const) {
      await test.step(name, async () => {
        await page.getByRole('main').focus()
        await page.keyboard.press(keys)
        const dialog = page.getByRole('dialog', { name })
        await expect(dialog).toBeVisible()
        expect(await axeFindings(page, dialog)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    }
    await api('app.showFirstSteps', { isShown: true })
    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
    await expectNoOverflow(page, 'small')
    await api('app.showFirstSteps', { isShown: false })
  })

  test('the screen, the theme and text typed on the Practice screen survive a restart', async ({
    page,
    restartApp,
    api,
  }) => {
    const text = 'Is the cat included?'
    await goTo(page, '#/practice')
    await page.getByLabel('Message', { exact: true }).fill(text)
    await page.emulateMedia({ colorScheme: 'light' })
    await api('app.saveView', { key: 'appearance.theme', value: 'dark' })
    await expect
      .poll(async () => (await api<{ values: Record<string, unknown> }>('app.view')).values)
      .toMatchObject({ 'shell.screen': 'practice', 'practice.buyer': expect.stringContaining(text) })
    const after = await restartApp()
    await expect(after.getByRole('main')).toHaveAccessibleName('Practice')
    await expect(after.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(after.getByLabel('Message', { exact: true })).toHaveValue(text)
    // The first frame already has the theme.
    await after.reload({ waitUntil: 'commit' })
    await expect(after.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expectReady(after)
  })

  test('a custom fault shows its remaining count and ends automatically', async ({ page, api }) => {
    // The app reads its items on its own first, which would use the fault up.
    await waitForListings(api)
    await goTo(page, '#/practice')
    const panel = page.getByRole('region', { name: 'Something goes wrong' })
    await panel.getByText('More that can go wrong').press('Enter')
    await panel.getByRole('button', { name: 'Add custom fault' }).click()
    const where = panel.getByRole('combobox', { name: 'Where' })
    await where.fill('getInventoryItem')
    await where.press('Tab')
    await panel.getByRole('textbox', { name: 'Times' }).fill('2')
    await panel.getByRole('button', { name: 'Switch on' }).click()
    const faults = panel.getByRole('list', { name: 'Custom faults' })
    await expect(faults).toContainText('getInventoryItem: answers with status 503, 2 more times')
    const { rows } = await api<{ rows: { sku: string }[] }>('inventory.items', { limit: 1 })
    // Reads are retried automatically: two refusals, then the answer.
    await api('inventory.refreshItem', { sku: rows[0]?.sku })
    await expect(faults).toBeHidden()
  })

  test('the window says when Stallhand is not running, and keeps its contents', async ({
    page,
    killApp,
    restartApp,
    host,
  }) => {
    test.skip(host !== 'local', 'On the desktop the window goes with it')
    const check = page.getByRole('button', { name: 'Check for new messages' })
    await expect(page.getByText(/^Up to date/)).toBeVisible()
    await expect(check).toBeEnabled()
    await killApp()
    await expect(page.getByText('Stallhand isn’t running.').first()).toBeVisible()
    await expect(page.getByRole('option').first()).toBeVisible()
    // A failure without a place on screen becomes a toast.
    await check.click()
    await expect(page.getByRole('region', { name: 'News' })).toContainText('Start it again with npm start')
    await restartApp()
  })
})

test('a screen whose code fails to load says so, requests it again, and opens once it arrives', async ({
  quietPage: page,
}) => {
  await page.clock.install()
  let isThere = false
  for (const part of ['key-help', 'practice-screen'])
    await page.route(new RegExp(`${part}-[^/]*\\.js$`), (route) => (isThere ? route.fallback() : route.abort()))
  await page.reload()
  await expectReady(page)
  await goTo(page, '#/practice')
  // The test controls the page's clock, so retries follow immediately.
  const expectInTime = (locator: Locator): Promise<void> =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(500)
          return locator.isVisible()
        },
        { intervals: [100] },
      )
      .toBe(true)
  await expectInTime(page.getByRole('button', { name: 'Reload window' }))
  isThere = true
  await expectInTime(page.getByRole('heading', { name: 'Something goes wrong' }))
  await expect(page.getByText('Part of this window')).toHaveCount(0)
  await page.keyboard.press('?')
  await expectInTime(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
})
