/**
 * What `prepare.ts` made for the tests of the installed app, from environment variables that the workflow sets.
 *
 * - STALLHAND_INSTALLED   the program, installed as a seller would
 * - STALLHAND_FEED        the folder that prepare.ts filled
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { extractFile } from '@electron/asar'

export type Prepared = {
  /** The installed version, and the one that the feed offers. */
  readonly version: string
  readonly next: string
  readonly port: number
  readonly key: string
  readonly certificate: string
  readonly updates: string
}

/** The installed program; undefined if the tests have none. */
export const installedProgram = (): string | undefined => process.env.STALLHAND_INSTALLED

export const loadPrepared = (): Prepared => {
  const folder = process.env.STALLHAND_FEED
  if (folder === undefined) throw new Error('STALLHAND_FEED names no folder: run test/installed/prepare.ts')
  return JSON.parse(readFileSync(path.join(folder, 'prepared.json'), 'utf8')) as Prepared
}

const readArchive = (archive: string): string =>
  (JSON.parse(extractFile(archive, 'package.json').toString('utf8')) as { readonly version: string }).version

/** An AppImage holds its files in a file system, of which it extracts parts into the current folder. */
const readAppImage = (program: string): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-installed-'))
  try {
    spawnSync(program, ['--appimage-extract', 'resources/app.asar'], { cwd: folder, timeout: 120_000 })
    return readArchive(path.join(folder, 'squashfs-root/resources/app.asar'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The version of an installed program, read from its files. Throws while an installer replaces them. */
export const readInstalledVersion = (program: string): string => {
  if (process.platform === 'linux') return readAppImage(program)
  const resources =
    process.platform === 'darwin'
      ? path.join(path.dirname(program), '../Resources')
      : path.join(path.dirname(program), 'resources')
  return readArchive(path.join(resources, 'app.asar'))
}
