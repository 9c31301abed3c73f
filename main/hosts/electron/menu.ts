/** The native menu, arranged as each system expects. Its commands and keys come from the same table as the window's. */
import type { MenuItemConstructorOptions } from 'electron'
import { type MenuCommand, menuCommands, screenCommands } from '../../../shared/app/menu-commands.ts'

type Item = MenuItemConstructorOptions

type MenuDeps = {
  readonly platform: NodeJS.Platform
  /** Adds the developer tools. */
  readonly isDevelopment: boolean
  readonly onCommand: (command: MenuCommand) => void
  /** Called with a location's fragment, such as `#/inbox`. */
  readonly onNavigate: (hash: string) => void
}

/** Converts `Mod+K` to Electron's notation (https://www.electronjs.org/docs/latest/api/accelerator). */
export const toAccelerator = (keys: string): string => keys.replace(/^Mod\+/, 'CommandOrControl+')

const separator: Item = { type: 'separator' }

export const menuTemplate = ({ platform, isDevelopment, onCommand, onNavigate }: MenuDeps): Item[] => {
  const isMac = platform === 'darwin'

  const command = (id: MenuCommand, label?: string): Item => {
    const entry: { label: string; menuKeys?: string } = menuCommands[id]
    return {
      label: label ?? entry.label,
      ...(entry.menuKeys === undefined ? {} : { accelerator: toAccelerator(entry.menuKeys) }),
      click: () => onCommand(id),
    }
  }
  const screens: Item[] = screenCommands.map(({ screen, label, menuKeys }) => ({
    label: screen === 'settings' ? 'Settings…' : label,
    accelerator: toAccelerator(menuKeys),
    click: () => onNavigate(`#/${screen}`),
  }))
  // macOS has Settings in the app menu, other systems at the end of File.
  const settings = screens.slice(-1)

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
      command('app.checkMessages'),
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
      ...(isDevelopment ? [separator, { role: 'toggleDevTools' } satisfies Item] : []),
    ],
  }
  const help: Item = {
    role: 'help',
    label: 'Help',
    submenu: [
      command('app.help', 'Stallhand help'),
      command('app.keys'),
      command('app.reportProblem', 'Report a problem…'),
      ...(isMac ? [] : [separator, { role: 'about' } satisfies Item]),
    ],
  }
  return [
    ...(isMac ? [appMenu] : []),
    file,
    edit,
    { label: 'Go', submenu: [command('app.palette', 'Find…'), separator, ...screens.slice(0, -1)] },
    view,
    { role: 'windowMenu', label: 'Window' },
    help,
  ]
}
