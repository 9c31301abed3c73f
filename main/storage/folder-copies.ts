/**
 * Copies backups to a folder chosen by the seller: on another disk, or synced elsewhere by a service.
 *
 * Each copy is an export, so it can be imported on any computer. The folder may be missing, full or slow: the seller
 * sees that, and backups continue. Only this installation's copies are removed, by age, and never by a restore.
 */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import * as z from 'zod'
import type { BackupFolder } from '../../shared/app/storage-contract.ts'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { conflict, Failure } from '../../shared/result.ts'
import { chooseOutdated, formatStamp, listLosses, parseStamp, sortByAge } from '../database/backups.ts'
import type { Ports } from '../ports.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { packCopy } from './export-file.ts'

const FOLDER_KEY = 'backupFolder'
/** How long the storage page waits for a network folder, which may not respond. */
const MAX_WAIT_MS = 2_000

const markSchema = z.object({ mark: z.string().regex(/^[0-9a-f]{6}$/) })
/** `mark` distinguishes this installation's copies from another computer's in the same folder. */
const chosenSchema = markSchema.extend({ path: z.string() })
type Chosen = z.infer<typeof chosenSchema>

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'Stallhand has no permission to write there.',
  EPERM: 'Stallhand has no permission to write there.',
  EROFS: 'The folder is read-only.',
  ENOSPC: 'Its disk is full.',
  EDQUOT: 'Its disk is full.',
  ENOENT: 'The folder isn’t there. Connect its disk.',
  ENOTDIR: 'This isn’t a folder.',
}

const describeError = (error: unknown): string => {
  const { code = '' } = error as NodeJS.ErrnoException
  return reasons[code] ?? `The system reports ${code === '' ? 'an unknown error' : code}.`
}

