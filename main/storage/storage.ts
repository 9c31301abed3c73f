/** Backups, restore, export and import of the open connection's database. */
import { randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Backup, ContentCounts, storageContract } from '../../shared/app/storage-contract.ts'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { conflict, Failure, notFound } from '../../shared/result.ts'
import { copyInBackground } from '../database/background-jobs.ts'
import {
  backUpInBackground,
  DamagedDatabase,
  listBackups,
  parseBackupTime,
  removeOutdated,
  removeUnfinished,
  sortByAge,
} from '../database/backups.ts'
import { readCopy } from '../database/copies.ts'
import type { Database } from '../database/database.ts'
import { isIntact } from '../database/integrity.ts'
import { toStorageFailure } from '../database/storage-failure.ts'
import type { Ports } from '../ports.ts'
import type { RunSerially } from '../serial-queue.ts'
import { packExport, unpackExport } from './export-file.ts'
import { createFolderCopies } from './folder-copies.ts'
import { createReplacement, RESERVED_BYTES, type ReplacementDeps, readSize } from './replacement.ts'
import { createTransit } from './transit.ts'

type StorageDeps = Omit<ReplacementDeps, 'current' | 'ports'> & {
  readonly ports: Ports
  /** SQL that takes out of an export what must not leave this computer (ORD-06). */
  readonly leftOutOfExports: readonly string[]
  /** The open connection. */
  readonly current: () => {
    readonly file: string
    readonly profile: ConnectionProfile
    readonly database: Database
  }
  /** Shared with everything that opens or closes a database. */
  readonly runSerially: RunSerially
  /** Databases in the data folder without a connection, by id. */
  readonly listFound: () => readonly { readonly id: string; readonly file: string }[]
  /** Renames a closed database, so that it is no longer found. */
  readonly setAside: (file: string) => void
  readonly countContents: (database: Database) => ContentCounts
  /** Whether a database has no seller data, like a new one. */
  readonly isUnused: (database: Database) => boolean
  /** Called when the open database turns out to be damaged. */
  readonly onDamage: () => void
  readonly emit: FeatureEmit<typeof storageContract>
}

export type Storage = {
  readonly handlers: FeatureHandlers<typeof storageContract>
  /**
   * Backs up if the newest backup is older than a day, and copies it to the chosen folder, even if that was unavailable
   * before. Never rejects: a full disk or a failed copy is logged.
   */
  readonly backUpDaily: () => Promise<void>
  /** Backs up. Rejects with a `storage` failure if the disk has too little space. */
  readonly backUpNow: () => Promise<void>
  /**
   * Replaces the database with the backup at `offered`, the newest intact one when the damage was found; without
   * `offered`, with the newest one now. Throws `conflict` if there is none.
   */
  readonly restoreNewest: (offered?: string) => Promise<void>
  /** Stops backups, copies and exports in progress. Nothing is written after this resolves. */
  readonly stop: () => Promise<void>
}

const DAY_MS = 86_400_000
/** How long stopping waits for a network folder, which may not respond. */
const MAX_STOP_MS = 3_000

/** Converts errors from SQLite and the file system into messages. */
const onDisk = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Failure ? error : toStorageFailure(error)
  }
}

