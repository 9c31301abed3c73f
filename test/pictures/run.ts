/**
 * Takes a picture of every screen in its states, in both themes and four sizes, from the practice shop.
 *
 * `npm run pictures [-- PART …]` writes `test-results/pictures/STATE-SCREEN-THEME-WIDTH.png`; a part such as `inbox` or
 * `full-items-dark` limits it to the pictures whose name contains it. 720 is a window of 1440 by 900 at 200 %.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import { root, startLocalProcess } from '../e2e/host-process.ts'
import { chromiumArguments, findChromium } from '../support/chromium.ts'
import { fillShop } from './full-shop.ts'
import { createHand, type Hand, lists, screens } from './screens.ts'

const outDir = path.join(root, 'test-results', 'pictures')
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 2560, height: 1440 },
  { width: 720, height: 450 },
] as const
const themes = ['light', 'dark'] as const

type State = {
  readonly shop: { readonly conversations?: number; readonly items?: number }
  readonly isFirstTime?: boolean
  /** Before the pictures. */
  readonly prepare?: (hand: Hand) => Promise<void>
  /** Changes what the window's calls are answered with, once the window is ready. */
  readonly meddle?: (page: Page) => Promise<unknown>
  readonly screens: readonly string[]
}

const states: Readonly<Record<string, State>> = {
  full: { shop: {}, prepare: fillShop, screens: Object.keys(screens) },
  first: { shop: {}, isFirstTime: true, screens: ['today', 'inbox', 'items'] },
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

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((part) => name.includes(part))

const executablePath = findChromium()
if (executablePath === undefined) {
  console.error('There is no Chromium to take pictures with. Install one, or name it in CHROMIUM_PATH.')
  process.exit(1)
}
const browser = await chromium.launch({ executablePath, args: chromiumArguments() })
if (wanted.length === 0) rmSync(outDir, { recursive: true, force: true })
mkdirSync(outDir, { recursive: true })
let count = 0

for (const [stateName, state] of Object.entries(states)) {
  const nameOf = (screen: string, theme: string, width: number): string => `${stateName}-${screen}-${theme}-${width}`
  const names = state.screens.filter((screen) =>
    themes.some((theme) => sizes.some(({ width }) => isWanted(nameOf(screen, theme, width)))),
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
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', viewport: sizes[0] })
  const page = await context.newPage()
  await page.goto(app.address)
  await page.locator('[data-app-state="ready"]').waitFor({ state: 'attached' })
  const hand = createHand(page, platform.url)
  if (state.isFirstTime !== true) await hand.call('app.showFirstSteps', { isShown: false })
  // A first synchronisation of the practice shop takes a second or two.
  await page.waitForTimeout(state.meddle === undefined ? 4_000 : 1_000)
  await state.prepare?.(hand)
  for (const theme of themes) {
    await hand.call('app.saveView', { key: 'appearance.theme', value: theme })
    for (const screen of names) {
      for (const { width, height } of sizes) {
        const name = nameOf(screen, theme, width)
        if (!isWanted(name)) continue
        await page.setViewportSize({ width, height })
        await hand.goTo('#/settings/section/appearance')
        await page.reload()
        await page.locator('[data-app-state="ready"]').waitFor({ state: 'attached' })
        await state.meddle?.(page)
        await screens[screen]?.(hand).catch((error: unknown) => console.error(name, error))
        if (state.meddle === undefined) {
          await page
            .locator('[aria-busy="true"]:visible')
            .first()
            .waitFor({ state: 'detached' })
            .catch(() => {})
        }
        await page.waitForTimeout(500)
        await page.screenshot({ path: path.join(outDir, `${name}.png`) })
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        count += 1
      }
    }
  }
  await context.close()
  await app.stop()
  await platform.stop()
  rmSync(folder, { recursive: true, force: true })
}
await browser.close()
console.log(`${count} pictures in ${path.relative(root, outDir)}`)
