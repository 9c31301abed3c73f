/** What may leave in a request, and how new its check is (OFF-08). */
import { describe, expect, it } from 'vitest'
import {
  type CheckedRow,
  checkInTime,
  checkOne,
  createCheckedBatch,
  NothingLeaves,
} from '../../../main/outbound/checked-batch.ts'
import type { AnyKind, Check } from '../../../main/outbound/kind.ts'
import type { AnyRow } from '../../../main/outbound/outbound-store.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

type Answer = Check<unknown, unknown>
const send: Answer = { decision: 'send', before: 'old', ready: 'ready' }
const refused: Answer = { decision: 'refuse', error: { kind: 'conflict', message: 'Changed meanwhile.' } }

const arrange = async (
  ids: readonly string[],
  { effect = 'replaces', checksAtOnce = 1 }: { effect?: 'replaces' | 'adds'; checksAtOnce?: number } = {},
) => {
  const clock = createFakeClock()
  const stopping = new AbortController()
  const checks: string[] = []
  const earlier: unknown[] = []
  /** How the next checks go, by row. */
  const next = new Map<string, (signal: AbortSignal) => Promise<Answer>>()
  const kind = {
    effect,
    checksAtOnce,
    check: async ({ id }: AnyRow, signal: AbortSignal, before: unknown): Promise<Answer> => {
      checks.push(id)
      earlier.push(before)
      return (await next.get(id)?.(signal)) ?? send
    },
  } as unknown as AnyKind
  const rows = ids.map((id) => ({ id }) as AnyRow)
  const checked = await Promise.all(rows.map((row) => checkOne(kind, row, clock, stopping.signal)))
  const batch = createCheckedBatch(kind, checked as CheckedRow[], clock, stopping.signal)
  checks.length = 0
  earlier.length = 0
  const leave = async (...only: string[]): Promise<readonly string[] | string> => {
    const wanted = only.length === 0 ? undefined : batch.rows.filter(({ row }) => only.includes(row.id))
    try {
      return (await batch.leave(wanted)).map(({ row }) => row.id)
    } catch (error) {
      if (error instanceof NothingLeaves) return error.message
      throw error
    }
  }
  return {
    ...{ clock, stopping, checks, earlier, next, kind, rows, batch, leave },
    went: () => batch.went().map(({ id }) => id),
  }
}

