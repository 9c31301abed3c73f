/**
 * Finds a Chromium for the end-to-end tests: Playwright's own or an installed one. Installs one if there is none.
 *
 * `npm run test:e2e` runs this file before the tests. It writes nothing into the repository.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'

const root = path.join(import.meta.dirname, '../..')
const MAX_ANSWER_MS = 20_000
const MAX_DOWNLOAD_MS = 240_000
const MAX_INSTALL_MS = 600_000

/** Best first: the headless shell draws no browser window, which saves a third of the work. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
]

/** Paths where Chromium may be installed, best first. `CHROMIUM_PATH`, set by the user, precedes all others. */
export const chromiumPlaces = (
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  playwrights: string,
): readonly string[] => {
  const own = [env.CHROMIUM_PATH ?? '', playwrights].filter((place) => place !== '')
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${name}.app/Contents/MacOS/${name}`)
    return [
      ...own,
      ...['/Applications', path.join(env.HOME ?? '', 'Applications')].flatMap((folder) =>
        apps.map((app) => path.join(folder, app)),
      ),
    ]
  }
  if (platform === 'win32') {
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ]
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    )
    return [...own, ...folders.flatMap((folder) => programs.map((program) => path.win32.join(folder, program)))]
  }
  const folders = [...(env.PATH ?? '').split(':'), '/usr/bin', '/usr/local/bin', '/snap/bin'].filter(
    (folder) => folder !== '',
  )
  return [...new Set([...own, ...names.flatMap((name) => folders.map((folder) => path.join(folder, name)))])]
}

/** Whether the program exists and prints its version. One downloaded without its libraries can't. */
const isUsable = (program: string): boolean => {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    return false
  }
  // On Windows `--version` opens a window.
  if (process.platform === 'win32') return true
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: MAX_ANSWER_MS }).status === 0
}

let found: string | undefined

/** The first usable Chromium, or undefined. */
export const findChromium = (): string | undefined => {
  found ??= chromiumPlaces(process.platform, process.env, chromium.executablePath()).find(isUsable)
  return found
}

const isRootOnDebian = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && isUsable('/usr/bin/apt-get')

const run = (program: string, args: readonly string[], limitMs: number): void => {
  spawnSync(program, args, {
    cwd: root,
    stdio: 'ignore',
    timeout: limitMs,
    killSignal: 'SIGKILL',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Finds a Chromium or installs one. Undefined if neither works. */
export const ensureChromium = (say: (line: string) => void): string | undefined => {
  const present = findChromium()
  if (present !== undefined) return present
  say('No Chromium was found; fetching the one of Playwright.')
  run(process.execPath, [path.join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], MAX_DOWNLOAD_MS)
  const downloaded = findChromium()
  if (downloaded !== undefined || !isRootOnDebian()) return downloaded
  say('Installing the Chromium of this system.')
  run('/usr/bin/apt-get', ['update'], MAX_INSTALL_MS)
  for (const name of ['chromium-headless-shell', 'chromium']) {
    run('/usr/bin/apt-get', ['install', '--yes', '--no-install-recommends', name], MAX_INSTALL_MS)
    const installed = findChromium()
    if (installed !== undefined) return installed
  }
  return undefined
}

/**
 * Features to disable. Chromium uses only the last `--disable-features`, so this repeats the entries of Playwright's that matter.
 *
 * The Omnibox features create two invisible pages per window, which is half the cost of a new window.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

/** Chromium's arguments: no background traffic, and its sandbox wherever possible. */
export const chromiumArguments = (): string[] => [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  `--disable-features=${disabledFeatures.join(',')}`,
  // Chromium refuses to run as root inside its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename) {
  if (ensureChromium((line) => console.log(line)) === undefined) {
    console.error(
      'The end-to-end tests need a Chromium and none could be found or installed. Install Chromium or Chrome (on Debian: apt-get install chromium), or name one with CHROMIUM_PATH=/path/to/it.',
    )
    process.exit(1)
  }
}
