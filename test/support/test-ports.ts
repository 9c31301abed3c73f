/** Ports without a host: settings and vault in memory, and records of the app's requests. */
import { noDesktop } from '../../main/hosts/common/no-desktop.ts'
import type { Clock, Ports, Question } from '../../main/ports.ts'
import { createRecordingLog, type RecordingLog } from './recording-log.ts'

/** The real clock, because real servers answer. */
export const realClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

export type TestPorts = {
  readonly ports: Ports
  readonly log: RecordingLog
  readonly settings: Map<string, unknown>
  readonly vault: Map<string, string>
  /** Addresses opened in the browser. */
  readonly browsed: string[]
  /** Questions to the seller outside the window. */
  readonly questions: Question[]
  /** Answers to the next questions; yes once they run out. */
  readonly answers: (boolean | Promise<boolean>)[]
}

/** `onWrite` runs before each write to the settings or the vault; the write is lost if it throws, as in a crash. */
export const createTestPorts = (dataDir: string, onWrite: () => void = () => undefined): TestPorts => {
  const log = createRecordingLog()
  const settings = new Map<string, unknown>()
  const vault = new Map<string, string>()
  const browsed: string[] = []
  const questions: Question[] = []
  const answers: (boolean | Promise<boolean>)[] = []
  const ports: Ports = {
    host: 'local',
    assistantProgram: { command: 'stallhand', args: ['mcp'] },
    version: '0.0.0',
    dataDir,
    clock: realClock,
    log,
    // Like a settings file, returns a copy of what was written.
    settings: {
      get: (key) => structuredClone(settings.get(key)),
      set: (key, value) => {
        onWrite()
        settings.set(key, structuredClone(value))
      },
    },
    vault: {
      keeping: 'kept',
      get: async (key) => vault.get(key),
      set: async (key, secret) => {
        onWrite()
        vault.set(key, secret)
      },
      delete: async (key) => {
        onWrite()
        vault.delete(key)
      },
    },
    openExternal: async (url) => void browsed.push(url),
    notify: () => undefined,
    confirm: async (question) => {
      questions.push(question)
      return answers.shift() ?? true
    },
    saveFile: null,
    printing: null,
    chooseFolder: null,
    ...noDesktop,
    facts: { versions: {}, homeDir: '', recentLog: () => '' },
    random: () => 0,
  }
  return { ports, log, settings, vault, browsed, questions, answers }
}
