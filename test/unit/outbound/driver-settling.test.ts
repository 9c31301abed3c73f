/** How the queue ends changes without an answer, after an end of the app too (OFF-01, MSG-13). */
import { describe, expect, it } from 'vitest'
import { putOnHold } from '../../../main/outbound/hold.ts'
import type { Check } from '../../../main/outbound/kind.ts'
import type { Outcome } from '../../../main/outbound/outcome.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { settle } from '../../support/fake-clock.ts'
import { type KindChanges, openQueue, type QueueRow } from './queue-rig.ts'

const offline: AppError = { kind: 'offline', message: 'The platform couldn’t be reached.' }
const lost: Outcome = { outcome: 'unknown', reason: 'The connection ended without an answer.' }

const timesOf = ({ requests }: ReturnType<typeof openQueue>): readonly number[] => requests.map(({ atMs }) => atMs)

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
          reads.push(queue.passedMs())
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

  it('MSG-13 is at once for the seller to decide if nothing can show it', async () => {
    const queue = openQueue([{ answer: () => lost, canSellerSettle: true }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    expect(queue.outbound.list()).toMatchObject([{ state: 'unknown', nextAtMs: null, canSettle: true }])
  })

  it('OFF-06 of a run that only the seller can settle holds up no other subject of the run, but its own', async () => {
    const queue = openQueue([{ answer: ({ id }) => (id === 'a1' ? lost : undefined), settle: reading(null) }])
    queue.database.run(`INSERT INTO run (id, label, plan, created_at_ms) VALUES (1, 'items', '{}', 0)`)
    queue.add('a1', 0, 'a', 'item:one')
    queue.add('a2', 0, 'a', 'item:two')
    queue.add('a3', 0, 'a', 'item:one')
    queue.database.run('UPDATE outbound SET run_id = 1')
    queue.wake('a')
    await queue.clock.advance(120_000)
    expect(['a1', 'a2', 'a3'].map((id) => queue.stateOf(id))).toEqual(['unknown', 'done', 'queued'])
  })

  it('MSG-13 that the seller settles during a reading is settled, and lets the next one go', async () => {
    const gate = Promise.withResolvers<void>()
    const queue = openQueue([
      {
        canSellerSettle: true,
        answer: ({ id }) => (id === 'a1' ? lost : undefined),
        settle: async () => {
          await gate.promise
          return { isDone: true, after: null, atMs: 0 }
        },
      },
    ])
    queue.addAll('a1', 'a2')
    await queue.clock.advance(2_000)
    queue.outbound.settle('a1', false)
    gate.resolve()
    await queue.clock.advance(0)
    expect([queue.stateOf('a1'), queue.stateOf('a2')]).toEqual(['done', 'done'])
    expect(queue.log.lines).toEqual([])
  })

  it('MSG-13 whose outcome can’t be stored is read for 30 s, not sent again', async () => {
    let isDiskFull = true
    const queue = openQueue([
      {
        onState: ({ state }) => {
          if (state.state === 'sent' && isDiskFull) throw new Failure({ kind: 'storage', message: 'The disk is full.' })
        },
        settle: async () => ({ isDone: false, after: null, atMs: 0 }),
      },
    ])
    queue.addAll('a1')
    await queue.clock.advance(0)
    expect(queue.stateOf('a1')).toBe('sending')
    isDiskFull = false
    await queue.clock.advance(15_000)
    expect(queue.stateOf('a1')).toBe('unknown')
    await queue.clock.advance(29_999)
    expect(queue.stateOf('a1')).toBe('unknown')
    await queue.clock.advance(1)
    expect(queue.stateOf('a1')).toBe('notFound')
    expect(timesOf(queue)).toEqual([0])
  })

  it('MSG-13 whose reading succeeds lets the next failure of a reading start at 2 s again', async () => {
    const reads: number[] = []
    const queue: ReturnType<typeof openQueue> = openQueue([
      {
        answer: () => lost,
        settle: async () => {
          reads.push(queue.passedMs())
          if (reads.length !== 2) throw new Failure(offline)
          return { isDone: false, after: null, atMs: 0 }
        },
      },
    ])
    queue.addAll('a1')
    await queue.clock.advance(12_000)
    expect(reads).toEqual([2_000, 4_000, 10_000, 12_000])
  })

  it('MSG-13 of a second try is read after the same times', async () => {
    const reads: number[] = []
    let isFirst = true
    const queue: ReturnType<typeof openQueue> = openQueue([
      {
        answer: () => lost,
        settle: async () => {
          reads.push(queue.passedMs())
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
          reads.push(queue.passedMs())
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
  const kill = async (changes: KindChanges, ...ids: readonly string[]) => {
    const before = openQueue([{ ...changes, answer: () => new Promise(() => undefined) }])
    before.addAll('a1', ...ids)
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

  it('MSG-13 counts as not arrived 30 s later, as do all that shared its request', async () => {
    const settle = async () => ({ isDone: false, after: null, atMs: 0 })
    const queue = await kill({ maxBatch: 2, settle }, 'a2')
    await queue.clock.advance(30_000)
    expect([queue.stateOf('a1'), queue.stateOf('a2')]).toEqual(['notFound', 'notFound'])
  })

  it('MSG-13 that was being read when the app ended is read for another 30 s, as are all that shared its request', async () => {
    const settle = async () => ({ isDone: false, after: null, atMs: 0 })
    const before = openQueue([{ maxBatch: 2, answer: () => lost, settle }])
    before.addAll('a1', 'a2')
    await before.clock.advance(5_000)
    const queue = openQueue([{ maxBatch: 2, settle }], before.database)
    await queue.clock.advance(30_000)
    expect([queue.stateOf('a1'), queue.stateOf('a2')]).toEqual(['notFound', 'notFound'])
  })

  it('OFF-04 is shown as unknown during a hold', async () => {
    const before = openQueue([{ answer: () => new Promise(() => undefined) }])
    before.addAll('a1')
    await before.clock.advance(0)
    putOnHold(before.database, 'restored', before.clock.nowMs())
    const queue = openQueue([{}], before.database)
    await queue.clock.advance(60_000)
    expect(queue.stateOf('a1')).toBe('unknown')
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

  it('OFF-01 sends nothing that is being checked', async () => {
    const gate = Promise.withResolvers<void>()
    const check = async (): Promise<Check<string>> => {
      await gate.promise
      return { decision: 'send', before: null }
    }
    const queue = openQueue([{ check }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    const stopping = queue.outbound.stop()
    gate.resolve()
    await stopping
    expect([queue.stateOf('a1'), queue.requests]).toEqual(['queued', []])
  })

  it('OFF-01 leaves a change as it was if it aborts the check', async () => {
    const check = (_: QueueRow, signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const queue = openQueue([{ check }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    const before = queue.outbound.list()
    const stopping = queue.outbound.stop()
    await queue.clock.advance(3_000)
    await stopping
    expect(queue.outbound.list()).toEqual(before)
  })

  it('OFF-01 leaves no timer, and no interest in the connection', async () => {
    const { outbound, clock, gate, database, setOnline } = openSending()
    await clock.advance(0)
    const stopping = outbound.stop()
    gate.resolve(undefined)
    await stopping
    expect(clock.pending()).toBe(0)
    database.close()
    setOnline(true)
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
