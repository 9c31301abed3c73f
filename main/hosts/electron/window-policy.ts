/** The permissions of the window's page, and how often a failing page is reloaded. */
import type { BrowserWindowConstructorOptions } from 'electron'
import type { Clock } from '../../ports.ts'

const MAX_FAILURES = 3
const FAILURE_WINDOW_MS = 60_000

/** SECURITY (Electron checklist 2, 3, 4, 6, 8, 9, 10, 11): https://www.electronjs.org/docs/latest/tutorial/security */
export const safePreferences = (options: {
  readonly preload: string
  readonly devTools: boolean
  readonly platform: NodeJS.Platform
}): NonNullable<BrowserWindowConstructorOptions['webPreferences']> => ({
  preload: options.preload,
  devTools: options.devTools,
  // Outside macOS, Chromium downloads dictionaries (https://www.electronjs.org/docs/latest/tutorial/spellchecker).
  spellcheck: options.platform === 'darwin',
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  contextIsolation: true,
  sandbox: true,
})

/** Returns a function that counts a page failure and returns whether to reload the page. */
export const failureLimit = (clock: Clock): (() => boolean) => {
  let atMs: readonly number[] = []
  return () => {
    const nowMs = clock.monotonicMs()
    atMs = [...atMs.filter((one) => nowMs - one < FAILURE_WINDOW_MS), nowMs]
    return atMs.length <= MAX_FAILURES
  }
}
