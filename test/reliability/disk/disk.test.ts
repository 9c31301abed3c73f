/**
 * A disk that is full, read-only or failing from any write on.
 *
 * The app reports it clearly, continues once the disk works again, and loses nothing it acknowledged.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type App, createApp } from '../../../main/app.ts'
import { migrations } from '../../../main/migrations.ts'
import { Failure } from '../../../shared/result.ts'
import { type FailingWrites, installFailingWrites } from '../../support/failing-writes.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { type JourneyName, journeys } from '../journeys.ts'
import { laterMigrations } from '../later-migrations.ts'
import { isLong } from '../long.ts'
import { openPlace, soundness, truths } from '../place.ts'
import { spread } from '../spread.ts'
import { createDriver, givenAt, hurriedClock, portsOn } from '../whole-app.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-disk-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Timers run this many times faster: 15 s take half a second. */
const HURRY = 30
const FULL = 13
const READ_ONLY = 8
const FAILED = 10

/** Failing writes tested per journey in the short form. */
const WRITES_IN_SHORT = 2

describe('a disk that fails from the n-th write on', () => {
  let disk: FailingWrites
  beforeEach(() => {
    disk = installFailingWrites()
  })
  afterEach(() => disk.remove())

  /** The platform's resend delay, shortened from 30 s. */
  const RESEND_MS = 200

  /** Runs a journey with the disk failing from its n-th write on, restores the disk once the failure shows, and runs it again. */
  const failingAt = async (journey: JourneyName, n: number, errcode: number): Promise<number> => {
    const place = await openPlace(folder, journey)
    const acked: string[] = []
    const app = await createApp(portsOn(place.dataDir, createRecordingLog(), hurriedClock(HURRY)), {
      given: givenAt(place.url),
    })
    await app.start()
    const driver = createDriver(app.call, place.url, { ack: (what) => acked.push(what), found: () => undefined })
    await driver.practice('POST', '/practice/settings', { resendDelayMs: RESEND_MS })
    await journeys[journey].prepare(driver)
    disk.failFrom(n, errcode)
    const first = journeys[journey].run(driver)
    const felt = Promise.race([
      first.then(
        (end) => end,
        (error: unknown) => error,
      ),
      // A background failure rejects no call; the journey waits until the disk works again.
      new Promise((resolve) => setTimeout(resolve, 1_000, 'waiting')),
    ])
    const answer = await felt
    const written = disk.count()
    disk.recover()
    if (answer === 'waiting') await first
    else if (typeof answer !== 'string') {
      expect(answer, `${journey} at write ${n}`).toBeInstanceOf(Failure)
      expect((answer as Failure).detail.kind, `${journey} at write ${n}: ${String(answer)}`).toBe('storage')
    }
    const found: string[] = []
    const again = createDriver(app.call, place.url, {
      ack: (what) => acked.push(what),
      found: (what) => found.push(what),
    })
    const before = [...acked]
    const end = await journeys[journey].run(again)
    for (const what of before) expect(found, `${journey} at write ${n}: what was acknowledged`).toContain(what)
    await app.stop()
    expect(soundness(place), `${journey} at write ${n}`).toEqual(['ok'])
    await truths[journey](place, end)
    await place.close()
    return written
  }

  for (const journey of ['draft', 'outbox', 'item', 'task', 'receive'] as const) {
    it(`${journey}: reports it, and continues once the disk works again`, {
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

  it('migrate: the old database is unchanged, and is migrated once the disk works again', {
    timeout: isLong ? 600_000 : 60_000,
  }, async () => {
    /** Opens an old database on the failing disk, then on a working one. Returns the number of writes in the first attempt. */
    const migratingAt = async (n: number, errcode: number): Promise<number> => {
      const place = await openPlace(folder, 'migrate')
      const open = () =>
        createApp(portsOn(place.dataDir, createRecordingLog()), {
          given: givenAt(place.url),
          migrations: laterMigrations,
        })
      disk.failFrom(n, errcode)
      const first = await open().catch((error: unknown) => error)
      const written = disk.count()
      disk.recover()
      if (first instanceof Error) {
        expect(first, `at write ${n}`).toBeInstanceOf(Failure)
        const { kind } = (first as Failure).detail
        expect(['storage', 'conflict'], `at write ${n}: ${first.message}`).toContain(kind)
      } else await (first as App).stop()
      expect(soundness(place), `at write ${n}`).toEqual(['ok'])
      const app = await open()
      const driver = createDriver(app.call, place.url, { ack: () => undefined, found: () => undefined })
      await truths.migrate(place, await journeys.migrate.run(driver))
      await app.stop()
      expect(soundness(place), `at write ${n}, and again`).toEqual(['ok'])
      await place.close()
      return written
    }
    const written = await migratingAt(Number.POSITIVE_INFINITY, FULL)
    // The old database has the released migrations already.
    expect(written).toBeGreaterThan(laterMigrations.length - migrations.length)
    for (const errcode of isLong ? [FULL, READ_ONLY, FAILED] : [FULL]) {
      for (const n of spread(written, isLong ? written : WRITES_IN_SHORT)) await migratingAt(n, errcode)
    }
  })

  it('null control: a disk that loses writes it confirmed is detected', async () => {
    const place = await openPlace(folder, 'draft')
    const app = await createApp(portsOn(place.dataDir), { given: givenAt(place.url) })
    await app.start()
    const acked: string[] = []
    const found: string[] = []
    const driver = createDriver(app.call, place.url, {
      ack: (what) => acked.push(what),
      found: (what) => found.push(what),
    })
    await journeys.draft.prepare(driver)
    disk.swallow()
    await journeys.draft.run(driver)
    disk.recover()
    await journeys.draft.run(driver)
    expect(acked.length).toBeGreaterThan(0)
    expect(acked.filter((what) => !found.includes(what))).not.toEqual([])
    await app.stop()
    await place.close()
  })
})

describe('a real limit of SQLite', () => {
  for (const [name, pragma, message] of [
    ['full', 'PRAGMA max_page_count = 1', /disk is full/],
    ['read-only', 'PRAGMA query_only = 1', /read-only/],
  ] as const) {
    it(`${name}: a draft is refused with a clear message, and saved once there is space`, async () => {
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
      const driver = createDriver(app.call, place.url, { ack: () => undefined, found: () => undefined })
      await journeys.draft.run(driver)
      const database = opened.find((one) => one.isOpen)
      if (database === undefined) throw new Error('no database was opened')

      database.exec(pragma)
      const { rows } = await driver.ask<{ rows: readonly { conversationId: string }[] }>('messaging.conversations', {
        view: 'all',
      })
      const conversationId = rows.map((row) => row.conversationId).sort()[0]
      const { draft } = await driver.ask<{ draft: { revision: number } }>('messaging.thread', { conversationId })
      const long = {
        target: { conversationId },
        content: { messageText: 'x'.repeat(50_000), messageMedia: [], reference: null, emailCopyToSender: false },
        revision: draft.revision,
        buyerMessagesSeen: 1_000,
      }
      await expect(driver.ask('messaging.saveDraft', long)).rejects.toThrow(message)
      expect((await driver.ask<{ draft: unknown }>('messaging.thread', { conversationId })).draft).toEqual(draft)

      database.exec('PRAGMA max_page_count = 1073741823; PRAGMA query_only = 0')
      await driver.ask('messaging.saveDraft', long)
      await app.stop()
      await place.close()
    })
  }
})
