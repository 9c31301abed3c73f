/**
 * The storage of the open connection: how large it is, its backups, and the whole of it as one file to keep or to move.
 *
 * No answer holds a path that the window could hand back, and none holds a secret: those are in the vault, not in the database.
 */
import * as z from 'zod'
import { connectionKindSchema } from '../connection/profile.ts'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'

const nothing = z.strictObject({})

/** How many bytes of a file go in one call, each way. */
export const PART_BYTES = 4 * 1024 * 1024
/** The largest export that is taken in, packed. */
export const LARGEST_IMPORT_BYTES = 1024 * 1024 * 1024

const bytes = z.int().min(0)
const fileId = z.string().max(40)

/** `shop.sqlite.2026-11-21T14-03-00-000Z.backup`: a name in the folder of backups, never a path. */
export const backupNameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,60}\.sqlite\.[0-9TZ-]{10,40}\.backup$/)

export const backupSchema = z.object({ name: backupNameSchema, atMs: z.number(), bytes })
export type Backup = z.infer<typeof backupSchema>

/** How much of what is in a database, in the seller's terms. */
export const holdingsSchema = z.object({
  conversations: z.int(),
  messages: z.int(),
  items: z.int(),
  tasks: z.int(),
  notifications: z.int(),
})
export type Holdings = z.infer<typeof holdingsSchema>

export const storageContract = {
  facts: query({
    input: nothing,
    output: z.object({
      databaseBytes: bytes,
      holdings: holdingsSchema,
      /** Newest first; a file of before is never changed. */
      backups: z.array(backupSchema),
      /** How many are kept; the oldest goes when one more is made. */
      backupsKept: z.int(),
    }),
  }),
  backUpNow: command({ input: nothing, output: z.object({ name: backupNameSchema }) }),
  /**
   * Puts a backup in place of the present database, which is backed up first. What waited to be sent then does not go out
   * by itself: it may have been sent since. Errors: `conflict` where the backup is damaged, or newer than this program.
   */
  restore: command({ input: z.strictObject({ name: backupNameSchema }), output: z.object({ heldBack: z.int() }) }),

  /**
   * Packs all that is kept of the connection, without secrets. On the desktop it is saved at once; in a browser its parts
   * are read by `exportPart`, from the first byte on, and `endExport` lets go of it.
   */
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
  endExport: command({ input: z.strictObject({ id: fileId }), output: z.null() }),

  /** Begins to take in an export. One at a time: an earlier one that was not finished is let go. */
  beginImport: command({
    input: z.strictObject({ bytes: bytes.max(LARGEST_IMPORT_BYTES, 'The file is larger than any export (1 GiB).') }),
    output: z.object({ id: fileId }),
  }),
  importPart: command({
    input: z.strictObject({
      id: fileId,
      offset: bytes,
      content: z.base64().max(Math.ceil(PART_BYTES / 3) * 4, 'A part has at most 4 MiB.'),
    }),
    output: z.null(),
  }),
  /** Checks the whole file and says what it holds; nothing is changed yet. Errors: `conflict` says what is wrong with it. */
  lookAtImport: command({
    input: z.strictObject({ id: fileId }),
    output: z.object({
      connection: z.object({ name: z.string(), kind: connectionKindSchema }),
      writtenAtMs: z.number(),
      holdings: holdingsSchema,
    }),
  }),
  /** Puts what was looked at in place of the present database, which is backed up first. */
  import: command({ input: z.strictObject({ id: fileId }), output: z.object({ heldBack: z.int() }) }),
  cancelImport: command({ input: z.strictObject({ id: fileId }), output: z.null() }),

  changed: event(nothing),
} as const satisfies FeatureContract
