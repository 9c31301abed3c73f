/**
 * The high-water mark: detects a database that is older than the last change sent (OFF-04).
 *
 * The database counts the changes sent and stores the identity of one empty file beside it, whose name ends in that count.
 * Each change renames the file. A restored database finds its file with a higher count. A copied or restored data folder has a
 * different file: a copy never gets the same inode and birth time, and it can't overwrite the original because its name has
 * another count.
 */
import { closeSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { HoldReason } from '../../shared/outbound/contract.ts'
import type { Database } from '../database/database.ts'
import { BlockedRequest } from '../http/request.ts'

type Mark = { readonly position: number; readonly identity: string }

type HighWaterMark = {
  /** Call before sending a change and after withdrawing one. If it throws, the count isn't stored and nothing may be sent. */
  readonly raise: () => void
}

/**
 * Returns why another database may have sent changes since this one was written, or undefined if none has.
 *
 * A crash between the commit and the rename leaves a file with a lower count. Nothing was sent in that case.
 */
export const findSuspicion = (stored: Mark, found: readonly Mark[]): HoldReason | undefined => {
  // A database that never had such a file came from elsewhere. A new one has nothing waiting.
  if (stored.position === 0) return 'copied'
  const own = found.find(({ identity }) => identity === stored.identity)
  if (own !== undefined) return own.position > stored.position ? 'older' : undefined
  return found.some(({ position }) => position === stored.position) ? 'copied' : 'older'
}

/**
 * Compares the database with the file beside it, then makes them agree.
 *
 * If another database sent last, `putOnHold` runs first, so that the next start still finds the difference after a crash.
 */
export const openHighWaterMark = (
  database: Database,
  databaseFile: string,
  putOnHold: (reason: HoldReason) => void,
): HighWaterMark => {
  const folder = dirname(databaseFile)
  const prefix = `${basename(databaseFile)}.mark-`
  const fileAt = (position: number): string => join(folder, `${prefix}${position}`)
  const load = (): Mark =>
    database.get<Mark>('SELECT position, identity FROM outbound_mark') ?? { position: 0, identity: '' }

  const listFiles = (): readonly Mark[] =>
    readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
      .map((name) => {
        // Identifies the file itself: https://nodejs.org/api/fs.html#class-fsstats
        const { ino, birthtimeNs } = statSync(join(folder, name), { bigint: true })
        return { position: Number(name.slice(prefix.length)), identity: `${ino}:${birthtimeNs}` }
      })

  /** The count in the file's name. */
  let named = 0

  const replaceFile = (): void => {
    const position = Math.max(load().position, ...listFiles().map((mark) => mark.position)) + 1
    closeSync(openSync(fileAt(position), 'wx', 0o600))
    const identity = listFiles().find((mark) => mark.position === position)?.identity ?? ''
    database.run('UPDATE outbound_mark SET position = ?, identity = ?', [position, identity])
    named = position
  }

  const stored = load()
  const found = listFiles()
  const suspicion = findSuspicion(stored, found)
  if (suspicion === undefined) named = found.find(({ identity }) => identity === stored.identity)?.position ?? 0
  else {
    putOnHold(suspicion)
    replaceFile()
  }
  for (const { position } of listFiles()) if (position !== named) rmSync(fileAt(position), { force: true })

  return {
    raise: () => {
      const next = load().position + 1
      database.run('UPDATE outbound_mark SET position = ?', [next])
      try {
        renameSync(fileAt(named), fileAt(next))
        named = next
      } catch (error) {
        // The file was deleted. Without a new one, the next start would put the queue on hold.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        replaceFile()
      }
    },
  }
}

/**
 * Raises the mark before anything that changes the platform leaves, whoever sends it (OFF-04). Throws `BlockedRequest` if the disk
 * can't record it: nothing was sent.
 */
export const raiseBeforeWrite = (raise: () => void): void => {
  try {
    raise()
  } catch (error) {
    throw new BlockedRequest(
      'disk',
      'Nothing was sent, because the disk couldn’t record it. Check that the disk has space.',
      error,
    )
  }
}
