/**
 * The outbox in a separate process, to be killed.
 *
 * Runs the messaging feature on a database file against a message service. At each step it prints the step's name and waits
 * for a byte on stdin, so the parent can continue or kill it there. The steps are before and after every write of the
 * outbox's row, before a send request, and after its answer.
 */

import { readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createDatabase } from '../../../main/database/database.ts'
import type { Send } from '../../../main/http/request.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { createMessagingFeature } from '../../../main/messaging/feature.ts'
import { migrations } from '../../../main/migrations.ts'
import type { Clock, Log } from '../../../main/ports.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { createTestOutbound, withOutbound } from '../../support/test-outbound.ts'

const [file = '', address = '', text = '', hasHand = ''] = process.argv.slice(2)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints the step and blocks the whole process until it gets a byte. */
const step = (name: string): void => {
  say(`step ${name}`)
  if (hasHand === 'free') return
  const byte = new Uint8Array(1)
  for (;;) {
    try {
      if (readSync(0, byte, 0, 1, null) === 1) return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}

const connection = new DatabaseSync(file)
connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
const isNew = Number(Object.values(connection.prepare('PRAGMA user_version').get() ?? {})[0] ?? 0) === 0
if (isNew) {
  for (const { sql } of migrations) connection.exec(sql)
  connection.exec('PRAGMA user_version = 1')
}
const plain = createDatabase(connection)
let depth = 0
const database = {
  ...plain,
  transaction: <T>(work: () => T): T => {
    depth += 1
    let touches = ''
    try {
      const value = plain.transaction(() => {
        const done = work()
        touches = plain.get<{ state: string }>('SELECT state FROM outbound ORDER BY ordinal DESC LIMIT 1')?.state ?? ''
        if (depth === 1 && touches !== '' && touches !== lastState) step(`before commit of ${touches}`)
        return done
      })
      if (depth === 1 && touches !== '' && touches !== lastState) {
        lastState = touches
        step(`after commit of ${touches}`)
      }
      return value
    } finally {
      depth -= 1
    }
  },
}
let lastState = plain.get<{ state: string }>('SELECT state FROM outbound ORDER BY ordinal DESC LIMIT 1')?.state ?? ''

/** A clock that skips waiting: timers run immediately, in order. */
const createFastClock = (): Clock => {
  let skippedMs = 0
  const start = Date.now()
  const waiting: { atMs: number; run: () => void; cancelled: boolean }[] = []
  let isPlanned = false
  const nowMs = (): number => Math.floor(start + performance.now() + skippedMs)
  const tick = (): void => {
    isPlanned = false
    waiting.sort((a, b) => a.atMs - b.atMs)
    const next = waiting.shift()
    if (next === undefined) return
    if (!next.cancelled) {
      skippedMs += Math.max(0, next.atMs - nowMs())
      next.run()
    }
    plan()
  }
  const plan = (): void => {
    if (isPlanned || waiting.length === 0) return
    isPlanned = true
    setTimeout(tick, 1)
  }
  return {
    nowMs,
    monotonicMs: () => performance.now() + skippedMs,
    setTimer: (run, delayMs) => {
      const timer = { atMs: nowMs() + delayMs, run, cancelled: false }
      waiting.push(timer)
      plan()
      return () => {
        timer.cancelled = true
      }
    },
  }
}

const log: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const wire = createUndiciSend({ origins: [address] })
const send: Send = async (request) => {
  if (request.operation !== 'sendMessage') return wire.send(request)
  step('before the request')
  const response = await wire.send(request)
  step('after the answer')
  return response
}
const clock = createFastClock()
const deps = {
  profile: completeProfile({ kind: 'practice', name: 'Practice shop' }, address),
  database,
  send,
  scheduler: createScheduler(clock, log),
  online: { isOnline: () => true, onChange: () => () => undefined },
  secrets: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
  clock,
  log,
  random: () => 0.5,
  emit: () => undefined,
  notify: () => undefined,
  calls: { waitMs: () => 0, spreadMs: () => 0 },
  openExternal: async () => undefined,
  erased: noErasedPersons,
}
const outbound = createTestOutbound(deps)
const feature = withOutbound(outbound, createMessagingFeature({ ...deps, outbound }, { undoMs: 50 }))

plain.run(
  `INSERT OR IGNORE INTO conversations (conversation_id, conversation_type, buyer, raw) VALUES ('c1', 'FROM_MEMBERS', 'anna', '{}')`,
)
await feature.start()
const target = { conversationId: 'c1' }
const count = plain.get<{ n: number }>('SELECT COUNT(*) AS n FROM outbound')?.n ?? 0
if (count === 0) {
  const thread = await feature.handlers.thread(target)
  const revision =
    thread.draft?.revision ??
    (
      await feature.handlers.saveDraft({
        target,
        content: { ...emptyContent, messageText: text },
        revision: null,
        buyerMessagesSeen: 1_000,
      })
    ).revision
  if (revision === null) throw new Error('the draft was not kept')
  await feature.handlers.send({ target, revision })
}

const ends = ['sent', 'notFound', 'refused']
for (;;) {
  const state = plain.get<{ state: string }>('SELECT state FROM outbound ORDER BY ordinal DESC LIMIT 1')?.state ?? ''
  if (ends.includes(state)) {
    say(`end ${state}`)
    process.exit(0)
  }
  await new Promise((resolve) => setTimeout(resolve, 2))
}