describe('rows of a request', () => {
  it('OFF-08 leave without another check while theirs is at most two seconds old', async () => {
    const { clock, batch, leave, checks, went } = await arrange(['a', 'b'])
    expect(batch.hasLeft()).toBe(false)
    await clock.advance(2_000)
    expect(await leave()).toEqual(['a', 'b'])
    expect(checks).toEqual([])
    expect(went()).toEqual(['a', 'b'])
    expect(batch.hasLeft()).toBe(true)
  })

  it.each([
    ['the time passed', async (clock: ReturnType<typeof createFakeClock>) => clock.advance(2_001)],
    ['the computer slept', async (clock: ReturnType<typeof createFakeClock>) => clock.jump(2_001)],
    ['the clock was put back', async (clock: ReturnType<typeof createFakeClock>) => clock.jump(-2_001)],
    [
      'it waited, and the clock was put back by as much',
      async (clock: ReturnType<typeof createFakeClock>) => {
        await clock.advance(60_000)
        clock.jump(-60_000)
      },
    ],
  ])('OFF-08 are checked again, with what the first check prepared, if %s', async (_, wait) => {
    const { clock, leave, checks, earlier } = await arrange(['a', 'b'], { checksAtOnce: 2 })
    await wait(clock)
    expect(await leave()).toEqual(['a', 'b'])
    expect(checks).toEqual(['a', 'b'])
    expect(earlier).toEqual(['ready', 'ready'])
  })

  it('OFF-08 stay if their new check doesn’t allow them, and say why', async () => {
    const { clock, batch, leave, next, went, checks } = await arrange(['a', 'b'], { checksAtOnce: 2 })
    next.set('a', async () => refused)
    await clock.advance(2_001)
    expect(await leave()).toEqual(['b'])
    expect(went()).toEqual(['b'])
    expect([batch.why('a'), batch.why('b')]).toEqual([refused, undefined])
    checks.length = 0
    expect(await leave()).toEqual(['b'])
    expect(checks, 'one that was refused isn’t checked again').toEqual(['b'])
  })

  it('OFF-08 stay if their new check fails, with its error', async () => {
    const { clock, batch, leave, next } = await arrange(['a'])
    const error = new Error('no connection')
    next.set('a', () => Promise.reject(error))
    await clock.advance(2_001)
    expect(await leave()).toBe('Nothing is left to send.')
    expect(batch.why('a')).toEqual({ decision: 'failed', error })
    expect(batch.went()).toEqual([])
    expect(batch.hasLeft()).toBe(false)
  })

  it('OFF-08 leave in parts, each with its own check', async () => {
    const { clock, leave, checks, went } = await arrange(['a', 'b', 'c'], { checksAtOnce: 3 })
    expect(await leave('a')).toEqual(['a'])
    expect(went()).toEqual(['a'])
    await clock.advance(2_001)
    expect(await leave('b', 'c')).toEqual(['b', 'c'])
    expect(checks).toEqual(['b', 'c'])
    expect(went()).toEqual(['a', 'b', 'c'])
  })

  it('OFF-08 are checked again for a request that is repeated, however new their check is', async () => {
    const { leave, checks, next, went } = await arrange(['a', 'b'], { checksAtOnce: 2 })
    expect(await leave()).toEqual(['a', 'b'])
    next.set('b', async () => refused)
    expect(await leave()).toEqual(['a'])
    expect(checks).toEqual(['a', 'b'])
    expect(went(), 'what the first attempt held was not carried out').toEqual(['a'])
  })

  it('OFF-08 stay in a repeated request if their turn to be checked didn’t come', async () => {
    const { clock, leave, next, checks } = await arrange(['a', 'b'])
    expect(await leave()).toEqual(['a', 'b'])
    next.set('a', async () => {
      await clock.advance(3_000)
      return send
    })
    expect(await leave()).toEqual(['a'])
    expect(checks).toEqual(['a'])
  })

  it('OFF-08 a check that takes long is as new as it can be, so its row leaves', async () => {
    const { clock, leave, next } = await arrange(['a'])
    await clock.advance(2_001)
    next.set('a', async () => {
      await clock.advance(9_000)
      return send
    })
    expect(await leave()).toEqual(['a'])
  })

  it('OFF-08 a check that takes longer than ten seconds is stopped, because replies need its place', async () => {
    const { clock, batch, leave, next } = await arrange(['a'])
    await clock.advance(2_001)
    next.set('a', (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))))
    const leaving = leave()
    await clock.advance(9_999)
    expect(batch.why('a')).toBeUndefined()
    await clock.advance(1)
    expect(await leaving).toBe('Nothing is left to send.')
    expect(batch.why('a')).toMatchObject({ decision: 'failed' })
    expect(clock.pending()).toBe(0)
  })

  it('OFF-08 leave nothing behind that still waits', async () => {
    const { clock, leave } = await arrange(['a'])
    await clock.advance(2_001)
    await leave()
    expect(clock.pending()).toBe(0)
  })

  it('OFF-01 don’t leave while the app closes, also not those that were checked just now', async () => {
    const { batch, leave, stopping } = await arrange(['a'])
    stopping.abort()
    expect(await leave()).toBe('Stopped before it was sent.')
    expect(batch.hasLeft()).toBe(false)
  })
})

describe('checking many rows', () => {
  const check = async (
    { clock, kind, rows }: Awaited<ReturnType<typeof arrange>>,
    eachMs: number,
    goesOn: () => boolean = () => true,
  ) => {
    const { results, lastIds } = await checkInTime(
      kind,
      rows,
      clock,
      async (row) => {
        await clock.advance(eachMs)
        return { row, before: undefined, ready: undefined, at: { monotonicMs: 0, wallMs: 0 } }
      },
      goesOn,
    )
    return [[...results.keys()], lastIds]
  }
  const ids = ['a', 'b', 'c', 'd']

  it('OFF-08 stops before the first check would be older than two seconds', async () => {
    expect(await check(await arrange(ids), 900)).toEqual([['a', 'b'], ['b']])
    expect(await check(await arrange(ids), 1_000)).toEqual([['a', 'b'], ['b']])
    expect(await check(await arrange(ids), 1_001)).toEqual([['a'], ['a']])
  })

  it('OFF-08 goes through all rows of a kind that adds, whose checks don’t expire', async () => {
    expect(await check(await arrange(ids, { effect: 'adds' }), 60_000)).toEqual([ids, ['d']])
  })

  it('OFF-08 checks a few at a time, and knows which were the last', async () => {
    expect(await check(await arrange(ids, { checksAtOnce: 3 }), 0)).toEqual([ids, ['d']])
  })

  it('OFF-08 ends where the caller has enough', async () => {
    expect(await check(await arrange(ids), 0, () => false)).toEqual([['a'], ['a']])
  })
})
