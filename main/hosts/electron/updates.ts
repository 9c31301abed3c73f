/**
 * Updates through electron-updater, from the feed named in the build.
 *
 * SECURITY (SEC-03, Electron checklist 16, 18): only the list of versions is fetched before the seller agrees
 * (main/app/handlers.ts asks). On every system, a downloaded file requires the maintainer's signature
 * (update-signature.ts), which is checked again right before installation. Nothing is installed on quit.
 */
import type { AppUpdater, UpdateDownloadedEvent } from 'electron-updater'
import { conflict } from '../../../shared/result.ts'
import type { Cancel, Clock, Log, UpdateState, Updates } from '../../ports.ts'
import { hashFile, isSigned } from './update-signature.ts'

/** The subset of electron-updater in use. */
export type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'logger'
  | 'setFeedURL'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
> & {
  readonly netSession: {
    readonly webRequest: { readonly onBeforeRequest: (listener: null) => void }
    readonly fetch: (url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'text'>>
  }
  readonly on: {
    (event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown
    (event: 'update-available', listener: (info: { readonly version: string }) => void): unknown
    (event: 'update-downloaded', listener: (info: Downloaded) => void): unknown
    (event: 'update-not-available', listener: () => void): unknown
    (event: 'error', listener: (error: Error) => void): unknown
  }
}
type Downloaded = Pick<UpdateDownloadedEvent, 'version' | 'files' | 'downloadedFile'>

/** Where updates come from, and the key that signs them: SPKI in base64. */
export type Release = { readonly feed: string; readonly publicKey: string }

/** Undefined, and the app has no updates, unless the build names an HTTPS feed and a key. */
export const parseRelease = ({ feed, publicKey }: { readonly feed: unknown; readonly publicKey: unknown }) =>
  typeof feed === 'string' && typeof publicKey === 'string' && feed.startsWith('https://') && URL.canParse(feed)
    ? ({ feed: feed.replace(/\/*$/, '/'), publicKey } satisfies Release)
    : undefined

const FIRST_CHECK_AFTER_MS = 30_000
const CHECK_INTERVAL_MS = 6 * 60 * 60_000
const SIGNATURE_TIMEOUT_MS = 30_000

class SignatureInvalid extends Error {}

const messages: Readonly<Record<string, string>> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'The update address has no list of versions.',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'The file at the update address isn’t a list of versions.',
  ERR_CHECKSUM_MISMATCH: 'The update doesn’t match the list of versions and was deleted.',
  ERR_UPDATER_INVALID_SIGNATURE: 'The update doesn’t have the signature of this app and was deleted.',
}

const formatProblem = (error: unknown): string => {
  if (error instanceof SignatureInvalid) {
    return 'The update isn’t signed by the makers of Stallhand, so it isn’t installed.'
  }
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return (
    messages[code] ??
    'Checking for updates failed. Stallhand tries again later. If it keeps failing, report a problem under Settings, About.'
  )
}

type UpdatesEntry = Updates & {
  /** Starts checking. */
  readonly begin: () => void
  readonly end: () => void
}

export const createUpdates = (deps: {
  readonly release: Release
  readonly load: () => Promise<Updater>
  readonly clock: Clock
  readonly log: Log
  /** Quits the app, then runs `last`. */
  readonly quitThen: (last: () => void) => void
  /** Restarts this version after a failed installation. */
  readonly restart: () => void
  readonly onChange: () => void
}): UpdatesEntry => {
  const { release, clock, log } = deps
  let state: UpdateState = { phase: 'idle', version: null, percent: null, problem: null, checkedAtMs: null }
  let loaded: Promise<Updater> | undefined
  let downloaded: Downloaded | undefined
  let isInstalling = false
  let cancelNext: Cancel = () => {}

  const setState = (next: Partial<UpdateState>): void => {
    state = { ...state, problem: null, percent: null, ...next }
    deps.onChange()
  }
  const failed = (error: unknown): void => {
    log.warn('updating failed', { error })
    if (isInstalling) {
      deps.restart()
      return
    }
    downloaded = undefined
    setState({ phase: 'failed', problem: formatProblem(error), checkedAtMs: clock.nowMs() })
  }

  /** Throws `SignatureInvalid` unless the feed has a valid signature beside the file. */
  const verifySignature = async (updater: Updater, { version, files, downloadedFile }: Downloaded): Promise<void> => {
    const sha512 = await hashFile(downloadedFile)
    const name = files.find((file) => file.sha512 === sha512)?.url
    const url = name === undefined ? undefined : new URL(`${name}.sig`, release.feed)
    if (name === undefined || url?.origin !== new URL(release.feed).origin)
      throw new SignatureInvalid('not in the list')
    const answer = await updater.netSession.fetch(url.href, {
      redirect: 'error',
      signal: AbortSignal.timeout(SIGNATURE_TIMEOUT_MS),
    })
    const signature = answer.ok ? await answer.text() : ''
    if (!isSigned({ version, name, sha512 }, signature, release.publicKey))
      throw new SignatureInvalid('wrong signature')
  }

  const prepare = async (): Promise<Updater> => {
    const updater = await deps.load()
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    updater.allowDowngrade = false
    updater.logger = {
      info: (message) => log.debug(`updater: ${String(message)}`),
      warn: (message) => log.warn(`updater: ${String(message)}`),
      error: (message) => log.warn(`updater: ${String(message)}`),
    }
    // Only the updater uses this session. All other sessions have no network.
    updater.netSession.webRequest.onBeforeRequest(null)
    updater.setFeedURL({ provider: 'generic', url: release.feed })
    updater.on('update-not-available', () => setState({ phase: 'upToDate', version: null, checkedAtMs: clock.nowMs() }))
    updater.on('update-available', ({ version }) =>
      setState({ phase: 'available', version, checkedAtMs: clock.nowMs() }),
    )
    updater.on('download-progress', ({ percent }) => setState({ phase: 'downloading', percent: Math.floor(percent) }))
    updater.on('update-downloaded', (info) => {
      verifySignature(updater, info).then(() => {
        downloaded = info
        setState({ phase: 'ready', version: info.version })
      }, failed)
    })
    updater.on('error', failed)
    return updater
  }

  const plan = (delayMs: number): void => {
    cancelNext()
    cancelNext = clock.setTimer(check, delayMs)
  }
  const check = (): void => {
    plan(CHECK_INTERVAL_MS)
    if (['checking', 'downloading', 'ready'].includes(state.phase)) return
    setState({ phase: 'checking' })
    loaded ??= prepare()
    loaded
      .then((updater) => updater.checkForUpdates())
      .catch((error: unknown) => {
        if (state.phase === 'checking') failed(error)
      })
  }

  return {
    host: new URL(release.feed).host,
    state: () => state,
    check,
    download: () => {
      if (state.phase !== 'available') throw conflict('No update is available. Check for updates first.')
      setState({ phase: 'downloading' })
      // Failures are reported by the updater's error event.
      loaded?.then((updater) => updater.downloadUpdate()).catch(() => undefined)
    },
    install: async () => {
      const updater = await loaded
      if (updater === undefined || downloaded === undefined || state.phase !== 'ready') {
        throw conflict('No update is ready to install.')
      }
      try {
        await verifySignature(updater, downloaded)
      } catch (error) {
        failed(error)
        throw conflict(formatProblem(error))
      }
      deps.quitThen(() => {
        isInstalling = true
        updater.quitAndInstall(false, true)
      })
    },
    begin: () => plan(FIRST_CHECK_AFTER_MS),
    end: () => cancelNext(),
  }
}
