/** The settings file, on `conf` or `electron-store`. A broken file is set aside, never deleted. */
import { chmodSync, existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { conflict, Failure } from '../../../shared/result.ts'
import type { Clock, Log, Settings } from '../../ports.ts'

/** The part of `conf` that is used. */
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

const isObjectText = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

type StoreDeps = { readonly clock: Clock; readonly log: Log }

/**
 * Opens `NAME.json` in the data folder with mode 0600.
 *
 * A file that can't be parsed is renamed, and the app starts with defaults. A file that can't be read throws `conflict`,
 * because writing would replace unseen content.
 */
export const openPrivateStore = (
  dataDir: string,
  name: 'settings' | 'secrets' | 'local-secrets',
  openStore: (options: SettingsStoreOptions) => SettingsStore,
  deps: StoreDeps,
): SettingsStore => {
  const file = path.join(dataDir, `${name}.json`)
  if (existsSync(file)) {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      throw conflict(`The ${name} file ${file} cannot be read. Change its permissions or move it away.`, error)
    }
    if (isObjectText(text)) chmodSync(file, 0o600)
    else {
      const aside = path.join(dataDir, `${name}.broken-${deps.clock.nowMs()}.json`)
      renameSync(file, aside)
      deps.log.warn('a settings file could not be parsed and was renamed', { aside })
    }
  }

  return openStore({
    cwd: dataDir,
    configName: name,
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
    clearInvalidConfig: false,
    cache: true,
  })
}

export const openSettings = (
  dataDir: string,
  openStore: (options: SettingsStoreOptions) => SettingsStore,
  deps: StoreDeps,
): Settings => {
  const store = openPrivateStore(dataDir, 'settings', openStore, deps)
  return {
    get: (key) => store.get(key),
    set: (key, value) => {
      try {
        if (value === undefined) store.delete(key)
        else store.set(key, value)
      } catch (error) {
        const message =
          'The settings could not be saved. Free some disk space, or check the permissions of the data folder, and try again.'
        throw new Failure({ kind: 'storage', message }, error)
      }
    },
  }
}
