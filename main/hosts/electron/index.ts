/** Entry of the desktop: takes the data folder, builds the ports of the core from Electron's parts, opens the window. */
import { randomInt } from 'node:crypto'
import path from 'node:path'
import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  shell,
} from 'electron'
import Store from 'electron-store'
import { createApp } from '../../app.ts'
import type { Ports } from '../../ports.ts'
import { systemClock } from '../common/clock.ts'
import { defaultDataDir, holdDataDir } from '../common/data-dir.ts'
import { explain } from '../common/explain.ts'
import { openFileLog } from '../common/file-log.ts'
import { type Flags, parseFlags, usage } from '../common/flags.ts'
import { readProfileFile } from '../common/profile-file.ts'
import { createRendererFiles } from '../common/renderer-files.ts'
import { openSettings, type SettingsStore, type SettingsStoreOptions } from '../common/settings.ts'
import { chosenTheme } from '../common/theme.ts'
import { APP_SCHEME, appScheme, createAppProtocol, DOCUMENT_URL } from './app-protocol.ts'
import { attachIpcBridge } from './ipc-bridge.ts'
import { createSafeStorageVault } from './safe-storage-vault.ts'
import { secureEverything } from './security.ts'
import { openWindow } from './window.ts'

const outDir = path.join(import.meta.dirname, '..')

/** electron-store names its file `name`, and adds a channel of its own that nobody here may speak to. */
const openStore = ({ configName, ...options }: SettingsStoreOptions): SettingsStore => {
  const store = new Store<Record<string, unknown>>({ ...options, name: configName })
  ipcMain.removeAllListeners('electron-store-get-data')
  return store
}

/** Ends a start that did not succeed: on the console, and in a dialog where nobody sees a console. */
const giveUp = (sentence: string, exitCode: number): void => {
  console.error(sentence)
  if (app.isPackaged) dialog.showErrorBox('Stallhand', sentence)
  app.exit(exitCode)
}

const showWindow = (window: BrowserWindow): void => {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** The menus that macOS needs for its keys; elsewhere the window has none, and the reload key with it. */
const setMenu = (): void =>
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  )

const run = async (flags: Flags): Promise<void> => {
  const given = readProfileFile(flags.connection)
  const dataDir = flags.dataDir ?? defaultDataDir()
  // What Chromium keeps lies in the data folder too, so that each folder is a Stallhand of its own.
  app.setPath('userData', path.join(dataDir, 'window'))
  app.setName('Stallhand')
  if (!app.requestSingleInstanceLock()) {
    console.log('Stallhand is open with this data folder already; its window comes to the front.')
    app.exit(0)
    return
  }

  const held = holdDataDir(dataDir)
  const log = openFileLog(held.dataDir)
  protocol.registerSchemesAsPrivileged([appScheme])
  app.enableSandbox()
  secureEverything(app, log)
  setMenu()

  await app.whenReady()
  const settings = openSettings(held.dataDir, openStore, { clock: systemClock, log })
  let window: BrowserWindow | undefined

  const ports: Ports = {
    host: 'electron',
    version: app.getVersion(),
    dataDir: held.dataDir,
    clock: systemClock,
    log,
    settings,
    vault: await createSafeStorageVault(
      safeStorage,
      () =>
        openStore({
          cwd: held.dataDir,
          configName: 'secrets',
          accessPropertiesByDotNotation: false,
          configFileMode: 0o600,
          clearInvalidConfig: false,
          cache: true,
        }),
      { platform: process.platform, log },
    ),
    // SECURITY (Electron checklist 15): HTTPS alone reaches the system's opener, which runs programs for other schemes.
    openExternal: async (url) => {
      if (new URL(url).protocol === 'https:') await shell.openExternal(url)
    },
    notify: ({ title, text, place }) => {
      if (!Notification.isSupported()) return
      // A stranger's words stay off the screen of a locked or shared machine unless the user wants them there.
      const body = settings.get('notices.showText') === true ? text : ''
      const notice = new Notification({ title, body })
      notice.on('click', () => {
        if (window === undefined || window.isDestroyed()) return
        showWindow(window)
        void window.loadURL(`${DOCUMENT_URL}#${place.replace(/^#/, '')}`)
      })
      notice.show()
    },
    random: () => randomInt(2 ** 32) / 2 ** 32,
  }

  const core = await createApp(ports, { given })
  protocol.handle(
    APP_SCHEME,
    createAppProtocol(createRendererFiles(path.join(outDir, 'renderer'), () => chosenTheme(settings))),
  )
  const detach = attachIpcBridge(ipcMain, {
    app: core,
    isOurWindow: (contentsId) => window?.isDestroyed() === false && window.webContents.id === contentsId,
    log,
  })

  let stopped = false
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    if (stopping !== undefined) return
    stopping = (async () => {
      detach()
      await core.stop()
      log.close()
      held.release()
      stopped = true
      app.quit()
    })().catch((error: unknown) => giveUp(explain(error, log.file), 1))
  })
  let stopping: Promise<void> | undefined
  process.on('SIGINT', () => app.quit())
  process.on('SIGTERM', () => app.quit())
  powerMonitor.on('resume', core.wake)

  const open = (): Promise<void> =>
    openWindow(settings, { preload: path.join(outDir, 'preload', 'index.cjs'), devTools: !app.isPackaged }, (made) => {
      window = made
    })
  app.on('second-instance', () => {
    if (window !== undefined && !window.isDestroyed()) showWindow(window)
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', () => {
    if (window === undefined || window.isDestroyed()) void open()
    else showWindow(window)
  })

  await core.start()
  await open()
  log.info('started', { host: 'electron', version: app.getVersion() })
}

// Whatever is written, by whichever part, is this user's alone, even in a folder that others may enter.
process.umask(0o077)

const parsed = parseFlags(process.argv.slice(app.isPackaged ? 1 : 2), { cwd: process.cwd(), unknown: 'ignore' })
if (!parsed.ok) giveUp(parsed.sentence, 2)
else if (parsed.flags.help) {
  console.log(usage)
  app.exit(0)
} else run(parsed.flags).catch((error: unknown) => giveUp(explain(error), 1))
