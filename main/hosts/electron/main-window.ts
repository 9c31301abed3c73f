/** The window: its creation, its bounds, and recovery when its page fails. */
import type { MessageBoxOptions, RenderProcessGoneDetails } from 'electron'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { Cancel, Clock, Log, Settings } from '../../ports.ts'
import { reportToLauncher } from '../common/launch-report.ts'
import { loadTheme } from '../common/theme.ts'
import { usableBounds } from '../common/window-bounds.ts'
import { DOCUMENT_URL } from './app-protocol.ts'
import { failureLimit, safePreferences } from './window-policy.ts'

const BOUNDS_KEY = 'window.bounds'
const SAVE_BOUNDS_AFTER_MS = 500

/** Each theme's `--paper`, as the background until the document has loaded, to avoid a flash. */
const paper = { light: '#fbfaf7', dark: '#1c1b19' } as const

export type MainWindow = {
  /** Brings the window to the front at a location, such as `#/inbox/1234`, or opens it. */
  readonly show: (hash?: string) => void
  /** Opens the window unless `show` already did. Resolves when its document has loaded. */
  readonly open: () => Promise<void>
  readonly isOurs: (contentsId: number) => boolean
  readonly current: () => BrowserWindow | undefined
}

type MainWindowDeps = {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly preload: string
  readonly devTools: boolean
  readonly platform: NodeJS.Platform
  /** What to do when the user closes the window. */
  readonly onClose: () => 'close' | 'stay' | 'hide'
  /** Called when the system ends the session. */
  readonly onSessionEnd: () => void
  readonly ask: (question: MessageBoxOptions) => Promise<number>
  readonly quit: () => void
  /** Whether the app quits without asking. */
  readonly isUnasked: () => boolean
  /** Whether the app is stopping. If so, it starts again, because the user opened it. */
  readonly startsAgain: () => boolean
  /** Cancels quitting and returns a function that resumes it; undefined if only the window is closing. */
  readonly cancelQuit: () => (() => void) | undefined
}

const failedOften: MessageBoxOptions = {
  type: 'error',
  title: 'Stallhand',
  message: 'The window keeps failing',
  detail:
    'Your drafts are saved. Open the window again, or quit and restart Stallhand. A problem report helps to find the cause.',
  buttons: ['Open again', 'Quit'],
  defaultId: 0,
  cancelId: 1,
  noLink: true,
}

