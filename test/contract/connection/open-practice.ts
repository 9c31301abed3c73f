/** Opens a connection to a new practice platform, and closes both. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenConnection, openConnection } from '../../../main/connection/connection.ts'
import { createTokenMemories } from '../../../main/connection/held-tokens.ts'
import { createConsents } from '../../../main/connection/write-permissions.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import type { ProfileFile } from '../../../shared/connection/profile.ts'
import type { RecordingLog } from '../../support/recording-log.ts'
import { createTestPorts, realClock } from '../../support/test-ports.ts'

export type Opened = OpenConnection & {
  readonly log: RecordingLog
  readonly events: string[]
  readonly dataDir: string
  readonly settings: Map<string, unknown>
  /** The vault, by key. */
  readonly kept: Map<string, string>
  /** Addresses opened in the browser. */
  readonly browsed: string[]
  readonly close: () => Promise<void>
}

/** `profile` overrides the practice profile. With a base URL in it, the test runs the platform itself. */
export const openPractice = async (profile: Partial<ProfileFile> = {}): Promise<Opened> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'connection-'))
  const { ports, log, settings, vault, browsed } = createTestPorts(dataDir)
  const events: string[] = []
  const scheduler = createScheduler(realClock, log)
  const connection = await openConnection({
    ports,
    profileFile: { id: 'practice', kind: 'practice', name: 'Practice shop', ...profile },
    scheduler,
    consentFor: createConsents(),
    tokenMemories: createTokenMemories(),
    emit: (name) => events.push(`connection.${name}`),
    emitPractice: (name) => events.push(`practice.${name}`),
  })
  return {
    ...connection,
    log,
    events,
    dataDir,
    settings,
    kept: vault,
    browsed,
    close: async () => {
      await scheduler.stop()
      await connection.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const startPlatform = () => startPracticePlatform({ conversations: 3, items: 3 })
