/** What a test wants the double to be: handed over in the environment, read once. */

export type Given = {
  /** As an installed app is: the archive is the app, and there are no developer's menus. */
  readonly isPackaged: boolean
  /** The app's folder: its package.json has name and version. */
  readonly appPath: string
  /** Where an installed app's resources lie, beside the archive. */
  readonly resourcesPath: string
  /** The vault of this desktop, as Electron names it on Linux; `none` where encryption is not to be had. */
  readonly vault: 'gnome_libsecret' | 'basic_text' | 'none'
  /** Another number is another keyring: what one encrypted, no other decrypts. */
  readonly keyring: number
  /** The screens there are. */
  readonly screens: readonly {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
  readonly isDark: boolean
  /** Where this desktop keeps what belongs to the user, instead of the home of whoever runs the tests. */
  readonly home: string
}

export const GIVEN_VARIABLE = 'STALLHAND_ELECTRON_DOUBLE'

export const given: Given = JSON.parse(process.env[GIVEN_VARIABLE] ?? '{}') as Given
