/** The desk's part of the contract: what the window remembers, and what the app has to say about itself. */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { menuCommandSchema } from './commands.ts'
import { firstStepsSchema } from './first-steps.ts'

const nothing = z.strictObject({})

/** Something the user should know about the app's own state; `act` is what can be done about it. */
export const noticeSchema = z.object({
  id: z.string(),
  tone: z.enum(['info', 'caution', 'danger']),
  text: z.string(),
  act: z.enum(['restoreBackup']).nullable(),
})
export type Notice = z.infer<typeof noticeSchema>

/** `appearance.theme`, `messaging.listWidth`: dotted words. */
const viewKeySchema = z.string().regex(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z0-9]*){1,4}$/)
/** A size, a choice, a filter: small, never what a user typed into a draft. */
const viewValueSchema = z.union([
  z.string().max(400),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(200)).max(100),
])
export type ViewValue = z.infer<typeof viewValueSchema>

/** The largest file that is saved, in characters of its content. */
export const LARGEST_FILE_CHARACTERS = 200_000_000

/**
 * What a file that the app offers may be called: a name without a folder, of a kind that no system runs when it is opened.
 * SECURITY (Electron checklist 17): the name is only a suggestion in a dialog, and still may not be any other.
 */
export const fileNameSchema = z
  .string()
  .max(120, 'A file name has at most 120 characters.')
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]*\.(csv|json|ndjson|log|stallhand|txt|xml)$/u,
    'A file name has letters, digits, spaces, dots, hyphens and underscores, and ends in csv, json, ndjson, log, stallhand, txt or xml.',
  )

/** What is known of a newer version. `ready`: it is downloaded and checked, and takes the place of this one at a restart. */
export const updateStateSchema = z.object({
  phase: z.enum(['off', 'idle', 'checking', 'upToDate', 'downloading', 'ready', 'failed']),
  version: z.string().nullable(),
  /** Of a download, from 0 to 100. */
  percent: z.number().nullable(),
  problem: z.string().nullable(),
  checkedAtMs: z.number().nullable(),
})
export type UpdateState = z.infer<typeof updateStateSchema>

/** What the desktop around the window offers, with the user's choices. A part is null where this host has none of it. */
export const desktopSchema = z.object({
  /** Whether notices show what strangers wrote. */
  noticeText: z.boolean().nullable(),
  /** Whether Stallhand stands in the tray with its counts, and stays there when its window is closed. */
  tray: z.boolean().nullable(),
  openAtLogin: z.boolean().nullable(),
  /** `feed` is the address that newer versions come from; null: none is set, and nothing is looked for. */
  updates: z.object({ feed: z.string().nullable(), state: updateStateSchema }).nullable(),
})
export type DesktopChoices = z.infer<typeof desktopSchema>

/** What the window remembers of one shop's things: each connection has its own, and a switch shows none of another's. */
export const shopViewKeys: ReadonlySet<string> = new Set([
  'messaging.open',
  'messaging.itemId',
  'messaging.otherParty',
  'messaging.listScroll',
  'inventory.seenRun',
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
  /** Everything the window remembers: pane sizes, filters, the last place, the theme. `shop`: the connection that is open. */
  view: query({
    input: nothing,
    output: z.object({ shop: z.string(), values: z.record(viewKeySchema, viewValueSchema) }),
  }),
  /** `shop`: the connection whose things the window shows, where it may be another by now than the one that is open. */
  saveView: command({
    input: z.strictObject({ key: viewKeySchema, value: viewValueSchema, shop: z.string().max(200).optional() }),
    output: z.null(),
  }),
  dismissNotice: command({ input: z.strictObject({ id: z.string().max(100) }), output: z.null() }),
  /** Puts the newest good backup in place of the present database, which is set aside first. */
  restoreBackup: command({ input: nothing, output: z.null() }),
  /**
   * Asks where a file shall lie, and writes it there. Only under a host with a dialog of its own: `conflict` elsewhere,
   * and where it could not be written. The window calls this through `renderer/api/save-file.ts`, which knows both ways.
   */
  saveFile: command({
    input: z.strictObject({
      name: fileNameSchema,
      content: z.string().max(LARGEST_FILE_CHARACTERS, 'The file is too large to be saved.'),
      encoding: z.enum(['utf8', 'base64']).default('utf8'),
    }),
    /** The name it got; null where the user wanted none after all. */
    output: z.object({ savedAs: z.string().nullable() }),
  }),
  desktop: query({ input: nothing, output: desktopSchema }),
  /** What is left out stays as it is. Errors: `conflict` where this host has no such thing, or the system refuses. */
  chooseDesktop: command({
    input: z.strictObject({
      noticeText: z.boolean().optional(),
      tray: z.boolean().optional(),
      openAtLogin: z.boolean().optional(),
    }),
    output: z.null(),
  }),
  /** Null ends the looking for newer versions. Errors: `validation` for an address that is not HTTPS. */
  setUpdateFeed: command({ input: z.strictObject({ feed: z.string().max(500).nullable() }), output: z.null() }),
  /** Looks now, and downloads what is newer. What comes of it is told by `desktop`. */
  checkForUpdate: command({ input: nothing, output: z.null() }),
  /** Ends Stallhand in order and starts the version that is ready. Errors: `conflict` where none is. */
  installUpdate: command({ input: nothing, output: z.null() }),
  /** What a helper needs to know, as one text to be looked at before it is kept: versions, checks, the last of the log. */
  problemReport: query({ input: nothing, output: z.object({ name: fileNameSchema, text: z.string() }) }),
  /** The first steps on the practice shop, and how far each is. */
  firstSteps: query({ input: nothing, output: firstStepsSchema }),
  /** Puts them away for good, or back on the screen. */
  showFirstSteps: command({ input: z.strictObject({ isShown: z.boolean() }), output: z.null() }),
  noticesChanged: event(nothing),
  firstStepsChanged: event(nothing),
  desktopChanged: event(nothing),
  /** The user chose a command in the native menu. */
  commandChosen: event(z.object({ command: menuCommandSchema })),
} as const satisfies FeatureContract
