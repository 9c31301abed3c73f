/**
 * Files that redirect the browser to an address with a token.
 *
 * SECURITY (SEC-02): on Linux, every user can read a program's arguments, and the opener passes its own on to the
 * browser. So the browser opens a file that only this user can read, which contains the address.
 */
import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Cancel, Clock } from '../../ports.ts'

/** Long enough for the browser to start and read the file. */
const LIFE_MS = 60_000

const loginPage = (address: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Stallhand</title><meta http-equiv="refresh" content="0;url=${address}"></head>
<body><p><a href="${address}">Open Stallhand</a></p></body>
</html>
`

const NAME = /^Stallhand-[0-9a-f]{12}\.html$/

/** Deletes the pages left by a killed run. Their tokens no longer work, but nothing else would remove them. */
const removeAbandoned = (folders: readonly string[], nowMs: number): void => {
  for (const folder of folders) {
    try {
      for (const name of readdirSync(folder).filter((one) => NAME.test(one))) {
        const file = path.join(folder, name)
        // Another installation of this user may have just written one.
        if (nowMs - lstatSync(file).mtimeMs > LIFE_MS) rmSync(file, { force: true })
      }
    } catch {
      // A folder that can't be read won't get a page either.
    }
  }
}

/**
 * Tries `folders` in order. The home folder comes first, because a browser confined by Snap or Flatpak can't read
 * hidden folders, and the data folder is in one.
 */
export const createLoginPages = (clock: Clock, dataDir: string, folders: readonly string[] = [homedir(), dataDir]) => {
  removeAbandoned(folders, clock.nowMs())
  const pages = new Map<string, Cancel>()
  const remove = (file: string): void => {
    pages.get(file)?.()
    pages.delete(file)
    rmSync(file, { force: true })
  }
  return {
    /**
     * Writes a page that leads to `address`, and deletes it after a minute. Returns its file URL; undefined if no
     * folder is writable.
     */
    add: (address: string): string | undefined => {
      const name = `Stallhand-${randomBytes(6).toString('hex')}.html`
      for (const folder of folders) {
        const file = path.join(folder, name)
        try {
          writeFileSync(file, loginPage(address), { mode: 0o600, flag: 'wx' })
        } catch {
          continue
        }
        pages.set(
          file,
          clock.setTimer(() => remove(file), LIFE_MS),
        )
        return pathToFileURL(file).href
      }
      return undefined
    },
    /** Deletes every page. */
    clear: (): void => {
      for (const file of [...pages.keys()]) remove(file)
    },
  }
}
