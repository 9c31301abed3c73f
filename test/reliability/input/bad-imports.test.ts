/**
 * Hostile import files: truncated, altered in places, with a wrong header, or from another program.
 *
 * Each is refused with a clear message, or is an intact database and imported. No error is `internal`, and the shop keeps working.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../../../main/app.ts'
import type { Failure } from '../../../shared/result.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { handIn, takeOut } from '../exports.ts'
import { journeys } from '../journeys.ts'
import { isLong } from '../long.ts'
import { openPlace, type Place } from '../place.ts'
import { createDriver, givenAt, portsOn } from '../whole-app.ts'
import { expectUntouched, withinMemory } from './within-memory.ts'

const RUNS = isLong ? 5_000 : 20

let folder = ''
let place: Place
let app: App
let driver: ReturnType<typeof createDriver>
let whole: Buffer
let header: Record<string, unknown>
let database: Buffer
const log = createRecordingLog()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-imports-'))
  place = await openPlace(folder, 'draft')
  app = await createApp(portsOn(place.dataDir, log), { given: givenAt(place.url) })
  driver = createDriver(app.call, place.url, { ack: () => undefined, found: () => undefined })
  await app.start()
  await journeys.draft.run(driver)
  whole = await takeOut(driver)
  const text = gunzipSync(whole)
  const end = text.indexOf('\n')
  header = JSON.parse(text.subarray(0, end).toString('utf8')) as Record<string, unknown>
  database = text.subarray(end + 1)
})
afterAll(async () => {
  await app.stop()
  await place.close()
  rmSync(folder, { recursive: true, force: true })
})

const packed = (head: string, body: Uint8Array): Buffer =>
  gzipSync(Buffer.concat([Buffer.from(`${head}\n`), body]), { level: 1 })

/** Returns the bytes with some changed, at relative positions from 0 to 1. */
const changed = (bytes: Uint8Array, changes: readonly (readonly [number, number])[]): Buffer => {
  const copy = Buffer.from(bytes)
  for (const [place, byte] of changes) copy[Math.floor(place * copy.length)] = byte
  return copy
}
const changes = fc.array(
  fc.tuple(fc.double({ min: 0, max: 0.999_999, noNaN: true }), fc.integer({ min: 0, max: 255 })),
  {
    minLength: 1,
    maxLength: 30,
  },
)
const share = fc.double({ min: 0, max: 1, noNaN: true })

/** A function that builds the file once the export it spoils exists. */
const recipe: fc.Arbitrary<() => Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }).map((bytes) => () => bytes),
  fc.uint8Array({ maxLength: 2_000 }).map((bytes) => () => gzipSync(bytes)),
  share.map((length) => () => whole.subarray(0, Math.floor(length * whole.length))),
  changes.map((some) => () => changed(whole, some)),
  fc.json().map((head) => () => packed(head, database)),
  fc.tuple(fc.constantFrom('kind', 'version', 'writtenAtMs', 'profile', '__proto__'), fc.jsonValue()).map(
    ([field, value]) =>
      () =>
        packed(JSON.stringify({ ...header, [field]: value }), database),
  ),
  share.map(
    (length) => () => packed(JSON.stringify(header), database.subarray(0, Math.floor(length * database.length))),
  ),
  changes.map((some) => () => packed(JSON.stringify(header), changed(database, some))),
  // Changes only in the first pages, which hold the format, the page size and the schema.
  fc
    .array(fc.tuple(fc.double({ min: 0, max: 0.02, noNaN: true }), fc.integer({ min: 0, max: 255 })), { minLength: 1 })
    .map((some) => () => packed(JSON.stringify(header), changed(database, some))),
)

const expectSentence = (error: Failure, what: string): void => {
  expect(['conflict', 'validation', 'storage'], `${what}: ${error.message}`).toContain(error.detail?.kind)
}

describe('files to import', () => {
  it('are refused with a clear message, or imported in full', { timeout: isLong ? 3_600_000 : 120_000 }, async () => {
    let refused = 0
    let taken = 0
    const importing = async (make: () => Uint8Array): Promise<void> => {
      const step = async (method: string, id: string): Promise<boolean> =>
        driver.ask(method, { id }).then(
          () => true,
          (error: Failure) => {
            expectSentence(error, method)
            return false
          },
        )
      const id = await handIn(driver, make()).catch((error: Failure) => expectSentence(error, 'handing in'))
      if (id !== undefined && (await step('storage.lookAtImport', id)) && (await step('storage.import', id))) taken += 1
      else refused += 1
      // The shop keeps working, even if its data was replaced.
      for (const method of ['messaging.counts', 'inventory.items', 'storage.facts']) {
        await driver.ask(method).catch((error: Failure) => expectSentence(error, method))
      }
      expectUntouched()
    }
    await withinMemory(
      RUNS,
      (numRuns) => fc.assert(fc.asyncProperty(recipe, importing), { numRuns, seed: 9 }),
      () => {
        log.lines.length = 0
      },
    )
    expect(refused).toBeGreaterThan(taken)
    expect(readdirSync(join(place.dataDir, 'transit')).length, 'files left in transit').toBeLessThanOrEqual(1)
    // Afterwards an intact file is still imported.
    const id = await handIn(driver, whole)
    await driver.ask('storage.lookAtImport', { id })
    await driver.ask('storage.import', { id })
  })

  it('null control: an error without a clear message is detected', () => {
    const error = Object.assign(new Error('Cannot read properties of undefined'), {
      detail: { kind: 'internal', message: 'Something went wrong.' },
    })
    expect(() => expectSentence(error as unknown as Failure, 'storage.lookAtImport')).toThrow(/storage.lookAtImport/)
  })
})
