/**
 * The first sync of a shop, until two passes over every list agree and every thread is stored and searchable: with answers that
 * take as long as a platform's on the internet, and, for orientation, with answers at once.
 *
 * The limit is undici making the same requests to the same platform in the same order, as many at once as the app's read lane
 * allows, and dropping the answers.
 */
import { join } from 'node:path'
import { runLocal } from '../../main/hosts/local/run-local.ts'
import { defaultLimits } from '../../main/http/pauses.ts'
import type { SyncState } from '../../shared/messaging/sync-state.ts'
import { createShopFolder } from './filled-shop.ts'
import { type LocalCaller, loggedIn } from './local-calls.ts'
import { type Compared, comparePairs, type Measure, requireBuild, root } from './measure.ts'
import { delayAnswers, startPracticeShop } from './practice-shop.ts'
import { type Asked, fetchAndDrop, recordRequests } from './recorded-requests.ts'

const CONVERSATIONS = 2_000
const ROUNDS = 3
const POLL_MS = 50
/** How long each answer takes. */
const ANSWER_MS = 50

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
  const heard = recordRequests(url, '/conversation')
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

const compare = async (url: string): Promise<Compared> => {
  const pairs: { limit: number; ours: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ms, asked } = await syncOnce(url)
    pairs.push({ limit: await fetchAndDrop(url, asked, defaultLimits.read), ours: ms })
  }
  return comparePairs(pairs)
}

export const firstSync: Measure = async () => {
  requireBuild()
  const shop = await startPracticeShop(CONVERSATIONS)
  const what = `First sync of ${CONVERSATIONS.toLocaleString('en')} conversations, searchable`
  const limit = 'fetching the same pages, as many at once'
  try {
    const atOnce = await compare(shop.url)
    await delayAnswers(shop, ANSWER_MS)
    const delayed = await compare(shop.url)
    return [
      { what: `${what}, ${ANSWER_MS} ms an answer`, limit, ...delayed, unit: 'ms', goal: { atMost: 1.15 } },
      { what: `${what}, answers at once`, limit, ...atOnce, unit: 'ms', goal: null },
    ]
  } finally {
    await shop.stop()
  }
}
