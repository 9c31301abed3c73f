/**
 * Newer versions, from a feed that the user sets: looked for, downloaded and checked by electron-updater.
 *
 * SECURITY (Electron checklist 16, 18): off until a feed is set, and the updater is not even loaded before. A feed is HTTPS,
 * its files are checked against the digests that it lists, and on macOS and Windows against the signature of this app.
 */
import type { AppUpdater } from 'electron-updater'
import { Failure } from '../../../shared/result.ts'
import type { Cancel, Clock, Log, Settings, UpdateState, Updates } from '../../ports.ts'

/** What is used of electron-updater. */
export type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'logger'
  | 'setFeedURL'
  | 'checkForUpdates'
  | 'quitAndInstall'
> & {
  readonly netSession: { readonly webRequest: { readonly onBeforeRequest: (listener: null) => void } }
  readonly on: {
    (event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown
    (event: 'update-available' | 'update-downloaded', listener: (info: { readonly version: string }) => void): unknown
    (event: 'update-not-available', listener: () => void): unknown
    (event: 'error', listener: (error: Error) => void): unknown
  }
}

const FEED_KEY = 'updates.feed'
const FIRST_CHECK_AFTER_MS = 30_000
const CHECK_EACH_MS = 6 * 60 * 60_000

const words: Readonly<Record<string, string>> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND:
    'There is no list of versions at this address. Check it with whoever gave it to you.',
  ERR_UPDATER_INVALID_UPDATE_INFO:
    'What this address holds is no list of versions. Check it with whoever gave it to you.',
  ERR_CHECKSUM_MISMATCH: 'The newer version did not arrive as the list says it should, and was thrown away.',
  ERR_UPDATER_INVALID_SIGNATURE: 'The newer version is not signed as this one is, and was thrown away.',
}

const problemOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return words[code] ?? 'Newer versions could not be looked for. It is tried again later; the log says why.'
}

const off: UpdateState = { phase: 'off', version: null, percent: null, problem: null, checkedAtMs: null }

export type UpdatesEntry = Updates & {
  /** Begins to look, where a feed is set. */
  readonly begin: () => void
  readonly end: () => void
}

export const createUpdates = (deps: {
  readonly load: () => Promise<Updater>
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** Ends the app in order, then runs `last`. */
  readonly quitThen: (last: () => void) => void
  /** Starts this version again, where the newer one could not take its place. */
  readonly startAgain: () => void
  readonly onChange: () => void
}): UpdatesEntry => {
  const { settings, clock, log } = deps
  let state: UpdateState = off
  let loaded: Promise<Updater> | undefined
  let prepared: Updater | undefined
  let isInstalling = false
  let cancelNext: Cancel = () => {}

  const feed = (): string | null => {
    const kept = settings.get(FEED_KEY)
    return typeof kept === 'string' ? kept : null
  }
  const become = (next: Partial<UpdateState>): void => {
    if (feed() === null && next.phase !== 'off') return
    state = { ...state, problem: null, percent: null, ...next }
    deps.onChange()
  }
  const failed = (error: unknown): void => {
    log.warn('a newer version could not be had', { error })
    if (isInstalling) {
      deps.startAgain()
      return
    }
    become({ phase: 'failed', problem: problemOf(error), checkedAtMs: clock.nowMs() })
  }

  const prepare = async (): Promise<Updater> => {
    const updater = await deps.load()
    updater.autoDownload = true
    updater.allowDowngrade = false
    updater.logger = {
      info: (message) => log.debug(`updater: ${String(message)}`),
      warn: (message) => log.warn(`updater: ${String(message)}`),
      error: (message) => log.warn(`updater: ${String(message)}`),
    }
    // No page has this session; every other one keeps its ban on the network.
    updater.netSession.webRequest.onBeforeRequest(null)
    updater.on('update-not-available', () => become({ phase: 'upToDate', version: null, checkedAtMs: clock.nowMs() }))
    updater.on('update-available', ({ version }) =>
      become({ phase: 'downloading', version, checkedAtMs: clock.nowMs() }),
    )
    updater.on('download-progress', ({ percent }) => become({ phase: 'downloading', percent: Math.floor(percent) }))
    updater.on('update-downloaded', ({ version }) => become({ phase: 'ready', version }))
    updater.on('error', failed)
    prepared = updater
    return updater
  }

  const plan = (delayMs: number): void => {
    cancelNext()
    cancelNext = clock.setTimer(check, delayMs)
  }
  function check(): void {
    const url = feed()
    if (url === null) return
    plan(CHECK_EACH_MS)
    if (state.phase === 'checking' || state.phase === 'downloading' || state.phase === 'ready') return
    become({ phase: 'checking' })
    loaded ??= prepare()
    loaded
      .then((updater) => {
        updater.autoInstallOnAppQuit = true
        updater.setFeedURL({ provider: 'generic', url })
        return updater.checkForUpdates()
      })
      // What fails after the answer came is told by the updater's own event.
      .then((result) => void result?.downloadPromise?.catch(() => undefined))
      .catch((error: unknown) => {
        if (state.phase === 'checking') failed(error)
      })
  }

  return {
    feed,
    state: () => state,
    setFeed: (url) => {
      cancelNext()
      // What came from a feed that is trusted no more is not started by the next quit either.
      if (prepared !== undefined) prepared.autoInstallOnAppQuit = false
      settings.set(FEED_KEY, url ?? undefined)
      state = off
      if (url !== null) {
        become({ phase: 'idle' })
        check()
      } else deps.onChange()
    },
    check,
    install: () => {
      const updater = prepared
      if (updater === undefined || state.phase !== 'ready')
        throw new Failure({ kind: 'conflict', message: 'There is no newer version to start yet.' })
      deps.quitThen(() => {
        isInstalling = true
        updater.quitAndInstall(false, true)
      })
    },
    begin: () => {
      if (feed() === null) return
      become({ phase: 'idle' })
      plan(FIRST_CHECK_AFTER_MS)
    },
    end: () => cancelNext(),
  }
}
