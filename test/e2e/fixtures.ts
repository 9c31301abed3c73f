/**
 * Fixtures of every end-to-end test: the built app with a new data folder and its own practice platform.
 *
 * The platform runs in the test's process, and a profile file connects the app to it, so the app can be killed and
 * restarted while the platform keeps running. A test fails on any error in the page's console, any uncaught error, and
 * any violation of the content security policy.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test as base, expect, type Page } from 'playwright/test'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import { DEFAULT_PLATFORM, type PlatformId } from '../../shared/connection/platforms.ts'
import type { AppError } from '../../shared/result.ts'
import type { Stage, StageOptions } from '../support/electron-double/stage.ts'
import { electronProblem, type LocalProcess } from './host-process.ts'
import { expectReady, type HostName, type Line, openHost, type SavedFile } from './lines.ts'

export type HostOptions = {
  /** The host that the project tests; lines.ts describes each. */
  readonly host: HostName
  /** Options of the double's desktop: `test.use({ desktop: { vault: 'basic_text' } })`. */
  readonly desktop: NonNullable<StageOptions['given']>
  /** Size of the practice shop: `test.use({ shop: { conversations: 3 } })`. */
  readonly shop: {
    readonly platform?: PlatformId
    readonly seed?: number
    readonly conversations?: number
    readonly items?: number
    readonly hasVariations?: boolean
    readonly hasSales?: boolean
  }
  /** Fields that override the practice profile. */
  readonly profile: object | undefined
  /** Shows the first steps, as for a new user: `test.use({ firstSteps: true })`. */
  readonly firstSteps: boolean
}

/** Controls the practice platform; main/practice/control.ts lists the addresses. */
export type PracticeControl = {
  readonly url: string
  /** `practice.get('/practice/status')` → JSON. Rejects with what the platform said when it is not 2xx. */
  readonly get: (pathname: string) => Promise<unknown>
  readonly post: (pathname: string, body?: unknown) => Promise<unknown>
  readonly delete: (pathname: string) => Promise<unknown>
}

export type TestApp = {
  readonly dataDir: string
  /** The profile file passed as `--connection`. */
  readonly profileFile: string
  /** The running local host. Throws on the desktop and while the app isn't running. */
  readonly local: () => LocalProcess
  /** The desktop around the app: menus, dialogs, notices. Throws without the double and while the app isn't running. */
  readonly stage: () => Stage
}

type Fixtures = {
  /** A page whose console errors don't fail the test, for tests that provoke refusals. */
  readonly quietPage: Page
  readonly practice: PracticeControl
  readonly app: TestApp
  /** Calls a contract method as the window does. Resolves with the value or rejects with the error. */
  readonly api: Api
  /**
   * Stops the app if it is running, starts it again on the same data, and waits until the page is ready. Resolves with the
   * page to use next: the same one in the browser, the new window's on the desktop.
   */
  readonly restartApp: () => Promise<Page>
  /** Ends the app as a crash does. */
  readonly killApp: () => Promise<void>
  /**
   * Presses this button of a question the host asks outside the window. Not available in Electron itself. Under `installed`
   * it is called before the question, and answers every later one too.
   */
  readonly answerHost: (button: string) => Promise<void>
  /** Runs `action`, which makes the app offer a file, and resolves with the saved file. Works for every host. */
  readonly savedFile: (action: () => Promise<void>) => Promise<SavedFile>
}

type OpenedLine = Line & { readonly dataDir: string; readonly profileFile: string }

