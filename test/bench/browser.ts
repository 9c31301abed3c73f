/** Chromium for the window's measures, and the app's pages in it. */
import { type Browser, chromium, type Page } from 'playwright'
import { type LocalProcess, startLocalProcess } from '../e2e/host-process.ts'
import { chromiumArguments, findChromium } from '../support/chromium.ts'
import { requireBuild, Skipped } from './measure.ts'

/** Generous for a busy machine, since it costs time only if a measure fails. */
const MAX_WAIT_MS = 120_000

/** Throws `Skipped` without a Chromium. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Skipped('there is no Chromium: install one, or name it in CHROMIUM_PATH')
  return chromium.launch({ args: chromiumArguments(), executablePath })
}

export type OpenApp = (flags: readonly string[]) => Promise<{ readonly page: Page; readonly app: LocalProcess }>

/** Runs `work` with a browser and a function that starts the built app and opens its window, then closes everything. */
export const withWindows = async <T>(work: (open: OpenApp, browser: Browser) => Promise<T>): Promise<T> => {
  requireBuild()
  const browser = await launchChromium()
  const apps: LocalProcess[] = []
  try {
    return await work(async (flags) => {
      const app = await startLocalProcess(flags)
      apps.push(app)
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
      context.setDefaultTimeout(MAX_WAIT_MS)
      const page = await context.newPage()
      await page.goto(app.address)
      await page.locator('[data-app-state="ready"]').waitFor({ state: 'attached' })
      return { page, app }
    }, browser)
  } finally {
    await browser.close()
    await Promise.all(apps.map((app) => app.stop()))
  }
}
