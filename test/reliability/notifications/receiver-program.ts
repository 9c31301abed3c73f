/**
 * The notifications feature in a separate process on a database file, for tests that measure, load and kill it.
 *
 * Each claim adds a row with the transaction's id to an extra table, which reveals double processing.
 * `without` removes one guard, for a null control.
 */
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Database } from '../../../main/database/database.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { systemClock as clock } from '../../../main/hosts/common/clock.ts'
import type { Send } from '../../../main/http/request.ts'
import { migrations } from '../../../main/migrations.ts'
import { createNotificationsFeature } from '../../../main/notifications/feature.ts'
import type { ReceiverLimits } from '../../../main/notifications/receiver/receiver-server.ts'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import type { Log } from '../../../main/ports.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'

export type ReceiverOptions = {
  readonly folder: string
  readonly publicPem: string
  readonly limits?: Partial<ReceiverLimits>
  /** Receives for a connection with eBay, whose messages are signed in another header. */
  readonly platform?: 'ebay'
  /** `answers`: every write blocks the program for 400 ms. */
  readonly without?: 'commits' | 'claims' | 'answers'
}

export type ReceiverProgramState = {
  readonly pending: number
  readonly verified: number
  readonly keyCalls: number
  /** Transactions in the log, and how often each was processed. */
  readonly logged: readonly string[]
  readonly effects: readonly (readonly [string, number])[]
  readonly rssBytes: number
  /** Processor time of all its threads since its start. */
  readonly cpuMs: number
  /** Processor time of the main thread alone, which answers the requests. */
  readonly mainCpuMs: number
}

const options = JSON.parse(process.argv[2] ?? '{}') as ReceiverOptions

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message, fields) => void process.stderr.write(`${message} ${String(fields?.error ?? '')}\n`),
  error: (message, fields) => void process.stderr.write(`${message} ${String(fields?.error ?? '')}\n`),
}

/** Keeps everything in one transaction that never ends. */
const withoutCommits = (database: Database): Database => {
  database.run('BEGIN IMMEDIATE')
  return { ...database, durably: async (work) => database.transaction(work) }
}

/** Forgets every claim. */
const withoutClaims = (database: Database): Database => ({
  ...database,
  get: (sql, params) => (sql.includes('notification_claims') ? undefined : database.get(sql, params)),
})

const withoutAnswers = (database: Database): Database => ({
  ...database,
  durably: (work) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    return database.durably(work)
  },
})

const withEffects = [
  ...migrations,
  // A table that no migration makes would be taken for damage.
  { name: 'effects', sql: 'CREATE TABLE effects_of_the_test (transaction_id TEXT NOT NULL);' },
]
const opened = openDatabase({ file: join(options.folder, 'shop.sqlite'), migrations: withEffects, clock, log }).database
for (const event of ['INSERT', 'UPDATE']) {
  opened.run(`CREATE TEMP TRIGGER effect_of_${event} AFTER ${event} ON notification_claims BEGIN
    INSERT INTO effects_of_the_test (transaction_id)
      SELECT IFNULL(transaction_id, id) FROM notification_events WHERE id = new.event_id;
  END`)
}
const guards = { commits: withoutCommits, claims: withoutClaims, answers: withoutAnswers }
const database = options.without === undefined ? opened : guards[options.without](opened)

const scheduler = createScheduler(clock, log)
let keyCalls = 0
const send: Send = async () => {
  keyCalls += 1
  const key = { key: options.publicPem.replaceAll('\n', ''), algorithm: 'ECDSA', digest: 'SHA1' }
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(key)), bodyCut: false }
}
const secrets = new Map<string, string>()
const online = { isOnline: () => true, onChange: () => () => undefined }
const feature = createNotificationsFeature(
  {
    profile: completeProfile(
      { kind: 'practice', name: 'Practice', baseUrl: 'http://127.0.0.1:1', platform: options.platform ?? 'neutral' },
      undefined,
    ),
    database,
    send,
    scheduler,
    online,
    secrets: {
      get: async (name) => secrets.get(name),
      set: async (name, secret) => void secrets.set(name, secret),
      delete: async (name) => void secrets.delete(name),
    },
    clock,
    log,
    random: Math.random,
    emit: () => undefined,
    notify: () => undefined,
    erased: noErasedPersons,
  },
  options.limits === undefined ? {} : { limits: options.limits },
)
await feature.start()
const { listeningUrl } = await feature.receiver()
process.send?.({ port: Number(new URL(listeningUrl ?? '').port) })
// Node writes the cache only at a clean exit, and this program gets killed.
flushCompileCache()

const store = createNotificationStore(database, noErasedPersons)

const toMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000

const count = (sql: string): number => Number(database.get<{ n: number }>(sql)?.n)

type Question = {
  readonly withLists?: boolean
  /** Reads a page of the log first, as the window does. */
  readonly withLog?: boolean
}

process.on('message', async ({ withLists = false, withLog = false }: Question) => {
  if (withLog) {
    await feature.receiver()
    store.events({ filter: {}, search: '', offset: 0, limit: 100 })
  }
  const state: ReceiverProgramState = {
    pending: count("SELECT count(*) AS n FROM notification_deliveries WHERE state = 'pending'"),
    verified: withLists ? count("SELECT count(*) AS n FROM notification_deliveries WHERE signature = 'verified'") : 0,
    keyCalls,
    logged: withLists
      ? database
          .all<{ id: string }>('SELECT transaction_id AS id FROM notification_events WHERE transaction_id IS NOT NULL')
          .map(({ id }) => id)
      : [],
    effects: withLists
      ? database
          .all<{ id: string; n: number }>(
            'SELECT transaction_id AS id, count(*) AS n FROM effects_of_the_test GROUP BY transaction_id',
          )
          .map(({ id, n }) => [id, n])
      : [],
    rssBytes: process.memoryUsage.rss(),
    cpuMs: toMs(process.cpuUsage()),
    mainCpuMs: toMs(process.threadCpuUsage()),
  }
  process.send?.(state)
})
