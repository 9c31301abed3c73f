/**
 * Opens the built app under one of its hosts, with the page that shows it.
 *
 * `local` is the local host in a browser, `electron` the desktop in Electron itself, `double` the desktop's built bundles
 * on the Electron double (test/support/electron-double), `installed` an installed package (test/installed). Each can be stopped, killed, and restarted on the same data.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  _electron,
  type Browser,
  type BrowserContextOptions,
  type ElectronApplication,
  expect,
  type Page,
} from 'playwright/test'
import { findElectron } from '../../main/hosts/launch/electron-runtime.ts'
import { installedProgram } from '../installed/installed-app.ts'
import { type Stage, type StageOptions, startStage } from '../support/electron-double/stage.ts'
import { delayAnswers } from './delayed-answers.ts'
import { type LocalProcess, root, startLocalProcess } from './host-process.ts'

export type HostName = 'local' | 'electron' | 'double' | 'installed'

/** A file saved from the app: its suggested name and its contents. */
export type SavedFile = { readonly name: string; readonly bytes: Buffer; readonly text: string }

const savedFileOf = async (name: string, file: string): Promise<SavedFile> => {
  const bytes = await readFile(file)
  return { name, bytes, text: bytes.toString('utf8') }
}

export type Line = {
  /** The page of the running app. Changes after a restart, except under the local host. */
  readonly page: () => Page
  readonly restart: () => Promise<Page>
  /** Ends the app as a crash does. */
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
  /** Ignores console errors from here on, for tests that provoke refusals. */
  readonly expectRefusals: () => void
  /** Runs `action`, which makes the app offer a file, and saves it. */
  readonly saved: (action: () => Promise<void>) => Promise<SavedFile>
  /** Answers every question of the installed app outside the window from here on. Throws under the other hosts. */
  readonly answer: (button: string) => Promise<void>
  /** Throws on the desktop and while the app isn't running. */
  readonly local: () => LocalProcess
  /** Throws without the double and while the app isn't running. */
  readonly stage: () => Stage
}

export type LineOptions = {
  readonly host: HostName
  readonly flags: readonly string[]
  readonly browser: Browser
  readonly contextOptions: BrowserContextOptions
  /** The test's own folder, for files that belong neither to the app's data nor to the browser. */
  readonly folder: string
  /** Options of the double. */
  readonly desktop?: StageOptions['given']
}

/** Waits until the window can be used. */
export const expectReady = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-app-state="ready"]')).toBeAttached()
}

/** Console errors of a page whose host has ended: a call, file or screen failed to load. */
const lostHost = /net::ERR_|status of 401|Failed to fetch|Unable to preload|A screen failed/

/** Collects everything a page must never do. Ignores errors of a lost host while `isUp` is false. */
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

const wrongHost = (what: string): never => {
  throw new Error(`This host has no ${what}`)
}

const openLocal = async ({ browser, contextOptions, flags }: LineOptions): Promise<Line> => {
  let running: LocalProcess | undefined
  let isTried = false
  let isUp = false
  const here = (): LocalProcess => running ?? wrongHost('running process')
  const openPage = async () => {
    const context = await browser.newContext(contextOptions)
    await delayAnswers(context)
    const page = await context.newPage()
    return { context, page, problems: await watchForProblems(page, () => isUp) }
  }
  // The process and the browser's window take about the same time to open.
  const [opened, { context, page, problems }] = await Promise.all([startLocalProcess(flags), openPage()])
  running = opened
  const show = async (): Promise<void> => {
    await page.goto(here().address)
    isUp = true
    await expectReady(page)
  }
  const stop = async (): Promise<void> => {
    isUp = false
    const exitCode = await running?.stop()
    if (running !== undefined) expect(exitCode, 'the app ends in order').toBe(0)
    running = undefined
  }
  await show()
  return {
    page: () => page,
    kill: async () => {
      isUp = false
      await running?.kill()
      running = undefined
    },
    restart: async () => {
      await stop()
      running = await startLocalProcess(flags)
      await show()
      return page
    },
    close: async () => {
      isUp = false
      await Promise.all([context.close(), stop()])
      if (!isTried) expect(problems, 'errors in the page').toEqual([])
    },
    expectRefusals: () => {
      isTried = true
    },
    saved: async (action) => {
      const [download] = await Promise.all([page.waitForEvent('download'), action()])
      return savedFileOf(download.suggestedFilename(), await download.path())
    },
    answer: () => wrongHost('answers'),
    local: here,
    stage: () => wrongHost('stage'),
  }
}

