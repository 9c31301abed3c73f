/** Which change of a lane is next: the order in which they were written, and what may go before its turn (OFF-01, OFF-03). */
import { describe, expect, it } from 'vitest'
import type { Check } from '../../../main/outbound/kind.ts'
import type { Outcome } from '../../../main/outbound/outcome.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { openQueue, type QueueRow } from './queue-rig.ts'

const unreadable: AppError = { kind: 'service', status: 500, message: 'Broken.', cause: 'Broken.', whatToDo: 'Wait.' }
const rateLimited: AppError = { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 60_000 }

type Queue = ReturnType<typeof openQueue>
/** Adds a change that waits so long before it is sent. */
const delay = (queue: Queue, id: string, ms: number, subject = `item:${id}`): void => {
  const state = { state: 'delayed', undoUntilMs: queue.clock.nowMs() + ms, earlier: null } as const
  queue.queues[0]?.add({ id, lane: id.slice(0, 1), subject, payload: id, state })
}
const timesById = ({ requests }: Queue) => Object.fromEntries(requests.map(({ ids, atMs }) => [ids, atMs]))

describe('a change for later', () => {
  it.each([
    ['of another subject', 'item:other'],
    ['of the same subject', 'item:X'],
  ])('OFF-01 delays no change %s that is for now', async (_, subject) => {
    const queue = openQueue()
    delay(queue, 'a1', 600_000, 'item:X')
    queue.add('a2', 0, 'a', subject)
    queue.wake('a')
    await queue.clock.advance(600_000)
    expect(timesById(queue)).toEqual({ a2: 0, a1: 600_000 })
  })

  it('OFF-01 is sent before one for still later, whichever was written first', async () => {
    const queue = openQueue()
    delay(queue, 'a1', 60_000)
    delay(queue, 'a2', 20_000)
    delay(queue, 'a3', 60_000)
    queue.wake('a')
    await queue.clock.advance(60_000)
    expect(timesById(queue)).toEqual({ a2: 20_000, a1: 60_000, a3: 60_000 })
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a2', 'a1', 'a3'])
  })

  it('OFF-01 is sent on time, whatever a later one waits for', async () => {
    const answer = ({ id }: QueueRow): Outcome | undefined =>
      id === 'a2' ? { outcome: 'notNow', waitMs: 60_000, error: rateLimited } : undefined
    const queue = openQueue([{ answer }])
    delay(queue, 'a1', 20_000)
    queue.add('a2')
    queue.wake('a')
    await queue.clock.advance(20_000)
    expect(timesById(queue)).toEqual({ a2: 0, a1: 20_000 })
  })

  it('OFF-03 does not bring forward one that is damaged on the disk', async () => {
    const queue = openQueue()
    delay(queue, 'a1', 20_000)
    queue.add('a2')
    queue.add('a3')
    queue.database.run(`UPDATE outbound SET payload = '{}' WHERE id = 'a2'`)
    queue.wake('a')
    await queue.clock.advance(20_000)
    expect(timesById(queue)).toEqual({ a3: 0, a1: 20_000 })
  })
})

describe('a change that waits', () => {
  it('OFF-03 for a subject that can’t be read delays the others of that subject, and no more', async () => {
    let isReadable = false
    const check = async ({ subject }: QueueRow): Promise<Check<string>> => {
      if (subject === 'item:X' && !isReadable) throw new Failure(unreadable)
      return { decision: 'send', before: null }
    }
    const queue = openQueue([{ maxBatch: 1, check }])
    queue.add('a1', 0, 'a', 'item:X')
    queue.add('a2', 0, 'a', 'item:X')
    queue.add('a3')
    queue.add('a4')
    queue.wake('a')
    await queue.clock.advance(30_000)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a3', 'a4'])
    isReadable = true
    await queue.clock.advance(60_000)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a3', 'a4', 'a1', 'a2'])
  })

  it.each<readonly [string, AppError, number | undefined]>([
    ['a rate limit', rateLimited, 1],
    ['an answer of the platform, if the lane has one subject', unreadable, undefined],
  ])('OFF-01 for %s delays all others of its lane', async (_, error, maxBatch) => {
    const answers: Outcome[] = [{ outcome: 'notNow', waitMs: 60_000, error }]
    const queue = openQueue([{ ...(maxBatch === undefined ? {} : { maxBatch }), answer: () => answers.shift() }])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(60_000)
    expect(queue.requests).toEqual([
      { ids: 'a1', atMs: 0 },
      { ids: 'a1', atMs: 60_000 },
      { ids: 'a2', atMs: 60_000 },
    ])
  })

  it('OFF-03 and that is gone from the outbox can’t be discarded', () => {
    expect(() => openQueue().outbound.discard(['a1'])).toThrow('This is no longer in the outbox.')
  })
})
