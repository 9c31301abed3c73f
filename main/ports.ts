/**
 * All that the core needs from outside.
 *
 * Each host supplies these once; the core imports no Electron, no timer and no file of settings of its own. A test hands
 * in fakes. Types only: nothing here runs.
 */

/** Ends what was begun: a timer, a subscription. Calling it twice does no harm. */
export type Cancel = () => void

/** Time. Wall time may jump (sleep, summer time, a user's hand); monotonic time only rises. */
export type Clock = {
  /** Wall time in milliseconds since 1970. */
  readonly nowMs: () => number
  /** Milliseconds since some start, for measuring. */
  readonly monotonicMs: () => number
  /** Runs `run` once after `delayMs`. */
  readonly setTimer: (run: () => void, delayMs: number) => Cancel
}

/** Structured log. Field values are redacted by name below it; never pass a header, a body, a token or a URL with its query. */
export type Log = {
  readonly debug: (message: string, fields?: LogFields) => void
  readonly info: (message: string, fields?: LogFields) => void
  readonly warn: (message: string, fields?: LogFields) => void
  readonly error: (message: string, fields?: LogFields) => void
}
export type LogFields = Readonly<Record<string, unknown>>

/** Small settings: appearance, pane sizes, which connection is open. Nothing that grows, nothing secret. */
export type Settings = {
  readonly get: (key: string) => unknown
  readonly set: (key: string, value: unknown) => void
}

/**
 * Where secrets are.
 *
 * `kept`: in the operating system's vault, over restarts. `sessionOnly`: this machine offers no real one, so that they
 * live in memory and are asked for again; the app says so.
 */
export type SecretVault = {
  readonly keeping: 'kept' | 'sessionOnly'
  readonly get: (key: string) => Promise<string | undefined>
  readonly set: (key: string, secret: string) => Promise<void>
  readonly delete: (key: string) => Promise<void>
}

/** A desktop notification; `text` may hold a stranger's words, so that a host shows it only where the user allows. */
export type DesktopNotice = { readonly title: string; readonly text: string; readonly place: string }

/** A file for the user to keep. `name` is a suggestion, without a folder. */
export type FileToSave = { readonly name: string; readonly bytes: Uint8Array }

/**
 * Asks the user where a file shall lie, and writes it there. Gives back the name it got, or null where the user wanted
 * none. Errors: a `Failure` of kind `conflict` that says why it could not be written.
 */
export type SaveFile = (file: FileToSave) => Promise<string | null>

/** What is known of a newer version of this program; shared/app/contract.ts says what each phase means. */
export type UpdateState = {
  readonly phase: 'off' | 'idle' | 'checking' | 'upToDate' | 'downloading' | 'ready' | 'failed'
  readonly version: string | null
  readonly percent: number | null
  readonly problem: string | null
  readonly checkedAtMs: number | null
}

/** Newer versions, from an address that the user sets. Errors are a `Failure` of kind `conflict`. */
export type Updates = {
  readonly feed: () => string | null
  /** Null ends the looking. */
  readonly setFeed: (feed: string | null) => void
  readonly state: () => UpdateState
  readonly check: () => void
  readonly install: () => void
}

/** A choice about the desktop that the user can make. Errors: a `Failure` of kind `conflict` where the system refuses. */
export type Choice = { readonly isOn: () => boolean; readonly set: (on: boolean) => void }

/**
 * The desktop around the window. A part is null where the host has none of it, and the window then does not offer it.
 * `onChange` is told when anything of it is other than before.
 */
export type Desktop = {
  readonly noticeText: Choice | null
  readonly tray: Choice | null
  readonly openAtLogin: Choice | null
  readonly updates: Updates | null
  readonly onChange: (listener: () => void) => Cancel
}

/** What a report of a problem says about the host: nothing that names the user. */
export type HostFacts = {
  readonly versions: Readonly<Record<string, string>>
  /** So that it can be taken out of texts: its name is the user's. */
  readonly homeDir: string
  /** The last lines of the log, at most so many bytes. They are redacted already. */
  readonly recentLog: (largestBytes: number) => string
}

export type Ports = {
  readonly host: 'electron' | 'local'
  readonly version: string
  /** The folder that holds all this app keeps. It exists, can be written, and is held by this process alone. */
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly vault: SecretVault
  /** Opens a web address (https or http, nothing else) in the user's browser, after the user saw its host. */
  readonly openExternal: (url: string) => Promise<void>
  readonly notify: (notice: DesktopNotice) => void
  /** Null where the window is a browser, which saves files itself. */
  readonly saveFile: SaveFile | null
  readonly desktop: Desktop
  readonly facts: HostFacts
  /** The scheme of links that lead from the browser back to this app; null where the host has none. */
  readonly linkScheme: string | null
  /** A number from 0 up to 1, for jitter. */
  readonly random: () => number
}
