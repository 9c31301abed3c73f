/** What holds for the window whatever it shows: the rights of its page, and how often a page that fails is opened again. */
import type { BrowserWindowConstructorOptions } from 'electron'
import type { Clock } from '../../ports.ts'

/** A page that fails again and again is not opened for ever. */
const MOST_FAILURES = 3
const FAILURES_WITHIN_MS = 60_000

/** SECURITY (Electron checklist 2, 3, 4, 6, 8, 9, 10, 11): said once, for the only window there is. */
export const safePreferences = (options: {
  readonly preload: string
  readonly devTools: boolean
  readonly platform: NodeJS.Platform
}): NonNullable<BrowserWindowConstructorOptions['webPreferences']> => ({
  preload: options.preload,
  devTools: options.devTools,
  // Outside macOS the spelling dictionaries would be fetched from the web.
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

/** Counts failures of the page: true while opening it again is worth trying. */
export const failureLimit = (clock: Clock): (() => boolean) => {
  let atMs: readonly number[] = []
  return () => {
    const nowMs = clock.monotonicMs()
    atMs = [...atMs.filter((one) => nowMs - one < FAILURES_WITHIN_MS), nowMs]
    return atMs.length <= MOST_FAILURES
  }
}