/** A practice platform in the test's own process. */
const openPractice = async (
  shop: HostOptions['shop'],
): Promise<PracticeControl & { readonly stop: () => Promise<void> }> => {
  const platform = await startPracticePlatform({ port: 0, ...shop })
  const send = async (method: string, pathname: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${platform.url}${pathname}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${pathname} was answered with ${answer.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    url: platform.url,
    get: (pathname) => send('GET', pathname),
    post: (pathname, body = {}) => send('POST', pathname, body),
    delete: (pathname) => send('DELETE', pathname),
    stop: async () => void (await platform.stop()),
  }
}

/**
 * Creates a folder for one test and the flags that open it on a practice platform. Its settings are those of a returning
 * user: most tests begin in the inbox, and the unused start page would cost a second.
 */
const newPlace = (
  practiceUrl: string,
  platform: PlatformId = DEFAULT_PLATFORM,
  { firstSteps = false, profile }: { readonly firstSteps?: boolean; readonly profile?: object | undefined } = {},
) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-e2e-'))
  const dataDir = path.join(folder, 'data')
  const settings = { view: { 'shell.screen': 'inbox' }, firstSteps: { isDismissed: !firstSteps, done: [] } }
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 })
  const profileFile = path.join(folder, 'profile.json')
  writeFileSync(
    profileFile,
    JSON.stringify({
      id: 'practice',
      kind: 'practice',
      name: 'Practice shop',
      platform,
      baseUrl: practiceUrl,
      ...profile,
    }),
  )
  return { folder, dataDir, profileFile, flags: [`--data-dir=${dataDir}`, `--connection=${profileFile}`] }
}

/** Makes a call as the window does, under any host. Resolves with a `Result`. */
const call = (page: Page, method: string, input: unknown): Promise<unknown> =>
  page.evaluate(
    async ([name, given]) => {
      const bridge = (window as { stallhand?: { call: (method: string, input: unknown) => Promise<unknown> } })
        .stallhand
      if (bridge !== undefined) return bridge.call(name, given)
      const answer = await fetch('/api/call', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('stallhand.session')}`,
        },
        body: JSON.stringify({ method: name, input: given }),
      })
      return answer.json()
    },
    [method, input] as const,
  )

/** Calls main as the window does. Resolves with the value; rejects with the error as text. */
export type Api = <T = unknown>(method: string, input?: unknown) => Promise<T>

const apiOf =
  (page: () => Page): Api =>
  async <T = unknown>(method: string, input: unknown = {}): Promise<T> => {
    const result = (await call(page(), method, input)) as { ok: true; value: T } | { ok: false; error: AppError }
    if (result.ok) return result.value
    throw new Error(`${method}: ${JSON.stringify(result.error)}`)
  }

/** Addresses of questions that were answered: the next question has another. */
const answered = new Set<string>()

/** Answers on the separate page whose address the local host prints. */
const answerPage = async (line: Line, button: string): Promise<void> => {
  const findAddress = (): string | undefined =>
    line
      .local()
      .output()
      .match(/(?<=Answer at )\S+/g)
      ?.findLast((address) => !answered.has(address))
  await expect.poll(findAddress).toBeDefined()
  const page = await line.page().context().newPage()
  const address = findAddress() ?? ''
  answered.add(address)
  await page.goto(address)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await page.close()
}

const answerDialog = async (line: Line, button: string): Promise<void> => {
  const { main, desktop } = line.stage()
  const find = async () => (await desktop()).dialogs.find(({ buttons }) => buttons?.includes(button))
  await expect.poll(find).toBeDefined()
  const dialog = await find()
  await main.answerDialog(dialog?.id ?? 0, { response: dialog?.buttons?.indexOf(button) ?? 0 })
}

type View = Readonly<Record<string, unknown>>

/**
 * For `route.fetch`: the host closes an idle connection after seconds, perhaps just as the test uses it again. A browser
 * sends the request once more on a new one. https://nodejs.org/api/http.html#serverkeepalivetimeout
 */
export const asBrowser = { maxRetries: 1 } as const

/** The app that all tests of a file share; see `shareApp`. */
export type SharedApp = OpenedLine & { readonly practice: PracticeControl; readonly api: Api }

/** Opens a location of the window, such as `#/items/CAM-014`. Resolves once the window has left the former one. */
export const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate(async (wanted) => {
    const former = window.location.hash
    // The browser reports the change in a later task. Until then, a step would find the controls of the former location.
    const isReported = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }))
    window.location.hash = wanted
    if (window.location.hash !== former) await isReported
  }, hash)

