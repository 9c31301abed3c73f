/** The settings file, on `conf` or `electron-store`. A broken file is set aside, never deleted. */
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { conflict, Failure } from '../../../shared/result.ts'
import type { Clock, Log, Settings } from '../../ports.ts'

/** The subset of `conf` in use. */
export type SettingsStore = {
  readonly get: (key: string) => unknown
  readonly set: (key: string, value: unknown) => void
  readonly delete: (key: string) => void
}

export type SettingsStoreOptions = {
  readonly cwd: string
  readonly configName: string
  readonly accessPropertiesByDotNotation: false
  readonly configFileMode: 0o600
  readonly clearInvalidConfig: false
  readonly cache: true
}

/** Far deeper than any settings. A file that is nested deeper can be parsed, but not written or copied: each level takes a call. */
const MAX_DEPTH = 100

const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < MAX_DEPTH && Object.values(value).every((one) => isShallow(one, depth + 1)))

const isObjectText = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value)
  } catch {
    return false
  }
}

type StoreDeps = { readonly clock: Clock; readonly log: Log }
type OpenStore = (options: SettingsStoreOptions) => SettingsStore

/** The settings from the last start that could read them. */
const lastGoodFile = (dataDir: string, name: string): string => path.join(dataDir, `${name}.last.json`)

/** Stores a flushed copy of readable settings, because a power cut may leave the main file full of zeros. */
const keepGood = (dataDir: string, name: string, text: string): void => {
  const file = lastGoodFile(dataDir, name)
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  } catch {
    // A full disk must not prevent the start.
  }
}

/** Restores the settings from an earlier start. Returns whether there were any. */
const bringBackGood = (dataDir: string, name: string, file: string): boolean => {
  try {
    const text = readFileSync(lastGoodFile(dataDir, name), 'utf8')
    if (!isObjectText(text)) return false
    writeFileSync(file, text, { mode: 0o600, flush: true })
    return true
  } catch {
    return false
  }
}

type SetAside = NonNullable<Settings['setAside']>

/**
 * Checks `NAME.json` in the data folder. Renames a file that can't be parsed; with `keepsEarlier`, replaces it with
 * that of an earlier start. Throws `conflict` if the file can't be read, because writing would overwrite unknown
 * content.
 */
const checkFile = (dataDir: string, name: string, keepsEarlier: boolean, deps: StoreDeps): SetAside | undefined => {
  const file = path.join(dataDir, `${name}.json`)
  if (!existsSync(file)) return undefined
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw conflict(`The ${name} file ${file} can’t be read. Change its permissions or move it away.`, error)
  }
  if (isObjectText(text)) {
    chmodSync(file, 0o600)
    if (keepsEarlier) keepGood(dataDir, name, text)
    return undefined
  }
  const aside = path.join(dataDir, `${name}.broken-${deps.clock.nowMs()}.json`)
  renameSync(file, aside)
  deps.log.warn('a settings file could not be parsed and was renamed', { aside })
  return { as: aside, isEarlierInUse: keepsEarlier && bringBackGood(dataDir, name, file) }
}

const openFile = (dataDir: string, name: string, openStore: OpenStore): SettingsStore => {
  return openStore({
    cwd: dataDir,
    configName: name,
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
    clearInvalidConfig: false,
    cache: true,
  })
}

/**
 * Opens `NAME.json` in the data folder with mode 0600. Sets aside a file that can't be parsed, and starts a new one.
 */
export const openPrivateStore = (
  dataDir: string,
  name: 'secrets' | 'local-secrets',
  openStore: OpenStore,
  deps: StoreDeps,
): SettingsStore => {
  checkFile(dataDir, name, false, deps)
  return openFile(dataDir, name, openStore)
}

/**
 * Opens `settings.json` in the same way, but replaces a file that can't be parsed with that of the last good start
 * (SEC-12).
 */
export const openSettings = (dataDir: string, openStore: OpenStore, deps: StoreDeps): Settings => {
  const setAside = checkFile(dataDir, 'settings', true, deps)
  const store = openFile(dataDir, 'settings', openStore)
  return {
    setAside,
    get: (key) => store.get(key),
    set: (key, value) => {
      try {
        if (value === undefined) store.delete(key)
        else store.set(key, value)
      } catch (error) {
        const message =
          'The settings couldn’t be saved. Free some disk space, or check the permissions of the data folder, and try again.'
        throw new Failure({ kind: 'storage', message }, error)
      }
    },
  }
}
