/**
 * The disk: full, read-only or failing from any write on; and a database that was cut off, zeroed or changed in places.
 *
 * The app says so in a sentence, goes on when the disk is well again, and loses nothing that it said was kept.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { databaseFileOf } from '../../../main/connection/connection-list.ts'
import { Failure } from '../../../shared/result.ts'
import { type FailingWrites, installFailingWrites } from '../../support/failing-writes.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { type JourneyName, journeys } from '../journeys.ts'
import { isLong } from '../long.ts'
import { openPlace, type Place, soundness, truths } from '../place.ts'
import { deskOf, givenAt, hurriedClock, portsOn } from '../whole-app.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-disk-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What waits for a quarter of a minute waits for half a second. */
const HURRY = 30
const FULL = 13
const READ_ONLY = 8
const FAILED = 10

/** Of each journey, in the short form. */
const WRITES_IN_SHORT = 5

const spread = (count: number, most: number): readonly number[] =>
  count <= most
    ? Array.from({ length: count }, (_, index) => index)
    : Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)))

describe('a disk that takes no more from the n-th write on', () => {
  let disk: FailingWrites
  beforeEach(() => {
    disk = installFailingWrites()
  })
  afterEach(() => disk.remove())

  /** Runs a journey with the disk failing from its n-th write on; mends the disk when it was felt, and runs it again. */
  const failingAt = async (journey: JourneyName, n: number, errcode: number): Promise<number> => {
    const place = await openPlace(folder, journey)
    const acked: string[] = []
    const app = await createApp(portsOn(place.dataDir, createRecordingLog(), hurriedClock(HURRY)), {
      given: givenAt(place.url),
    })
    await app.start()
    const desk = deskOf(app.call, place.url, { ack: (what) => acked.push(what), found: () => undefined })
    await journeys[journey].prepare(desk)
    disk.failFrom(n, errcode)
    const first = journeys[journey].run(desk)
    const felt = Promise.race([
      first.then(
        (end) => end,
        (error: unknown) => error,
      ),
      // What fails in the background is felt by nobody: the journey waits until the disk is well again.
      new Promise((resolve) => setTimeout(resolve, 1_000, 'waiting')),
    ])
    const answer = await felt
    const written = disk.count()
    disk.mend()
    if (answer === 'waiting') await first
    else if (typeof answer !== 'string') {
      expect(answer, `${journey} at write ${n}`).toBeInstanceOf(Failure)
      expect((answer as Failure).detail.kind, `${journey} at write ${n}: ${String(answer)}`).toBe('storage')
    }
    const found: string[] = []
    const again = deskOf(app.call, place.url, { ack: (what) => acked.push(what), found: (what) => found.push(what) })
    const before = [...acked]
    const end = await journeys[journey].run(again)
    for (const what of before) expect(found, `${journey} at write ${n}: what was acknowledged`).toContain(what)
    await app.stop()
    expect(soundness(place), `${journey} at write ${n}`).toEqual(['ok'])
    await truths[journey](place, end)
    await place.close()
    return written
  }

  for (const journey of ['draft', 'outbox', 'item', 'task'] as const) {
    it(`${journey}: says so, and goes on when the disk is well again`, {
      timeout: isLong ? 1_800_000 : 120_000,
    }, async () => {
      const written = await failingAt(journey, Number.POSITIVE_INFINITY, FULL)
      expect(written).toBeGreaterThanOrEqual(3)
      const codes = isLong ? [FULL, READ_ONLY, FAILED] : [FULL]
      for (const errcode of codes) {
        for (const n of spread(written, isLong ? written : WRITES_IN_SHORT)) await failingAt(journey, n, errcode)
      }
    })
  }

  it('null control: a disk that swallows what it says it wrote is found out', async () => {
    const place = await openPlace(folder, 'draft')
    const app = await createApp(portsOn(place.dataDir), { given: givenAt(place.url) })
    await app.start()
    const acked: string[] = []
    const found: string[] = []
    const desk = deskOf(app.call, place.url, { ack: (what) => acked.push(what), found: (what) => found.push(what) })
    await journeys.draft.prepare(desk)
    disk.swallow()
    await journeys.draft.run(desk)
    disk.mend()
    await journeys.draft.run(desk)
    expect(acked.length).toBeGreaterThan(0)
    expect(acked.filter((what) => !found.includes(what))).not.toEqual([])
    await app.stop()
    await place.close()
  })
})