export const test = base.extend<Fixtures & HostOptions & { readonly line: OpenedLine; readonly hostIsHere: undefined }>(
  {
    host: ['local', { option: true }],
    shop: [{ conversations: 24, items: 12 }, { option: true }],
    desktop: [{}, { option: true }],
    profile: [undefined, { option: true }],
    firstSteps: [false, { option: true }],

    hostIsHere: [
      async ({ host }, use, testInfo) => {
        const problem = host === 'electron' ? electronProblem() : undefined
        testInfo.skip(problem !== undefined, problem ?? '')
        await use(undefined)
      },
      { auto: true },
    ],

    practice: async ({ shop }, use) => {
      const practice = await openPractice(shop)
      await use(practice)
      await practice.stop()
    },

    line: async ({ host, desktop, shop, profile, firstSteps, practice, browser, contextOptions }, use, testInfo) => {
      const place = newPlace(practice.url, shop.platform, { firstSteps, profile })
      const line = await openHost({ host, browser, contextOptions, desktop, ...place })
      await use({ ...line, ...place })
      await line.close()
      if (testInfo.status === testInfo.expectedStatus) rmSync(place.folder, { recursive: true, force: true })
      else testInfo.annotations.push({ type: 'data folder', description: place.dataDir })
    },

    app: async ({ line }, use) => use(line),
    page: async ({ line }, use) => use(line.page()),
    quietPage: async ({ line }, use) => {
      line.expectRefusals()
      await use(line.page())
    },
    restartApp: async ({ line }, use) => use(line.restart),
    killApp: async ({ line }, use) => use(line.kill),
    savedFile: async ({ line }, use) => use(line.saved),

    answerHost: async ({ host, line }, use) =>
      use((button) => {
        if (host === 'installed') return line.answer(button)
        return host === 'local' ? answerPage(line, button) : answerDialog(line, button)
      }),

    api: async ({ line }, use) => use(apiOf(line.page)),
  },
)

/**
 * Shares one app between the tests of a file or group, which run one after the other in one worker. For tests that leave
 * nothing behind that affects the next: each begins in the inbox of a reloaded page, without faults and with the view of
 * a new app. `practice`, `page`, `api` and the other fixtures belong to the shared app. Starting an app costs more than
 * most tests.
 *
 * `openProfile` gets the address of the practice platform and resolves with further fields of the profile.
 */
export const shareApp = (
  shop: HostOptions['shop'],
  openProfile?: (practiceUrl: string) => Promise<object>,
): (() => SharedApp) => {
  let shared: (SharedApp & { readonly end: () => Promise<void> }) | undefined
  let isUsed = false
  let initialView: View = {}
  const here = () => {
    if (shared === undefined) throw new Error('The app that the tests share is not open')
    return shared
  }
  const loadView = async (): Promise<View> => (await here().api<{ values: View }>('app.view')).values
  const startOver = async (page: Page): Promise<void> => {
    // A request whose route is removed under it goes past the desktop's double, to no server.
    await page.unrouteAll({ behavior: 'wait' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, '#/inbox')
    // Makes the page save its state now, so it can't overwrite the view restored below.
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    for (const [key, value] of Object.entries(await loadView())) {
      const initial = initialView[key] ?? null
      if (JSON.stringify(value) !== JSON.stringify(initial)) await here().api('app.saveView', { key, value: initial })
    }
    await page.reload()
    await expectReady(page)
  }
  test.describe.configure({ mode: 'default' })
  test.use({
    practice: async ({ shop: _ }, use) => use(here().practice),
    line: async ({ practice }, use) => {
      if (isUsed) await startOver(here().page())
      isUsed = true
      await use(here())
      await practice.delete('/practice/faults')
    },
  })
  test.beforeAll(async ({ host, browser, contextOptions }) => {
    if (host === 'electron' && electronProblem() !== undefined) return
    const practice = await openPractice(shop)
    const place = newPlace(practice.url, shop.platform, { profile: await openProfile?.(practice.url) })
    const line = await openHost({ host, browser, contextOptions, ...place })
    const end = async (): Promise<void> => {
      await line.close()
      await practice.stop()
      rmSync(place.folder, { recursive: true, force: true })
    }
    shared = { ...line, ...place, practice, api: apiOf(line.page), end }
    isUsed = false
    initialView = await loadView()
  })
  test.afterAll(async () => {
    await shared?.end()
    shared = undefined
  })
  return () => {
    isUsed = true
    return here()
  }
}

export { expect, expectReady }
