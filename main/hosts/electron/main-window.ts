/** The one window: how it is made, where it stands, that it stands there again, and what happens when its page fails. */
import type { MessageBoxOptions, RenderProcessGoneDetails } from 'electron'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { Cancel, Clock, Log, Settings } from '../../ports.ts'
import { reportToLauncher } from '../common/launch-report.ts'
import { chosenTheme } from '../common/theme.ts'
import { usableBounds } from '../common/window-bounds.ts'
import { DOCUMENT_URL } from './app-protocol.ts'
import { failureLimit, safePreferences } from './window-policy.ts'

const BOUNDS_KEY = 'window.bounds'
const KEEP_BOUNDS_AFTER_MS = 500

/** The first colour of the window, before its document is there: `--paper` of each theme, for a frame without a flash. */
const paper = { light: '#fbfaf7', dark: '#1c1b19' } as const

export type MainWindow = {
  /** Brings it to the front and shows a place, such as `#/inbox/1234`; opens it where it is closed. */
  readonly show: (place?: string) => void
  /** Opens it; resolves when its document is loaded. */
  readonly open: (place?: string) => Promise<void>
  readonly isOurs: (contentsId: number) => boolean
  readonly current: () => BrowserWindow | undefined
}

export type MainWindowDeps = {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly preload: string
  readonly devTools: boolean
  readonly platform: NodeJS.Platform
  /** The user closes it: `go` lets it close, `stay` keeps it, `hide` takes it out of sight alone. */
  readonly onClose: () => 'go' | 'stay' | 'hide'
  /** The system ends the session: nothing is asked any more. */
  readonly onSessionEnd: () => void
  readonly ask: (question: MessageBoxOptions) => Promise<number>
  readonly quit: () => void
  /** Whether the app ends without asking. */
  readonly isUnasked: () => boolean
  /** Calls the end of the app off; what comes back takes it up again. Undefined where the window alone was to go. */
  readonly callOffEnd: () => (() => void) | undefined
}

const failedOften: MessageBoxOptions = {
  type: 'error',
  title: 'Stallhand',
  message: 'The window keeps failing',
  detail:
    'What you wrote is kept. Open it again, or quit and start Stallhand anew; a report of a problem helps to find out why.',
  buttons: ['Open again', 'Quit'],
  defaultId: 0,
  cancelId: 1,
  noLink: true,
}

const hangs: MessageBoxOptions = {
  type: 'warning',
  title: 'Stallhand',
  message: 'The window does not answer',
  detail: 'Wait for it, or open it again. What you wrote is kept, but for the last moment.',
  buttons: ['Wait', 'Open again'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}

/** What the page says no to being closed for: it tells main nothing but that. */
const unkept: MessageBoxOptions = {
  type: 'warning',
  title: 'Stallhand',
  message: 'What you typed last is not saved',
  detail:
    'The place where you typed it says why. Keep Stallhand open to mend that: it is then saved by itself. If Stallhand goes on now, it is lost.',
  buttons: ['Keep open', 'Lose it'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}

const addressOf = (place: string | undefined): string =>
  place === undefined ? DOCUMENT_URL : `${DOCUMENT_URL}#${place.replace(/^#/, '')}`

export const createMainWindow = (deps: MainWindowDeps): MainWindow => {
  const { settings, clock, log } = deps
  const mayOpenAgain = failureLimit(clock)
  let current: BrowserWindow | undefined

  const alive = (): BrowserWindow | undefined => (current?.isDestroyed() === false ? current : undefined)

  const load = (window: BrowserWindow, place: string | undefined): Promise<void> =>
    window.loadURL(addressOf(place)).catch((error: unknown) => {
      // A second address while the first is on its way takes its place, which is no failure.
      log.warn('the document was not loaded', { error })
    })

  const keepBounds = (window: BrowserWindow): void => {
    try {
      settings.set(BOUNDS_KEY, { ...window.getNormalBounds(), maximized: window.isMaximized() })
    } catch (error) {
      // A disk that is full must not keep a window from closing.
      log.warn('the place of the window was not kept', { error })
    }
  }

  const watchBounds = (window: BrowserWindow): void => {
    let cancel: Cancel = () => {}
    const later = (): void => {
      cancel()
      cancel = clock.setTimer(() => {
        if (!window.isDestroyed()) keepBounds(window)
      }, KEEP_BOUNDS_AFTER_MS)
    }
    window.on('resize', later)
    window.on('move', later)
    window.on('maximize', later)
    window.on('unmaximize', later)
    window.on('close', () => {
      cancel()
      keepBounds(window)
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
    // The address names the place, and the database holds the drafts: the page comes back as it was.
    if (!window.isDestroyed()) window.webContents.reload()
  }

  /** The page asks to stay, because something typed could not be written. It does, and goes once the user says so. */
  const askAboutUnkept = async (leave: () => void): Promise<void> => {
    log.warn('what was typed is on no disk, so that the window did not close')
    if ((await deps.ask(unkept)) === 0) return
    leave()
  }

  const askAboutHanging = async (window: BrowserWindow): Promise<void> => {
    log.warn('the page of the window does not answer')
    if ((await deps.ask(hangs)) === 0 || window.isDestroyed()) return
    window.webContents.forcefullyCrashRenderer()
  }

  const open = async (place?: string): Promise<void> => {
    nativeTheme.themeSource = chosenTheme(settings) ?? 'system'
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
    // Known before its page runs, so that the page's first call is seen to be ours.
    current = window
    if (bounds?.maximized === true) window.maximize()
    window.once('ready-to-show', () => {
      window.show()
      void reportToLauncher('windowShown')
    })
    let isClosing = false
    let isAsking = false
    let mayLose = false
    window.on('close', (event) => {
      const answer = deps.onClose()
      isClosing = answer === 'go'
      if (answer === 'go') return
      event.preventDefault()
      if (answer === 'hide') window.hide()
    })
    window.webContents.on('did-finish-load', () => {
      mayLose = false
    })
    window.webContents.on('will-prevent-unload', (event) => {
      // Preventing this event is what lets the page go.
      if (mayLose || deps.isUnasked()) {
        log.warn('what was typed last was on no disk when the window closed', { asked: mayLose })
        event.preventDefault()
        return
      }
      const goOn = deps.callOffEnd() ?? (isClosing ? () => window.close() : () => window.webContents.reload())
      isClosing = false
      // Who presses twice is asked once.
      if (isAsking) return
      isAsking = true
      askAboutUnkept(() => {
        if (window.isDestroyed()) return
        mayLose = true
        goOn()
      })
        .catch((error: unknown) => log.error('the question about what was typed failed', { error }))
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
      askAboutHanging(window).catch((error: unknown) => log.error('the window was not opened again', { error }))
    })
    await load(window, place)
  }

  return {
    open,
    show: (place) => {
      const window = alive()
      if (window === undefined) {
        void open(place)
        return
      }
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
      if (place !== undefined) void load(window, place)
    },
    isOurs: (contentsId) => alive()?.webContents.id === contentsId,
    current: alive,
  }
}
