/** How the queue sends its lanes: batches, checks, failures, readings and the end of the app (OFF-01, OFF-02, MSG-13). */
import { describe, expect, it } from 'vitest'
import type { Check } from '../../../main/outbound/kind.ts'
import type { Outcome } from '../../../main/outbound/outcome.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { settle } from '../../support/fake-clock.ts'
import { type KindChanges, openQueue, type QueueRow } from './queue-rig.ts'

const offline: AppError = { kind: 'offline', message: 'The platform could not be reached.' }
const notReached: Outcome = { outcome: 'notReached', error: offline }
const lost: Outcome = { outcome: 'unknown', reason: 'The connection ended without an answer.' }
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

  it('OFF-01 waits for the connection, and then goes at once', async () => {
    let reaches = false
    const queue = openQueue([{ answer: () => (reaches ? undefined : notReached) }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    queue.setOnline(false)
    await queue.clock.advance(120_000)
    const before = queue.requests.length
    await queue.clock.advance(600_000)
    expect(queue.requests).toHaveLength(before)
    reaches = true
    queue.setOnline(true)
    await queue.clock.advance(0)
    expect(queue.stateOf('a1')).toBe('done')
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
        checkedForMs: 2_000,
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
          checks.push(queue.clock.monotonicMs())
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

describe('a change without an answer', () => {
  const reading = (isDone: boolean | null) => async () => ({ isDone, after: null, atMs: 0 })

  it('LST-02 of a kind that is safe to repeat is sent again', async () => {
    const answers = [lost]
    const queue = openQueue([{ settle: 'repeat', answer: () => answers.shift() }])
    queue.addAll('a1')
    await queue.clock.advance(60_000)
    expect(timesOf(queue)).toEqual([0, 2_000])
    expect(queue.stateOf('a1')).toBe('done')
  })

  it('MSG-13 is read after 2, 10 and 30 s, then counts as not arrived', async () => {
    const reads: number[] = []
    const queue: ReturnType<typeof openQueue> = openQueue([
      {
        answer: () => lost,
        settle: async () => {
          reads.push(queue.clock.monotonicMs())
          return { isDone: false, after: null, atMs: 0 }
        },
      },
    ])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(29_999)
    expect(queue.stateOf('a1')).toBe('unknown')
    await queue.clock.advance(1)
    expect(queue.stateOf('a1')).toBe('notFound')
    expect(reads).toEqual([2_000, 10_000, 30_000])
    expect(timesOf(queue)).toEqual([0, 30_000])
  })

  it('MSG-13 of a second try is read after the same times', async () => {
    const reads: number[] = []
    let isFirst = true
    const queue: ReturnType<typeof openQueue> = openQueue([
      {
        answer: () => lost,
        settle: async () => {
          reads.push(queue.clock.monotonicMs())
          const isDone = isFirst ? 'neverLeft' : true
          isFirst = false
          return { isDone, after: null, atMs: 0 }
        },
      },
    ])
    queue.addAll('a1')
    await queue.clock.advance(100_000)
    expect(timesOf(queue)).toEqual([0, 2_000])
    expect(reads).toEqual([2_000, 4_000])
  })

  it.each<readonly [string, AppError, readonly number[]]>([
    [
      'after the pause that the platform names',
      { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 40_000 },
      [2_000, 42_000],
    ],
    ['after growing waits', offline, [2_000, 4_000, 8_000, 16_000, 31_000]],
    ['no more if the subject is gone', { kind: 'notFound', message: 'Gone.' }, [2_000]],
  ])('MSG-13 whose reading fails is read again %s', async (_, error, expected) => {
    const reads: number[] = []
    const queue: ReturnType<typeof openQueue> = openQueue([
      {
        answer: () => lost,
        settle: () => {
          reads.push(queue.clock.monotonicMs())
          return Promise.reject(new Failure(error))
        },
      },
    ])
    queue.addAll('a1')
    await queue.clock.advance(45_000)
    expect(reads).toEqual(expected)
    expect(queue.stateOf('a1')).toBe('unknown')
  })

  it('MSG-13 is found, and its result is read for the window', async () => {
    const shown: string[] = []
    const afterSend = async ({ id }: QueueRow): Promise<void> => void shown.push(id)
    const queue = openQueue([
      { answer: ({ id }) => (id === 'a1' ? lost : undefined), settle: reading(true), afterSend },
    ])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(10_000)
    expect([queue.stateOf('a1'), queue.stateOf('a2')]).toEqual(['done', 'done'])
    expect(shown).toEqual(['a2'])
  })
})

describe('a change of which the app saw no end', () => {
  const kill = async (changes: KindChanges) => {
    const before = openQueue([{ ...changes, answer: () => new Promise(() => undefined) }])
    before.addAll('a1')
    await before.clock.advance(0)
    expect(before.stateOf('a1')).toBe('sending')
    const queue = openQueue([changes], before.database)
    await queue.clock.advance(0)
    return queue
  }

  it('LST-02 is repeated if that is safe', async () => {
    expect((await kill({ settle: 'repeat' })).requests).toEqual([{ ids: 'a1', atMs: 0 }])
  })

  it('MSG-13 is read at once, and for 30 s, before it counts as not arrived', async () => {
    const queue = await kill({ settle: async () => ({ isDone: false, after: null, atMs: 0 }) })
    expect(queue.stateOf('a1')).toBe('unknown')
    await queue.clock.advance(29_999)
    expect(queue.stateOf('a1')).toBe('unknown')
    await queue.clock.advance(1)
    expect(queue.stateOf('a1')).toBe('notFound')
    expect(queue.requests).toEqual([])
  })

  it('MSG-13 waits for the seller if nothing can show it', async () => {
    const queue = await kill({ settle: 'ask', canSellerSettle: true })
    await queue.clock.advance(60_000)
    expect(queue.outbound.list()).toMatchObject([{ state: 'unknown', nextAtMs: null, canSettle: true }])
    queue.outbound.settle('a1', false)
    expect(queue.stateOf('a1')).toBe('notFound')
    expect(() => queue.outbound.settle('a1', true)).toThrow('now known')
  })
})

describe('the end of the app', () => {
  const openSending = () => {
    const gate = Promise.withResolvers<undefined>()
    const signals: AbortSignal[] = []
    const queue = openQueue([
      {
        answer: (_, signal) => {
          signals.push(signal)
          return gate.promise
        },
      },
    ])
    queue.addAll('a1', 'a2')
    return { ...queue, gate, signals }
  }

  it('OFF-01 waits for a send in progress, and starts no other', async () => {
    const { outbound, clock, gate, signals, stateOf } = openSending()
    await clock.advance(0)
    let hasStopped = false
    const stopping = outbound.stop().then(() => {
      hasStopped = true
    })
    expect(outbound.isStopping()).toBe(true)
    await clock.advance(2_900)
    expect([hasStopped, signals[0]?.aborted]).toEqual([false, false])
    gate.resolve(undefined)
    await stopping
    await clock.advance(60_000)
    expect([stateOf('a1'), stateOf('a2')]).toEqual(['done', 'queued'])
  })

  it('OFF-01 aborts a send after three seconds', async () => {
    const { outbound, clock, gate, signals } = openSending()
    await clock.advance(0)
    const stopping = outbound.stop()
    await clock.advance(3_000)
    expect(signals[0]?.aborted).toBe(true)
    gate.resolve(undefined)
    await stopping
  })

  it('OFF-01 waits for nothing if nothing is being sent', async () => {
    const queue = openQueue()
    await queue.outbound.stop()
    queue.addAll('a1')
    await settle()
    expect(queue.clock.pending()).toBeLessThanOrEqual(1)
    await queue.clock.advance(60_000)
    expect(queue.requests).toEqual([])
  })
})
