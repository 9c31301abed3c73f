/** Composes the desktop host: data folder, ports, window, tray, menu, updates, and shutdown. */
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
  session,
  shell,
  Tray,
} from 'electron'
import Store from 'electron-store'
import releaseJson from '../../../packaging/updates.json' with { type: 'json' }
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
import { loadTheme } from '../common/theme.ts'
import { keepDoor } from '../proposals/keep-door.ts'
import { APP_SCHEME, appScheme, createAppProtocol } from './app-protocol.ts'
import { createChooseFolder } from './choose-folder.ts'
import { findLink, LINK_SCHEME, parseSignInLink } from './deep-links.ts'
import { attachIpcBridge } from './ipc-bridge.ts'
import { createMainWindow, type MainWindow } from './main-window.ts'
import { menuTemplate } from './menu.ts'
import { createNotices, noticeTextChoice } from './notices.ts'
import { autostartFolder, openAtLoginChoice } from './open-at-login.ts'
import { createOpenExternal } from './open-external.ts'
import { createPrinting } from './printing.ts'
import { attachQuitting } from './quitting.ts'
import { createSafeStorageVault } from './safe-storage-vault.ts'
import { createSaveFile } from './save-as.ts'
import { closeNetwork, secureEverything } from './security.ts'
import { createTray } from './tray.ts'
import { createUpdates, parseRelease } from './updates.ts'
import { watchWaiting } from './watch-waiting.ts'

const { platform } = process
const outDir = path.join(import.meta.dirname, '..')

/** Reports a failed start on the console and in a dialog, then exits. */
export const giveUp = (sentence: string, exitCode: number): void => {
  console.error(sentence)
  void reportToLauncher('explained').then(() => {
    dialog.showErrorBox('Stallhand couldn’t continue', sentence)
    app.exit(exitCode)
  })
}

/** SECURITY: removes the IPC channel that electron-store opens. */
const openStore = ({ configName, ...options }: SettingsStoreOptions): SettingsStore => {
  const store = new Store<Record<string, unknown>>({ ...options, name: configName })
  ipcMain.removeAllListeners('electron-store-get-data')
  return store
}

/**
 * In an AppImage, `execPath` is in a temporary mount and APPIMAGE is the file's path
 * (https://docs.appimage.org/packaging-guide/environment-variables.html).
 */
const programPath = (): string => process.env.APPIMAGE ?? process.execPath

/** The arguments that make a later start open the same shop. */
const startArguments = (flags: Flags): readonly string[] => [
  ...(app.isPackaged ? [] : [app.getAppPath()]),
  ...(flags.dataDir === undefined ? [] : [`--data-dir=${flags.dataDir}`]),
  ...(flags.connection === undefined ? [] : [`--connection=${flags.connection}`]),
]

