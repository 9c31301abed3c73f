/** Records the desktop around the windows: menus, tray, notices, dialogs, and the system. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type Electron from 'electron'
import type {
  AutoUpdater,
  Dialog,
  KeyboardEvent,
  Menu,
  MenuItem,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeImage,
  NativeTheme,
  Notification,
  NotificationConstructorOptions,
  PowerMonitor,
  SafeStorage,
  SaveDialogOptions,
  Screen,
  Shell,
  Tray,
} from 'electron'
import { type FailingWrites, installFailingWrites } from '../failing-writes.ts'
import { appDouble } from './app.ts'
import { newEvent } from './events.ts'
import { given } from './given.ts'
import { privilegedSchemes } from './session.ts'
import { answerStage, stage } from './stage-line.ts'
import { shownWindows } from './window.ts'
import type { DialogAnswer, ShownDialog, ShownItem } from './wire.ts'

class MenuDouble implements Pick<Menu, 'items'> {
  readonly items: MenuItem[]
  constructor(template: readonly MenuItemConstructorOptions[]) {
    this.items = template.map((item) => item as unknown as MenuItem)
  }
  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    for (const item of template.flatMap(flatten)) {
      if (item.label === undefined && item.role === undefined && item.type !== 'separator') {
        throw new Error('Invalid template for MenuItem: must have label, role or type')
      }
    }
    return new MenuDouble(template) as unknown as Menu
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu as unknown as MenuDouble | null
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu as unknown as Menu | null
  }
}
let applicationMenu: MenuDouble | null = null

const getChildren = (item: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] =>
  Array.isArray(item.submenu) ? item.submenu : []

const flatten = (item: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] => [
  item,
  ...getChildren(item).flatMap(flatten),
]

const toTemplate = (menu: MenuDouble): readonly MenuItemConstructorOptions[] =>
  menu.items as unknown as readonly MenuItemConstructorOptions[]

const shownItem = (item: MenuItemConstructorOptions): ShownItem => ({
  label: item.label ?? '',
  role: item.role,
  type: item.type ?? (item.submenu === undefined ? 'normal' : 'submenu'),
  accelerator: item.accelerator ?? undefined,
  enabled: item.enabled ?? true,
  visible: item.visible ?? true,
  checked: item.checked ?? false,
  items: getChildren(item).map(shownItem),
})

/** Clicks the item at the path `labels`. Throws if a user couldn't: the item must be visible and enabled. */
const click = (menu: MenuDouble | null, labels: readonly string[]): void => {
  let items = menu === null ? [] : toTemplate(menu)
  let found: MenuItemConstructorOptions | undefined
  for (const label of labels) {
    found = items.find(
      (item) => (item.label ?? item.role) === label && item.visible !== false && item.enabled !== false,
    )
    if (found === undefined) {
      throw new Error(
        `There is no "${label}" to click; there is ${items.map((item) => item.label ?? item.role ?? '—').join(', ')}`,
      )
    }
    items = getChildren(found)
  }
  if (found?.role === 'quit') appDouble.quit()
  else found?.click?.(found as unknown as MenuItem, undefined, {} as KeyboardEvent)
}

