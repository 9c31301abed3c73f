/**
 * An inbox of 100,000 conversations in the built window: coming to it, scrolling it, opening out of it, and writing. Wants the
 * built app and a Chromium.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import { startLocalProcess } from '../e2e/host-process.ts'
import { chromiumArguments, findChromium } from '../support/chromium.ts'
import { filledShop } from './filled-shop.ts'
import { type Measure, median, percentile, type Row } from './measure.ts'
import { seededRandom } from './messaging-data.ts'
import { feel, longestTask, paintsReach, scrollThrough, stopPaints, watchPaints } from './window-feel.ts'

const CONVERSATIONS = 100_000
const MAX_TASK_MS = 50
const NODES_MAX = 2_000
const OPENED_WITHIN_MS = 100
const MORE_PER_KEY_MS = 4
const NAVIGATIONS = 9
const SCROLLS = 5
const OPENINGS = 40
const TYPINGS = 4
const TYPED = 'Yes, it is still here and leaves tomorrow. '
const KEY_EVERY_MS = 40
const ROW_HEIGHT = 56

type Window = { readonly page: Page; readonly origin: string }

/** Watches from the navigation on for the painted inbox: rows, or the text of an empty one. */
const watchInbox = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const look = () => {
      const isThere =
        document.querySelector('[role=listbox] [role=option] bdi') !== null ||
        document.querySelector('main')?.textContent?.includes('No messages yet') === true
      if (!isThere) {
        requestAnimationFrame(look)
        return
      }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Object.assign(window, { inboxPaintedMs: performance.now() })
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
}

const openWindow = async (browser: Browser, address: string): Promise<Window> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await watchInbox(page)
  await page.goto(address)
  await page.locator('[data-app-state="ready"]').waitFor({ state: 'attached' })
  return { page, origin: new URL(address).origin }
}

const navigate = async ({ page, origin }: Window): Promise<number> => {
  await page.bringToFront()
  await page.goto('about:blank')
  await page.goto(`${origin}/#/inbox`)
  const painted = await page.waitForFunction(
    () => (window as unknown as { inboxPaintedMs?: number }).inboxPaintedMs ?? false,
  )
  return (await painted.jsonValue()) as number
}

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })

const scroll = (page: Page): Promise<void> => scrollThrough(list(page))

/** Opens conversations from anywhere in the list, none of them read ahead; milliseconds from each press to its painted text. */
const openSome = async (page: Page, inList: number): Promise<readonly number[]> => {
  const random = seededRandom(23)
  await watchPaints(page, 'click')
  for (let opening = 1; opening <= OPENINGS; opening += 1) {
    const index = Math.floor(random() * (inList - 20))
    await list(page).evaluate((element, top) => {
      element.scrollTop = top
    }, index * ROW_HEIGHT)
    await page.locator(`[role=option][aria-posinset="${index + 4}"] bdi`).click()
    await paintsReach(page, opening)
  }
  return stopPaints(page)
}

const typeInto = async (page: Page): Promise<readonly number[]> => {
  await page.bringToFront()
  await watchPaints(page, 'keydown')
  await page.keyboard.type(TYPED, { delay: KEY_EVERY_MS })
  await paintsReach(page, TYPED.length)
  return stopPaints(page)
}

/** Types by turns into the composer and into a page that is nothing but a field. */
const typeByTurns = async (browser: Browser, page: Page) => {
  const bare = await browser.newPage()
  await bare.setContent('<!doctype html><title>A field</title><textarea rows="6" cols="60"></textarea>')
  await bare.locator('textarea').focus()
  await page.getByRole('textbox', { name: /^Reply to/ }).focus()
  const limits: number[] = []
  const own: number[] = []
  await typeInto(bare)
  await typeInto(page)
  for (let round = 0; round < TYPINGS; round += 1) {
    limits.push(...(await typeInto(bare)))
    own.push(...(await typeInto(page)))
  }
  await bare.close()
  return { limit: percentile(limits, 0.95), ours: percentile(own, 0.95) }
}

const rowUpTo = (what: string, limit: string, most: number, ours: number, unit: string): Row => ({
  what,
  limit,
  limitValue: most,
  ours,
  unit,
  ratio: ours / most,
  goal: `at most ${most.toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`,
  met: ours <= most,
})

export const windowMessaging: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const practice = await startPracticePlatform({ port: 0, conversations: 0, items: 0 })
  const profile = join(folder, 'profile.json')
  writeFileSync(
    profile,
    JSON.stringify({ id: 'practice', kind: 'practice', name: 'Practice shop', baseUrl: practice.url }),
  )
  const emptyApp = await startLocalProcess([`--data-dir=${join(folder, 'data')}`, `--connection=${profile}`])
  const fullApp = await startLocalProcess(filledShop(CONVERSATIONS).flags)
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumArguments(),
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const empty = await openWindow(browser, emptyApp.address)
    const full = await openWindow(browser, fullApp.address)
    await empty.page.getByText('No messages yet').waitFor()
    const limits: number[] = []
    const own: number[] = []
    await navigate(empty)
    await navigate(full)
    for (let round = 0; round < NAVIGATIONS; round += 1) {
      limits.push(await navigate(empty))
      own.push(await navigate(full))
    }
    const ratio = median(own.map((ms, round) => ms / (limits[round] ?? Number.NaN)))

    const { page } = full
    await page.bringToFront()
    const scrolls = []
    for (let round = 0; round < SCROLLS; round += 1) scrolls.push(await feel(page, () => scroll(page)))
    const inList = Number(await list(page).getByRole('option').first().getAttribute('aria-setsize'))
    const openedMs = await openSome(page, inList)
    const typed = await typeByTurns(browser, page)
    return [
      {
        what: 'inbox of 100,000 conversations painted after navigation',
        limit: 'the same bundle on an empty shop',
        limitValue: median(limits),
        ours: median(own),
        unit: 'ms',
        ratio,
        goal: 'at most 1.3 times',
        met: ratio <= 1.3,
      },
      {
        what: 'key to paint in the composer, p95',
        limit: 'an empty textarea in the same browser',
        limitValue: typed.limit,
        ours: typed.ours,
        unit: 'ms',
        ratio: typed.ours / typed.limit,
        goal: `at most ${MORE_PER_KEY_MS} ms more`,
        met: typed.ours - typed.limit <= MORE_PER_KEY_MS,
      },
      rowUpTo(
        'conversation from the press to its painted text, p95',
        `${OPENED_WITHIN_MS} ms`,
        OPENED_WITHIN_MS,
        percentile(openedMs, 0.95),
        'ms',
      ),
      rowUpTo(
        'longest task while 100,000 conversations are scrolled through, median of rounds',
        `a long task, ${MAX_TASK_MS} ms`,
        MAX_TASK_MS,
        median(scrolls.map(longestTask)),
        'ms',
      ),
      rowUpTo(
        'elements in the window meanwhile',
        `${NODES_MAX}`,
        NODES_MAX,
        Math.max(...scrolls.map(({ nodes }) => nodes)),
        '',
      ),
    ]
  } finally {
    await browser.close()
    await Promise.all([emptyApp.stop(), fullApp.stop()])
    await practice.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