export const createFolderCopies = (ports: Ports, signal: AbortSignal) => {
  const { settings, clock, log } = ports
  const runSerially = createSerialQueue()
  /** Why the last copy failed, by folder. */
  let failed: { readonly path: string; readonly problem: string } | undefined

  const loadChosen = (): Chosen | undefined => chosenSchema.safeParse(settings.get(FOLDER_KEY)).data
  /** Kept when the folder is forgotten, so that existing copies still count as this installation's. */
  const loadMark = (): string | undefined => markSchema.safeParse(settings.get(FOLDER_KEY)).data?.mark

  const formatName = (id: string, atMs: number, { mark }: Chosen): string =>
    `${id} ${formatStamp({ nowMs: () => atMs })} ${mark}.stallhand`

  /** Newest first. */
  const listCopies = async (id: string, chosen: Chosen): Promise<readonly { name: string; atMs: number }[]> =>
    sortByAge(
      (await readdir(chosen.path)).flatMap((name) => {
        const atMs = parseStamp(name.slice(id.length + 1))
        return atMs !== undefined && name === formatName(id, atMs, chosen) ? [{ name, atMs }] : []
      }),
      clock.nowMs(),
    )

  const copyInto = async (
    backup: { readonly file: string; readonly atMs: number },
    profile: ConnectionProfile,
    chosen: Chosen,
  ): Promise<void> => {
    const { id } = profile
    const there = await listCopies(id, chosen)
    if (there.some(({ atMs }) => atMs === backup.atMs)) return
    const copy = join(chosen.path, formatName(id, backup.atMs, chosen))
    const unfinished = `${copy}.part`
    // Left by a crash.
    const abandoned = (await readdir(chosen.path)).filter((name) => name.endsWith(` ${chosen.mark}.stallhand.part`))
    for (const name of abandoned) await rm(join(chosen.path, name), { force: true })
    try {
      await packCopy(backup.file, unfinished, profile, backup.atMs, signal)
      const handle = await open(unfinished, 'r+')
      await handle.sync().finally(() => handle.close())
      await rename(unfinished, copy)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined)
      throw error
    }
    await removeOutdatedCopies(chosen)
  }

  /**
   * Removes outdated copies of every connection: those of a connection that is no longer opened must age out too
   * (PLT-18).
   */
  const removeOutdatedCopies = async (chosen: Chosen): Promise<void> => {
    const copies = (await readdir(chosen.path)).flatMap((name) => {
      const [, id, stamp = ''] = /^(.+) (\S+) [0-9a-f]{6}\.stallhand$/.exec(name) ?? []
      const atMs = parseStamp(stamp)
      return id !== undefined && atMs !== undefined && name === formatName(id, atMs, chosen) ? [{ id, atMs }] : []
    })
    const times = copies.map(({ atMs }) => atMs)
    for (const [id, own] of Map.groupBy(copies, (copy) => copy.id)) {
      const newestFirst = sortByAge(own, clock.nowMs()).map(({ atMs }) => atMs)
      const losses = listLosses(join(ports.dataDir, `${id}.sqlite`))
      for (const atMs of chooseOutdated(newestFirst, clock.nowMs(), { losses, others: times }))
        await rm(join(chosen.path, formatName(id, atMs, chosen)), { force: true })
    }
  }

  const requireUsable = async (path: string): Promise<void> => {
    const where = `${path} wasn’t chosen.`
    try {
      if (!(await stat(path)).isDirectory()) throw conflict(`${where} It isn’t a folder.`)
      await access(path, constants.W_OK)
    } catch (error) {
      throw error instanceof Failure ? error : conflict(`${where} ${describeError(error)}`, error)
    }
    const within = relative(await realpath(ports.dataDir), await realpath(path))
    if (!isAbsolute(within) && !within.startsWith('..')) {
      throw conflict(`${where} It is in Stallhand’s own data folder, so it would be lost together with it.`)
    }
  }

  /**
   * SECURITY (SEC-04): the window can't choose where the seller's data is written without the seller's confirmation.
   */
  const askForPath = async (typedPath: string | null): Promise<string | null> => {
    if (ports.chooseFolder !== null) return ports.chooseFolder()
    const path = typedPath?.trim() ?? ''
    if (!isAbsolute(path)) throw conflict('Enter the whole path of the folder, such as /media/usb/backups.')
    const isAgreed = await ports.confirm({
      title: 'Copy backups to this folder?',
      text: `${path} gets a copy of each backup: messages, buyers’ names and items, without secrets. Anyone who can read the folder can read them.`,
      action: 'Copy backups there',
    })
    return isAgreed ? path : null
  }

  return {
    /** Null if the seller chose no folder. */
    load: async (id: string): Promise<BackupFolder | null> => {
      const chosen = loadChosen()
      if (chosen === undefined) return null
      const { path } = chosen
      const failure = failed?.path === path ? failed.problem : null
      const read = listCopies(id, chosen).then(
        ([newest]) => ({ path, lastCopyAtMs: newest?.atMs ?? null, problem: failure }),
        (error: unknown) => ({ path, lastCopyAtMs: null, problem: describeError(error) }),
      )
      const wait = Promise.withResolvers<BackupFolder>()
      const cancel = clock.setTimer(
        () => wait.resolve({ path, lastCopyAtMs: null, problem: 'The folder doesn’t answer.' }),
        MAX_WAIT_MS,
      )
      return Promise.race([read, wait.promise]).finally(cancel)
    },
    /** The host asks the seller. Returns whether a folder was chosen. Throws `conflict` if it can't be used. */
    choose: async (typedPath: string | null): Promise<boolean> => {
      const path = await askForPath(typedPath)
      if (path === null) return false
      await requireUsable(path)
      failed = undefined
      settings.set(FOLDER_KEY, { path, mark: loadMark() ?? randomBytes(3).toString('hex') } satisfies Chosen)
      return true
    },
    /** Stops making copies. Existing copies stay. */
    forget: (): void => settings.set(FOLDER_KEY, { mark: loadMark() }),
    /** Copies `backup` unless its copy exists, then removes copies by age. Never rejects. `signal` aborts it. */
    copy: (backup: { readonly file: string; readonly atMs: number }, profile: ConnectionProfile): Promise<void> =>
      runSerially(async () => {
        const chosen = loadChosen()
        if (chosen === undefined) return
        try {
          await copyInto(backup, profile, chosen)
          failed = undefined
        } catch (error) {
          if (signal.aborted) return
          failed = { path: chosen.path, problem: describeError(error) }
          log.warn('a backup could not be copied to the chosen folder', { error })
        }
      }),
  }
}
