/** The settings file, over `conf` or its child `electron-store`: small, private, and never thrown away when it breaks. */
import { chmodSync, existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { Failure } from '../../../shared/result.ts'
import type { Clock, Log, Settings } from '../../ports.ts'

/** What is used of `conf`. */
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
 * Opens `NAME.json` in the data folder, mode 0600.
 *
 * A file that does not parse is set aside under a name with the time, and the app starts with the defaults: a broken
 * pane width must not keep a seller from the shop, and what was in the file can still be looked at. A file that cannot be
 * read at all is a `conflict`, since writing would replace what we never saw.
 */
export const openPrivateStore = (
  dataDir: string,
  name: 'settings' | 'secrets',
  openStore: (options: SettingsStoreOptions) => SettingsStore,
  deps: StoreDeps,
): SettingsStore => {
  const file = path.join(dataDir, `${name}.json`)
  if (existsSync(file)) {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      throw new Failure(
        {
          kind: 'conflict',
          message: `The ${name} file ${file} cannot be read. Change its permissions or move it away.`,
        },
        error,
      )
    }
    if (isObjectText(text)) chmodSync(file, 0o600)
    else {
      const aside = path.join(dataDir, `${name}.broken-${deps.clock.nowMs()}.json`)
      renameSync(file, aside)
      deps.log.warn('a file of settings did not parse and was set aside', { aside })
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

/** The settings of this data folder: see `openPrivateStore`. */
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
          'The disk did not take the settings. Make room on it, or check the rights of the data folder, and try again.'
        throw new Failure({ kind: 'storage', message }, error)
      }
    },
  }
}
