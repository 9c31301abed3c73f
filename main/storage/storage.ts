/**
 * The storage of the open connection: backups, restoring one, and the whole as one file out and in.
 *
 * Whatever takes the place of the present database is made ready beside it first: checked, brought up to date, and held back
 * from sending. Only then is the shop closed, the present database backed up, and the one put in place of the other.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { type Backup, type Holdings, PART_BYTES, type storageContract } from '../../shared/app/storage-contract.ts'
import type { ConnectionKind, ConnectionProfile } from '../../shared/connection/profile.ts'
import { connectionKindSchema } from '../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { Failure } from '../../shared/result.ts'
import { BACKUPS_KEPT, backUpInBackground, backupsOf } from '../database/backups.ts'
import { backUpFile, checkCopy, putInPlace, readCopy } from '../database/copies.ts'
import { copyInBackground } from '../database/copy-in-background.ts'
import type { Database, Migration } from '../database/database.ts'
import { diskFailureOf } from '../database/disk-words.ts'
import { openDatabase } from '../database/open-database.ts'
import { pack, unpack } from '../database/packed-copy.ts'
import { isSound } from '../database/soundness.ts'
import { storageFailureOf } from '../database/storage-failure.ts'
import type { Ports } from '../ports.ts'
import type { RunSerially } from '../serial-queue.ts'

/** The open connection, as far as its storage goes. */
export type StoredShop = {
  readonly file: string
  readonly profile: ConnectionProfile
  readonly database: Database
}

export type StorageDeps = {
  readonly ports: Ports
  readonly migrations: readonly Migration[]
  readonly shop: () => StoredShop
  /** Closes the shop, runs `put`, and opens it again, whatever became of `put`. */
  readonly swap: (put: () => void) => Promise<void>
  /** Nothing else is opened or closed while a copy is put in place. */
  readonly inTurn: RunSerially
  /** Keeps a copy from doing by itself what may have been done since; how many things wait for the user now. */
  readonly holdBack: (copy: Database, present: Database) => number
  readonly holdingsOf: (database: Database) => Holdings
  readonly emit: FeatureEmit<typeof storageContract>
}

export type Storage = {
  readonly handlers: FeatureHandlers<typeof storageContract>
  /** Puts the newest sound backup in place of the database. Throws `conflict` where there is none. */
  readonly restoreNewest: () => Promise<void>
}

const EXPORT_VERSION = 1
const EXPORT_WORDS = 'stallhand-export'

/** What the first line of an export says. Fields that a later version adds are passed over. */
const headerSchema = z.object({
  kind: z.literal(EXPORT_WORDS),
  version: z.int(),
  writtenAtMs: z.number(),
  profile: z.object({ name: z.string().max(60), kind: connectionKindSchema, baseUrl: z.url().max(2_000) }),
})

const refuse = (message: string): Failure => new Failure({ kind: 'conflict', message })

const kindWords: Readonly<Record<ConnectionKind, string>> = {
  practice: 'a practice connection',
  sandbox: 'a sandbox connection',
  production: 'a production connection',
}

const sizeOf = (file: string): number =>
  ['', '-wal', '-shm'].reduce((sum, end) => sum + (existsSync(`${file}${end}`) ? statSync(`${file}${end}`).size : 0), 0)

/** `shop.sqlite.2026-11-21T14-03-00-000Z.backup` → its time. */
const timeOfBackup = (name: string): number | undefined => {
  const found = /\.(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.backup$/.exec(name)
  if (found === null) return undefined
  const [, day, hour, minute, second, ms] = found
  const atMs = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(atMs) ? undefined : atMs
}

/** The disk's own refusals become sentences, whichever of SQLite and the file system met them. */
const onDisk = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Failure ? error : diskFailureOf(storageFailureOf(error))
  }
}

