/**
 * Pages of the log at 100,000 events: filtered or not, at the top and anywhere, and searches for frequent and rare words. Each
 * page is read three times and the quickest counts, since the machine also runs other programs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDatabase } from '../../main/database/database.ts'
import type { LogPageRequest } from '../../main/notifications/log/event-store.ts'
import { createNotificationStore, notificationsSchema } from '../../main/notifications/store.ts'
import type { Origin } from '../../shared/notifications/event.ts'
import { type Measure, percentile, type Row } from './measure.ts'
import { seededRandom } from './messaging-data.ts'

const EVENTS = 100_000
const ROUNDS = 300
const LIMIT_MS = 50
const ASKED_TIMES = 3

const names = [
  'FixedPriceTransaction',
  'ItemSold',
  'AuctionCheckoutComplete',
  'BidReceived',
  'FeedbackLeft',
  'ItemEndedBySeller',
]

/** Nearly all verified and processed, as in a shop that goes well; some of every other kind. */
const fill = (file: string) => {
  const connection = new DatabaseSync(file)
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;')
  connection.exec(notificationsSchema)
  const database = createDatabase(connection)
  const store = createNotificationStore(database)
  const random = seededRandom(3)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)] as T
  const body = Buffer.from('<s:Envelope/>'.padEnd(700, ' '))
  database.transaction(() => {
    for (let index = 0; index < EVENTS; index += 1) {
      const chance = random()
      const signature =
        chance < 0.97 ? 'verified' : chance < 0.98 ? 'wrong' : chance < 0.99 ? 'none' : 'notVerifiableNow'
      const origin: Origin = chance < 0.95 ? 'platform' : chance < 0.96 ? 'replay' : 'import'
      const processing =
        signature === 'notVerifiableNow'
          ? 'waiting'
          : signature !== 'verified'
            ? 'quarantined'
            : chance < 0.94
              ? 'processed'
              : 'failed'
      const receivedAtMs = Date.UTC(2026, 0, 1) + index * 60_000
      const deliveryId = store.addDelivery({
        receivedAtMs,
        format: 'soap',
        origin,
        replayOf: null,
        headers: '[]',
        signatureHeader: null,
        soapAction: null,
        body,
        bodyDigest: String(index),
        times: { acceptMs: 1, persistMs: 2, answerMs: 1, processMs: 3 },
      })
      const occurrence = {
        itemId: String(110_000_000_000 + Math.floor(random() * 5_000)),
        sku: null,
        transactionId: String(7_000_000 + index),
        buyer: `buyer${Math.floor(random() * 8_000)}`,
        price: '12.50',
        currency: 'USD',
        commentType: null,
      }
      const eventId = store.saveEvent(
        `event:${index}`,
        { receivedAtMs, origin },
        {
          name: pick(names),
          format: 'soap',
          timestamp: '2026-11-21T09:00:00.000Z',
          notificationId: null,
          occurrences: [occurrence],
        },
        { signature, signatureMessage: 'Signed by the platform with key k.', processing, why: null },
      )
      store.assignDelivery(deliveryId, { eventId, state: 'settled', signature }, null)
    }
  })
  return { connection, store }
}

export const notificationLog: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const { connection, store } = fill(join(folder, 'log.sqlite'))
  const random = seededRandom(11)
  const base = { filter: {}, search: '', offset: 0, limit: 100 }
  const anywhere = (filter: LogPageRequest['filter']): LogPageRequest => {
    const { total } = store.events({ ...base, filter, limit: 1 })
    return { ...base, filter, offset: Math.floor(random() * total) }
  }
  const filters: readonly LogPageRequest['filter'][] = [
    ...names.map((name) => ({ name })),
    { signature: 'verified' },
    { signature: 'wrong' },
    { signature: 'none' },
    { processing: 'processed' },
    { processing: 'failed' },
    { origin: 'platform' },
    { origin: 'import' },
    { name: 'FeedbackLeft', signature: 'none' },
    { name: 'ItemSold', processing: 'failed', origin: 'import' },
    { signature: 'verified', processing: 'processed', origin: 'platform' },
  ]
  const searches = [
    () => `buyer${Math.floor(random() * 8_000)}`,
    () => String(7_000_000 + Math.floor(random() * EVENTS)),
    () => String(110_000_000_000 + Math.floor(random() * 5_000)),
    () => 'fixedprice',
    () => 'buyer12 feedback',
  ]
  const kinds: readonly (readonly [string, (round: number) => LogPageRequest])[] = [
    ['page of the log, 100,000 events: the top', () => base],
    ['page of the log, 100,000 events: anywhere', () => anywhere({})],
    [
      'page of the log, 100,000 events: filtered, the top',
      (round) => ({ ...base, filter: filters[round % filters.length] ?? {} }),
    ],
    ['page of the log, 100,000 events: filtered, anywhere', (round) => anywhere(filters[round % filters.length] ?? {})],
    [
      'page of the log, 100,000 events: searched',
      (round) => ({ ...base, search: searches[round % searches.length]?.() ?? '' }),
    ],
  ]
  try {
    return kinds.map(([what, requestOf]): Row => {
      const times = Array.from({ length: ROUNDS }, (_, round) => {
        const request = requestOf(round)
        const took = Array.from({ length: ASKED_TIMES }, () => {
          const startedMs = performance.now()
          store.events(request)
          return performance.now() - startedMs
        })
        return Math.min(...took)
      })
      const ours = percentile(times, 0.95)
      return {
        what: `${what} (95th percentile)`,
        limit: 'what a page may take',
        limitValue: LIMIT_MS,
        ours,
        unit: 'ms',
        ratio: ours / LIMIT_MS,
        goal: `at most ${LIMIT_MS} ms`,
        met: ours <= LIMIT_MS,
      }
    })
  } finally {
    connection.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
