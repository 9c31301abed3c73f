/**
 * Puts the desktop together: the data folder, the ports of the core from Electron's parts, the window and all that stands
 * around it, and their end.
 */
import { randomInt } from 'node:crypto'
import path from 'node:path'
import {
  app,
  dialog,
  ipcMain,
  Menu,
  type MessageBoxOptions,
  Notification,
  nativeImage,
  powerMonitor,
  protocol,
  safeStorage,
  shell,
  Tray,
} from 'electron'
import Store from 'electron-store'
import { createApp } from '../../app.ts'
import type { Ports } from '../../ports.ts'
import { systemClock } from '../common/clock.ts'
import { defaultDataDir, holdDataDir } from '../common/data-dir.ts'
import { explain } from '../common/explain.ts'
import { openFileLog } from '../common/file-log.ts'
import type { Flags } from '../common/flags.ts'
import { hostFacts } from '../common/host-facts.ts'
import { reportToLauncher } from '../common/launch-report.ts'
import { readProfileFile } from '../common/profile-file.ts'
import { createRendererFiles } from '../common/renderer-files.ts'
import { openRunMark } from '../common/run-mark.ts'
import { openPrivateStore, openSettings, type SettingsStore, type SettingsStoreOptions } from '../common/settings.ts'
import { chosenTheme } from '../common/theme.ts'
import { APP_SCHEME, appScheme, createAppProtocol } from './app-protocol.ts'
import { LINK_SCHEME, linkAmong, signInAddressOf } from './deep-links.ts'
import { attachIpcBridge } from './ipc-bridge.ts'
import { createMainWindow, type MainWindow } from './main-window.ts'
import { menuTemplate } from './menu.ts'
import { createNotices, noticeTextChoice } from './notices.ts'
import { autostartFolder, openAtLoginChoice } from './open-at-login.ts'
import { createOpenExternal } from './open-external.ts'
import { attachQuitting } from './quitting.ts'
import { createSafeStorageVault } from './safe-storage-vault.ts'
import { createSaveFile } from './save-file.ts'
import { secureEverything } from './security.ts'
import { createTray } from './tray.ts'
import { createUpdates } from './updates.ts'
import { watchWaiting } from './watch-waiting.ts'

const { platform } = process
const outDir = path.join(import.meta.dirname, '..')

/** Ends a start that did not succeed: on the console, and in a dialog, since nobody looks at a console for a window. */
export const giveUp = (sentence: string, exitCode: number): void => {
  console.error(sentence)
  void reportToLauncher('explained').then(() => {
    dialog.showErrorBox('Stallhand could not go on', sentence)
    app.exit(exitCode)
  })
}

/** electron-store names its file `name`, and adds a channel of its own that nobody here may speak to. */
const openStore = ({ configName, ...options }: SettingsStoreOptions): SettingsStore => {
  const store = new Store<Record<string, unknown>>({ ...options, name: configName })
  ipcMain.removeAllListeners('electron-store-get-data')
  return store
}

/** `execPath` of an AppImage is a mount that lasts for one run; the file itself is named by the environment. */
const program = (): string => process.env.APPIMAGE ?? process.execPath

/** What a later start needs to open the same shop: the flags as given, the app's folder where it is developed on. */
const startArguments = (flags: Flags): readonly string[] => [
  ...(app.isPackaged ? [] : [app.getAppPath()]),
  ...(flags.dataDir === undefined ? [] : [`--data-dir=${flags.dataDir}`]),
  ...(flags.connection === undefined ? [] : [`--connection=${flags.connection}`]),
]