const openDouble = async ({ browser, contextOptions, flags, folder, desktop }: LineOptions): Promise<Line> => {
  let stage: Stage | undefined
  let isTried = false
  let isUp = false
  const problems: (readonly string[])[] = []
  const here = (): Stage => stage ?? wrongHost('running desktop')
  const start = async (): Promise<void> => {
    const started = await startStage({
      entry: path.join(root, 'out/main/electron.js'),
      args: flags,
      given: { home: folder, ...desktop },
      browser,
      contextOptions,
      onPage: async (page) => {
        problems.push(await watchForProblems(page, () => isUp))
      },
    })
    stage = started
    isUp = true
    await started.shown
    await expectReady(started.page())
  }
  const stop = async (): Promise<void> => {
    isUp = false
    if (stage === undefined) return
    const { exitCode, output } = await stage.stop()
    stage = undefined
    expect({ exitCode, output }, 'the app ends in order, without a word').toEqual({ exitCode: 0, output: '' })
  }
  await start()
  return {
    page: () => here().page(),
    kill: async () => {
      isUp = false
      await stage?.kill()
      stage = undefined
    },
    restart: async () => {
      await stop()
      await start()
      return here().page()
    },
    close: async () => {
      await stop()
      if (!isTried) expect(problems.flat(), 'errors in the page').toEqual([])
    },
    expectRefusals: () => {
      isTried = true
    },
    saved: async (action) => {
      await action()
      await expect.poll(async () => (await here().desktop()).dialogs.map(({ kind }) => kind)).toEqual(['save'])
      const [dialog] = (await here().desktop()).dialogs
      const name = path.basename(dialog?.defaultPath ?? '')
      const filePath = path.join(folder, name)
      await here().main.answerDialog(dialog?.id ?? 0, { filePath })
      await expect.poll(() => readFile(filePath, 'utf8').catch(() => undefined), 'the file is written').toBeDefined()
      return savedFileOf(name, filePath)
    },
    answer: () => wrongHost('answers'),
    local: () => wrongHost('local process'),
    stage: here,
  }
}

/** Ends Electron as a system signal does: without a question, and cleanly. */
const endElectron = async (running: ElectronApplication): Promise<void> => {
  const closed = running.waitForEvent('close')
  await running.evaluate(() => void process.emit('SIGTERM')).catch(() => undefined)
  await closed
}

/** What to start: the installed program, or Electron's runtime with this folder. */
const findProgram = (host: HostName): { readonly executablePath: string; readonly args: readonly string[] } => {
  const executablePath = host === 'installed' ? installedProgram() : findElectron(root)
  if (executablePath === undefined) throw new Error('The program isn’t installed')
  return { executablePath, args: host === 'installed' ? [] : [root] }
}

const openElectron = async ({ host, flags, folder }: LineOptions): Promise<Line> => {
  const { executablePath, args } = findProgram(host)
  const problems: (readonly string[])[] = []
  let isTried = false
  let current: { readonly running: ElectronApplication; readonly page: Page } | undefined
  const here = () => current ?? wrongHost('running Electron')
  const start = async (): Promise<void> => {
    // Without this Playwright switches Chromium's sandbox off on Linux.
    const running = await _electron.launch({
      executablePath,
      args: [...args, ...flags],
      cwd: root,
      chromiumSandbox: true,
    })
    // An update ends the app by itself.
    running.once('close', () => {
      if (current?.running === running) current = undefined
    })
    const page = await running.firstWindow()
    problems.push(await watchForProblems(page, () => true))
    await expectReady(page)
    current = { running, page }
  }
  const stop = async (): Promise<void> => {
    if (current !== undefined) await endElectron(current.running)
    current = undefined
  }
  await start()
  return {
    page: () => here().page,
    kill: async () => {
      const { running } = here()
      const closed = running.waitForEvent('close')
      // The process that was started may be a shell (Windows) or an AppImage's runtime: the app itself has to end.
      process.kill(await running.evaluate(() => process.pid), 'SIGKILL')
      await closed
      current = undefined
    },
    restart: async () => {
      await stop()
      await start()
      return here().page
    },
    close: async () => {
      await stop()
      if (!isTried) expect(problems.flat(), 'errors in the page').toEqual([])
    },
    expectRefusals: () => {
      isTried = true
    },
    saved: async (action) => {
      const { running } = here()
      const suggested = running.evaluate(
        ({ dialog }, into) =>
          new Promise<string>((resolve) => {
            // The test answers the system's dialog.
            dialog.showSaveDialog = async (...args: unknown[]) => {
              const { defaultPath = '' } = args.at(-1) as { defaultPath?: string }
              const name = defaultPath.replace(/^.*[\\/]/, '')
              setTimeout(() => resolve(name), 0)
              return { canceled: false, filePath: `${into}/${name}` }
            }
          }),
        folder,
      )
      await action()
      const name = await suggested
      const file = path.join(folder, name)
      await expect.poll(() => readFile(file, 'utf8').catch(() => undefined), 'the file is written').toBeDefined()
      return savedFileOf(name, file)
    },
    answer: async (button) => {
      if (host !== 'installed') wrongHost('answers')
      await here().running.evaluate(({ dialog }, label) => {
        dialog.showMessageBox = async (...given: unknown[]) => {
          const { buttons = [] } = given.at(-1) as { buttons?: readonly string[] }
          return { response: buttons.indexOf(label), checkboxChecked: false }
        }
      }, button)
    },
    local: () => wrongHost('local process'),
    stage: () => wrongHost('stage'),
  }
}

/** Starts the app and waits until its page can be used. */
export const openHost = (options: LineOptions): Promise<Line> => {
  if (options.host === 'local') return openLocal(options)
  return options.host === 'double' ? openDouble(options) : openElectron(options)
}
