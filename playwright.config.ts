/** The end-to-end tests: the built app, in a real browser, against a practice platform of each test's own. */
import { defineConfig } from 'playwright/test'
import type { HostOptions } from './test/e2e/fixtures.ts'
import { electronProblem } from './test/e2e/host-process.ts'
import { chromiumArguments, findChromium } from './test/support/chromium.ts'

const executablePath = findChromium()

// Where Electron is, it runs every specification; where it is not, one test stands for them all and says why.
const insteadOfElectron = '**/electron-runtime.spec.ts'
const hasElectron = electronProblem() === undefined

// What the desktop adds to the local host is tested on its double each time; the rest of the specs where time is no matter.
const everything = process.env.STALLHAND_LONG === '1'
const ofTheDouble = ['**/desktop*.spec.ts', '**/package.spec.ts']
// What is the local host's alone: addresses, cookies, and what it says to a terminal.
const ofTheLocalHost = ['**/local-host.spec.ts', '**/start-problems.spec.ts']
const onTheDesktop = ['**/hosts.spec.ts', '**/journey.spec.ts', '**/checklist.spec.ts', ...ofTheDouble]

export default defineConfig<HostOptions>({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  reporter: [['list']],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    // A trace of every step takes a fifth of the whole time; `npx playwright test --trace on SPEC` makes one where it is wanted.
    trace: 'off',
    launchOptions: { args: chromiumArguments(), ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    { name: 'local', use: { host: 'local' }, testIgnore: [...ofTheDouble, insteadOfElectron] },
    { name: 'gallery', testDir: 'test/gallery' },
    {
      name: 'double',
      use: { host: 'double' },
      testMatch: everything ? '**/*.spec.ts' : onTheDesktop,
      testIgnore: [...ofTheLocalHost, insteadOfElectron],
    },
    {
      name: 'electron',
      use: { host: 'electron' },
      ...(hasElectron
        ? { testIgnore: [...ofTheDouble, ...ofTheLocalHost, insteadOfElectron] }
        : { testMatch: insteadOfElectron }),
    },
  ],
})
