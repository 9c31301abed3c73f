/** A practice platform with a shop of a given size, in a separate process so that its work costs the app no time. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import type { StoredOrder } from '../../main/practice/orders/order-records.ts'
import { type PracticeOptions, startPracticePlatform } from '../../main/practice/platform.ts'
import type { StoredConversation } from '../../main/practice/shop/records.ts'
import { makeWord, seededRandom } from './inbox-data.ts'
import { root } from './measure.ts'

const MESSAGES_EACH = 5
const WORDS_IN_ALL = 20_000
const WORDS_PER_MESSAGE = 14

/** Generates a shop's conversations, newest first. The same numbers give the same conversations. */
const createConversations = (count: number): readonly StoredConversation[] => {
  const random = seededRandom(11)
  const text = (): string =>
    Array.from({ length: WORDS_PER_MESSAGE }, () => makeWord(Math.floor(WORDS_IN_ALL ** random()) - 1)).join(' ')
  const newestAtMs = Date.UTC(2026, 0, 1)
  return Array.from({ length: count }, (_, index) => {
    const atMs = newestAtMs - index * 600_000
    const isNotice = index % 50 === 7
    return {
      conversationId: `c${String(index).padStart(8, '0')}`,
      conversationType: isNotice ? ('FROM_SVC' as const) : ('FROM_MEMBERS' as const),
      subject: `${makeWord(Math.floor(random() * 2_000))} ${makeWord(Math.floor(random() * 2_000))}`,
      otherParty: isNotice ? 'Marketplace' : `buyer${Math.floor(random() * count)}`,
      createdAtMs: atMs - MESSAGES_EACH * 3_600_000,
      itemId: isNotice ? null : String(100_000 + Math.floor(random() * (count / 20))),
      status: random() < 0.2 ? ('ARCHIVE' as const) : ('ACTIVE' as const),
      read: random() > 0.1,
      messages: Array.from({ length: MESSAGES_EACH }, (_, position) => ({
        messageId: `m${index}-${position}`,
        text: text(),
        from: isNotice ? ('platform' as const) : random() < 0.5 ? ('buyer' as const) : ('seller' as const),
        createdAtMs: atMs - (MESSAGES_EACH - 1 - position) * 3_600_000,
        media: [],
      })),
    }
  })
}

export type PracticeShop = { readonly url: string; readonly stop: () => Promise<void> }

const startPlatform = (stateFile: string, platform: PracticeOptions['platform'] = 'neutral'): Promise<PracticeShop> =>
  new Promise((resolve, reject) => {
    const args = [
      '--no-warnings',
      'main/practice/run.ts',
      '--port=0',
      `--state=${stateFile}`,
      `--platform=${platform}`,
      '--open-control',
    ]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<void>((end) => child.once('exit', () => end()))
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (url === undefined) return
      const stop = async (): Promise<void> => {
        child.kill('SIGTERM')
        await ended
      }
      resolve({ url, stop })
    })
    child.once('exit', () => reject(new Error('The practice platform ended before it answered.')))
  })

type StoredShop = { readonly orders: readonly StoredOrder[] }

/** Repeats a shop's first orders, one every half hour before the newest, each with an id of its own. */
const createOrders = (count: number, samples: readonly StoredOrder[]): readonly StoredOrder[] => {
  const newestAtMs = Math.max(...samples.map(({ createdAtMs }) => createdAtMs))
  return Array.from({ length: count }, (_, index) => {
    const sample = samples[index % samples.length]
    if (sample === undefined) throw new Error('The shop has no orders to repeat.')
    const atMs = newestAtMs - (count - index) * 1_800_000
    return {
      ...sample,
      orderId: `15-${String(10_000 + Math.floor(index / 10_000)).padStart(5, '0')}-${String(index).padStart(5, '0')}`,
      createdAtMs: atMs,
      modifiedAtMs: atMs,
    }
  })
}

const startShop = async (options: PracticeOptions, fill: (state: StoredShop) => object): Promise<PracticeShop> => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const stateFile = join(folder, 'shop.json')
  const small = await startPracticePlatform({ port: 0, conversations: 0, items: 0, stateFile, ...options })
  await small.stop()
  const state = JSON.parse(readFileSync(stateFile, 'utf8')) as StoredShop
  writeFileSync(stateFile, JSON.stringify({ ...state, ...fill(state) }))
  const platform = await startPlatform(stateFile, options.platform)
  return {
    url: platform.url,
    stop: async () => {
      await platform.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a shop with this many conversations of five messages each, and nothing else to read. */
export const startPracticeShop = (conversations: number): Promise<PracticeShop> =>
  startShop({}, () => ({ conversations: createConversations(conversations) }))

/** Starts an eBay shop with this many orders, three of four shipped. It has no conversations. */
export const startShopWithOrders = (orders: number): Promise<PracticeShop> =>
  startShop({ platform: 'ebay', items: 20, conversations: 40 }, ({ orders: samples }) => ({
    conversations: [],
    orders: createOrders(orders, samples),
  }))

/** From now on each answer takes this long, as on the internet. */
export const delayAnswers = async ({ url }: PracticeShop, latencyMs: number): Promise<void> => {
  const answer = await request(`${url}/practice/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'all', fault: 'latencyMs', latencyMs }),
  })
  await answer.body.dump()
  if (answer.statusCode >= 300) throw new Error(`The practice platform refused to be slow: ${answer.statusCode}`)
}