class TrayDouble
  extends EventEmitter
  implements Pick<Tray, 'setToolTip' | 'setTitle' | 'setContextMenu' | 'setImage' | 'destroy' | 'isDestroyed'>
{
  toolTip = ''
  title = ''
  menu: MenuDouble | null = null
  private destroyed = false
  constructor(image: NativeImage | string) {
    super()
    if (!appDouble.isReady()) throw new Error('Cannot create Tray before app is ready')
    if (typeof image !== 'string' && image.isEmpty()) throw new Error('Failed to load image of the tray')
    tray = this
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setTitle(title: string): void {
    this.title = title
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu as unknown as MenuDouble | null
  }
  setImage(): void {}
  isDestroyed(): boolean {
    return this.destroyed
  }
  destroy(): void {
    this.destroyed = true
    if (tray === this) tray = null
  }
}
let tray: TrayDouble | null = null

const notices = new Map<number, NotificationDouble>()
let noticesMade = 0

class NotificationDouble extends EventEmitter implements Pick<Notification, 'show' | 'close' | 'title' | 'body'> {
  readonly id: number
  readonly title: string
  readonly body: string
  constructor(options: NotificationConstructorOptions = {}) {
    super()
    noticesMade += 1
    this.id = noticesMade
    this.title = options.title ?? ''
    this.body = options.body ?? ''
  }
  static isSupported(): boolean {
    return true
  }
  show(): void {
    notices.set(this.id, this)
    this.emit('show', newEvent({}))
  }
  close(): void {
    if (notices.delete(this.id)) this.emit('close', newEvent({}))
  }
}

const dialogs = new Map<number, { readonly shown: ShownDialog; readonly answer: (answer: DialogAnswer) => void }>()
let dialogsMade = 0

const ask = (shown: Omit<ShownDialog, 'id'>): Promise<DialogAnswer> => {
  dialogsMade += 1
  const id = dialogsMade
  return new Promise((resolve) => {
    dialogs.set(id, {
      shown: { ...shown, id },
      answer: (answer) => {
        dialogs.delete(id)
        resolve(answer)
      },
    })
  })
}

/** Both dialogs take an optional window before their options. */
const lastOf = <T>(args: readonly unknown[]): T => args.at(-1) as T

export const dialogDouble = {
  showMessageBox: async (...args: readonly unknown[]) => {
    const options = lastOf<MessageBoxOptions>(args)
    const answer = await ask({
      kind: 'message',
      title: options.title ?? '',
      message: options.message,
      detail: options.detail ?? '',
      buttons: options.buttons ?? [],
      defaultId: options.defaultId,
      cancelId: options.cancelId,
      defaultPath: undefined,
    })
    return { response: 'response' in answer ? answer.response : 0, checkboxChecked: false }
  },
  showSaveDialog: async (...args: readonly unknown[]) => {
    const options = lastOf<SaveDialogOptions>(args)
    const answer = await ask({
      kind: 'save',
      title: options.title ?? '',
      message: options.message ?? '',
      detail: '',
      buttons: [],
      defaultId: undefined,
      cancelId: undefined,
      defaultPath: options.defaultPath,
    })
    const filePath = 'filePath' in answer ? answer.filePath : null
    return { canceled: filePath === null, filePath: filePath ?? '' }
  },
  showErrorBox: (title: string, content: string) => {
    void stage.errorBox(`${title}: ${content}`)
    void ask({
      kind: 'error',
      title,
      message: content,
      detail: '',
      buttons: [],
      defaultId: undefined,
      cancelId: undefined,
      defaultPath: undefined,
    })
  },
} satisfies Pick<Dialog, 'showMessageBox' | 'showSaveDialog' | 'showErrorBox'>

const opened: string[] = []

export const shellDouble = {
  openExternal: async (url: string) => void opened.push(url),
  openPath: async () => '',
  showItemInFolder: () => undefined,
} satisfies Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>

class PowerDouble extends EventEmitter implements Pick<PowerMonitor, 'isOnBatteryPower' | 'getSystemIdleTime'> {
  isOnBatteryPower(): boolean {
    return false
  }
  getSystemIdleTime(): number {
    return 0
  }
}
export const powerMonitorDouble = new PowerDouble()

/** The key of this run's keyring. A later run with the same `keyring` number can decrypt what this one saved. */
const vaultKey = Buffer.alloc(32, given.keyring)

export const safeStorageDouble = {
  isAsyncEncryptionAvailable: async () => appDouble.isReady() && given.vault !== 'none',
  getSelectedStorageBackend: () =>
    !appDouble.isReady() || given.vault === 'none' ? ('unknown' as const) : given.vault,
  encryptStringAsync: async (text: string) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', vaultKey, iv)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  },
  decryptStringAsync: async (sealed: Buffer) => {
    const decipher = createDecipheriv('aes-256-gcm', vaultKey, sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(12, 28))
    const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    return { result: text, shouldReEncrypt: false }
  },
} satisfies Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>

/** Electron's own updater. electron-updater only emits its quit event. */
export const autoUpdaterDouble = new EventEmitter() satisfies Pick<AutoUpdater, 'emit'>

class ThemeDouble extends EventEmitter implements Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'> {
  themeSource: NativeTheme['themeSource'] = 'system'
  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'system' ? given.isDark : this.themeSource === 'dark'
  }
}
export const nativeThemeDouble = new ThemeDouble()