export const createStorage = (deps: StorageDeps): Storage => {
  const { ports, migrations, emit } = deps
  const { clock, log } = ports
  const inTurn: RunSerially = (work) => deps.inTurn(() => onDisk(work))
  /** What is on its way in or out. Never a place to keep anything: it is emptied at every start. */
  const folder = join(ports.dataDir, 'transit')
  rmSync(folder, { recursive: true, force: true })
  let outgoing: { readonly id: string; readonly file: string; readonly bytes: number } | undefined
  let incoming:
    | { readonly id: string; readonly file: string; readonly bytes: number; taken: number; copy?: string }
    | undefined

  const inTransit = (name: string): string => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return join(folder, name)
  }

  const backups = (): readonly (Backup & { readonly file: string })[] =>
    backupsOf(deps.shop().file).flatMap((file) => {
      const name = basename(file)
      const atMs = timeOfBackup(name)
      return atMs === undefined ? [] : [{ name, atMs, bytes: statSync(file).size, file }]
    })

  /** Puts a checked copy, which is no longer needed where it is, in place of the database. */
  const replaceWith = async (copy: string): Promise<number> => {
    const shop = deps.shop()
    const { database } = openDatabase({ file: copy, migrations, clock, log })
    let heldBack: number
    try {
      heldBack = deps.holdBack(database, shop.database)
    } finally {
      database.close()
    }
    await deps.swap(() => {
      backUpFile(shop.file, clock)
      putInPlace(copy, shop.file)
    })
    log.info('a copy was put in place of the database', { connection: shop.profile.id, heldBack })
    emit('changed', {})
    return heldBack
  }

  const restore = async (backup: string): Promise<number> => {
    const copy = inTransit(`${randomUUID()}.sqlite`)
    try {
      copyFileSync(backup, copy)
      checkCopy(copy, migrations)
      return await replaceWith(copy)
    } finally {
      empty()
    }
  }

  const letGoOfExport = (): void => {
    if (outgoing !== undefined) rmSync(outgoing.file, { force: true })
    outgoing = undefined
  }
  const letGoOfImport = (): void => {
    if (incoming === undefined) return
    for (const file of [incoming.file, incoming.copy]) if (file !== undefined) rmSync(file, { force: true })
    incoming = undefined
  }

  /** Nothing of an export or an import outlives a database that was replaced. */
  const empty = (): void => {
    letGoOfExport()
    letGoOfImport()
    rmSync(folder, { recursive: true, force: true })
  }

  const demandIncoming = (id: string): NonNullable<typeof incoming> => {
    if (incoming?.id !== id) throw refuse('This import has ended. Choose the file again.')
    return incoming
  }

  /** SECURITY: sandbox data never gets into production, nor one platform's into another's. */
  const demandSameShop = (from: z.infer<typeof headerSchema>['profile']): void => {
    const { profile } = deps.shop()
    if (from.kind !== profile.kind) {
      throw refuse(
        `This export is of ${kindWords[from.kind]}, "${from.name}", and the open one is ${kindWords[profile.kind]}. Open or add a connection of the same kind first. Nothing was changed.`,
      )
    }
    // A practice platform of its own has another port at every start.
    if (profile.kind !== 'practice' && new URL(from.baseUrl).origin !== new URL(profile.baseUrl).origin) {
      throw refuse(
        `This export is of ${new URL(from.baseUrl).host}, and the open connection is at ${new URL(profile.baseUrl).host}. Nothing was changed.`,
      )
    }
  }

  const headerOf = (header: unknown): z.infer<typeof headerSchema> => {
    const parsed = headerSchema.safeParse(header)
    if (!parsed.success) throw refuse('This file is not an export of Stallhand. Nothing was changed.')
    if (parsed.data.version > EXPORT_VERSION) {
      throw refuse('This export was written by a newer Stallhand. Install that version first. Nothing was changed.')
    }
    return parsed.data
  }

  return {
    restoreNewest: () =>
      inTurn(async () => {
        const newest = backups().find(({ file }) => isSound(file))
        if (newest === undefined) throw refuse('There is no sound backup to restore.')
        await restore(newest.file)
      }),
    handlers: {
      facts: () =>
        onDisk(() => {
          const { file, database } = deps.shop()
          return {
            databaseBytes: sizeOf(file),
            holdings: deps.holdingsOf(database),
            backups: backups().map(({ name, atMs, bytes }) => ({ name, atMs, bytes })),
            backupsKept: BACKUPS_KEPT,
          }
        }),
      backUpNow: () =>
        inTurn(async () => {
          const copy = await backUpInBackground(deps.shop().file, clock)
          emit('changed', {})
          return { name: basename(copy) }
        }),
      restore: ({ name }) =>
        inTurn(async () => {
          const backup = backups().find((one) => one.name === name)
          if (backup === undefined) {
            throw new Failure({ kind: 'notFound', message: 'This backup is not there any more. Choose another one.' })
          }
          return { heldBack: await restore(backup.file) }
        }),

      export: () =>
        onDisk(async () => {
          letGoOfExport()
          const { file, profile } = deps.shop()
          const id = randomUUID()
          const copy = inTransit(`${id}.sqlite`)
          const packed = inTransit(`${id}.stallhand`)
          const writtenAtMs = clock.nowMs()
          const name = `${profile.id} ${new Date(writtenAtMs).toISOString().slice(0, 10)}.stallhand`
          try {
            await copyInBackground(file, copy)
            await pack(copy, { kind: EXPORT_WORDS, version: EXPORT_VERSION, writtenAtMs, profile }, packed)
          } catch (error) {
            rmSync(packed, { force: true })
            throw error
          } finally {
            rmSync(copy, { force: true })
          }
          if (ports.saveFile === null) {
            outgoing = { id, file: packed, bytes: statSync(packed).size }
            return { kind: 'ready' as const, id, name, bytes: outgoing.bytes }
          }
          try {
            const savedAs = await ports.saveFile({ name, bytes: readFileSync(packed) })
            return savedAs === null ? { kind: 'cancelled' as const } : { kind: 'saved' as const, name: savedAs }
          } finally {
            rmSync(packed, { force: true })
          }
        }),
      exportPart: ({ id, offset }) =>
        onDisk(async () => {
          if (outgoing?.id !== id) throw refuse('This export has ended. Begin it again.')
          const handle = await open(outgoing.file, 'r')
          try {
            const { buffer, bytesRead } = await handle.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, offset)
            return { content: buffer.subarray(0, bytesRead).toString('base64') }
          } finally {
            await handle.close()
          }
        }),
      endExport: ({ id }) => {
        if (outgoing?.id === id) letGoOfExport()
        return null
      },

      beginImport: ({ bytes }) =>
        onDisk(async () => {
          letGoOfImport()
          const id = randomUUID()
          const file = inTransit(`${id}.stallhand`)
          await (await open(file, 'wx', 0o600)).close()
          incoming = { id, file, bytes, taken: 0 }
          return { id }
        }),
      importPart: ({ id, offset, content }) =>
        onDisk(async () => {
          const file = demandIncoming(id)
          const part = Buffer.from(content, 'base64')
          if (offset !== file.taken || offset + part.length > file.bytes) {
            throw refuse('The parts of this file do not fit together. Choose the file again.')
          }
          file.taken += part.length
          const handle = await open(file.file, 'r+')
          try {
            await handle.write(part, 0, part.length, offset)
          } finally {
            await handle.close()
          }
          return null
        }),
      lookAtImport: ({ id }) =>
        onDisk(async () => {
          const file = demandIncoming(id)
          if ((await stat(file.file)).size !== file.bytes)
            throw refuse('The file did not arrive whole. Choose it again.')
          const copy = inTransit(`${id}.sqlite`)
          try {
            const { profile, writtenAtMs } = headerOf(await unpack(file.file, copy))
            demandSameShop(profile)
            checkCopy(copy, migrations)
            // Brought up to date here, so that what is said of it is said by the tables of today.
            openDatabase({ file: copy, migrations, clock, log }).database.close()
            const holdings = readCopy(copy, deps.holdingsOf)
            demandIncoming(id).copy = copy
            return { connection: { name: profile.name, kind: profile.kind }, writtenAtMs, holdings }
          } catch (error) {
            rmSync(copy, { force: true })
            throw error
          }
        }),
      import: ({ id }) =>
        inTurn(async () => {
          const { copy } = demandIncoming(id)
          if (copy === undefined) throw refuse('Look first at what the file holds, then import it.')
          try {
            return { heldBack: await replaceWith(copy) }
          } finally {
            empty()
          }
        }),
      cancelImport: ({ id }) => {
        if (incoming?.id === id) letGoOfImport()
        return null
      },
    },
  }
}
