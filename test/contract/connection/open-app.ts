/** The whole app on a new data folder, without a host: tests make the window's calls directly. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../../main/app.ts'
import type { Ports, Question } from '../../../main/ports.ts'
import type { GivenProfile } from '../../../shared/connection/profile.ts'
import type { AppError, Result } from '../../../shared/result.ts'
import type { RecordingLog } from '../../support/recording-log.ts'
import { createTestPorts } from '../../support/test-ports.ts'

export type TestHost = {
  readonly dataDir: string
  readonly log: RecordingLog
  readonly settings: Map<string, unknown>
  readonly vault: Map<string, string>
  /** Addresses opened in the browser. */
  readonly browsed: string[]
  /** Questions to the seller outside the window, and the next answers: yes once they run out. */
  readonly questions: Question[]
  readonly answers: (boolean | Promise<boolean>)[]
  /** Every answer that left the app, as text. */
  readonly reported: string[]
  readonly start: (given?: GivenProfile) => Promise<App>
  /** Resolves with a call's value; rejects with the error as text. */
  readonly ask: <T = unknown>(method: string, input?: unknown) => Promise<T>
  /** Resolves with a call's error; rejects if it succeeds. */
  readonly refusal: (method: string, input?: unknown) => Promise<AppError>
  readonly stop: () => Promise<void>
  /** Stops, and deletes the data folder. */
  readonly close: () => Promise<void>
}

/** `own` overrides ports of the test host. */
export const createTestHost = (own: Partial<Ports> = {}): TestHost => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stallhand-app-'))
  const { ports, log, settings, vault, browsed, questions, answers } = createTestPorts(dataDir)
  const reported: string[] = []
  let app: App | undefined

  const call = async (method: string, input: unknown): Promise<Result<unknown>> => {
    if (app === undefined) throw new Error('The app is not running')
    const result = await app.call(method, input)
    reported.push(JSON.stringify(result))
    return result
  }
  const stop = async (): Promise<void> => {
    const running = app
    app = undefined
    await running?.stop()
  }

  return {
    dataDir,
    log,
    settings,
    vault,
    browsed,
    questions,
    answers,
    reported,
    start: async (given) => {
      await stop()
      app = await createApp({ ...ports, ...own }, { given })
      await app.start()
      return app
    },
    ask: async <T>(method: string, input: unknown = {}): Promise<T> => {
      const result = await call(method, input)
      if (result.ok) return result.value as T
      throw new Error(`${method}: ${JSON.stringify(result.error)}`)
    },
    refusal: async (method, input = {}) => {
      const result = await call(method, input)
      if (!result.ok) return result.error
      throw new Error(`${method} was carried out: ${JSON.stringify(result.value)}`)
    },
    stop,
    close: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
