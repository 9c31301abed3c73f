/** Everything that the core needs from outside. Hosts implement these; tests use fakes. Types only. */

/** Ends a timer or a subscription. Safe to call twice. */
export type Cancel = () => void

/** Wall time may jump (sleep, a clock change); monotonic time only increases. */
export type Clock = {
  /** Wall time in milliseconds since 1970. */
  readonly nowMs: () => number
  /** Milliseconds since an arbitrary start. */
  readonly monotonicMs: () => number
  /** Runs `run` once after `delayMs`. */
  readonly setTimer: (run: () => void, delayMs: number) => Cancel
}

/** Structured log. Hosts redact fields by name; never pass a header, a body, a token, or a URL with its query. */
export type Log = {
  readonly debug: (message: string, fields?: LogFields) => void
  readonly info: (message: string, fields?: LogFields) => void
  readonly warn: (message: string, fields?: LogFields) => void
  readonly error: (message: string, fields?: LogFields) => void
}
export type LogFields = Readonly<Record<string, unknown>>

/** Small settings: appearance, pane sizes, which connection is open. No growing data, no secrets. */
export type Settings = {
  /** Where this start set aside an unreadable settings file; these settings are then new, or from an earlier start. */
  readonly setAside?: { readonly as: string; readonly isEarlierInUse: boolean } | undefined
  readonly get: (key: string) => unknown
  readonly set: (key: string, value: unknown) => void
}

/**
 * `kept`: secrets are in the operating system's vault. Otherwise they stay in memory: `sessionOnly` because the vault
 * can't be used, `unwanted` because Stallhand was started with `--no-key-ring`.
 */
export type SecretVault = {
  readonly keeping: 'kept' | 'sessionOnly' | 'unwanted'
  readonly get: (key: string) => Promise<string | undefined>
  readonly set: (key: string, secret: string) => Promise<void>
  readonly delete: (key: string) => Promise<void>
}

/** A desktop notification. `text` may come from a stranger, so a host shows it only if the user allows. */
export type DesktopNotice = {
  readonly title: string
  readonly text: string
  /** What a click opens. */
  readonly place: string
  /** Buttons, each with what it opens. Not every system shows them, so `place` offers the same acts. */
  readonly actions?: readonly { readonly label: string; readonly place: string }[]
}

/** A file for the user to keep. `name` is a suggestion, without a folder. */
export type FileToSave = { readonly name: string; readonly bytes: Uint8Array }

/** Asks the user where to save a file, and writes it. Returns its name; null if the user cancelled. Throws `conflict`. */
export type SaveFile = (file: FileToSave) => Promise<string | null>

/** Prints what the window shows for printing. Both throw `conflict`. */
export type Printing = {
  /** Opens the system's dialog. Resolves once it is closed, also if the seller printed nothing. */
  readonly print: () => Promise<void>
  readonly toPdf: () => Promise<Uint8Array>
}

/** Asks the user for a folder in a host dialog. Returns its full path; null if the user cancelled. */
export type ChooseFolder = () => Promise<string | null>

/** A question that the seller answers outside the window. `action` is the label of the confirm button. */
export type Question = { readonly title: string; readonly text: string; readonly action: string }

/**
 * Asks the seller through the host, where the window can neither see nor answer (SEC-04). False if the seller declines
 * or the question can't be shown.
 */
export type Confirm = (question: Question) => Promise<boolean>

/** The state of updates; see shared/app/contract.ts. */
export type UpdateState = {
  readonly phase: 'idle' | 'checking' | 'upToDate' | 'available' | 'downloading' | 'ready' | 'failed'
  readonly version: string | null
  readonly percent: number | null
  readonly problem: string | null
  readonly checkedAtMs: number | null
}

/** Updates from the feed named in the build. Methods throw `conflict`. */
export type Updates = {
  /** The feed's host. */
  readonly host: string
  readonly state: () => UpdateState
  readonly check: () => void
  /** Call only after the seller agreed (SEC-03). */
  readonly download: () => void
  readonly install: () => Promise<void>
}

/** A desktop setting. `set` throws `conflict` if the system refuses. */
export type Choice = { readonly isOn: () => boolean; readonly set: (on: boolean) => void }

/** The desktop around the window. The window hides parts that are null. */
export type Desktop = {
  readonly noticeText: Choice | null
  /** Whether the system showed the last notice; null if it shows none of this host. */
  readonly areNoticesRefused: (() => boolean) | null
  readonly tray: Choice | null
  readonly openAtLogin: Choice | null
  readonly updates: Updates | null
  readonly onChange: (listener: () => void) => Cancel
}

/** The host's part of a problem report. Contains nothing that names the user. */
export type HostFacts = {
  readonly versions: Readonly<Record<string, string>>
  /** Removed from texts, because it contains the user's name. */
  readonly homeDir: string
  /** The last lines of the redacted log. */
  readonly recentLog: (maxBytes: number) => string
}

export type Ports = {
  readonly host: 'electron' | 'local'
  readonly version: string
  /** The folder for all data. It exists, is writable, and is locked by this process. */
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly vault: SecretVault
  /** Opens a web address (only https or http) in the user's browser, after the user has seen its host. */
  readonly openExternal: (url: string) => Promise<void>
  readonly notify: (notice: DesktopNotice) => void
  readonly confirm: Confirm
  /** Null if the window is a browser, which saves files itself. */
  readonly saveFile: SaveFile | null
  /** Null if the window is a browser, which prints by itself. */
  readonly printing: Printing | null
  /** Null if the window is a browser, where the user types the path and then confirms it. */
  readonly chooseFolder: ChooseFolder | null
  readonly desktop: Desktop
  readonly facts: HostFacts
  /** How an assistant starts the program that asks this app: `stallhand mcp` in full. */
  readonly assistantProgram: { readonly command: string; readonly args: readonly string[] }
  /** The scheme of links that open this app; null if the host has none. */
  readonly linkScheme: string | null
  /** A number from 0 up to 1, for jitter. */
  readonly random: () => number
}
