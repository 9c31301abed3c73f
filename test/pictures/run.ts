/**
 * Takes a picture of every screen in its states, in both themes, forced colours and four sizes, from the practice shop.
 *
 * `npm run pictures [-- PART …]` writes `test-results/pictures/STATE-SCREEN-THEME-WIDTH.png`. A part such as `inbox` or
 * `'^full.*dark-1440'`, a regular expression, limits it to pictures whose name matches. Width 720 is a window of 1440 by 900 at 200 %.
 * `npm run pictures -- readme` takes the README's pictures, to copy to `.github/pictures`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import { root, startLocalProcess } from '../e2e/host-process.ts'
import { buildApp } from '../support/build-app.ts'
import { chromiumArguments, ensureChromium } from '../support/chromium.ts'
import { fillShop, goOffline, sellSome } from './full-shop.ts'
import { createHand, type Hand, lists, onEbay, readers, screens } from './screens.ts'

const outDir = path.join(root, 'test-results', 'pictures')
const themes = ['light', 'dark', 'forced'] as const

type Size = { readonly width: number; readonly height: number }
const sizes: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 2560, height: 1440 },
  { width: 720, height: 450 },
]

type Picture = {
  readonly name: string
  readonly screen: string
  readonly theme: (typeof themes)[number]
  readonly size: Size
}

/** A screen is opened once for each size, and shown in every theme. */
const picturesOf = (state: string, names: readonly string[]): readonly Picture[] =>
  names.flatMap((screen) =>
    sizes.flatMap((size) =>
      themes.map((theme) => ({ name: `${state}-${screen}-${theme}-${size.width}`, screen, theme, size })),
    ),
  )

const large = { width: 1440, height: 900 }
const medium = { width: 1280, height: 800 }
const readme: readonly Picture[] = [
  { name: 'readme-parcel', screen: 'parcel', theme: 'light', size: medium },
  { name: 'readme-prices', screen: 'prices', theme: 'light', size: medium },
  { name: 'readme-sale', screen: 'sale', theme: 'dark', size: medium },
]

type State = {
  readonly shop?: {
    readonly conversations?: number
    readonly items?: number
    readonly platform?: 'ebay'
    readonly hasVariations?: boolean
    readonly hasSales?: boolean
  }
  readonly isFirstTime?: boolean
  /** Runs before the pictures are taken. */
  readonly prepare?: (hand: Hand) => Promise<void>
  /** Changes the answers to the window's calls, once the window is ready. */
  readonly alterCalls?: (page: Page) => Promise<unknown>
  /** What such an answer shows on every screen. */
  readonly shows?: string
  readonly pictures: readonly Picture[]
}

const states: readonly State[] = [
  { shop: { platform: 'ebay', hasVariations: true }, prepare: sellSome, pictures: readme },
  {
    shop: { hasSales: true },
    prepare: fillShop,
    pictures: picturesOf(
      'full',
      Object.keys(screens).filter((name) => !onEbay.includes(name)),
    ),
  },
  {
    shop: { platform: 'ebay', hasVariations: true },
    pictures: picturesOf('ebay', [
      'today',
      'inbox',
      'orders',
      'order',
      'orders-paste',
      'packing',
      'print',
      'offers',
      'earnings',
      'items',
      'item-new',
      'items-run',
      'alerts',
      'help',
      'variations',
      'group',
      'item',
      'practice',
      'settings',
    ]),
  },
  {
    shop: { hasSales: true },
    isFirstTime: true,
    pictures: picturesOf('first', ['today', 'inbox', 'items', 'mapping', 'notifications']),
  },
  { shop: { conversations: 0, items: 0 }, pictures: picturesOf('empty', lists) },
  {
    shop: { platform: 'ebay', hasVariations: true },
    prepare: async (hand) => {
      await sellSome(hand)
      await goOffline(hand)
    },
    pictures: picturesOf('offline', [
      'today',
      'inbox',
      'thread',
      'reply',
      'outbox',
      'orders',
      'order',
      'items',
      'item',
    ]),
  },
  {
    prepare: fillShop,
    pictures: picturesOf('loading', readers),
    shows: '[aria-busy="true"]',
    alterCalls: (page) =>
      page.route('**/api/call', (route) => setTimeout(() => void route.abort().catch(() => {}), 60_000)),
  },
  {
    prepare: fillShop,
    pictures: picturesOf('failing', readers),
    shows: '[role="alert"]',
    alterCalls: (page) =>
      page.route('**/api/call', (route) =>
        route.fulfill({
          json: {
            ok: false,
            error: { kind: 'storage', message: 'The disk is full. Free some space, then try again.' },
          },
        }),
      ),
  },
]

