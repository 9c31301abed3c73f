/** The end-to-end tests: the built app, in a real browser, against a practice platform of each test's own. */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { delaySeed } from './test/e2e/delayed-answers.ts'
import type { HostOptions } from './test/e2e/fixtures.ts'
import { electronProblem } from './test/e2e/host-process.ts'
import { installedProgram } from './test/installed/installed-app.ts'
import { chromiumArguments, findChromium } from './test/support/chromium.ts'

const executablePath = findChromium()

/** A page of a test lives for seconds, so optimising its JavaScript costs a tenth more processor time than it saves. */
const v8Flags = '--js-flags=--no-opt --no-maglev --single-threaded-gc'

// With Electron's runtime every specification runs in it; without, one skipped test says why.
const withoutElectron = '**/electron-runtime.spec.ts'
const hasElectron = electronProblem() === undefined

// The double runs what the desktop adds to the local host; the long form runs everything on it.
const isLong = process.env.STALLHAND_LONG === '1'
const doubleOnly = ['**/desktop*.spec.ts', '**/package.spec.ts', '**/installed.spec.ts']
// Only the local host has addresses, cookies and a terminal.
const localHostOnly = ['**/local-host.spec.ts', '**/start-problems.spec.ts']
const onTheDesktop = ['**/checklist.spec.ts', ...doubleOnly]

export default defineConfig<HostOptions>({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  reporter: [['list']],
  fullyParallel: true,
  // A test often waits for its app, so one more than there are cores keeps them at work.
  workers: Math.min(4, availableParallelism() + 1),
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Limits cost time only in a test that fails, so they leave room for a busy machine.
  timeout: delaySeed === undefined ? 120_000 : 600_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // A trace of every step takes a fifth of the whole time; `npx playwright test --trace on SPEC` makes one where it is wanted.
    trace: 'off',
    launchOptions: {
      args: [...chromiumArguments(), v8Flags],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  projects: [
    { name: 'local', use: { host: 'local' }, testIgnore: [...doubleOnly, withoutElectron] },
    { name: 'gallery', testDir: 'test/gallery' },
    {
      name: 'double',
      use: { host: 'double' },
      testMatch: isLong ? '**/*.spec.ts' : onTheDesktop,
      testIgnore: [...localHostOnly, withoutElectron],
    },
    {
      name: 'electron',
      use: { host: 'electron' },
      ...(hasElectron
        ? { testIgnore: [...doubleOnly, ...localHostOnly, withoutElectron] }
        : { testMatch: withoutElectron }),
    },
    // Only where a package is installed (test/installed/prepare.ts).
    ...(installedProgram() === undefined
      ? []
      : [{ name: 'installed', use: { host: 'installed' as const }, testMatch: '**/installed.spec.ts' }]),
  ],
})