/** Opens the app for this data folder, or brings the one that is open to the front and ends. */
export const runDesktop = async (flags: Flags): Promise<void> => {
  const given = readProfileFile(flags.connection)
  const dataDir = flags.dataDir ?? defaultDataDir()
  // What Chromium keeps lies in the data folder too, so that each folder is a Stallhand of its own.
  app.setPath('userData', path.join(dataDir, 'window'))
  app.setName('Stallhand')
  if (platform === 'win32') app.setAppUserModelId('app.stallhand.desktop')
  if (!app.requestSingleInstanceLock()) {
    console.log('Stallhand is open with this data folder already; its window comes to the front.')
    await reportToLauncher('explained')
    app.exit(0)
    return
  }

  const held = holdDataDir(dataDir)
  const log = openFileLog(held.dataDir)
  const mark = openRunMark(held.dataDir, systemClock)
  process.on('uncaughtException', (error) => {
    log.error('the main process failed', { error })
    // The next start checks the database, takes up what was being sent as uncertain, and says that this one ended badly.
    if (mark.crash()) app.relaunch({ args: [...startArguments(flags)] })
    else dialog.showErrorBox('Stallhand', `Stallhand failed several times and was closed. Its log is ${log.file}.`)
    void reportToLauncher('explained').then(() => app.exit(1))
  })
  process.on('unhandledRejection', (error) => log.error('a promise failed and nobody heard it', { error }))

  protocol.registerSchemesAsPrivileged([appScheme])
  app.enableSandbox()
  secureEverything(app, log)

  // A link may come before the app is ready: it is kept until the core is there.
  let takeLink: (link: string) => void = (link) => {
    firstLink = link
  }
  let firstLink = linkAmong(process.argv)
  app.on('open-url', (event, link) => {
    event.preventDefault()
    takeLink(link)
  })

  await app.whenReady()
  const settings = openSettings(held.dataDir, openStore, { clock: systemClock, log })
  const changed = new Set<() => void>()
  const tellChange = (): void => {
    for (const listener of [...changed]) listener()
  }

  const ask = async (question: MessageBoxOptions): Promise<number> => {
    const window = main.current()
    const { response } = await (window === undefined
      ? dialog.showMessageBox(question)
      : dialog.showMessageBox(window, question))
    return response
  }
  const quitting = attachQuitting({
    app,
    unsent: async () => (await core.waiting()).unsent,
    ask,
    stop: async () => {
      detach()
      stopWatching()
      updates?.end()
      tray.end()
      await core.stop()
      mark.end()
      log.close()
      held.release()
      app.releaseSingleInstanceLock()
    },
    onFailure: (error) => giveUp(explain(error, log.file), 1),
    log,
  })
  const main: MainWindow = createMainWindow({
    settings,
    clock: systemClock,
    log,
    preload: path.join(outDir, 'preload', 'index.cjs'),
    devTools: !app.isPackaged,
    platform,
    onClose: () => {
      if (quitting.isDecided() || platform === 'darwin') return 'go'
      if (tray.isOn()) return 'hide'
      // Without its window the app ends here: it is asked first, while there is a window to ask over.
      app.quit()
      return 'stay'
    },
    onSessionEnd: quitting.quitNow,
    ask,
    quit: quitting.quitNow,
    isUnasked: quitting.isUnasked,
    callOffEnd: quitting.callOff,
  })
  const tray = createTray(
    { Tray, Menu, nativeImage },
    {
      platform,
      folder: path.join(outDir, '..', 'resources'),
      settings,
      onOpen: main.show,
      onQuit: () => app.quit(),
      log,
    },
  )
  const noticeText = noticeTextChoice(settings)
  const updates = app.isPackaged
    ? createUpdates({
        load: async () => (await import('electron-updater')).autoUpdater,
        settings,
        clock: systemClock,
        log,
        quitThen: quitting.quitThen,
        startAgain: () => {
          app.relaunch({ args: [...startArguments(flags)] })
          app.exit(0)
        },
        onChange: tellChange,
      })
    : null

  const ports: Ports = {
    host: 'electron',
    version: app.getVersion(),
    dataDir: held.dataDir,
    clock: systemClock,
    log,
    settings,
    vault: await createSafeStorageVault(
      safeStorage,
      () => openPrivateStore(held.dataDir, 'secrets', openStore, { clock: systemClock, log }),
      { platform, log },
    ),
    openExternal: createOpenExternal(shell),
    notify: createNotices(Notification, { showsText: noticeText.isOn, onClick: main.show, log }),
    saveFile: createSaveFile(dialog, { window: main.current, folder: () => app.getPath('downloads') }),
    desktop: {
      noticeText,
      tray,
      // A program that is developed on has no place from which the system could start it.
      openAtLogin: app.isPackaged
        ? openAtLoginChoice({
            platform,
            app,
            autostartDir: autostartFolder(process.env, app.getPath('home')),
            command: [program(), ...startArguments(flags)],
          })
        : null,
      updates,
      onChange: (listener) => {
        changed.add(listener)
        return () => void changed.delete(listener)
      },
    },
    facts: hostFacts(log),
    linkScheme: LINK_SCHEME,
    random: () => randomInt(2 ** 32) / 2 ** 32,
  }

  const core = await createApp(ports, { given, endedBadly: mark.endedBadly })
  mark.begin()
  protocol.handle(
    APP_SCHEME,
    createAppProtocol(createRendererFiles(path.join(outDir, 'renderer'), () => chosenTheme(settings))),
  )
  const detach = attachIpcBridge(ipcMain, { app: core, isOurWindow: main.isOurs, log })
  const stopWatching = watchWaiting({
    events: core.events,
    waiting: core.waiting,
    show: tray.show,
    clock: systemClock,
    log,
  })

  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform,
        isDevelopment: !app.isPackaged,
        onCommand: (command) => {
          main.show()
          core.chooseCommand(command)
        },
        onNavigate: main.show,
      }),
    ),
  )
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  takeLink = (link) => {
    main.show()
    const address = signInAddressOf(link)
    if (address === undefined) log.warn('a link was not understood and changed nothing')
    else core.finishSignIn(address).catch((error: unknown) => log.warn('a link did not finish a sign-in', { error }))
  }

  process.on('SIGINT', quitting.quitNow)
  process.on('SIGTERM', quitting.quitNow)
  powerMonitor.on('shutdown', quitting.quitNow)
  powerMonitor.on('suspend', () => log.info('the machine goes to sleep'))
  powerMonitor.on('resume', core.wake)
  powerMonitor.on('unlock-screen', core.wake)
  app.on('child-process-gone', (_event, { type, reason }) => log.warn('a helper process ended', { type, reason }))
  app.on('second-instance', (_event, argv) => {
    const link = linkAmong(argv)
    if (link === undefined) main.show()
    else takeLink(link)
  })
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit()
  })
  app.on('activate', () => main.show())

  await core.start()
  tray.begin()
  updates?.begin()
  await main.open()
  if (firstLink !== undefined) takeLink(firstLink)
  log.info('started', { host: 'electron', version: app.getVersion() })
}
