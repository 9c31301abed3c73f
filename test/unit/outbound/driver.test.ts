/** How the queue sends its lanes: batches, checks and failures (OFF-01, OFF-02). */
import { describe, expect, it } from 'vitest'
import type { Check } from '../../../main/outbound/kind.ts'
import type { Outcome } from '../../../main/outbound/outcome.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { openQueue, type QueueRow } from './queue-rig.ts'

const offline: AppError = { kind: 'offline', message: 'The platform couldn’t be reached.' }
const notReached: Outcome = { outcome: 'notReached', error: offline }
const unreadable: AppError = { kind: 'service', status: 500, message: 'Broken.', cause: 'Broken.', whatToDo: 'Wait.' }

const timesOf = ({ requests }: ReturnType<typeof openQueue>): readonly number[] => requests.map(({ atMs }) => atMs)

describe('a change that does not reach the platform', () => {
  it('OFF-01 is tried again after 2, 4 and 8 s, then every 15 s', async () => {
    const queue = openQueue([{ answer: () => notReached }])
    queue.addAll('a1')
    await queue.clock.advance(60_000)
    expect(timesOf(queue)).toEqual([0, 2_000, 6_000, 14_000, 29_000, 44_000, 59_000])
  })

  it('OFF-01 that arrives lets the next failure start at 2 s again', async () => {
    const answers = [notReached, notReached, undefined, notReached, undefined]
    const queue = openQueue([{ answer: () => answers.shift() }])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(60_000)
    expect(queue.requests).toEqual([
      { ids: 'a1', atMs: 0 },
      { ids: 'a1', atMs: 2_000 },
      { ids: 'a1', atMs: 6_000 },
      { ids: 'a2', atMs: 6_000 },
      { ids: 'a2', atMs: 8_000 },
    ])
  })

  it('OFF-01 counts as one failure of its lane, however many share the request', async () => {
    const answers = [notReached, notReached]
    const queue = openQueue([{ maxBatch: 5, answer: () => answers.shift() }])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(10_000)
    expect(queue.requests).toEqual([
      { ids: 'a1 a2', atMs: 0 },
      { ids: 'a1 a2', atMs: 2_000 },
    ])
  })

  it('OFF-01 starts at 2 s again once the platform answers for any that share the request', async () => {
    const answers = [notReached, notReached, undefined, notReached]
    const queue = openQueue([{ maxBatch: 2, answer: () => answers.shift() }])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(60_000)
    expect(queue.requests).toEqual([
      { ids: 'a1 a2', atMs: 0 },
      { ids: 'a1 a2', atMs: 2_000 },
      { ids: 'a2', atMs: 4_000 },
    ])
  })

  it('OFF-01 waits for the connection, and then goes at once', async () => {
    let reaches = false
    const queue = openQueue([{ answer: () => (reaches ? undefined : notReached) }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    queue.setOnline(false)
    await queue.clock.advance(600_000)
    expect(timesOf(queue)).toEqual([0])
    reaches = true
    queue.setOnline(true)
    await queue.clock.advance(0)
    expect(queue.stateOf('a1')).toBe('done')
  })

  it('OFF-01 is tried offline if the seller sends it', async () => {
    const queue = openQueue([{ answer: () => notReached }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    queue.setOnline(false)
    await queue.clock.advance(10_000)
    queue.outbound.sendNow(['a1'])
    await queue.clock.advance(60_000)
    expect(timesOf(queue)).toEqual([0, 10_000])
  })

  it('OFF-01 starts at 2 s again once the connection is back', async () => {
    const queue = openQueue([{ answer: () => notReached }])
    queue.addAll('a1')
    await queue.clock.advance(15_000)
    queue.setOnline(true)
    await queue.clock.advance(3_000)
    expect(timesOf(queue)).toEqual([0, 2_000, 6_000, 14_000, 15_000, 17_000])
  })

  it('OFF-01 is tried again on time after the clock was set back', async () => {
    const answers = [notReached]
    const queue = openQueue([{ answer: () => answers.shift() }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    queue.clock.jump(-3_600_000)
    await queue.clock.advance(2_000)
    expect(queue.stateOf('a1')).toBe('done')
  })

  it('OFF-01 goes alone if the seller sends it and not the one that shared its request', async () => {
    const answers = [notReached, notReached]
    const queue = openQueue([{ maxBatch: 2, answer: () => answers.shift() }])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(1_000)
    queue.outbound.sendNow(['a1'])
    await queue.clock.advance(60_000)
    expect(queue.requests).toEqual([
      { ids: 'a1 a2', atMs: 0 },
      { ids: 'a1', atMs: 1_000 },
      { ids: 'a2', atMs: 2_000 },
    ])
  })
})

describe('a request', () => {
  it('INV-11 takes as many due rows of one lane and key as the kind allows', async () => {
    const queue = openQueue([{ maxBatch: 3, batchKey: (payload) => payload.slice(-1) }])
    queue.addAll('a1x', 'a2x', 'a3y', 'a4x', 'b1x', 'a5x')
    await queue.clock.advance(0)
    expect(queue.requests.map(({ ids }) => ids).toSorted()).toEqual(['a1x a2x', 'a3y', 'a4x a5x', 'b1x'])
  })

  it('INV-15 takes no more than there is room for, and one at least', async () => {
    const queue = openQueue([{ maxBatch: 5, room: (rows) => ({ count: rows.length > 3 ? 3 : 0 }) }])
    queue.addAll('a1', 'a2', 'a3', 'a4')
    await queue.clock.advance(0)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a1 a2 a3', 'a4'])
  })

  it('INV-15 waits until there is room, with the reason', async () => {
    const error: AppError = { kind: 'quotaExhausted', message: 'Used up.' }
    let isFull = true
    const { clock, ...queue } = openQueue([
      { maxBatch: 2, room: () => (isFull ? { untilMs: clock.nowMs() + 60_000, error } : { count: 2 }) },
    ])
    queue.addAll('a1', 'a2')
    await clock.advance(59_000)
    expect(queue.outbound.list()).toMatchObject([{ state: 'waiting', error }, { id: 'a2' }])
    expect(queue.requests).toEqual([])
    isFull = false
    await clock.advance(1_000)
    expect(queue.requests[0]?.ids).toBe('a1 a2')
  })

  it('OFF-02 is limited to the rows that can be checked while the first check is valid', async () => {
    const queue: ReturnType<typeof openQueue> = openQueue([
      {
        maxBatch: 10,
        checksAtOnce: 2,
        effect: 'replaces',
        check: () =>
          new Promise((resolve) => queue.clock.setTimer(() => resolve({ decision: 'send', before: null }), 900)),
      },
    ])
    queue.addAll('a1', 'a2', 'a3', 'a4', 'a5', 'a6')
    await queue.clock.advance(10_000)
    expect(queue.requests).toEqual([
      { ids: 'a1 a2 a3 a4', atMs: 1_800 },
      { ids: 'a5 a6', atMs: 2_700 },
    ])
  })

  it('INV-11 leaves out a change that was already carried out', async () => {
    const check = async ({ id }: QueueRow): Promise<Check<string>> =>
      id === 'a2' ? { decision: 'alreadyThere', atMs: 0 } : { decision: 'send', before: null }
    const queue = openQueue([{ maxBatch: 3, check }])
    queue.addAll('a1', 'a2', 'a3')
    await queue.clock.advance(0)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a1 a3'])
  })

  it('OFF-03 leaves out a change that is damaged on the disk', async () => {
    const queue = openQueue([{ maxBatch: 3 }])
    for (const id of ['a1', 'a2', 'a3']) queue.add(id)
    queue.database.run(`UPDATE outbound SET payload = '{}' WHERE id = 'a2'`)
    queue.wake('a')
    await queue.clock.advance(0)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a1 a3'])
  })

  it('OFF-06 leaves out the changes of a run that is paused during the checks', async () => {
    const gate = Promise.withResolvers<void>()
    const check = async (): Promise<Check<string>> => {
      await gate.promise
      return { decision: 'send', before: null }
    }
    const queue = openQueue([{ maxBatch: 3, check }])
    queue.database.run(`INSERT INTO run (id, label, plan, created_at_ms) VALUES (1, 'items', '{}', 0)`)
    for (const id of ['a1', 'a2']) queue.add(id)
    queue.database.run(`UPDATE outbound SET run_id = 1 WHERE id = 'a1'`)
    queue.wake('a')
    await queue.clock.advance(0)
    queue.outbound.runs.pause(1)
    gate.resolve()
    await queue.clock.advance(0)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a2'])
  })

  it('OFF-06 shows its result in the outbox and in the run', async () => {
    let changes = 0
    const queue = openQueue([
      {
        maxBatch: 2,
        onChange: () => {
          changes += 1
        },
      },
    ])
    queue.database.run(`INSERT INTO run (id, label, plan, created_at_ms) VALUES (1, 'items', '{}', 0)`)
    for (const id of ['a1', 'a2']) queue.add(id)
    queue.database.run(`UPDATE outbound SET run_id = 1 WHERE id = 'a1'`)
    queue.wake('a')
    const before = [changes, queue.notices()]
    await queue.clock.advance(0)
    // Once as it leaves, and once as it ends.
    expect([changes, queue.notices()].map((count, index) => count - (before[index] ?? 0))).toEqual([2, 2])
    expect(queue.shownRuns).toEqual([1, 1])
    expect(queue.log.lines).toEqual([])
  })

  it('MSG-13 that ends with a bug leaves its changes unknown', async () => {
    const queue = openQueue([{ answer: () => Promise.reject(new TypeError('a bug')) }])
    queue.addAll('a1')
    await queue.clock.advance(60_000)
    expect(queue.outbound.list()).toMatchObject([{ state: 'unknown', nextAtMs: null }])
    expect(queue.requests).toHaveLength(1)
  })
})

describe('the check before sending', () => {
  it.each<readonly [string, Check<string>, string]>([
    ['already carried out', { decision: 'alreadyThere', atMs: 0 }, 'done'],
    ['for the seller to decide', { decision: 'ask', reason: 'Perhaps.', found: 'found' }, 'unknown'],
    ['refused', { decision: 'refuse', error: { kind: 'conflict', message: 'No.' } }, 'refused'],
    ['without sense', { decision: 'discard' }, 'done'],
  ])('OFF-02 sends nothing that is %s, and lets the next one go', async (_, check, state) => {
    const queue = openQueue([
      { check: async ({ id }) => (id === 'a1' ? check : { decision: 'send', before: 'before' }) },
    ])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(60_000)
    expect(queue.stateOf('a1')).toBe(state)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(state === 'unknown' ? [] : ['a2'])
  })

  it.each<readonly [string, AppError, string, number | null]>([
    ['a pause', { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 7_000 }, 'waiting', 7_000],
    ['a missing sign-in', { kind: 'signInNeeded', message: 'Sign in.' }, 'waiting', 60_000],
    ['a used-up day', { kind: 'quotaExhausted', message: 'Used up.' }, 'waiting', 3_600_000],
    ['a refusal', { kind: 'notFound', message: 'Gone.' }, 'refused', null],
    ['a lost connection', offline, 'queued', 2_000],
  ])('OFF-03 that fails by %s', async (_, error, state, waitMs) => {
    const queue = openQueue([{ check: () => Promise.reject(new Failure(error)) }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    expect(queue.outbound.list()).toMatchObject([
      { state, error, nextAtMs: waitMs === null ? null : queue.clock.nowMs() + waitMs },
    ])
    expect(queue.requests).toEqual([])
  })

  it('OFF-03 that the platform can’t answer for one subject delays only that one, a minute more each time', async () => {
    const checks: number[] = []
    const queue: ReturnType<typeof openQueue> = openQueue([
      {
        maxBatch: 5,
        check: async ({ id }) => {
          if (id !== 'a1') return { decision: 'send', before: null }
          checks.push(queue.passedMs())
          throw new Failure(unreadable)
        },
      },
    ])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(0)
    expect(queue.requests).toEqual([{ ids: 'a2', atMs: 0 }])
    await queue.clock.advance(400_000)
    expect(checks).toEqual([0, 60_000, 120_000, 240_000])
  })

  it('OFF-03 that the platform can’t answer for the only subject is tried again soon', async () => {
    const times: number[] = []
    const queue: ReturnType<typeof openQueue> = openQueue([
      {
        check: () => {
          times.push(queue.passedMs())
          return Promise.reject(new Failure(unreadable))
        },
      },
    ])
    queue.addAll('a1')
    await queue.clock.advance(7_000)
    expect(times).toEqual([0, 2_000, 6_000])
  })

  it.each([
    ['one at a time', 1, 'a1'],
    ['two at once', 2, 'a1'],
  ])('OFF-03 that does not reach the platform stops the others of the request, %s', async (_, checksAtOnce, first) => {
    let reaches = false
    const checked: string[] = []
    const check = async ({ id }: QueueRow): Promise<Check<string>> => {
      checked.push(id)
      if (id === 'a2' && !reaches) throw new Failure(offline)
      return { decision: 'send', before: null }
    }
    const queue = openQueue([{ maxBatch: 4, checksAtOnce, check }])
    queue.addAll('a1', 'a2', 'a3', 'a4')
    await queue.clock.advance(0)
    expect([checked, queue.requests]).toEqual([['a1', 'a2'], [{ ids: first, atMs: 0 }]])
    reaches = true
    await queue.clock.advance(2_000)
    expect(queue.requests[1]).toEqual({ ids: 'a2 a3 a4', atMs: 2_000 })
  })

  it('AUT-03 that is forbidden refuses a single change', async () => {
    const error: AppError = { kind: 'forbidden', message: 'The permission to sell is missing.' }
    const queue = openQueue([{ check: () => Promise.reject(new Failure(error)) }])
    queue.addAll('a1')
    await queue.clock.advance(60_000)
    expect(queue.outbound.list()).toMatchObject([{ state: 'refused', error }])
  })

  it('MSG-16 leaves a change that was withdrawn during it alone', async () => {
    const gate = Promise.withResolvers<void>()
    const queue = openQueue([
      {
        check: async () => {
          await gate.promise
          return { decision: 'send', before: null }
        },
      },
    ])
    queue.addAll('a1')
    await queue.clock.advance(0)
    queue.outbound.discard(['a1'])
    gate.resolve()
    await queue.clock.advance(60_000)
    expect(queue.requests).toEqual([])
  })
})

it('OFF-01 what an answer said is stored with the new state, or neither is', async () => {
  const stored: (string | undefined)[] = []
  let isDiskFull = true
  const queue = openQueue([
    {
      answer: ({ id }) => ({ outcome: 'carriedOut', answer: `made ${id}` }),
      settle: async () => ({ isDone: true, after: null, atMs: queue.clock.nowMs() }),
      onState: ({ state }, _from, answer) => {
        if (state.state !== 'sent') return
        if (isDiskFull) throw new Failure({ kind: 'storage', message: 'The disk is full.' })
        stored.push(answer)
      },
    },
  ])
  queue.addAll('a1')
  await queue.clock.advance(0)
  expect([queue.stateOf('a1'), stored]).toEqual(['sending', []])
  isDiskFull = false
  queue.addAll('b1')
  await queue.clock.advance(0)
  expect(stored).toEqual(['made b1'])
})