/** Opens the app for this data folder, or brings the running one to the front and exits. */
export const runDesktop = async (flags: Flags): Promise<void> => {
  const given = readProfileFile(flags.connection)
  const dataDir = flags.dataDir ?? defaultDataDir()
  // Keeps Chromium's files in the data folder too, so that each folder is an independent installation.
  app.setPath('userData', path.join(dataDir, 'window'))
  app.setName('Stallhand')
  if (platform === 'win32') app.setAppUserModelId('app.stallhand.desktop')
  if (!app.requestSingleInstanceLock()) {
    console.log('Stallhand is already open with this data folder. Its window comes to the front.')
    await reportToLauncher('explained')
    app.exit(0)
    return
  }

  const held = holdDataDir(dataDir)
  const log = openFileLog(held.dataDir)
  const mark = openRunMark(held.dataDir, systemClock)
  process.on('uncaughtException', (error) => {
    log.error('the main process failed', { error })
    // The next start checks the database, marks messages in transit as unknown, and reports the crash.
    if (mark.crash()) app.relaunch({ args: [...startArguments(flags)] })
    else dialog.showErrorBox('Stallhand', `Stallhand crashed several times and was closed. Its log is ${log.file}.`)
    void reportToLauncher('explained').then(() => app.exit(1))
  })
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))

  protocol.registerSchemesAsPrivileged([appScheme])
  app.enableSandbox()
  secureEverything(app, log)

  // A link may arrive before the core is ready.
  let takeLink: (link: string) => void = (link) => {
    firstLink = link
  }
  let firstLink = findLink(process.argv)
  app.on('open-url', (event, link) => {
    event.preventDefault()
    takeLink(link)
  })

  await app.whenReady()
  await closeNetwork(session.defaultSession)
  const settings = openSettings(held.dataDir, openStore, { clock: systemClock, log })
  const listeners = new Set<() => void>()
  const notifyChange = (): void => {
    for (const listener of [...listeners]) listener()
  }

  const ask = async (question: MessageBoxOptions): Promise<number> => {
    const window = main.current()
    const { response } = await (window === undefined
      ? dialog.showMessageBox(question)
      : dialog.showMessageBox(window, question))
    return response
  }
  const startAgain = (): void => {
    app.relaunch({ args: [...startArguments(flags)] })
    app.exit(0)
  }
  const started = Promise.withResolvers<void>()
  let door: ReturnType<typeof keepDoor> | undefined
  const quitting = attachQuitting({
    app,
    started: started.promise,
    unsent: async () => (await core.waiting()).unsent,
    ask,
    stop: async () => {
      // The launcher would take an exit before the first window for a failed start.
      await reportToLauncher('explained')
      detach()
      stopWatching()
      updates?.end()
      tray.end()
      await door?.stop()
      await core.stop()
      mark.end()
      log.close()
      held.release()
      app.releaseSingleInstanceLock()
    },
    onFailure: (error) => giveUp(explain(error, log.file), 1),
    clock: systemClock,
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
      if (quitting.isDecided() || platform === 'darwin') return 'close'
      if (tray.isOn()) return 'hide'
      // Without a tray, closing the window quits the app. The app asks first, while there is still a window for the
      // question.
      app.quit()
      return 'stay'
    },
    onSessionEnd: quitting.quitNow,
    ask,
    quit: quitting.quitNow,
    isUnasked: quitting.isUnasked,
    startsAgain: () => quitting.afterStopping(startAgain),
    cancelQuit: quitting.cancel,
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
  const notices = createNotices(Notification, {
    settings,
    showsText: noticeText.isOn,
    onClick: main.show,
    log,
    onChange: notifyChange,
  })
  const release = app.isPackaged ? parseRelease(releaseJson) : undefined
  const updates =
    release === undefined
      ? null
      : createUpdates({
          release,
          load: async () => (await import('electron-updater')).autoUpdater,
          clock: systemClock,
          log,
          quitThen: quitting.quitThen,
          restart: startAgain,
          onChange: notifyChange,
        })

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
    notify: notices.notify,
    confirm: async ({ title, text, action }) =>
      (await ask({
        type: 'question',
        title: 'Stallhand',
        message: title,
        detail: text,
        buttons: [action, 'Not now'],
        // Enter must not confirm.
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      })) === 0,
    chooseFolder: createChooseFolder(dialog, main.current),
    printing: createPrinting(main.current),
    saveFile: createSaveFile(dialog, { window: main.current, folder: () => app.getPath('downloads') }),
    desktop: {
      noticeText,
      areNoticesRefused: notices.isRefused,
      tray,
      // An unpackaged app has no program for the system to start.
      openAtLogin: app.isPackaged
        ? openAtLoginChoice({
            platform,
            app,
            autostartDir: autostartFolder(process.env, app.getPath('home')),
            command: [programPath(), ...startArguments(flags)],
          })
        : null,
      updates,
      onChange: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    facts: hostFacts(log),
    // In development Electron gets the app's folder first.
    assistantProgram: {
      command: programPath(),
      args: [...(app.isPackaged ? [] : [app.getAppPath()]), 'mcp', `--data-dir=${held.dataDir}`],
    },
    linkScheme: LINK_SCHEME,
    random: () => randomInt(2 ** 32) / 2 ** 32,
  }

  const core = await createApp(ports, { given, endedBadly: mark.endedBadly })
  mark.begin()
  protocol.handle(
    APP_SCHEME,
    createAppProtocol(createRendererFiles(path.join(outDir, 'renderer'), () => loadTheme(settings))),
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
    const address = parseSignInLink(link)
    if (address === undefined) log.warn('an unknown link was ignored')
    else core.finishSignIn(address).catch((error: unknown) => log.warn('a link did not finish a sign-in', { error }))
  }

  process.on('SIGINT', quitting.quitNow)
  process.on('SIGTERM', quitting.quitNow)
  powerMonitor.on('shutdown', quitting.quitNow)
  powerMonitor.on('suspend', () => log.info('the machine is going to sleep'))
  powerMonitor.on('resume', core.wake)
  powerMonitor.on('unlock-screen', core.wake)
  app.on('child-process-gone', (_event, { type, reason }) => log.warn('a helper process ended', { type, reason }))
  app.on('second-instance', (_event, argv) => {
    const link = findLink(argv)
    if (link === undefined) main.show()
    else takeLink(link)
  })
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit()
  })
  app.on('activate', () => main.show())

  await core.start()
  door = keepDoor(core, held.dataDir, log)
  started.resolve()
  if (quitting.isDecided()) return
  tray.begin()
  updates?.begin()
  await main.open()
  if (firstLink !== undefined) takeLink(firstLink)
  log.info('started', { host: 'electron', version: app.getVersion() })
}
