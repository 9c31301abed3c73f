import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
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

const open = (freeBytes = Number.POSITIVE_INFINITY) => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-restore-'))
  let file = join(folder, 'shop.sqlite')
  const log = createRecordingLog()
  const clock = createFakeClock()
  const openFile = () => openDatabase({ file, migrations, clock, log }).database
  let database = openFile()
  const carriedOver: string[] = []
  const runSerially = createSerialQueue()
  const storage = createStorage({
    ports: { ...createTestPorts(folder).ports, clock, log },
    migrations,
    searchIndexes: [],
    neverCopied: () => [],
    leftOutOfExports: [],
    current: () => ({
      file,
      profile: completeProfile({ kind: 'practice', name: 'Practice' }, 'http://127.0.0.1:1'),
      database,
    }),
    swap: async (put) => {
      database.run('INSERT INTO ledger VALUES (?)', ['CAM-1'])
      database.close()
      await put()
      database = openFile()
    },
    runSerially,
    holdBack: (_, present) => {
      carriedOver.push(...present.column<string>('SELECT sku FROM ledger'))
      return 0
    },
    eraseAgain: async () => undefined,
    listFound: () => [],
    setAside: () => undefined,
    countContents: () => ({ conversations: 0, messages: 0, items: 0, tasks: 0, notifications: 0 }),
    isUnused: () => false,
    onDamage: () => undefined,
    freeBytes: () => freeBytes,
    emit: () => undefined,
  })
  const close = async () => {
    await storage.stop()
    database.close()
    rmSync(folder, { recursive: true })
  }
  const show = (name: string): void => {
    database.close()
    file = join(folder, name)
    database = openFile()
  }
  return { folder, storage, clock, carriedOver, runSerially, show, close }
}

it('INV-15 a restore carries over a change that ended while the features were stopping', async () => {
  const { storage, carriedOver, close } = open()
  await storage.backUpNow()
  await storage.restoreNewest()
  expect(carriedOver).toEqual(['CAM-1'])
  await close()
})

it('a restore that waited while another connection was opened leaves that one alone', async () => {
  const { storage, carriedOver, runSerially, show, close } = open()
  show('other.sqlite')
  await storage.backUpNow()
  show('shop.sqlite')
  const switched = runSerially(async () => show('other.sqlite'))
  await expect(storage.restoreNewest()).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  await switched
  expect(carriedOver).toEqual([])
  await close()
})

it("an export is named after the day on the seller's calendar", async () => {
  const { storage, clock, close } = open()
  const { TZ } = process.env
  try {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      process.env.TZ = zone
      const now = new Date(clock.nowMs())
      const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
      expect(await storage.handlers.export({})).toMatchObject({ name: `practice ${day.join('-')}.stallhand` })
    }
  } finally {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
    await close()
  }
})

const MB = 1024 * 1024

/** Hands in an export of the shop to one with so much free space. */
const importWith = async (freeBytes: number): Promise<unknown> => {
  const { storage, close } = open(freeBytes)
  const { handlers } = storage
  try {
    const exported = await handlers.export({})
    if (exported.kind !== 'ready') throw new Error(exported.kind)
    const { content } = await handlers.exportPart({ id: exported.id, offset: 0 })
    const { id } = await handlers.beginImport({ bytes: exported.bytes })
    await handlers.importPart({ id, offset: 0, content })
    return await handlers.lookAtImport({ id })
  } finally {
    await close()
  }
}

it('SEC-11 an import larger than the free disk space is refused before it is unpacked', async () => {
  await expect(importWith(100 * MB + 10_000)).rejects.toMatchObject({
    detail: {
      kind: 'storage',
      message: expect.stringMatching(/^The disk has no room for what this file unpacks to: it needs \d+ MB/),
    },
  })
})

it('SEC-11 an import that fits on the disk is accepted', async () => {
  expect(await importWith(101 * MB)).toMatchObject({ connection: { name: 'Practice' } })
})

it('PLT-18 an export whose window is gone is deleted after ten minutes without a fetched part', async () => {
  const { storage, clock, folder, close } = open()
  const { id } = (await storage.handlers.export({})) as { id: string }
  const exports = () => readdirSync(join(folder, 'transit'))
  await clock.advance(9 * 60_000)
  await storage.handlers.exportPart({ id, offset: 0 })
  await clock.advance(9 * 60_000)
  expect(exports()).toHaveLength(1)
  await clock.advance(2 * 60_000)
  expect(exports()).toEqual([])
  await expect(storage.handlers.exportPart({ id, offset: 0 })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  await close()
})
