/**
 * Endless mixed work: writing, sending, editing, mapping, receiving, reading. Nothing may accumulate.
 *
 * The platform is a separate process, so only the app is measured. After a warm-up the heap, open files, timers and the
 * write-ahead log stay flat, and the database grows only by what was added. Half an hour in the long form, 15 s in
 * the short one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { databaseFile } from '../../../main/connection/connection-list.ts'
import type { Driver } from '../journeys.ts'
import { isLong } from '../long.ts'
import { createDriver, givenAt, portsOn } from '../whole-app.ts'

const LENGTH_MS = isLong ? 30 * 60_000 : 5_000
const PAUSE_MS = 40
/** Warm-up: caches fill, statements are prepared, code is compiled. */
const WARM_UP_SHARE = 0.4
/** Enough to tell a leak from the warm-up. The null control runs exactly this many of each on any machine. */
const MIN_ACTIONS = 18
const MAX_HEAP_GROWTH_BYTES = 8 * 1024 * 1024
const MAX_MORE_HANDLES = 8
const MAX_LOG_BYTES = 24 * 1024 * 1024
const MAX_DATABASE_BYTES_PER_ACT = 2 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let folder = ''
let platform: ChildProcess
let url = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-soak-'))
  const program = fileURLToPath(new URL('../../../main/practice/run.ts', import.meta.url))
  platform = spawn(process.execPath, ['--no-warnings', program, '--port=0', '--open-control'])
  url = await new Promise<string>((resolve) => {
    createInterface({ input: platform.stdout ?? process.stdin }).on('line', (line) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (address !== undefined) resolve(address)
    })
  })
})
afterAll(() => {
  platform.kill()
  rmSync(folder, { recursive: true, force: true })
})

type Sample = {
  readonly heap: number
  readonly files: number
  readonly timers: number
  readonly log: number
  readonly database: number
}

/** The open files of this process, or Node's handles if the system does not list files. */
const openFiles = (): number => {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return process.getActiveResourcesInfo().length
  }
}

