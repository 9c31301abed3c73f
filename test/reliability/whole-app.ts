/** The whole app without a host, on a data folder. Settings and vault are files, so they survive a kill. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../main/hosts/common/clock.ts'
import { noDesktop } from '../../main/hosts/common/no-desktop.ts'
import type { Call } from '../../main/ipc/router.ts'
import type { Clock, Log, Ports } from '../../main/ports.ts'
import { DEFAULT_PLATFORM, type PlatformId } from '../../shared/connection/platforms.ts'
import type { GivenProfile } from '../../shared/connection/profile.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import type { Driver } from './journeys.ts'

/** A file of values that is replaced atomically at every write, for the settings and the vault. */
const openValues = (file: string) => {
  let values: Record<string, unknown> = {}
  try {
    values = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch {
    // The first start.
  }
  return {
    get: (key: string): unknown => structuredClone(values[key]),
    set: (key: string, value: unknown): void => {
      values = { ...values, [key]: value }
      writeFileSync(`${file}.new`, JSON.stringify(values))
      renameSync(`${file}.new`, file)
    },
  }
}

const nothing = (): void => undefined
const quiet: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** A clock that runs `times` as fast, so that delays of seconds take a fraction of one. */
export const hurriedClock = (times: number): Clock => {
  const startMs = Date.now()
  const passedMs = (): number => (Date.now() - startMs) * times
  return {
    nowMs: () => startMs + passedMs(),
    monotonicMs: passedMs,
    setTimer: (run, delayMs) => {
      const timer = setTimeout(run, delayMs / times)
      return () => clearTimeout(timer)
    },
  }
}

export const portsOn = (dataDir: string, log: Log = quiet, clock: Clock = systemClock): Ports => {
  mkdirSync(dataDir, { recursive: true })
  const vault = openValues(join(dataDir, 'vault.json'))
  return {
    host: 'local',
    assistantProgram: { command: 'stallhand', args: ['mcp'] },
    version: '0.0.0',
    dataDir,
    clock,
    log,
    settings: openValues(join(dataDir, 'settings.json')),
    vault: {
      keeping: 'kept',
      get: async (key) => vault.get(key) as string | undefined,
      set: async (key, secret) => vault.set(key, secret),
      delete: async (key) => vault.set(key, undefined),
    },
    openExternal: async () => undefined,
    notify: nothing,
    confirm: async () => true,
    saveFile: null,
    printing: null,
    chooseFolder: null,
    ...noDesktop,
    facts: { versions: {}, homeDir: '', recentLog: () => '' },
    random: () => 0.5,
  }
}

/** The practice connection with this platform's address. */
export const givenAt = (baseUrl: string, platform: PlatformId = DEFAULT_PLATFORM): GivenProfile => ({
  file: 'profile.json',
  profile: { id: 'practice', kind: 'practice', name: 'Practice shop', baseUrl, platform },
})

/** Calls main and the practice platform's control API. Throws main's errors as `Failure`. */
export const createDriver = (call: Call, platform: string, reported: Pick<Driver, 'ack' | 'found'>): Driver => ({
  ask: async <T>(method: string, input: unknown = {}): Promise<T> => {
    const result = await call(method, input)
    if (result.ok) return result.value as T
    const error: AppError = result.error
    throw new Failure({ ...error, message: `${method}: ${error.message}` })
  },
  practice: async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    return (await (await fetch(`${platform}${path}`, init)).json()) as T
  },
  ...reported,
})
