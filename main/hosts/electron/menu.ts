/** The application's menu, with the habits of each system; its acts and their keys are those of the window's own list. */
import type { MenuItemConstructorOptions } from 'electron'
import { roomActs, type WindowAct, windowActs } from '../../../shared/app/acts.ts'

type Item = MenuItemConstructorOptions

export type MenuDeps = {
  readonly platform: NodeJS.Platform
  /** Whether the menus of a developer are offered. */
  readonly isDeveloped: boolean
  readonly onAct: (act: WindowAct) => void
  readonly onPlace: (place: string) => void
}

/** `Mod+K` as Electron spells it. */
export const acceleratorOf = (keys: string): string => keys.replace(/^Mod\+/, 'CommandOrControl+')

const separator: Item = { type: 'separator' }

export const menuTemplate = ({ platform, isDeveloped, onAct, onPlace }: MenuDeps): Item[] => {
  const isMac = platform === 'darwin'

  const act = (name: WindowAct, label = windowActs[name].label): Item => {
    const { menuKeys } = windowActs[name]
    return {
      label,
      ...(menuKeys === null ? {} : { accelerator: acceleratorOf(menuKeys) }),
      click: () => onAct(name),
    }
  }
  const rooms: Item[] = roomActs.map(({ room, label, menuKeys }) => ({
    label: room === 'settings' ? 'Settings…' : label,
    accelerator: acceleratorOf(menuKeys),
    click: () => onPlace(`#/${room}`),
  }))
  // Settings stand where each system has them: in the app's own menu on a Mac, at the end of File elsewhere.
  const settings = rooms.slice(-1)
  const places = rooms.slice(0, -1)

  const appMenu: Item = {
    label: 'Stallhand',
    submenu: [
      { role: 'about' },
      separator,
      ...settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
  const file: Item = {
    label: 'File',
    submenu: [
      act('readNow'),
      separator,
      ...(isMac ? [{ role: 'close' } satisfies Item] : [...settings, separator, { role: 'quit' } satisfies Item]),
    ],
  }
  const edit: Item = {
    label: 'Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'selectAll' },
    ],
  }
  const view: Item = {
    label: 'View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...(isDeveloped ? [separator, { role: 'toggleDevTools' } satisfies Item] : []),
    ],
  }
  const help: Item = {
    role: 'help',
    label: 'Help',
    submenu: [
      act('help', 'Stallhand help'),
      act('keys', 'Keys'),
      act('reportProblem', 'Report a problem…'),
      ...(isMac ? [] : [separator, { role: 'about' } satisfies Item]),
    ],
  }
  return [
    ...(isMac ? [appMenu] : []),
    file,
    edit,
    { label: 'Go', submenu: [act('palette', 'Find…'), separator, ...places] },
    view,
    { role: 'windowMenu', label: 'Window' },
    help,
  ]
}