class ScreenDouble extends EventEmitter implements Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'> {
  getAllDisplays(): ReturnType<Screen['getAllDisplays']> {
    if (!appDouble.isReady()) throw new Error("The 'screen' module can't be used before the app 'ready' event")
    return given.screens.map((area, id) => ({ id, bounds: area, workArea: area, scaleFactor: 1 })) as ReturnType<
      Screen['getAllDisplays']
    >
  }
  getPrimaryDisplay(): ReturnType<Screen['getPrimaryDisplay']> {
    const [first] = this.getAllDisplays()
    if (first === undefined) throw new Error('There is no screen')
    return first
  }
}
export const screenDouble = new ScreenDouble()

class ImageDouble implements Pick<NativeImage, 'isEmpty' | 'setTemplateImage' | 'isTemplateImage'> {
  private readonly empty: boolean
  private template = false
  constructor(empty: boolean) {
    this.empty = empty
  }
  isEmpty(): boolean {
    return this.empty
  }
  setTemplateImage(on: boolean): void {
    this.template = on
  }
  isTemplateImage(): boolean {
    return this.template
  }
}

export const nativeImageDouble = {
  createFromPath: (file: string) => new ImageDouble(!existsSync(file)) as unknown as NativeImage,
  createEmpty: () => new ImageDouble(true) as unknown as NativeImage,
} satisfies Pick<(typeof Electron)['nativeImage'], 'createFromPath' | 'createEmpty'>

export { MenuDouble, NotificationDouble, TrayDouble }

let disk: FailingWrites | undefined

answerStage({
  desktop: () => ({
    windows: shownWindows(),
    menu: applicationMenu === null ? null : toTemplate(applicationMenu).map(shownItem),
    tray:
      tray === null
        ? null
        : {
            toolTip: tray.toolTip,
            title: tray.title,
            menu: tray.menu === null ? [] : toTemplate(tray.menu).map(shownItem),
          },
    notices: [...notices.values()].map(({ id, title, body }) => ({ id, title, body })),
    dialogs: [...dialogs.values()].map(({ shown }) => shown),
    opened,
    loginItem: appDouble.loginItem,
    linkSchemes: appDouble.linkSchemes,
    schemes: privilegedSchemes().map(({ scheme, privileges }) => ({ scheme, privileges: { ...privileges } })),
    isSandboxed: appDouble.isSandboxed,
    themeSource: nativeThemeDouble.themeSource,
    paths: appDouble.paths,
  }),
  clickMenu: (labels) => click(applicationMenu, labels),
  clickTray: (labels) => {
    if (labels.length === 0) tray?.emit('click', newEvent({}))
    else click(tray?.menu ?? null, labels)
  },
  clickNotice: (id) => {
    const notice = notices.get(id)
    if (notice === undefined) throw new Error(`There is no notice ${id} on the screen`)
    notices.delete(id)
    notice.emit('click', newEvent({}))
  },
  answerDialog: (id, answer) => {
    const dialog = dialogs.get(id)
    if (dialog === undefined) throw new Error(`There is no dialog ${id} on the screen`)
    dialog.answer(answer)
  },
  power: (event) => void powerMonitorDouble.emit(event, newEvent({})),
  sleep: (ms) => {
    const now = Date.now
    Date.now = () => now() + ms
  },
  openLink: (url) => void appDouble.emit('open-url', newEvent({}), url),
  activate: () => void appDouble.emit('activate', newEvent({}), shownWindows().length > 0),
  quit: () => appDouble.quit(),
  failDisk: (errcode) => {
    disk ??= installFailingWrites()
    if (errcode === null) disk.recover()
    else disk.failFrom(0, errcode)
  },
  throwInMain: (message) =>
    void setImmediate(() => {
      throw new Error(message)
    }),
})
