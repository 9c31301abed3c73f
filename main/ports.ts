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

export type Ports = {
  readonly host: 'electron' | 'local'
  readonly version: string
  /** The folder that holds all this app keeps. It exists, can be written, and is held by this process alone. */
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly vault: SecretVault
  /** Opens an HTTPS address in the user's browser, after the user saw its host. */
  readonly openExternal: (url: string) => Promise<void>
  readonly notify: (notice: DesktopNotice) => void
  /** A number from 0 up to 1, for jitter. */
  readonly random: () => number
}
