/**
 * A database file that is truncated, zeroed in places or has flipped bits when the app opens it.
 *
 * The app still opens. Either every page is intact, or it reports the damage and sets an unchanged copy of the file aside.
 * If the tables are intact, it keeps every row.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { databaseFile } from '../../../main/connection/connection-list.ts'
import type { Failure } from '../../../shared/result.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { journeys } from '../journeys.ts'
import { isLong } from '../long.ts'
import { openPlace, type Place } from '../place.ts'
import { spread } from '../spread.ts'
import { createDriver, givenAt, portsOn } from '../whole-app.ts'

const PAGE_BYTES = 4_096
const TIMEOUT_MS = isLong ? 1_800_000 : 120_000

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-damaged-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a database damaged while the app was closed', () => {
  let place: Place
  let whole: Uint8Array
  beforeAll(async () => {
    place = await openPlace(folder, 'outbox')
    const app = await createApp(portsOn(place.dataDir), { given: givenAt(place.url) })
    await app.start()
    await journeys.outbox.run(createDriver(app.call, place.url, { ack: () => undefined, found: () => undefined }))
    await app.stop()
    const file = databaseFile(place.dataDir, 'practice')
    // Checkpoint into the main file, as a clean shutdown does.
    const database = new DatabaseSync(file)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    whole = readFileSync(file)
  })
  afterAll(() => place.close())

  let damages = 0
  /** How often only indexes were damaged, so that the app rebuilt them and continued. */
  let goneOnWith = 0
  /** Opens the app on the damaged bytes and returns what went wrong. */
  const faultsOn = async (bytes: Uint8Array): Promise<readonly string[]> => {
    damages += 1
    const faults: string[] = []
    const dataDir = join(folder, `damaged-${damages}`)
    const file = databaseFile(dataDir, 'practice')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    copyFileSync(join(place.dataDir, 'settings.json'), join(dataDir, 'settings.json'))
    const app = await createApp(portsOn(dataDir, createRecordingLog()), { given: givenAt(place.url) })
    const driver = createDriver(app.call, place.url, { ack: () => undefined, found: () => undefined })
    const { notices } = await driver.ask<{ notices: readonly { id: string; text: string }[] }>('app.status')
    const aside = readdirSync(dirname(file)).find((name) => name.endsWith('Z') && name.includes('.damaged-'))
    if (notices.some(({ id }) => id === 'database-recovered') !== (aside !== undefined)) faults.push('nothing was said')
    // Each read succeeds or fails with a clear message, never with an unexpected error.
    for (const method of ['messaging.conversations', 'outbound.list', 'inventory.items', 'mapping.tasks']) {
      await driver.ask(method, method.endsWith('conversations') ? { view: 'all' } : {}).catch((error: Failure) => {
        if (error.detail.kind !== 'storage') faults.push(`${method}: ${String(error)}`)
      })
    }
    await app.stop()
    const { text = '' } = notices.find(({ id }) => id === 'database-recovered') ?? {}
    const wentOn = text.includes('You can continue')
    if (wentOn) goneOnWith += 1
    if (wentOn && rowsIn(file) !== rowsIn(databaseFile(place.dataDir, 'practice'))) faults.push('rows were lost')
    if (aside === undefined || wentOn) faults.push(...findBrokenPages(file))
    if (aside !== undefined && !readFileSync(join(dirname(file), aside)).equals(bytes))
      faults.push('the damaged file was not kept as it was')
    rmSync(dataDir, { recursive: true, force: true })
    return faults
  }

  const rowsIn = (file: string): string => {
    const database = new DatabaseSync(file, { readOnly: true })
    const counts = ['conversations', 'messages', 'drafts', 'outbound', 'outbound_history'].map((table) =>
      database.prepare(`SELECT '${table}' AS name, COUNT(*) AS n FROM ${table} NOT INDEXED`).get(),
    )
    database.close()
    return JSON.stringify(counts)
  }

  const findBrokenPages = (file: string): readonly string[] => {
    const database = new DatabaseSync(file)
    try {
      const [first] = database.prepare('PRAGMA integrity_check(1)').all()
      const verdict = String(Object.values(first ?? {})[0])
      return verdict === 'ok' ? [] : [`damage was not noticed: ${verdict}`]
    } catch (error) {
      return [`damage was not noticed: ${String(error)}`]
    } finally {
      database.close()
    }
  }

  const withPageOfNothing = (page: number): Uint8Array => {
    const bytes = Buffer.from(whole)
    bytes.fill(0, page * PAGE_BYTES, (page + 1) * PAGE_BYTES)
    return bytes
  }
  const pages = (): number => Math.floor(whole.length / PAGE_BYTES)

  it('is recovered or set aside when truncated anywhere', { timeout: TIMEOUT_MS }, async () => {
    const lengths = fc.sample(fc.integer({ min: 1, max: whole.length - 1 }), { numRuns: isLong ? 200 : 2, seed: 1 })
    for (const length of [...(isLong ? [0, 1, 99, 100, 4_095] : [0, 99]), 4_096, ...lengths]) {
      expect(await faultsOn(whole.subarray(0, length)), `cut off at ${length}`).toEqual([])
    }
  })

  it('is recovered or set aside with a zeroed page', { timeout: TIMEOUT_MS }, async () => {
    for (const page of spread(pages(), isLong ? pages() : 5)) {
      expect(await faultsOn(withPageOfNothing(page)), `without page ${page}`).toEqual([])
    }
    // Some of the pages hold indexes, and losing those loses no rows.
    expect(goneOnWith).toBeGreaterThan(0)
  })

  it('is recovered or set aside with a flipped bit', { timeout: TIMEOUT_MS }, async () => {
    const bits = fc.sample(fc.integer({ min: 0, max: whole.length * 8 - 1 }), { numRuns: isLong ? 300 : 5, seed: 2 })
    for (const bit of bits) {
      const bytes = Buffer.from(whole)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await faultsOn(bytes), `with bit ${bit} turned over`).toEqual([])
    }
  })

  it('null control: an app that checks no page before opening is detected', { timeout: TIMEOUT_MS }, async () => {
    const get = StatementSync.prototype.get
    const blind = function (this: StatementSync, ...given: Parameters<typeof get>) {
      return this.sourceSQL.includes('integrity_check') ? { integrity_check: 'ok' } : get.apply(this, given)
    }
    StatementSync.prototype.get = blind as typeof get
    try {
      const faults: string[] = []
      for (const page of spread(pages(), 6)) {
        // Even this app fails to open if the page is read at startup.
        faults.push(...(await faultsOn(withPageOfNothing(page)).catch((error: unknown) => [String(error)])))
      }
      expect(faults.join()).toContain('damage was not noticed')
    } finally {
      StatementSync.prototype.get = get
    }
  })
})