const readSize = (file: string): number => {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

/** The database with what is still in its write-ahead log. Its file grows in leaps, whenever the log is copied into it. */
const databaseBytes = (file: string): number => {
  const connection = new DatabaseSync(file, { readOnly: true })
  const { bytes } =
    connection.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get() ?? {}
  connection.close()
  return Number(bytes)
}

const sample = (database: string): Sample => {
  collectGarbage()
  return {
    heap: process.memoryUsage().heapUsed,
    files: openFiles(),
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
    log: readSize(`${database}-wal`),
    database: databaseBytes(database),
  }
}

type Rows<Row> = { readonly rows: readonly Row[] }

const createActions = (driver: Driver): readonly ((turn: number) => Promise<unknown>)[] => {
  const findConversation = async (turn: number): Promise<string> => {
    const { rows } = await driver.ask<Rows<{ conversationId: string; conversationType?: string }>>(
      'messaging.conversations',
      {
        view: 'all',
        limit: 50,
      },
    )
    return rows[turn % Math.max(1, rows.length)]?.conversationId ?? ''
  }
  const findSku = async (turn: number): Promise<string> => {
    const { rows } = await driver.ask<Rows<{ sku: string }>>('inventory.items', { limit: 50 })
    return rows[turn % Math.max(1, rows.length)]?.sku ?? ''
  }
  const write = async (turn: number): Promise<{ target: unknown; revision: number } | undefined> => {
    const conversationId = await findConversation(turn)
    type Thread = { canReply: boolean; draft: { revision: number } | null; buyerMessages: number | null }
    const load = () => driver.ask<Thread>('messaging.thread', { conversationId })
    let thread = await load()
    if (thread.buyerMessages === null) {
      await driver.ask('messaging.refreshThread', { conversationId })
      thread = await load()
    }
    if (!thread.canReply) return undefined
    const { revision } = await driver.ask<{ revision: number }>('messaging.saveDraft', {
      target: { conversationId },
      content: { messageText: `Draft ${turn}`, messageMedia: [], reference: null, emailCopyToSender: false },
      revision: thread.draft?.revision ?? null,
      buyerMessagesSeen: thread.buyerMessages,
    })
    const target = { conversationId }
    await driver.ask('messaging.markReviewed', { target, revision, buyerMessagesSeen: thread.buyerMessages })
    return { target, revision }
  }
  return [
    write,
    async (turn) => {
      const draft = await write(turn)
      if (draft === undefined) return
      const { id } = await driver.ask<{ id: string }>('messaging.send', draft)
      await (turn % 3 === 0 ? driver.ask('outbound.withdraw', { id }) : driver.ask('outbound.sendNow', { ids: [id] }))
    },
    async (turn) => {
      const sku = await findSku(turn)
      const { record } = await driver.ask<{ record: { product?: { title?: string } } | null }>('inventory.item', {
        sku,
      })
      if (record === null) return
      const title = record.product?.title
      const change = {
        op: 'set',
        path: ['product', 'title'],
        value: `Title ${turn}`,
        ...(title === undefined ? {} : { was: title }),
      }
      await driver.ask('inventory.saveEdit', { sku, edit: { onto: 'existing', changes: [change] } })
      await driver.ask('inventory.previewSave', { sku })
      await driver.ask('inventory.discardEdit', { sku })
    },
    () => driver.practice('POST', '/practice/events', { event: 'FixedPriceTransaction' }),
    async (turn) => {
      if (turn % 20 !== 0) return
      await driver.ask('mapping.start', {
        products: [{ externalProductId: `P${turn}`, title: `Product ${turn}` }],
        requestKey: `soak-act-${turn}`,
      })
    },
    () => driver.ask('messaging.conversations', { view: 'all', search: 'parcel' }),
    () => driver.ask('notifications.events'),
    () => driver.ask('messaging.syncNow'),
    () => driver.ask('mapping.tasks'),
  ]
}

/** Waits until everything the platform has is read: until then the database grows, whatever else is done. */
const firstSync = async ({ ask }: Driver): Promise<void> => {
  type Sync = { readonly asOfMs: number | null; readonly threadsToRead: number }
  type Items = { readonly toRead: number; readonly listingCounts: { readonly unread: number } }
  const isRead = async (): Promise<boolean> => {
    const { asOfMs, threadsToRead } = await ask<Sync>('messaging.sync')
    const { toRead, listingCounts } = await ask<Items>('inventory.items')
    return asOfMs !== null && threadsToRead === 0 && toRead === 0 && listingCounts.unread === 0
  }
  await expect.poll(isRead, { timeout: 90_000, interval: 100 }).toBe(true)
}

/**
 * Works for `lengthMs`, or longer if a leak needs more actions to show. Resolves with what accumulated. `leak` is for the null
 * control.
 */
const soak = async (lengthMs: number, name: string, leak: (turn: number) => void): Promise<readonly string[]> => {
  const dataDir = join(folder, name)
  const app = await createApp(portsOn(dataDir), { given: givenAt(url) })
  await app.start()
  const driver = createDriver(app.call, url, { ack: () => undefined, found: () => undefined })
  await driver.ask('notifications.register', { events: ['FixedPriceTransaction'] })
  await firstSync(driver)
  const actions = createActions(driver)
  const database = databaseFile(dataDir, 'practice')
  const startMs = performance.now()
  const elapsedMs = (): number => performance.now() - startMs
  let turn = 0
  const action = async (): Promise<void> => {
    await actions[turn % actions.length]?.(turn)
    leak(turn)
    turn += 1
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  while (turn < MIN_ACTIONS || elapsedMs() < lengthMs * WARM_UP_SHARE) await action()
  const warm = sample(database)
  const warmTurn = turn
  while (turn < warmTurn + MIN_ACTIONS || elapsedMs() < lengthMs) await action()
  const end = sample(database)
  await app.stop()
  const acted = turn - warmTurn
  const wrong: string[] = []
  const bound = (what: string, grew: number, most: number): void => {
    if (grew > most) wrong.push(`${what} grew by ${grew} in ${acted} actions; at most ${most} is flat`)
  }
  bound('memory', end.heap - warm.heap, MAX_HEAP_GROWTH_BYTES)
  bound('open files', end.files - warm.files, MAX_MORE_HANDLES)
  bound('timers', end.timers - warm.timers, MAX_MORE_HANDLES)
  bound('the write-ahead log', end.log, MAX_LOG_BYTES)
  bound('the database', end.database - warm.database, acted * MAX_DATABASE_BYTES_PER_ACT)
  return wrong
}

describe('endless mixed work', () => {
  it('leaves memory, files, timers and the log flat', { timeout: LENGTH_MS + 120_000 }, async () => {
    expect(await soak(LENGTH_MS, 'sound', () => undefined)).toEqual([])
  })

  it('null control: a leak is detected', async () => {
    const pile: unknown[] = []
    const files: number[] = []
    const timers: NodeJS.Timeout[] = []
    const wrong = await soak(0, 'leaking', (turn) => {
      pile.push(Array.from({ length: 100_000 }, (_, index) => `${turn} ${index}`))
      files.push(openSync(process.execPath, 'r'))
      timers.push(setTimeout(() => undefined, 600_000))
    })
    for (const file of files) closeSync(file)
    for (const timer of timers) clearTimeout(timer)
    expect(wrong.join()).toMatch(/memory grew.*open files grew.*timers grew/)
  })
})
