/**
 * Opens the app at login if the user chose to: login items on macOS and Windows
 * (https://www.electronjs.org/docs/latest/api/app#appsetloginitemsettingssettings-macos-windows), an XDG autostart file
 * on Linux (https://specifications.freedesktop.org/autostart-spec/latest/).
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { App } from 'electron'
import { conflict } from '../../../shared/result.ts'
import type { Choice } from '../../ports.ts'

type LoginItems = Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>

export const autostartFolder = (env: Readonly<Record<string, string | undefined>>, home: string): string => {
  const config = env.XDG_CONFIG_HOME
  return path.join(config !== undefined && path.isAbsolute(config) ? config : path.join(home, '.config'), 'autostart')
}

/**
 * Quotes an argument of `Exec` as a desktop entry requires, first for a shell and then as an escaped string:
 * https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html
 */
const quote = (argument: string): string =>
  `"${argument
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

const desktopEntry = (command: readonly string[]): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Stallhand',
    `Exec=${command.map(quote).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')

/** `command`: the program and arguments that open this data folder. */
export const openAtLoginChoice = (deps: {
  readonly platform: NodeJS.Platform
  readonly app: LoginItems
  readonly autostartDir: string
  readonly command: readonly [program: string, ...args: string[]]
}): Choice => {
  const { app, command } = deps
  if (deps.platform !== 'linux') {
    const args = command.slice(1)
    return {
      isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
      set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args }),
    }
  }
  const file = path.join(deps.autostartDir, 'stallhand.desktop')
  return {
    isOn: () => existsSync(file),
    set: (on) => {
      try {
        if (!on) {
          rmSync(file, { force: true })
          return
        }
        mkdirSync(deps.autostartDir, { recursive: true })
        writeFileSync(file, desktopEntry(command))
      } catch (error) {
        const message = `${file} couldn’t be written. Check the permissions of its folder.`
        throw conflict(message, error)
      }
    },
  }
}
