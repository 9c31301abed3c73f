/**
 * The high-water mark: recognises a database that is older than the last change sent (OFF-04).
 *
 * The database counts the changes sent and stores the identity of one empty file beside it, whose name ends in the same count.
 * Each change renames that file. A database that was put back finds its file with a higher count. A data folder that was copied
 * or put back has another file: no copying program can give it the same inode and birth time, and none can overwrite the file,
 * because the copy's name has another count.
 */
import { closeSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { HoldReason } from '../../shared/outbound/contract.ts'
import type { Database } from '../database/database.ts'

type Mark = { readonly position: number; readonly identity: string }

type HighWaterMark = {
  /** Call before a change leaves, and after one is withdrawn. Throws if the count can't be stored; then nothing may leave. */
  readonly raise: () => void
}

/**
 * Why another database may have sent since this one was written; undefined if none has.
 *
 * A crash between the commit and the renaming leaves a file with a lower count: then nothing was sent.
 */
export const findSuspicion = (stored: Mark, found: readonly Mark[]): HoldReason | undefined => {
  // A database that never had a file beside it was put here. In a new one nothing waits.
  if (stored.position === 0) return 'copied'
  const own = found.find(({ identity }) => identity === stored.identity)
  if (own !== undefined) return own.position > stored.position ? 'older' : undefined
  return found.some(({ position }) => position === stored.position) ? 'copied' : 'older'
}

/**
 * Compares the database with the file beside it, and makes both agree from here on.
 *
 * If another database sent last, `putOnHold` runs first, so that after a crash in between the next start still finds the
 * difference.
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

  /** The count in the name of the file. */
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
  if (suspicion !== undefined) putOnHold(suspicion)
  if (suspicion !== undefined) replaceFile()
  else named = found.find(({ identity }) => identity === stored.identity)?.position ?? 0
  for (const { position } of listFiles()) if (position !== named) rmSync(fileAt(position), { force: true })

  return {
    raise: () => {
      const next = load().position + 1
      database.run('UPDATE outbound_mark SET position = ?', [next])
      try {
        renameSync(fileAt(named), fileAt(next))
        named = next
      } catch (error) {
        // Someone deleted it. Without a file, the next start would hold what waits.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        replaceFile()
      }
    },
  }
}
