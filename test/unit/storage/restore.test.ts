import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../main/database/open-database.ts'
import { createSerialQueue } from '../../../main/serial-queue.ts'
import { createStorage } from '../../../main/storage/storage.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { createTestPorts } from '../../support/test-ports.ts'

const migrations = [{ name: 'ledger', sql: 'CREATE TABLE ledger (sku TEXT NOT NULL)' }]

it('INV-15 a restore carries over a change that ended while the features were stopping', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-restore-'))
  const file = join(folder, 'shop.sqlite')
  const log = createRecordingLog()
  const clock = createFakeClock()
  const open = () => openDatabase({ file, migrations, clock, log }).database
  let database = open()
  const carriedOver: string[] = []
  const storage = createStorage({
    ports: { ...createTestPorts(folder).ports, clock, log },
    migrations,
    current: () => ({
      file,
      profile: completeProfile({ kind: 'practice', name: 'Practice' }, 'http://127.0.0.1:1'),
      database,
    }),
    swap: async (put) => {
      database.run('INSERT INTO ledger VALUES (?)', ['CAM-1'])
      database.close()
      await put()
      database = open()
    },
    runSerially: createSerialQueue(),
    holdBack: (_, present) => {
      carriedOver.push(...present.column<string>('SELECT sku FROM ledger'))
      return 0
    },
    eraseAgain: async () => undefined,
    countHoldings: () => ({ conversations: 0, messages: 0, items: 0, tasks: 0, notifications: 0 }),
    emit: () => undefined,
  })
  await storage.backUpNow()
  await storage.restoreNewest()
  expect(carriedOver).toEqual(['CAM-1'])
  await storage.stop()
  database.close()
  rmSync(folder, { recursive: true })
})
