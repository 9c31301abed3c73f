/**
 * Takes a picture of every screen in its states, in both themes and three sizes, from the practice shop.
 *
 * `npm run pictures [-- PART …]` writes `test-results/pictures/STATE-SCREEN-THEME-WIDTH.png`; a part such as `inbox` or
 * `full-items-dark` limits it to the pictures whose name contains it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import { root, startLocalProcess } from '../e2e/host-process.ts'
import { chromiumArguments, findChromium } from '../support/chromium.ts'

const outDir = path.join(root, 'test-results', 'pictures')
const sizes = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const
const themes = ['light', 'dark'] as const

/** Each screen by its address. A function picks the first row where the address needs an id. */
const screens: Readonly<Record<string, string | ((page: Page) => Promise<void>)>> = {
  inbox: '#/inbox',
  thread: async (page) => {
    await goTo(page, '#/inbox')
    await page.getByRole('option').first().click({ timeout: 5_000 })
  },
  outbox: '#/outbox',
  items: '#/items',
  item: async (page) => {
    await goTo(page, '#/items')
    const sku = await page.evaluate(async () => {
      const response = await fetch('/api/call', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('stallhand.session')}`,
        },
        body: JSON.stringify({ method: 'inventory.items', input: { limit: 1 } }),
      })
      const result = (await response.json()) as { value?: { rows: readonly { sku: string }[] } }
      return result.value?.rows[0]?.sku ?? ''
    })
    await goTo(page, `#/items/${encodeURIComponent(sku)}`)
  },
  mapping: '#/mapping',
  'mapping-start': '#/mapping/new',
  notifications: '#/notifications',
  subscriptions: '#/notifications/subscriptions',
  practice: '#/practice',
  settings: '#/settings',
  'settings-new': '#/settings/new',
  palette: async (page) => {
    await goTo(page, '#/inbox')
    await page.keyboard.press('Control+k')
  },
  keys: async (page) => {
    await goTo(page, '#/inbox')
    await page.getByRole('main').focus()
    await page.keyboard.press('?')
  },
}

type State = {
  readonly shop: { readonly conversations?: number; readonly items?: number }
  readonly isFirstTime?: boolean
  /** Changes what the window's calls are answered with, once the window is ready. */
  readonly meddle?: (page: Page) => Promise<unknown>
  readonly screens: readonly string[]
}

const everyScreen = Object.keys(screens)
const lists = ['inbox', 'outbox', 'items', 'mapping', 'notifications', 'subscriptions', 'settings']

const states: Readonly<Record<string, State>> = {
  full: { shop: {}, screens: everyScreen },
  first: { shop: {}, isFirstTime: true, screens: ['inbox'] },
  empty: { shop: { conversations: 0, items: 0 }, screens: lists },
  loading: {
    shop: {},
    screens: lists,
    meddle: (page) =>
      page.route('**/api/call', (route) => setTimeout(() => void route.abort().catch(() => {}), 60_000)),
  },
  failing: {
    shop: {},
    screens: lists,
    meddle: (page) =>
      page.route('**/api/call', (route) =>
        route.fulfill({
          json: {
            ok: false,
            error: { kind: 'storage', message: 'The disk is full. Free some space, then try again.' },
          },
        }),
      ),
  },
}

const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((wanted) => {
    window.location.hash = wanted
  }, hash)

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((part) => name.includes(part))

const executablePath = findChromium()
if (executablePath === undefined) {
  console.error('There is no Chromium to take pictures with. Install one, or name it in CHROMIUM_PATH.')
  process.exit(1)
}
const browser = await chromium.launch({ executablePath, args: chromiumArguments() })
rmSync(outDir, { recursive: true, force: true })
mkdirSync(outDir, { recursive: true })
let count = 0

for (const [stateName, state] of Object.entries(states)) {
  const names = state.screens.filter((screen) =>
    themes.some((theme) => sizes.some(({ width }) => isWanted(`${stateName}-${screen}-${theme}-${width}`))),
  )
  if (names.length === 0) continue
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-pictures-'))
  const platform = await startPracticePlatform({ port: 0, ...state.shop })
  const profile = path.join(folder, 'profile.json')
  writeFileSync(
    profile,
    JSON.stringify({ id: 'practice', kind: 'practice', name: 'Practice shop', baseUrl: platform.url }),
  )
  const app = await startLocalProcess([`--data-dir=${path.join(folder, 'data')}`, `--connection=${profile}`])
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', viewport: sizes[1] })
  const page = await context.newPage()
  await page.goto(app.address)
  await page.locator('[data-app-state="ready"]').waitFor({ state: 'attached' })
  const call = (method: string, input: unknown): Promise<unknown> =>
    page.evaluate(
      ([name, data]) =>
        fetch('/api/call', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${localStorage.getItem('stallhand.session')}`,
          },
          body: JSON.stringify({ method: name, input: data }),
        }).then((response) => response.json()),
      [method, input] as const,
    )
  if (state.isFirstTime !== true) await call('app.showFirstSteps', { isShown: false })
  // A first synchronisation of the practice shop takes a second or two.
  await page.waitForTimeout(state.meddle === undefined ? 4_000 : 1_000)
  for (const theme of themes) {
    await call('app.saveView', { key: 'appearance.theme', value: theme })
    await page.reload()
    await page.waitForTimeout(800)
    for (const screen of names) {
      await page.keyboard.press('Escape')
      await state.meddle?.(page)
      const open = screens[screen]
      await (typeof open === 'string' ? goTo(page, open) : open?.(page))?.catch((error: unknown) =>
        console.error(error),
      )
      for (const size of sizes) {
        const name = `${stateName}-${screen}-${theme}-${size.width}`
        if (!isWanted(name)) continue
        await page.setViewportSize(size)
        await page.waitForTimeout(400)
        await page.screenshot({ path: path.join(outDir, `${name}.png`) })
        count += 1
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  }
  await context.close()
  await app.stop()
  await platform.stop()
  rmSync(folder, { recursive: true, force: true })
}
await browser.close()
console.log(`${count} pictures in ${path.relative(root, outDir)}`)
