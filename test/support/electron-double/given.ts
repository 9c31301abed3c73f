/** A test's options for the double, passed in an environment variable and read once. */

export type Given = {
  /** Behaves like an installed app: the archive is the app, without developer menus. */
  readonly isPackaged: boolean
  /** The app's folder, whose package.json has name and version. */
  readonly appPath: string
  /** The folder of an installed app's resources, beside the archive. */
  readonly resourcesPath: string
  /** The desktop's key store, as Electron names it on Linux; `none` if encryption is unavailable. */
  readonly vault: 'gnome_libsecret' | 'basic_text' | 'none'
  /** Each number is a separate keyring, which can't decrypt the others' secrets. */
  readonly keyring: number
  readonly screens: readonly {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
  readonly isDark: boolean
  /** The user's home folder on this desktop, instead of the real one. */
  readonly home: string
}

export const GIVEN_VARIABLE = 'STALLHAND_ELECTRON_DOUBLE'

export const given: Given = JSON.parse(process.env[GIVEN_VARIABLE] ?? '{}') as Given
