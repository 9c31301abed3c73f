/**
 * What main holds in memory with 1,000,000 messages kept, against 10,000: the built local host in a separate process, after
 * the same work. Needs the built app, and a system that reports a process's memory (Linux, macOS).
 */
import { execFileSync } from 'node:child_process'
import { startLocalProcess } from '../e2e/host-process.ts'
import { filledShop } from './filled-shop.ts'
import { loggedIn } from './local-calls.ts'
import { type Measure, median } from './measure.ts'
import { commonWords, makeWord, seededRandom } from './messaging-data.ts'

const MANY = 100_000
const FEW = 1_000
const ROUNDS = 3
const MAX_MB = 200
const PAGES = 200
const SEARCHES = 200
const THREADS = 200

const residentMb = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024

/** Pages from everywhere, searches of every kind, threads and numbers: what an hour with the inbox reads. */
const workMb = async (conversations: number): Promise<number> => {
  const app = await startLocalProcess(filledShop(conversations).flags)
  const caller = await loggedIn(app.address)
  const random = seededRandom(5)
  const below = (count: number): number => Math.floor(random() * count)
  const list = (input: object) => caller.call('messaging.conversations', { view: 'all', limit: 100, ...input })
  try {
    for (let page = 0; page < PAGES; page += 1) await list({ offset: below(Math.floor(conversations * 0.68)) })
    for (let search = 0; search < SEARCHES; search += 1) {
      await list({
        search: search % 2 === 0 ? (commonWords[search % commonWords.length] ?? '') : makeWord(below(2_000)),
      })
    }
    for (let thread = 0; thread < THREADS; thread += 1) {
      await caller.call('messaging.thread', { conversationId: `c${below(conversations)}` })
    }
    await caller.call('messaging.counts', {})
    return residentMb(app.pid)
  } finally {
    await caller.close()
    await app.stop()
  }
}

export const memory: Measure = async () => {
  const few: number[] = []
  const many: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    few.push(await workMb(FEW))
    many.push(await workMb(MANY))
  }
  const bare = Number(
    execFileSync(process.execPath, ['-e', 'console.log(process.memoryUsage().rss)'], { encoding: 'utf8' }),
  )
  const [limit, ours] = [median(few), median(many)]
  return [
    {
      what: 'memory of main at 1,000,000 messages',
      limit: 'at 10,000 messages, after the same work',
      limitValue: limit,
      ours,
      unit: 'MB',
      ratio: ours / limit,
      goal: `at most 1.25 times, ${MAX_MB} MB`,
      met: ours / limit <= 1.25 && ours <= MAX_MB,
      note: `Node alone is ${(bare / 1_048_576).toFixed(0)} MB`,
    },
  ]
}
