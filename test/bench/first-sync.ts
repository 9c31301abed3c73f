/**
 * The first sync of a shop: every list twice, until two passes agree, and every thread, stored and indexed.
 *
 * The limit is undici with the very requests that the app made, in the order in which it made them and as many at once as
 * its lane for reads allows, from the same practice platform in a separate process, dropping what comes.
 */
import { spawn } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { runLocal } from '../../main/hosts/local/run-local.ts'
import { defaultLimits } from '../../main/http/with-rate-limit.ts'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import type { StoredConversation } from '../../main/practice/shop/records.ts'
import type { SyncState } from '../../shared/messaging/sync-state.ts'
import { loggedIn } from './local-calls.ts'
import { type Measure, median } from './measure.ts'
import { makeWord, seededRandom } from './messaging-data.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const CONVERSATIONS = 20_000
/** A shop in which the platform finds every page and thread at once: what the reading itself costs shows most there. */
const FEW = 2_000
const MESSAGES_EACH = 5
const ROUNDS_OF_FEW = 3
const LOOK_EVERY_MS = 50
const WORDS_IN_ALL = 20_000
const WORDS_PER_MESSAGE = 14

/** The conversations of a shop, newest first, the same for the same numbers. */
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

/** The file of a practice shop with so many conversations, and nothing else to read in it. */
const writeShop = async (stateFile: string, conversations: number): Promise<void> => {
  const empty = await startPracticePlatform({ port: 0, conversations: 0, items: 0, stateFile })
  await empty.stop()
  const state = JSON.parse(readFileSync(stateFile, 'utf8')) as object
  writeFileSync(stateFile, JSON.stringify({ ...state, conversations: createConversations(conversations) }))
}

/** The practice platform in a separate process, so that its work costs the reader no time. */
const startPlatform = (stateFile: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--no-warnings', 'main/practice/run.ts', '--port=0', `--state=${stateFile}`],
      { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const ended = new Promise<void>((end) => child.once('exit', () => end()))
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (url === undefined) return
      resolve({
        url,
        stop: async () => {
          child.kill('SIGTERM')
          await ended
        },
      })
    })
    child.once('exit', () => reject(new Error('The practice platform ended before it answered.')))
  })

type Asked = { readonly path: string; readonly headers: Record<string, string> }

/** What undici reports about a request it makes; headers as names and values in turn. */
type CreatedRequest = {
  readonly request: {
    readonly origin: string
    readonly path: string
    readonly method: string
    readonly headers: readonly string[]
  }
}

const requestsTo = (origin: string) => {
  const asked: Asked[] = []
  const hear = (message: unknown): void => {
    const { request } = message as CreatedRequest
    if (request.origin !== origin || request.method !== 'GET' || !request.path.includes('/conversation')) return
    const headers: Record<string, string> = {}
    for (let at = 0; at + 1 < request.headers.length; at += 2)
      headers[request.headers[at] ?? ''] = request.headers[at + 1] ?? ''
    asked.push({ path: request.path, headers })
  }
  channel('undici:request:create').subscribe(hear)
  return { asked, stop: () => channel('undici:request:create').unsubscribe(hear) }
}

/** Starts the app on an empty folder and waits until it has everything. */
const syncOnce = async (
  platformUrl: string,
): Promise<{ readonly keptMs: number; readonly asked: readonly Asked[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const connection = join(folder, 'profile.json')
  writeFileSync(
    connection,
    JSON.stringify({ id: 'practice', kind: 'practice', name: 'Practice shop', baseUrl: platformUrl }),
  )
  const heard = requestsTo(platformUrl)
  const beganMs = performance.now()
  const host = await runLocal({ port: 0, dataDir: join(folder, 'data'), connection }, join(root, 'out', 'renderer'))
  const caller = await loggedIn(host.newAddress())
  try {
    const msUntil = async (isReached: (sync: SyncState) => boolean): Promise<number> => {
      for (;;) {
        const sync = await caller.call<SyncState>('messaging.sync', {})
        if (sync.state === 'failed') throw new Error(`Could not load the inbox: ${JSON.stringify(sync.error)}`)
        if (isReached(sync)) return performance.now() - beganMs
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      }
    }
    const keptMs = await msUntil((sync) => sync.asOfMs !== null && sync.threadsToRead === 0)
    const asked = [...heard.asked]
    return { keptMs, asked }
  } finally {
    heard.stop()
    await caller.close()
    await host.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const fetchAndDrop = async (origin: string, asked: readonly Asked[]): Promise<number> => {
  const pool = new Pool(origin, { connections: defaultLimits.read, pipelining: 1 })
  const left = asked.values()
  const beganMs = performance.now()
  await Promise.all(
    Array.from({ length: defaultLimits.read }, async () => {
      for (const { path, headers } of left) {
        const answer = await pool.request({ method: 'GET', path, headers })
        if (answer.statusCode !== 200) throw new Error(`The platform answered ${answer.statusCode} to ${path}`)
        await answer.body.dump()
      }
    }),
  )
  const ms = performance.now() - beganMs
  await pool.close()
  return ms
}

type Taken = {
  readonly limitMs: number
  readonly keptMs: number
  readonly keptRatio: number
  /** Processor time of the app for each conversation. */
  readonly workMs: number
}

const syncOf = async (conversations: number, rounds: number): Promise<Taken> => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const stateFile = join(folder, 'shop.json')
  await writeShop(stateFile, conversations)
  const platform = await startPlatform(stateFile)
  try {
    const limits: number[] = []
    const kept: number[] = []
    const work: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = process.cpuUsage()
      const { keptMs, asked } = await syncOnce(platform.url)
      const { user, system } = process.cpuUsage(before)
      kept.push(keptMs)
      work.push((user + system) / 1_000 / conversations)
      limits.push(await fetchAndDrop(platform.url, asked))
    }
    const ratioToFetch = (taken: readonly number[]): number =>
      median(taken.map((ms, round) => ms / (limits[round] ?? Number.NaN)))
    return {
      limitMs: median(limits),
      keptMs: median(kept),
      keptRatio: ratioToFetch(kept),
      workMs: median(work),
    }
  } finally {
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const firstSync: Measure = async () => {
  const few = await syncOf(FEW, ROUNDS_OF_FEW)
  const all = await syncOf(CONVERSATIONS, 1)
  const each = (ms: number, count: number): string => `${(ms / count).toFixed(2)} ms`
  const what = `first sync of ${CONVERSATIONS.toLocaleString('en')} conversations, ${(CONVERSATIONS * MESSAGES_EACH).toLocaleString('en')} messages`
  return [
    {
      what,
      limit: 'undici fetching the same pages and dropping them',
      limitValue: all.limitMs,
      unit: 'ms',
      goal: 'at most 1.5 times',
      ours: all.keptMs,
      ratio: all.keptRatio,
      met: all.keptRatio <= 1.5,
      note:
        `a conversation costs the platform ${each(all.limitMs, CONVERSATIONS)} and the app ${all.workMs.toFixed(2)} ms of processor, ` +
        `its search index included; ` +
        `of ${FEW.toLocaleString('en')}, which cost the platform ${each(few.limitMs, FEW)} each, ` +
        `the first sync takes ${few.keptRatio.toFixed(1)} times as long as fetching`,
    },
  ]
}