const notResponding: MessageBoxOptions = {
  type: 'warning',
  title: 'Stallhand',
  message: 'The window isn’t responding',
  detail: 'Wait, or open it again. Your drafts are saved except for the last moment.',
  buttons: ['Wait', 'Open again'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}

/** Shown when the page prevents closing without a reason. */
const notSaved: MessageBoxOptions = {
  type: 'warning',
  title: 'Stallhand',
  message: 'Your last changes aren’t saved',
  detail:
    'The field you typed in says why. Keep Stallhand open to fix that; the changes are then saved automatically. If you continue now, they are lost.',
  buttons: ['Keep open', 'Discard changes'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}

const toUrl = (hash: string | undefined): string =>
  hash === undefined ? DOCUMENT_URL : `${DOCUMENT_URL}#${hash.replace(/^#/, '')}`

export const createMainWindow = (deps: MainWindowDeps): MainWindow => {
  const { settings, clock, log } = deps
  const mayOpenAgain = failureLimit(clock)
  let current: BrowserWindow | undefined

  const alive = (): BrowserWindow | undefined => (current?.isDestroyed() === false ? current : undefined)

  const load = (window: BrowserWindow, hash: string | undefined): Promise<void> =>
    window.loadURL(toUrl(hash)).catch((error: unknown) => {
      // Loading another address aborts the one still loading, which isn't a failure.
      log.warn('the document was not loaded', { error })
    })

  const saveBounds = (window: BrowserWindow): void => {
    try {
      settings.set(BOUNDS_KEY, { ...window.getNormalBounds(), maximized: window.isMaximized() })
    } catch (error) {
      // A full disk must not prevent a window from closing.
      log.warn('the window bounds were not saved', { error })
    }
  }

  const watchBounds = (window: BrowserWindow): void => {
    let cancel: Cancel = () => {}
    const later = (): void => {
      cancel()
      cancel = clock.setTimer(() => {
        if (!window.isDestroyed()) saveBounds(window)
      }, SAVE_BOUNDS_AFTER_MS)
    }
    window.on('resize', later)
    window.on('move', later)
    window.on('maximize', later)
    window.on('unmaximize', later)
    window.on('close', () => {
      cancel()
      saveBounds(window)
    })
    window.on('closed', () => cancel())
  }

  const openAgain = async (window: BrowserWindow, { reason, exitCode }: RenderProcessGoneDetails): Promise<void> => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log.error('the page of the window failed', { reason, exitCode })
    if (!mayOpenAgain() && (await deps.ask(failedOften)) !== 0) {
      deps.quit()
      return
    }
    // The address contains the location and the database the drafts, so the page returns as it was.
    if (!window.isDestroyed()) window.webContents.reload()
  }

  /** The page prevents unloading, because typed text could not be saved. */
  const askAboutUnsaved = async (leave: () => void): Promise<void> => {
    log.warn('the window did not close because of unsaved text')
    if ((await deps.ask(notSaved)) === 0) return
    leave()
  }

  const askAboutHang = async (window: BrowserWindow): Promise<void> => {
    log.warn('the page is not responding')
    if ((await deps.ask(notResponding)) === 0 || window.isDestroyed()) return
    window.webContents.forcefullyCrashRenderer()
  }

  const create = async (hash?: string): Promise<void> => {
    nativeTheme.themeSource = loadTheme(settings) ?? 'system'
    const bounds = usableBounds(
      settings.get(BOUNDS_KEY),
      screen.getAllDisplays().map((display) => display.workArea),
    )
    const window = new BrowserWindow({
      width: bounds?.width ?? 1280,
      height: bounds?.height ?? 800,
      ...(bounds === undefined ? {} : { x: bounds.x, y: bounds.y }),
      minWidth: 640,
      minHeight: 480,
      title: 'Stallhand',
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? paper.dark : paper.light,
      autoHideMenuBar: true,
      webPreferences: safePreferences(deps),
    })
    // Set before the page runs, so that its first call is accepted.
    current = window
    if (bounds?.maximized === true) window.maximize()
    window.once('ready-to-show', () => {
      window.show()
      void reportToLauncher('windowShown')
    })
    let isClosing = false
    let isAsking = false
    let mayDiscard = false
    window.on('close', (event) => {
      const answer = deps.onClose()
      isClosing = answer === 'close'
      if (answer === 'close') return
      event.preventDefault()
      if (answer === 'hide') window.hide()
    })
    window.webContents.on('did-finish-load', () => {
      mayDiscard = false
    })
    window.webContents.on('will-prevent-unload', (event) => {
      // Preventing this event lets the page unload
      // (https://www.electronjs.org/docs/latest/api/web-contents#event-will-prevent-unload).
      if (mayDiscard || deps.isUnasked()) {
        log.warn('the window closed with unsaved text', { asked: mayDiscard })
        event.preventDefault()
        return
      }
      const resume = deps.cancelQuit() ?? (isClosing ? () => window.close() : () => window.webContents.reload())
      isClosing = false
      if (isAsking) return
      isAsking = true
      askAboutUnsaved(() => {
        if (window.isDestroyed()) return
        mayDiscard = true
        resume()
      })
        .catch((error: unknown) => log.error('the question about unsaved text failed', { error }))
        .finally(() => {
          isAsking = false
        })
    })
    watchBounds(window)
    window.on('query-session-end', deps.onSessionEnd)
    window.webContents.on('render-process-gone', (_event, details) => {
      openAgain(window, details).catch((error: unknown) => log.error('the window was not opened again', { error }))
    })
    window.on('unresponsive', () => {
      askAboutHang(window).catch((error: unknown) => log.error('the window was not opened again', { error }))
    })
    await load(window, hash)
  }

  return {
    // A second start may show the window while the first is still starting.
    open: async () => {
      if (alive() === undefined) await create()
    },
    show: (hash) => {
      const window = alive()
      if (window === undefined) {
        if (!deps.startsAgain()) void create(hash)
        return
      }
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
      if (hash !== undefined) void load(window, hash)
    },
    isOurs: (contentsId) => alive()?.webContents.id === contentsId,
    current: alive,
  }
}
