/** The app itself: window state, notices, the desktop's settings, updates, the problem report. */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { firstStepsSchema } from './first-steps.ts'
import { type MenuCommand, menuCommands } from './menu-commands.ts'

const nothing = z.strictObject({})

/** A notice about the app's own state. `action`: what the user can do about it. */
export const noticeSchema = z.object({
  id: z.string(),
  tone: z.enum(['info', 'caution', 'danger']),
  text: z.string(),
  action: z.enum(['restoreBackup']).nullable(),
})
export type Notice = z.infer<typeof noticeSchema>

/** A dotted key: `appearance.theme`, `messaging.listWidth`. */
const viewKeySchema = z.string().regex(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z0-9]*){1,4}$/)
/** A size, a choice, a filter, or text typed on the Practice screen; never a draft. */
const viewValueSchema = z.union([
  z.string().max(100_000),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(4_000)).max(100),
])
export type ViewValue = z.infer<typeof viewValueSchema>

const MAX_FILE_CHARACTERS = 200_000_000

/** SECURITY (Electron checklist 17): a suggested file name without a folder, of a type that no system executes. */
export const fileNameSchema = z
  .string()
  .max(120, 'A file name has at most 120 characters.')
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]*\.(csv|json|ndjson|log|stallhand|txt|xml)$/u,
    'A file name has letters, digits, spaces, dots, hyphens and underscores, and ends in csv, json, ndjson, log, stallhand, txt or xml.',
  )

const pdfNameSchema = z
  .string()
  .max(120)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*\.pdf$/u)

/** The state of updates. `ready`: downloaded, its signature verified. */
const updateStateSchema = z.object({
  phase: z.enum(['idle', 'checking', 'upToDate', 'available', 'downloading', 'ready', 'failed']),
  version: z.string().nullable(),
  /** The progress of a download. */
  percent: z.number().nullable(),
  problem: z.string().nullable(),
  checkedAtMs: z.number().nullable(),
})
export type UpdateState = z.infer<typeof updateStateSchema>

/** The desktop's settings. A part is null if this host does not have it. */
const desktopSchema = z.object({
  /** Whether notices show text from strangers. */
  noticeText: z.boolean().nullable(),
  /** Whether the system refused the last notice (FACT-177). */
  areNoticesRefused: z.boolean().nullable(),
  /** Whether Stallhand shows its counts in the tray, and keeps running there when the window is closed. */
  tray: z.boolean().nullable(),
  openAtLogin: z.boolean().nullable(),
  /** `host` is where updates come from, fixed by the build. */
  updates: z.object({ host: z.string(), state: updateStateSchema }).nullable(),
})
export type DesktopChoices = z.infer<typeof desktopSchema>

/** The window state keys that belong to one connection. */
export const shopViewKeys: ReadonlySet<string> = new Set([
  'messaging.open',
  'messaging.itemId',
  'messaging.otherParty',
  'messaging.listScroll',
  'inventory.seenRun',
  'orders.seenRun',
  'orders.slipHeading',
  'orders.slipLine',
  'orders.slipThanks',
  'orders.slipReturns',
  'practice.buyer',
  'practice.purchase',
  'practice.offer',
  'practice.event',
  'practice.topic',
])

export const appContract = {
  status: query({
    input: nothing,
    output: z.object({
      version: z.string(),
      host: z.enum(['electron', 'local']),
      dataDir: z.string(),
      notices: z.array(noticeSchema),
    }),
  }),
  /** The window state: pane sizes, filters, the last location, the theme. `shop` is the id of the open connection. */
  view: query({
    input: nothing,
    output: z.object({ shop: z.string(), values: z.record(viewKeySchema, viewValueSchema) }),
  }),
  /** `shop`: the connection that the window shows, if another may have been opened meanwhile. */
  saveView: command({
    input: z.strictObject({ key: viewKeySchema, value: viewValueSchema, shop: z.string().max(200).optional() }),
    output: done,
  }),
  dismissNotice: command({ input: z.strictObject({ id: z.string().max(100) }), output: done }),
  /** Backs up the database, then replaces it with the newest intact backup. */
  restoreBackup: command({ input: nothing, output: done }),
  /** Shows the save dialog and writes the file. Throws `conflict` if this host has no dialog or writing fails. */
  saveFile: command({
    input: z.strictObject({
      name: fileNameSchema,
      content: z.string().max(MAX_FILE_CHARACTERS, 'The file is too large to be saved.'),
      encoding: z.enum(['utf8', 'base64']).default('utf8'),
    }),
    /** The file's name; null if the user cancelled. */
    output: z.object({ savedAs: z.string().nullable() }),
  }),
  /** Opens the system's print dialog. Throws `conflict` if this host has none, or the system refuses. */
  print: command({ input: nothing, output: done }),
  /** Saves what `print` would print as a PDF, like `saveFile`. */
  savePdf: command({
    input: z.strictObject({ name: pdfNameSchema }),
    output: z.object({ savedAs: z.string().nullable() }),
  }),
  desktop: query({ input: nothing, output: desktopSchema }),
  /** An omitted setting stays unchanged. Throws `conflict` if it doesn't exist here or the system refuses. */
  chooseDesktop: command({
    input: z.strictObject({
      noticeText: z.boolean().optional(),
      tray: z.boolean().optional(),
      openAtLogin: z.boolean().optional(),
    }),
    output: done,
  }),
  /** Checks now. `desktop` has the result. */
  checkForUpdate: command({ input: nothing, output: done }),
  /** The host asks; if the seller agrees, downloads the update and verifies its signature (SEC-03). Throws `conflict`. */
  downloadUpdate: command({ input: nothing, output: done }),
  /** Quits and starts the update. Throws `conflict` if none is ready. */
  installUpdate: command({ input: nothing, output: done }),
  /** Builds a text for support, shown before it is saved: versions, checks, the end of the log. */
  problemReport: query({ input: nothing, output: z.object({ name: fileNameSchema, text: z.string() }) }),
  firstSteps: query({ input: nothing, output: firstStepsSchema }),
  /** Dismisses the first steps, or shows them again. */
  showFirstSteps: command({ input: z.strictObject({ isShown: z.boolean() }), output: done }),
  noticesChanged: event(nothing),
  firstStepsChanged: event(nothing),
  desktopChanged: event(nothing),
  /** The user chose a command in the native menu. */
  commandChosen: event(z.object({ command: z.enum(Object.keys(menuCommands) as MenuCommand[]) })),
} as const satisfies FeatureContract
