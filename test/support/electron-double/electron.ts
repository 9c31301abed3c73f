/**
 * The module that `electron` resolves to in main's process under the double.
 *
 * Each export doubles part of the real one of that name. Using a missing member throws an error with its name. The app is
 * compiled against the types of electron.d.ts, and `satisfies` and `implements` check the double against them.
 */
import type Electron from 'electron'
import { appDouble } from './app.ts'
import {
  autoUpdaterDouble,
  dialogDouble,
  MenuDouble,
  NotificationDouble,
  nativeImageDouble,
  nativeThemeDouble,
  powerMonitorDouble,
  safeStorageDouble,
  screenDouble,
  shellDouble,
  TrayDouble,
} from './desktop-record.ts'
import { strict } from './events.ts'
import { netDouble } from './net.ts'
import { getSession, protocolDouble, sessionDouble } from './session.ts'
import { BrowserWindowDouble, ipcMainDouble } from './window.ts'

export const app = strict('app', appDouble)
export const autoUpdater = strict('autoUpdater', autoUpdaterDouble)
export const dialog = strict('dialog', dialogDouble)
export const ipcMain = strict('ipcMain', ipcMainDouble)
export const nativeImage = strict('nativeImage', nativeImageDouble)
export const nativeTheme = strict('nativeTheme', nativeThemeDouble)
export const net = strict('net', netDouble)
export const powerMonitor = strict('powerMonitor', powerMonitorDouble)
export const protocol = strict('protocol', protocolDouble)
export const safeStorage = strict('safeStorage', safeStorageDouble)
export const screen = strict('screen', screenDouble)
export const session = strict('session', sessionDouble)
export const shell = strict('shell', shellDouble)
export const BrowserWindow = strict('BrowserWindow', BrowserWindowDouble)
export const Menu = strict('Menu', MenuDouble)
export const Notification = strict('Notification', NotificationDouble)
export const Tray = strict('Tray', TrayDouble)

const all = {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
} satisfies { readonly [K in keyof typeof Electron]?: object }

// electron-store and electron-updater use the default import, as for a CommonJS module.
// biome-ignore lint/style/noDefaultExport: the real module has one
export default all

// The importing module runs to its first await before the app becomes ready.
setImmediate(() => {
  getSession('')
  appDouble.becomeReady()
})