describe('a real limit of SQLite', () => {
  for (const [name, pragma, words] of [
    ['full', 'PRAGMA max_page_count = 1', /disk is full/],
    ['read-only', 'PRAGMA query_only = 1', /cannot be written/],
  ] as const) {
    it(`${name}: what is typed is refused in a sentence, and taken when there is room again`, async () => {
      const place = await openPlace(folder, 'draft')
      const opened: DatabaseSync[] = []
      const exec = DatabaseSync.prototype.exec
      DatabaseSync.prototype.exec = function (sql) {
        if (!opened.includes(this)) opened.push(this)
        exec.call(this, sql)
      }
      const app = await createApp(portsOn(place.dataDir), { given: givenAt(place.url) })
      DatabaseSync.prototype.exec = exec
      await app.start()
      const desk = deskOf(app.call, place.url, { ack: () => undefined, found: () => undefined })
      await journeys.draft.run(desk)
      const database = opened.find((one) => one.isOpen)
      if (database === undefined) throw new Error('no database was opened')

      database.exec(pragma)
      const { rows } = await desk.ask<{ rows: readonly { conversationId: string }[] }>('messaging.conversations', {
        view: 'all',
      })
      const conversationId = rows.map((row) => row.conversationId).sort()[0]
      const { draft } = await desk.ask<{ draft: { revision: number } }>('messaging.thread', { conversationId })
      const long = {
        target: { conversationId },
        content: { messageText: 'x'.repeat(50_000), messageMedia: [], reference: null, emailCopyToSender: false },
        revision: draft.revision,
        buyerMessagesSeen: 1_000,
      }
      await expect(desk.ask('messaging.saveDraft', long)).rejects.toThrow(words)
      expect((await desk.ask<{ draft: unknown }>('messaging.thread', { conversationId })).draft).toEqual(draft)

      database.exec('PRAGMA max_page_count = 1073741823; PRAGMA query_only = 0')
      await desk.ask('messaging.saveDraft', long)
      await app.stop()
      await place.close()
    })
  }
})

describe('a database that was damaged while the app was closed', () => {
  let place: Place
  let whole: Uint8Array
  beforeAll(async () => {
    place = await openPlace(folder, 'outbox')
    const app = await createApp(portsOn(place.dataDir), { given: givenAt(place.url) })
    await app.start()
    await journeys.outbox.run(deskOf(app.call, place.url, { ack: () => undefined, found: () => undefined }))
    await app.stop()
    const file = databaseFileOf(place.dataDir, 'practice')
    // Everything into the one file, as a clean end leaves it.
    const database = new DatabaseSync(file)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    whole = readFileSync(file)
  })
  afterAll(() => place.close())

  let damages = 0
  /** Opens the app on the damaged bytes; it must open, and either all is sound or it says that the file was set aside. */
  const opensOn = async (bytes: Uint8Array): Promise<void> => {
    damages += 1
    const dataDir = join(folder, `damaged-${damages}`)
    const file = databaseFileOf(dataDir, 'practice')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    copyFileSync(join(place.dataDir, 'settings.json'), join(dataDir, 'settings.json'))
    const app = await createApp(portsOn(dataDir, createRecordingLog()), { given: givenAt(place.url) })
    const desk = deskOf(app.call, place.url, { ack: () => undefined, found: () => undefined })
    const { notices } = await desk.ask<{ notices: readonly { id: string }[] }>('desk.status')
    const isAside = readdirSync(dirname(file)).some((name) => name.includes('.damaged-'))
    expect(notices.some(({ id }) => id === 'database-recovered')).toBe(isAside)
    // Whatever can still be read is read, or refused in a sentence: never an error that nobody thought of.
    for (const method of ['messaging.conversations', 'messaging.outbox', 'inventory.items', 'mapping.tasks']) {
      await desk.ask(method, method.endsWith('conversations') ? { view: 'all' } : {}).catch((error: unknown) => {
        expect((error as Failure).detail.kind, `${method}: ${String(error)}`).toBe('storage')
      })
    }
    await app.stop()
    if (isAside) {
      const aside = readdirSync(dirname(file)).find((name) => name.endsWith('Z') && name.includes('.damaged-'))
      expect(readFileSync(join(dirname(file), aside ?? '')).equals(bytes), 'the damaged file is kept as it was').toBe(
        true,
      )
    }
    rmSync(dataDir, { recursive: true, force: true })
  }

  it('cut off anywhere', { timeout: 300_000 }, async () => {
    const lengths = fc.sample(fc.integer({ min: 1, max: whole.length - 1 }), { numRuns: isLong ? 200 : 12, seed: 1 })
    for (const length of [0, 1, 99, 100, 4_095, 4_096, ...lengths]) await opensOn(whole.subarray(0, length))
  })

  it('with a page of nothing', { timeout: 300_000 }, async () => {
    const pages = Array.from({ length: Math.floor(whole.length / 4_096) }, (_, page) => page)
    for (const page of isLong ? pages : spread(pages.length, 12)) {
      const bytes = Buffer.from(whole)
      bytes.fill(0, page * 4_096, (page + 1) * 4_096)
      await opensOn(bytes)
    }
  })

  it('with a bit turned over', { timeout: 300_000 }, async () => {
    const bits = fc.sample(fc.integer({ min: 0, max: whole.length * 8 - 1 }), { numRuns: isLong ? 300 : 20, seed: 2 })
    for (const bit of bits) {
      const bytes = Buffer.from(whole)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await opensOn(bytes)
    }
  })
})
