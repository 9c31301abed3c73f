/**
 * The first sync of a shop, until two passes over every list agree and every thread is stored and searchable.
 *
 * The limit is undici making the same requests to the same platform in the same order, as many at once as the app's read lane
 * allows, and dropping the answers.
 */
import { channel } from 'node:diagnostics_channel'
import { join } from 'node:path'
import { Pool } from 'undici'
import { runLocal } from '../../main/hosts/local/run-local.ts'
import { defaultLimits } from '../../main/http/with-rate-limit.ts'
import type { SyncState } from '../../shared/messaging/sync-state.ts'
import { createShopFolder } from './filled-shop.ts'
import { type LocalCaller, loggedIn } from './local-calls.ts'
import { comparePairs, type Measure, requireBuild, root } from './measure.ts'
import { startPracticeShop } from './practice-shop.ts'

const CONVERSATIONS = 2_000
const ROUNDS = 3
const POLL_MS = 50

type Asked = { readonly path: string; readonly headers: Record<string, string> }

/** A request as undici reports it. Headers alternate names and values. */
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

/** Waits until every list and thread is stored. Throws if the sync fails. */
const untilSynced = async ({ call }: LocalCaller): Promise<void> => {
  for (;;) {
    const sync = await call<SyncState>('messaging.sync', {})
    if (sync.error !== null) throw new Error(`Could not load the inbox: ${JSON.stringify(sync.error)}`)
    if (sync.asOfMs !== null && sync.threadsToRead === 0) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Starts the app on an empty folder and waits until everything is stored and searchable. */
const syncOnce = async (url: string): Promise<{ readonly ms: number; readonly asked: readonly Asked[] }> => {
  const { dataDir } = createShopFolder(url)
  const heard = requestsTo(url)
  const startedMs = performance.now()
  const host = await runLocal(
    { port: 0, dataDir: join(dataDir, 'data'), connection: join(dataDir, 'profile.json'), keyRing: false },
    join(root, 'out', 'main'),
  )
  const caller = await loggedIn(host.newAddress())
  try {
    await untilSynced(caller)
    return { ms: performance.now() - startedMs, asked: [...heard.asked] }
  } finally {
    heard.stop()
    await caller.close()
    await host.stop()
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

export const firstSync: Measure = async () => {
  requireBuild()
  const shop = await startPracticeShop(CONVERSATIONS)
  try {
    const pairs: { limit: number; ours: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ms, asked } = await syncOnce(shop.url)
      pairs.push({ limit: await fetchAndDrop(shop.url, asked), ours: ms })
    }
    return [
      {
        what: `First sync of ${CONVERSATIONS.toLocaleString('en')} conversations, searchable`,
        limit: 'fetching the same pages',
        ...comparePairs(pairs),
        unit: 'ms',
        goal: { atMost: 2 },
      },
    ]
  } finally {
    await shop.stop()
  }
}
