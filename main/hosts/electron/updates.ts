/**
 * Updates from a feed that the user sets, by electron-updater.
 *
 * SECURITY (Electron checklist 16, 18): the updater is not loaded until a feed is set. A feed is HTTPS; its files are verified
 * against the listed digests and, on macOS and Windows, against this app's signature.
 */
import type { AppUpdater } from 'electron-updater'
import { Failure } from '../../../shared/result.ts'
import type { Cancel, Clock, Log, Settings, UpdateState, Updates } from '../../ports.ts'

/** The part of electron-updater that is used. */
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
const CHECK_INTERVAL_MS = 6 * 60 * 60_000

const messages: Readonly<Record<string, string>> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND:
    'There is no list of versions at this address. Check the address with whoever gave it to you.',
  ERR_UPDATER_INVALID_UPDATE_INFO:
    'The file at this address is not a list of versions. Check the address with whoever gave it to you.',
  ERR_CHECKSUM_MISMATCH: 'The update does not match the list of versions and was deleted.',
  ERR_UPDATER_INVALID_SIGNATURE: 'The update does not have the signature of this app and was deleted.',
}

const formatProblem = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return messages[code] ?? 'Checking for updates failed. Stallhand tries again later; see the log for details.'
}

const off: UpdateState = { phase: 'off', version: null, percent: null, problem: null, checkedAtMs: null }

export type UpdatesEntry = Updates & {
  /** Starts checking if a feed is set. */
  readonly begin: () => void
  readonly end: () => void
}

export const createUpdates = (deps: {
  readonly load: () => Promise<Updater>
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** Quits the app, then runs `last`. */
  readonly quitThen: (last: () => void) => void
  /** Restarts this version after a failed installation. */
  readonly restart: () => void
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
  const setState = (next: Partial<UpdateState>): void => {
    if (feed() === null && next.phase !== 'off') return
    state = { ...state, problem: null, percent: null, ...next }
    deps.onChange()
  }
  const failed = (error: unknown): void => {
    log.warn('updating failed', { error })
    if (isInstalling) {
      deps.restart()
      return
    }
    setState({ phase: 'failed', problem: formatProblem(error), checkedAtMs: clock.nowMs() })
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
    // Only the updater uses this session; all others have no network.
    updater.netSession.webRequest.onBeforeRequest(null)
    updater.on('update-not-available', () => setState({ phase: 'upToDate', version: null, checkedAtMs: clock.nowMs() }))
    updater.on('update-available', ({ version }) =>
      setState({ phase: 'downloading', version, checkedAtMs: clock.nowMs() }),
    )
    updater.on('download-progress', ({ percent }) => setState({ phase: 'downloading', percent: Math.floor(percent) }))
    updater.on('update-downloaded', ({ version }) => setState({ phase: 'ready', version }))
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
    plan(CHECK_INTERVAL_MS)
    if (state.phase === 'checking' || state.phase === 'downloading' || state.phase === 'ready') return
    setState({ phase: 'checking' })
    loaded ??= prepare()
    loaded
      .then((updater) => {
        updater.autoInstallOnAppQuit = true
        updater.setFeedURL({ provider: 'generic', url })
        return updater.checkForUpdates()
      })
      // Later failures arrive as the updater's error event.
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
      // An update from the previous feed must not be installed at the next quit.
      if (prepared !== undefined) prepared.autoInstallOnAppQuit = false
      settings.set(FEED_KEY, url ?? undefined)
      state = off
      if (url !== null) {
        setState({ phase: 'idle' })
        check()
      } else deps.onChange()
    },
    check,
    install: () => {
      const updater = prepared
      if (updater === undefined || state.phase !== 'ready')
        throw new Failure({ kind: 'conflict', message: 'No update is ready to install.' })
      deps.quitThen(() => {
        isInstalling = true
        updater.quitAndInstall(false, true)
      })
    },
    begin: () => {
      if (feed() === null) return
      setState({ phase: 'idle' })
      plan(FIRST_CHECK_AFTER_MS)
    },
    end: () => cancelNext(),
  }
}
