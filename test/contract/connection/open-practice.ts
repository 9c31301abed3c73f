/** An open connection to a practice platform of its own, and what it takes to end both. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenConnection, openConnection } from '../../../main/connection/connection.ts'
import { createConsents } from '../../../main/connection/write-permissions.ts'
import { noDesktop } from '../../../main/hosts/common/no-desktop.ts'
import type { Clock, Ports } from '../../../main/ports.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import type { ProfileFile } from '../../../shared/connection/profile.ts'
import { createRecordingLog, type RecordingLog } from '../../support/recording-log.ts'

/** Real time: a real server answers. */
export const realClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

export type Opened = OpenConnection & {
  readonly log: RecordingLog
  readonly events: string[]
  readonly dataDir: string
  readonly settings: Map<string, unknown>
  /** The vault, by key. */
  readonly kept: Map<string, string>
  /** Addresses that the browser was asked to open. */
  readonly browsed: string[]
  readonly close: () => Promise<void>
}

/** `profile` fills in for the practice profile; a base URL in it stands for a platform that the test runs itself. */
export const openPractice = async (profile: Partial<ProfileFile> = {}): Promise<Opened> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'connection-'))
  const log = createRecordingLog()
  const events: string[] = []
  const kept = new Map<string, string>()
  const settings = new Map<string, unknown>()
  const browsed: string[] = []
  const ports: Ports = {
    host: 'local',
    version: '0.0.0',
    dataDir,
    clock: realClock,
    log,
    settings: { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
    vault: {
      keeping: 'sessionOnly',
      get: async (key) => kept.get(key),
      set: async (key, secret) => void kept.set(key, secret),
      delete: async (key) => void kept.delete(key),
    },
    openExternal: async (url) => void browsed.push(url),
    notify: () => undefined,
    saveFile: null,
    ...noDesktop,
    facts: { versions: {}, homeDir: '', recentLog: () => '' },
    random: () => 0,
  }
  const scheduler = createScheduler(realClock, log)
  const connection = await openConnection({
    ports,
    profileFile: { id: 'practice', kind: 'practice', name: 'Practice shop', ...profile },
    scheduler,
    consentFor: createConsents(),
    emit: (name) => events.push(`connection.${name}`),
    emitPractice: (name) => events.push(`practice.${name}`),
  })
  return {
    ...connection,
    log,
    events,
    dataDir,
    settings,
    kept,
    browsed,
    close: async () => {
      await scheduler.stop()
      await connection.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const startPlatform = () => startPracticePlatform({ conversations: 3, items: 3 })