const wanted = process.argv.slice(2)
const matches = (name: string, part: string): boolean => new RegExp(part).test(name)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((part) => matches(name, part))
const names = states.flatMap(({ pictures }) => pictures.map(({ name }) => name))
const unknown = wanted.filter((part) => !names.some((name) => matches(name, part)))
if (unknown.length > 0) {
  console.error(`No picture has a name that matches ${unknown.join(', ')}. A name is, for example, ${names.at(-1)}.`)
  process.exit(1)
}
buildApp()

const executablePath = ensureChromium((line) => console.log(line))
if (executablePath === undefined) {
  console.error('There is no Chromium to take pictures with. Install one, or name it in CHROMIUM_PATH.')
  process.exit(1)
}
const browser = await chromium.launch({ executablePath, args: chromiumArguments() })
if (wanted.length === 0) rmSync(outDir, { recursive: true, force: true })
mkdirSync(outDir, { recursive: true })
let count = 0

for (const state of states) {
  const pictures = state.pictures.filter(({ name }) => isWanted(name))
  if (pictures.length === 0) continue
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-pictures-'))
  const platform = await startPracticePlatform({ port: 0, ...state.shop })
  const profile = path.join(folder, 'profile.json')
  writeFileSync(
    profile,
    JSON.stringify({
      id: 'practice',
      kind: 'practice',
      name: 'Practice shop',
      baseUrl: platform.url,
      ...(state.shop?.platform === undefined ? {} : { platform: state.shop.platform }),
    }),
  )
  const app = await startLocalProcess([`--data-dir=${path.join(folder, 'data')}`, `--connection=${profile}`])
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', viewport: large })
  const page = await context.newPage()
  await page.goto(app.address)
  await page.locator('[data-app-state="ready"]').waitFor({ state: 'attached' })
  const hand = createHand(page, platform.url)
  if (state.isFirstTime !== true) await hand.call('app.showFirstSteps', { isShown: false })
  // The first sync of the practice shop takes a second or two.
  await page.waitForTimeout(4_000)
  await state.prepare?.(hand)
  let opened = ''
  for (const { name, screen, theme, size } of pictures) {
    await page.emulateMedia({
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      forcedColors: theme === 'forced' ? 'active' : 'none',
    })
    if (opened !== `${screen} ${size.width}`) {
      opened = `${screen} ${size.width}`
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.setViewportSize(size)
      await hand.goTo('#/settings')
      await page.reload()
      await page.locator('[data-app-state="ready"]').waitFor({ state: 'attached' })
      await state.alterCalls?.(page)
      await screens[screen]?.(hand).catch((error: unknown) => console.error(name, error))
      const [shown, end] =
        state.shows === undefined ? (['[aria-busy="true"]', 'detached'] as const) : ([state.shows, 'visible'] as const)
      await page
        .locator(`${shown}:visible`)
        .first()
        .waitFor({ state: end })
        .catch(() => {})
      await page.waitForTimeout(500)
    }
    await page.screenshot({ path: path.join(outDir, `${name}.png`) })
    count += 1
  }
  await context.close()
  await app.stop()
  await platform.stop()
  rmSync(folder, { recursive: true, force: true })
}
await browser.close()
console.log(`${count} pictures in ${path.relative(root, outDir)}`)
