/** The window: how it is made, where it stands, and that it stands there again after a restart. */
import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { Settings } from '../../ports.ts'
import { chosenTheme } from '../common/theme.ts'
import { usableBounds } from '../common/window-bounds.ts'
import { DOCUMENT_URL } from './app-protocol.ts'

const BOUNDS_KEY = 'window.bounds'

/** The first colour of the window, before its document is there: `--paper` of each theme, for a frame without a flash. */
const paper = { light: '#fbfaf7', dark: '#1c1b19' } as const

/**
 * Makes the one window and loads the document. `onMade` is told of the window before its page runs, so that the page's
 * first call is known to be ours.
 *
 * SECURITY (Electron checklist 2, 3, 4, 6, 9, 10): the last options win, and they are the safe ones.
 */
export const openWindow = async (
  settings: Settings,
  options: { readonly preload: string; readonly devTools: boolean },
  onMade: (window: BrowserWindow) => void,
): Promise<void> => {
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
    webPreferences: {
      preload: options.preload,
      devTools: options.devTools,
      // Outside macOS the spelling dictionaries would be fetched from the web.
      spellcheck: process.platform === 'darwin',
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
    },
  })
  if (bounds?.maximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => settings.set(BOUNDS_KEY, { ...window.getNormalBounds(), maximized: window.isMaximized() }))
  onMade(window)
  await window.loadURL(DOCUMENT_URL)
}
