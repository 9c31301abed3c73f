/** Main's memory with 1,000,000 messages compared with 10,000, in the built app after the same work. */
import { execFileSync } from 'node:child_process'
import { startLocalProcess } from '../e2e/host-process.ts'
import { filledShop } from './filled-shop.ts'
import { commonWords, makeWord, seededRandom } from './inbox-data.ts'
import { loggedIn } from './local-calls.ts'
import { type Measure, requireBuild, Skipped, takeTurns } from './measure.ts'

const MANY = 100_000
const FEW = 1_000
const ROUNDS = 3
const CALLS = 150

const residentMb = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024

/** Reads what an hour in the inbox reads: pages from everywhere, searches of every kind, and threads. */
const mbAfterWork = async (conversations: number): Promise<number> => {
  const app = await startLocalProcess(filledShop(conversations).flags)
  const caller = await loggedIn(app.address)
  const random = seededRandom(5)
  const below = (count: number): number => Math.floor(random() * count)
  const list = (input: object) => caller.call('messaging.conversations', { view: 'all', limit: 100, ...input })
  try {
    for (let round = 0; round < CALLS; round += 1) {
      await list({ offset: below(Math.floor(conversations * 0.68)) })
      await list({ search: round % 2 === 0 ? (commonWords[round % commonWords.length] ?? '') : makeWord(below(2_000)) })
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
  requireBuild()
  if (process.platform === 'win32') throw new Skipped('Windows has no ps, which reports the memory of a process')
  const compared = await takeTurns(
    ROUNDS,
    () => mbAfterWork(FEW),
    () => mbAfterWork(MANY),
  )
  return [
    {
      what: 'Memory of main, 1,000,000 messages',
      limit: 'with 10,000 messages, after the same work',
      ...compared,
      unit: 'MB',
      goal: { atMost: 1.25 },
    },
  ]
}
