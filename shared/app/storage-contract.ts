/**
 * The storage of the open connection: its size, its backups, export and import.
 *
 * No answer holds a secret: secrets are in the vault, not in the database. The only path is that of the folder for copies.
 */
import * as z from 'zod'
import { connectionKindSchema } from '../connection/profile.ts'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'

const nothing = z.strictObject({})

/** The bytes of a file per call, each way. */
export const PART_BYTES = 4 * 1024 * 1024
/** The largest packed export that is accepted. */
const MAX_IMPORT_BYTES = 1024 * 1024 * 1024

const bytes = z.int().min(0)
const fileId = z.string().max(40)

/** `shop.sqlite.2026-11-21T14-03-00-000Z.backup`: a name in the folder of backups, never a path. */
const backupNameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,60}\.sqlite\.[0-9TZ-]{10,40}\.backup$/)

const backupSchema = z.object({ name: backupNameSchema, atMs: z.number(), bytes })
export type Backup = z.infer<typeof backupSchema>

const foundIdSchema = z.string().regex(/^[a-z0-9-]{1,40}$/)
/** A database in the data folder without a connection, as after the loss of the settings. */
const foundSchema = z.object({ id: foundIdSchema, bytes, changedAtMs: z.number() })
export type FoundDatabase = z.infer<typeof foundSchema>

/** The number of rows in a database, grouped as a seller would group them. */
const contentCountsSchema = z.object({
  conversations: z.int(),
  messages: z.int(),
  items: z.int(),
  tasks: z.int(),
  notifications: z.int(),
})
export type ContentCounts = z.infer<typeof contentCountsSchema>

const folderPathSchema = z
  .string()
  .max(4_000)
  .regex(/^\P{Cc}*$/u, 'A path is one line of text.')

/** The folder that gets a copy of each backup. */
const backupFolderSchema = z.object({
  path: z.string(),
  /** When the newest copied backup was made; null if there is none, or the folder can't be read. */
  lastCopyAtMs: z.number().nullable(),
  /** Why the last copy failed, or the folder can't be read. */
  problem: z.string().nullable(),
})
export type BackupFolder = z.infer<typeof backupFolderSchema>

export const storageContract = {
  facts: query({
    input: nothing,
    output: z.object({
      databaseBytes: bytes,
      contents: contentCountsSchema,
      /** Newest first. Made each day of use and before large changes; kept for seven days, and weekly for four weeks. */
      backups: z.array(backupSchema),
      found: z.array(foundSchema),
      /** Null if the seller chose none. */
      backupFolder: backupFolderSchema.nullable(),
      /** Whether the host has a dialog to choose a folder; otherwise its path is typed. */
      hasFolderDialog: z.boolean(),
    }),
  }),
  /**
   * Chooses the folder, on another disk or in the cloud, that gets a copy of each backup of every connection. The host asks
   * (SEC-04): in a dialog, or about the typed path. Throws `conflict` if the folder can't be used.
   */
  chooseBackupFolder: command({
    input: z.strictObject({ path: folderPathSchema.nullable() }),
    output: z.object({ isChosen: z.boolean() }),
  }),
  /** Stops copying. Existing copies stay. */
  forgetBackupFolder: command({ input: nothing, output: done }),
  backUpNow: command({ input: nothing, output: z.object({ name: backupNameSchema }) }),
  /**
   * Backs up the database, then replaces it with a backup. Puts queued messages on hold, because they may have been
   * sent since. Throws `conflict` if the backup is damaged or newer than this version.
   */
  restore: command({ input: z.strictObject({ name: backupNameSchema }), output: z.object({ heldBack: z.int() }) }),

  /**
   * Backs up the database, then replaces it with one that was found. Puts its queue on hold and sets the found file
   * aside. Throws `conflict` if that file is damaged or newer than this version.
   */
  takeFound: command({ input: z.strictObject({ id: foundIdSchema }), output: z.object({ heldBack: z.int() }) }),

  /** Packs the database. The desktop saves it at once; a browser reads it with `exportPart` and then calls `endExport`. */
  export: command({
    input: nothing,
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('saved'), name: z.string() }),
      z.object({ kind: z.literal('cancelled') }),
      z.object({ kind: z.literal('ready'), id: fileId, name: z.string(), bytes }),
    ]),
  }),
  exportPart: query({
    input: z.strictObject({ id: fileId, offset: bytes }),
    /** Base64 of at most `PART_BYTES`. */
    output: z.object({ content: z.string() }),
  }),
  endExport: command({ input: z.strictObject({ id: fileId }), output: done }),

  /** Starts an import and drops an unfinished one. */
  beginImport: command({
    input: z.strictObject({
      bytes: bytes.max(MAX_IMPORT_BYTES, 'The file is larger than 1 GiB, so it isn’t an export. Choose another file.'),
    }),
    output: z.object({ id: fileId }),
  }),
  importPart: command({
    input: z.strictObject({
      id: fileId,
      offset: bytes,
      content: z.base64().max(Math.ceil(PART_BYTES / 3) * 4, 'A part has at most 4 MiB.'),
    }),
    output: done,
  }),
  /** Checks the file and returns what it contains. Changes nothing. Throws `conflict`. */
  lookAtImport: command({
    input: z.strictObject({ id: fileId }),
    output: z.object({
      connection: z.object({ name: z.string(), kind: connectionKindSchema }),
      writtenAtMs: z.number(),
      contents: contentCountsSchema,
    }),
  }),
  /** Backs up the database, then replaces it with the checked import. */
  import: command({ input: z.strictObject({ id: fileId }), output: z.object({ heldBack: z.int() }) }),
  cancelImport: command({ input: z.strictObject({ id: fileId }), output: done }),

  changed: event(nothing),
} as const satisfies FeatureContract
