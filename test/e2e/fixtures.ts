/**
 * What every end-to-end test is given: the built app over a fresh data folder, and a practice platform of its own.
 *
 * The platform runs in the test's process and the app is told of it by a profile file, so that the app can be killed and
 * started again while the platform goes on. A test fails on any error in the page's console, any error nobody caught, and
 * any violation of the content security policy.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { _electron, test as base, expect, type Page } from 'playwright/test'
import { findElectron } from '../../main/hosts/launch/electron-runtime.ts'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import type { AppError } from '../../shared/result.ts'
import { electronProblem, type LocalProcess, root, startLocalProcess } from './host-process.ts'

export type HostOptions = {
  /** Which host the project tests. */
  readonly host: 'local' | 'electron'
  /** How much the practice shop holds: `test.use({ shop: { conversations: 3 } })`. */
  readonly shop: { readonly seed?: number; readonly conversations?: number; readonly items?: number }
}

/** The other side of the counter: main/practice/control.ts lists its addresses. */
export type PracticeControl = {
  readonly url: string
  /** `practice.get('/practice/status')` → JSON. Rejects with what the platform said when it is not 2xx. */
  readonly get: (pathname: string) => Promise<unknown>
  readonly post: (pathname: string, body?: unknown) => Promise<unknown>
  readonly delete: (pathname: string) => Promise<unknown>
}

export type TestApp = {
  readonly dataDir: string
  /** The profile file that `--connection` names. */
  readonly profileFile: string
  /** The running local host. Throws in Electron, and while the app is not running. */
  readonly local: () => LocalProcess
}

type Fixtures = {
  readonly practice: PracticeControl
  readonly app: TestApp
  /** Calls a method of the contract as the window does; the answer's value, or a rejection with its error. */
  readonly api: <T = unknown>(method: string, input?: unknown) => Promise<T>
  /**
   * Ends the app in order where it runs, starts it again on the same data, and waits until the page is ready. Resolves with
   * the page to go on with: in the browser the same one, in Electron that of the new window.
   */
  readonly restartApp: () => Promise<Page>
  /** Ends the app as a crash does. */
  readonly killApp: () => Promise<void>
}

type Line = {
  readonly app: TestApp
  readonly page: Page
  readonly restart: () => Promise<Page>
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Waits until the window has what it needs to be used. */
export const expectReady = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-app-state="ready"]')).toBeAttached()
}

/** What a page says when its host is gone: a call, a file or a screen that was on its way did not arrive. */
const lostHost = /net::ERR_|status of 401|Failed to fetch|Unable to preload|A screen failed/

/** Collects what a page must never do. While `isUp` says no, that the host is gone is what the test wanted. */
export const watchForProblems = async (page: Page, isUp: () => boolean): Promise<readonly string[]> => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = message.text()
    if (!isUp() && lostHost.test(text)) return
    problems.push(`console: ${text} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (violation) => {
      console.error(
        `content security policy: ${violation.violatedDirective} ${violation.blockedURI} ${violation.sample}`,
      )
    })
  })
  return problems
}

export const test = base.extend<Fixtures & HostOptions & { readonly line: Line; readonly hostIsHere: undefined }>({
  host: ['local', { option: true }],
  shop: [{}, { option: true }],

  hostIsHere: [
    async ({ host }, use, testInfo) => {
      const problem = host === 'electron' ? electronProblem() : undefined
      testInfo.skip(problem !== undefined, problem ?? '')
      await use(undefined)
    },
    { auto: true },
  ],

  practice: async ({ shop }, use) => {
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
    await use({
      url: platform.url,
      get: (pathname) => send('GET', pathname),
      post: (pathname, body = {}) => send('POST', pathname, body),
      delete: (pathname) => send('DELETE', pathname),
    })
    await platform.stop()
  },

  line: async ({ host, practice, browser, contextOptions }, use, testInfo) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-e2e-'))
    const dataDir = path.join(folder, 'data')
    const profileFile = path.join(folder, 'profile.json')
    writeFileSync(
      profileFile,
      JSON.stringify({ id: 'practice', kind: 'practice', name: 'Practice shop', baseUrl: practice.url }),
    )
    const flags = [`--data-dir=${dataDir}`, `--connection=${profileFile}`]
    const line = host === 'local' ? await openLocal() : await openElectron()
    await use(line)
    await line.close()
    if (testInfo.status === testInfo.expectedStatus) rmSync(folder, { recursive: true, force: true })
    else testInfo.annotations.push({ type: 'data folder', description: dataDir })

    async function openLocal(): Promise<Line> {
      let running: LocalProcess | undefined
      let isUp = false
      const context = await browser.newContext(contextOptions)
      const page = await context.newPage()
      const problems = await watchForProblems(page, () => isUp)
      const start = async (): Promise<void> => {
        running = await startLocalProcess(flags)
        await page.goto(running.address)
        isUp = true
        await expectReady(page)
      }
      const kill = async (): Promise<void> => {
        isUp = false
        await running?.kill()
        running = undefined
      }
      const stop = async (): Promise<void> => {
        isUp = false
        const exitCode = await running?.stop()
        if (running !== undefined) expect(exitCode, 'the app ends in order').toBe(0)
        running = undefined
      }
      await start()
      return {
        app: {
          dataDir,
          profileFile,
          local: () => {
            if (running === undefined) throw new Error('The app is not running')
            return running
          },
        },
        page,
        kill,
        restart: async () => {
          await stop()
          await start()
          return page
        },
        close: async () => {
          await context.close()
          await stop()
          expect(problems, 'errors in the page').toEqual([])
        },
      }
    }

    async function openElectron(): Promise<Line> {
      const program = findElectron(root)
      if (program === undefined) throw new Error("Electron's runtime is not installed")
      const launch = () => _electron.launch({ executablePath: program, args: [root, ...flags], cwd: root })
      const problems: (readonly string[])[] = []
      const open = async () => {
        const running = await launch()
        const page = await running.firstWindow()
        problems.push(await watchForProblems(page, () => true))
        await expectReady(page)
        return { running, page }
      }
      let current = await open()
      return {
        app: {
          dataDir,
          profileFile,
          local: () => {
            throw new Error('Electron is no local host')
          },
        },
        get page() {
          return current.page
        },
        kill: async () => {
          current.running.process().kill('SIGKILL')
        },
        restart: async () => {
          await current.running.close().catch(() => {})
          current = await open()
          return current.page
        },
        close: async () => {
          await current.running.close().catch(() => {})
          expect(problems.flat(), 'errors in the page').toEqual([])
        },
      }
    }
  },

  app: async ({ line }, use) => use(line.app),
  page: async ({ line }, use) => use(line.page),
  restartApp: async ({ line }, use) => use(line.restart),
  killApp: async ({ line }, use) => use(line.kill),

  api: async ({ line }, use) => {
    await use(async <T>(method: string, input: unknown = {}): Promise<T> => {
      const result = (await line.page.evaluate(
        async ([name, given]) => {
          const bridge = (window as { stallhand?: { call: (method: string, input: unknown) => Promise<unknown> } })
            .stallhand
          if (bridge !== undefined) return bridge.call(name, given)
          const answer = await fetch('/api/call', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ method: name, input: given }),
          })
          return answer.json()
        },
        [method, input] as const,
      )) as { ok: true; value: T } | { ok: false; error: AppError }
      if (result.ok) return result.value
      throw new Error(`${method}: ${JSON.stringify(result.error)}`)
    })
  },
})

export { expect }
