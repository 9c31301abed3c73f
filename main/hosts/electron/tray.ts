/** The tray icon, if the user enabled it: shows counts, and opens the app while its window is closed. */
import path from 'node:path'
import type { Menu, MenuItemConstructorOptions, NativeImage, Tray } from 'electron'
import type { Log, Settings } from '../../ports.ts'

export type Waiting = { readonly unread: number; readonly unsent: number }

/** The subset of Electron in use. */
export type TrayApi = {
  readonly Tray: new (
    image: NativeImage,
  ) => Pick<Tray, 'setToolTip' | 'setTitle' | 'setContextMenu' | 'destroy'> & {
    readonly on: (event: 'click', listener: () => void) => unknown
  }
  readonly Menu: { readonly buildFromTemplate: (template: MenuItemConstructorOptions[]) => Menu }
  readonly nativeImage: { readonly createFromPath: (file: string) => NativeImage }
}

const TRAY_KEY = 'desktop.tray'

/**
 * macOS colours a black template image; Windows needs an icon with several sizes
 * (https://www.electronjs.org/docs/latest/api/native-image).
 */
const imageNames: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'trayTemplate.png', win32: 'tray.ico' }

export const formatWaiting = ({ unread, unsent }: Waiting): string => {
  const parts = [unread > 0 ? `${unread} unread` : '', unsent > 0 ? `${unsent} not sent` : '']
  return parts.filter((part) => part !== '').join(', ') || 'All done'
}

export const createTray = (
  api: TrayApi,
  deps: {
    readonly platform: NodeJS.Platform
    readonly folder: string
    readonly settings: Settings
    readonly onOpen: (place?: string) => void
    readonly onQuit: () => void
    readonly log: Log
  },
) => {
  let tray: InstanceType<TrayApi['Tray']> | undefined
  let waiting: Waiting = { unread: 0, unsent: 0 }

  const draw = (): void => {
    if (tray === undefined) return
    tray.setToolTip(`Stallhand: ${formatWaiting(waiting)}`)
    // Only macOS shows text beside the icon (https://www.electronjs.org/docs/latest/api/tray).
    if (deps.platform === 'darwin') tray.setTitle(waiting.unread > 0 ? String(waiting.unread) : '')
    tray.setContextMenu(
      api.Menu.buildFromTemplate([
        { label: `Inbox, ${waiting.unread} unread`, click: () => deps.onOpen('#/inbox') },
        { label: `Outbox, ${waiting.unsent} not sent`, click: () => deps.onOpen('#/outbox') },
        { type: 'separator' },
        { label: 'Open Stallhand', click: () => deps.onOpen() },
        { label: 'Quit', click: deps.onQuit },
      ]),
    )
  }

  const open = (): boolean => {
    const image = api.nativeImage.createFromPath(path.join(deps.folder, imageNames[deps.platform] ?? 'tray.png'))
    try {
      if (image.isEmpty()) throw new Error('the tray image is missing')
      tray = new api.Tray(image)
    } catch (error) {
      deps.log.warn('there is no tray', { error })
      return false
    }
    // On macOS a click opens the menu.
    if (deps.platform !== 'darwin') tray.on('click', () => deps.onOpen())
    draw()
    return true
  }
  const close = (): void => {
    tray?.destroy()
    tray = undefined
  }

  return {
    // Also false if the tray couldn't be created: a hidden window needs a way back.
    isOn: (): boolean => tray !== undefined,
    set: (on: boolean): void => {
      close()
      deps.settings.set(TRAY_KEY, on && open())
    },
    /** Shows the tray if it is enabled. Call once the app is ready. */
    begin: (): void => {
      if (deps.settings.get(TRAY_KEY) === true) open()
    },
    show: (now: Waiting): void => {
      waiting = now
      draw()
    },
    end: close,
  }
}