export const createStorage = (deps: StorageDeps): Storage => {
  const { ports, emit } = deps
  const { clock, log } = ports
  const runSerially: RunSerially = (work) => deps.runSerially(() => onDisk(work))
  const transit = createTransit(ports.dataDir, clock)
  const stopping = new AbortController()
  const { signal } = stopping
  const folderCopies = createFolderCopies(ports, signal)
  const { requireRoom, takeOver, replaceWith } = createReplacement({
    ...deps,
    signal,
    onReplaced: () => emit('changed', {}),
  })
  /** The background copy to the chosen folder. */
  let copying = Promise.resolve()

  /** Newest first. */
  const backups = (): readonly (Backup & { readonly file: string })[] =>
    sortByAge(
      listBackups(deps.current().file).flatMap((file) => {
        const name = basename(file)
        const atMs = parseBackupTime(name)
        return atMs === undefined ? [] : [{ name, atMs, bytes: statSync(file).size, file }]
      }),
      clock.nowMs(),
    )

  const backUp = async (): Promise<string> => {
    const { file, database } = deps.current()
    removeUnfinished(file)
    if (database.freeDiskBytes() < readSize(file) + RESERVED_BYTES) {
      throw new Failure({
        kind: 'storage',
        message: 'The disk has no room for a backup. Free some space and try again.',
      })
    }
    const copy = await backUpInBackground(file, clock, signal).catch((error: unknown) => {
      if (error instanceof DamagedDatabase) deps.onDamage()
      throw error
    })
    removeOutdated(file, clock)
    emit('changed', {})
    copying = copyNewest()
    return copy
  }

  /** Never rejects. Backups don't await it, because a network folder may be slow. */
  const copyNewest = async (): Promise<void> => {
    try {
      const [newest] = backups()
      if (newest === undefined || signal.aborted) return
      await folderCopies.copy(newest, deps.current().profile)
      if (!signal.aborted) emit('changed', {})
    } catch (error) {
      log.warn('the newest backup was not copied', { error })
    }
  }

  const restore = async (backup: string): Promise<number> => {
    const copy = transit.path(`${randomUUID()}.sqlite`)
    try {
      await takeOver(backup, copy, 'own')
      return await replaceWith(copy, 'own')
    } finally {
      transit.clear()
    }
  }

  const logFailedBackup = (error: unknown): void => {
    if (!signal.aborted) log.warn('the daily backup failed', { error })
  }

  return {
    backUpDaily: async () => {
      // Also runs on days when no backup can be made.
      removeOutdated(deps.current().file, clock)
      const [newest] = backups()
      // A negative age means that the clock was set back.
      const ageMs = newest === undefined ? Number.POSITIVE_INFINITY : Math.abs(clock.nowMs() - newest.atMs)
      // An emptied database is no better than the existing backups.
      const isWorthless = newest !== undefined && deps.isUnused(deps.current().database)
      if (ageMs < DAY_MS || isWorthless) {
        copying = copyNewest()
        await copying
      } else await runSerially(backUp).catch(logFailedBackup)
    },
    backUpNow: async () => {
      await runSerially(backUp)
    },
    restoreNewest: (offered) => {
      const { file: asked } = deps.current()
      return runSerially(async () => {
        // Another connection may have been opened in the meantime.
        if (deps.current().file !== asked) {
          throw conflict('Another connection is open now. Open the damaged one to restore its backup.')
        }
        const newest = backups().find(({ file }) => file === offered) ?? backups().find(({ file }) => isIntact(file))
        if (newest === undefined) throw conflict('There is no intact backup to restore.')
        await restore(newest.file)
      })
    },
    stop: async () => {
      stopping.abort()
      await deps.runSerially(async () => undefined)
      const timeout = Promise.withResolvers<void>()
      const cancel = clock.setTimer(timeout.resolve, MAX_STOP_MS)
      await Promise.race([copying, timeout.promise])
      cancel()
      transit.clear()
    },
    handlers: {
      facts: () =>
        onDisk(async () => {
          const { file, database, profile } = deps.current()
          const facts = {
            hasFolderDialog: ports.chooseFolder !== null,
            databaseBytes: readSize(file),
            contents: deps.countContents(database),
            backups: backups().map(({ name, atMs, bytes }) => ({ name, atMs, bytes })),
            found: deps.listFound().map(({ id, file: found }) => ({
              id,
              bytes: readSize(found),
              changedAtMs: statSync(found).mtimeMs,
            })),
          }
          // Read last, because the database may close while waiting for a slow folder.
          return { ...facts, backupFolder: await folderCopies.load(profile.id) }
        }),
      backUpNow: () =>
        runSerially(async () => {
          return { name: basename(await backUp()) }
        }),
      chooseBackupFolder: async ({ path }) => {
        const isChosen = await folderCopies.choose(path)
        if (isChosen && backups().length === 0) void runSerially(backUp).catch(logFailedBackup)
        else if (isChosen) copying = copyNewest()
        emit('changed', {})
        return { isChosen }
      },
      forgetBackupFolder: () => {
        folderCopies.forget()
        emit('changed', {})
      },
      restore: ({ name }) =>
        runSerially(async () => {
          const backup = backups().find((one) => one.name === name)
          if (backup !== undefined) return { heldBack: await restore(backup.file) }
          throw notFound('This backup no longer exists. Choose another one.')
        }),

      takeFound: ({ id }) =>
        runSerially(async () => {
          const found = deps.listFound().find((one) => one.id === id)
          if (found === undefined) throw notFound('This database is no longer there. Choose another one.')
          // A copy that includes the contents of the write-ahead log.
          const whole = transit.path(`${randomUUID()}.found`)
          const copy = transit.path(`${randomUUID()}.sqlite`)
          try {
            requireRoom(readSize(found.file), 'this database')
            await copyInBackground(found.file, whole, signal)
            await takeOver(whole, copy, 'outside')
            const heldBack = await replaceWith(copy, 'outside')
            deps.setAside(found.file)
            return { heldBack }
          } finally {
            transit.clear()
          }
        }),

      export: () =>
        onDisk(async () => {
          // Serialized with replacements of the database, which also empty the transit folder.
          const { name, outgoing } = await deps.runSerially(async () => {
            const { file, profile } = deps.current()
            return {
              // The date on the seller's calendar; the Swedish locale formats it as YYYY-MM-DD.
              name: `${profile.id} ${new Date(clock.nowMs()).toLocaleDateString('sv-SE')}.stallhand`,
              outgoing: await transit.startExport((path) =>
                packExport(file, path, profile, clock.nowMs(), deps.leftOutOfExports, signal),
              ),
            }
          })
          if (ports.saveFile === null) return { kind: 'ready', id: outgoing.id, name, bytes: outgoing.bytes }
          try {
            const savedAs = await ports.saveFile({ name, bytes: outgoing.readAll() })
            return savedAs === null ? { kind: 'cancelled' } : { kind: 'saved', name: savedAs }
          } finally {
            transit.endExport(outgoing.id)
          }
        }),
      exportPart: ({ id, offset }) =>
        onDisk(async () => ({ content: (await transit.readExport(id, offset)).toString('base64') })),
      endExport: ({ id }) => transit.endExport(id),

      beginImport: ({ bytes }) =>
        onDisk(async () => {
          requireRoom(bytes, 'this file')
          return { id: await transit.startImport(bytes) }
        }),
      importPart: ({ id, offset, content }) =>
        onDisk(async () => {
          await transit.writeImport(id, offset, Buffer.from(content, 'base64'))
          return null
        }),
      lookAtImport: ({ id }) =>
        onDisk(() => {
          const { file: target, profile: open } = deps.current()
          return transit.checkImport(id, target, async (file, copy) => {
            const outside = `${copy}.outside`
            try {
              // The rows are copied again while the unpacked file exists.
              const { profile, writtenAtMs } = await unpackExport(file, outside, open, (bytes) =>
                requireRoom(2 * bytes, 'what this file unpacks to'),
              )
              await takeOver(outside, copy, 'outside')
              const contents = readCopy(copy, deps.countContents)
              return { connection: { name: profile.name, kind: profile.kind }, writtenAtMs, contents }
            } finally {
              rmSync(outside, { force: true })
            }
          })
        }),
      import: ({ id }) =>
        runSerially(async () => {
          const copy = transit.takeImport(id, deps.current().file)
          try {
            return { heldBack: await replaceWith(copy, 'outside') }
          } finally {
            transit.clear()
          }
        }),
      cancelImport: ({ id }) => transit.cancelImport(id),
    },
  }
}
