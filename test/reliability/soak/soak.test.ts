/**
 * Mixed work without an end: writing, sending, editing, watching, receiving, reading. Nothing may pile up.
 *
 * The platform is a process of its own, so that what is measured here is the app. After a warm-up the memory that is left
 * after a collection, open files, timers and the write-ahead log stay where they are; the database grows by what was
 * added to it and no more. Half an hour in the long form, a minute in the short one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { databaseFile } from '../../../main/connection/connection-list.ts'
import type { Driver } from '../journeys.ts'
import { isLong } from '../long.ts'
import { createDriver, givenAt, portsOn } from '../whole-app.ts'

const LENGTH_MS = isLong ? 30 * 60_000 : 60_000
/** Between two acts: a driver is busy, and a machine has other things to do. */
const PAUSE_MS = 40
/** The first part is warm-up: caches fill, statements are prepared, code is compiled. */
const WARM_UP_SHARE = 0.4
const LEAST_ACTS = 18
const HEAP_GROWTH_BYTES = 8 * 1024 * 1024
const HANDLES_MORE = 8
const LARGEST_LOG_BYTES = 24 * 1024 * 1024
const DATABASE_BYTES_AN_ACT = 6 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let folder = ''
let platform: ChildProcess
let url = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-soak-'))
  const program = fileURLToPath(new URL('../../../main/practice/run.ts', import.meta.url))
  platform = spawn(process.execPath, ['--no-warnings', program, '--port=0'])
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

/** Open files of this process; where the system does not list them, the handles that Node knows of. */
const openFiles = (): number => {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return process.getActiveResourcesInfo().length
  }
}

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

const sample = (database: string): Sample => {
  collectGarbage()
  return {
    heap: process.memoryUsage().heapUsed,
    files: openFiles(),
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
    log: sizeOf(`${database}-wal`),
    database: sizeOf(database),
  }
}

type Rows<Row> = { readonly rows: readonly Row[] }

/** One act after the other, the same order over and over. */
const actsOf = (driver: Driver): readonly ((turn: number) => Promise<unknown>)[] => {
  const conversationAt = async (turn: number): Promise<string> => {
    const { rows } = await driver.ask<Rows<{ conversationId: string; conversationType?: string }>>(
      'messaging.conversations',
      {
        view: 'all',
        limit: 50,
      },
    )
    return rows[turn % Math.max(1, rows.length)]?.conversationId ?? ''
  }
  const skuAt = async (turn: number): Promise<string> => {
    const { rows } = await driver.ask<Rows<{ sku: string }>>('inventory.items', { limit: 50 })
    return rows[turn % Math.max(1, rows.length)]?.sku ?? ''
  }
  const write = async (turn: number): Promise<{ target: unknown; revision: number } | undefined> => {
    const conversationId = await conversationAt(turn)
    const thread = await driver.ask<{ canReply: boolean; draft: { revision: number } | null; buyerMessages: number }>(
      'messaging.thread',
      { conversationId },
    )
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
      await driver.ask(turn % 3 === 0 ? 'messaging.takeBack' : 'messaging.sendNow', { id })
    },
    async (turn) => {
      const sku = await skuAt(turn)
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
    () => driver.practice('POST', '/practice/events', { event: 'FixedPriceTransaction', times: 2 }),
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

/** Works for that long, and says what piled up. `leak` is the null control. */
const soak = async (lengthMs: number, name: string, leak: (turn: number) => void): Promise<readonly string[]> => {
  const dataDir = join(folder, name)
  const app = await createApp(portsOn(dataDir), { given: givenAt(url) })
  await app.start()
  const driver = createDriver(app.call, url, { ack: () => undefined, found: () => undefined })
  await driver.ask('notifications.register', { events: ['FixedPriceTransaction'] })
  const acts = actsOf(driver)
  const database = databaseFile(dataDir, 'practice')
  const beganMs = performance.now()
  let warm: (Sample & { readonly turn: number }) | undefined
  let turn = 0
  // On a machine that has no time, as many acts at least as tell a leak from a warm-up.
  for (; performance.now() - beganMs < lengthMs || warm === undefined || turn < warm.turn + LEAST_ACTS; turn += 1) {
    await acts[turn % acts.length]?.(turn)
    leak(turn)
    if (warm === undefined && turn >= LEAST_ACTS && performance.now() - beganMs > lengthMs * WARM_UP_SHARE)
      warm = { ...sample(database), turn }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  const end = sample(database)
  await app.stop()
  if (warm === undefined) throw new Error('the soak was too short')
  const acted = turn - warm.turn
  const wrong: string[] = []
  const bound = (what: string, grew: number, most: number): void => {
    if (grew > most) wrong.push(`${what} grew by ${grew} in ${acted} acts; at most ${most} is flat`)
  }
  bound('memory', end.heap - warm.heap, HEAP_GROWTH_BYTES)
  bound('open files', end.files - warm.files, HANDLES_MORE)
  bound('timers', end.timers - warm.timers, HANDLES_MORE)
  bound('the write-ahead log', end.log, LARGEST_LOG_BYTES)
  bound('the database', end.database - warm.database, acted * DATABASE_BYTES_AN_ACT)
  return wrong
}

describe('mixed work without an end', () => {
  it('leaves memory, files, timers and the log as they are', { timeout: LENGTH_MS + 60_000 }, async () => {
    expect(await soak(LENGTH_MS, 'sound', () => undefined)).toEqual([])
  })

  it('null control: what piles up is found out', { timeout: 60_000 }, async () => {
    const pile: unknown[] = []
    const files: number[] = []
    const timers: NodeJS.Timeout[] = []
    const wrong = await soak(4_000, 'leaking', (turn) => {
      pile.push(Array.from({ length: 100_000 }, (_, index) => `${turn} ${index}`))
      files.push(openSync(process.execPath, 'r'))
      timers.push(setTimeout(() => undefined, 600_000))
    })
    for (const file of files) closeSync(file)
    for (const timer of timers) clearTimeout(timer)
    expect(wrong.join()).toMatch(/memory grew.*open files grew.*timers grew/)
  })
})
