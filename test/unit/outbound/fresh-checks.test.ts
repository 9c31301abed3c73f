/** OFF-08: what was read before a change that removes or replaces is at most two seconds old when the change leaves. */
import { describe, expect, it } from 'vitest'
import type { Check } from '../../../main/outbound/kind.ts'
import { type KindChanges, openQueue, type QueueRow } from './queue-rig.ts'

/** A kind that replaces: each check takes `checkMs` and allows what `isAllowed` says then; a request waits `waitMs` for its place. */
const open = (over: {
  readonly checkMs?: number
  readonly waitMs?: number
  readonly isAllowed?: (id: string) => boolean
  readonly kind?: KindChanges
}) => {
  const checks: { readonly id: string; readonly atMs: number }[] = []
  const wait = (ms: number): Promise<void> => new Promise((resolve) => queue.clock.setTimer(resolve, ms))
  const queue: ReturnType<typeof openQueue> = openQueue([
    {
      effect: 'replaces',
      maxBatch: 10,
      wait: () => wait(over.waitMs ?? 0),
      check: async ({ id }: QueueRow): Promise<Check<string>> => {
        checks.push({ id, atMs: queue.passedMs() })
        await wait(over.checkMs ?? 0)
        return over.isAllowed?.(id) === false
          ? { decision: 'refuse', error: { kind: 'conflict', message: 'There is a new message.' } }
          : { decision: 'send', before: null }
      },
      ...over.kind,
    },
  ])
  return { queue, checks, wait }
}

describe('a change that removes or replaces', () => {
  it('OFF-08 is checked again if its request waited longer than two seconds', async () => {
    const { queue, checks } = open({ waitMs: 2_001 })
    queue.addAll('a1')
    await queue.clock.advance(5_000)
    expect(checks.map(({ atMs }) => atMs)).toEqual([0, 2_001])
    expect(queue.requests).toEqual([{ ids: 'a1', atMs: 2_001 }])
  })

  it('OFF-08 is checked once if it leaves within two seconds', async () => {
    const { queue, checks } = open({ waitMs: 2_000 })
    queue.addAll('a1')
    await queue.clock.advance(5_000)
    expect(checks).toHaveLength(1)
    expect(queue.stateOf('a1')).toBe('done')
  })

  it('OFF-08 doesn’t leave if something new appeared while its request waited, and the others do', async () => {
    let news = ''
    const { queue } = open({ waitMs: 3_000, isAllowed: (id) => id !== news })
    queue.addAll('a1', 'a2', 'a3')
    await queue.clock.advance(1_000)
    news = 'a2'
    await queue.clock.advance(10_000)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a1 a3'])
    expect(queue.stateOf('a2')).toBe('refused')
  })

  it('OFF-08 sends nothing if none of its rows may leave any more', async () => {
    let isAllowed = true
    const { queue } = open({ waitMs: 3_000, isAllowed: () => isAllowed })
    queue.addAll('a1')
    await queue.clock.advance(1_000)
    isAllowed = false
    await queue.clock.advance(10_000)
    expect(queue.requests).toEqual([])
    expect(queue.stateOf('a1')).toBe('refused')
  })

  it.each([
    [1_800, 10],
    [900, 5],
    [300, 2],
  ])('OFF-08 has no check older than two seconds in any request, with checks of %i ms', async (checkMs, atLeast) => {
    const { queue, checks } = open({ checkMs })
    const ids = Array.from({ length: 10 }, (_, index) => `a${index}`)
    queue.addAll(...ids)
    await queue.clock.advance(60_000)
    const ages = queue.requests.flatMap((request) =>
      request.ids.split(' ').map((id) => {
        const begun = checks.filter((check) => check.id === id && check.atMs <= request.atMs)
        return request.atMs - Math.max(...begun.map(({ atMs }) => atMs))
      }),
    )
    expect(ages).toHaveLength(10)
    expect(Math.max(...ages)).toBeLessThanOrEqual(2_000)
    expect(queue.requests.length).toBeLessThanOrEqual(atLeast)
  })

  it('OFF-08 leaves although each check takes longer than two seconds, right after its last one', async () => {
    const { queue, checks } = open({ checkMs: 4_000 })
    queue.addAll('a1', 'a2')
    await queue.clock.advance(60_000)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a1', 'a2'])
    expect(queue.requests[0]?.atMs).toBe((checks.filter(({ id }) => id === 'a1').at(-1)?.atMs ?? 0) + 4_000)
  })

  it('OFF-08 counts the time that the computer slept, by the wall clock', async () => {
    const { queue, checks } = open({ waitMs: 1_000 })
    queue.addAll('a1')
    await queue.clock.advance(500)
    queue.clock.jump(60_000)
    await queue.clock.advance(1_000)
    expect(checks).toHaveLength(2)
  })

  it('OFF-08 counts the time that passed, if the clock is put back meanwhile', async () => {
    const { queue, checks } = open({ waitMs: 3_000 })
    queue.addAll('a1')
    await queue.clock.advance(500)
    queue.clock.jump(-3_600_000)
    await queue.clock.advance(5_000)
    expect(checks).toHaveLength(2)
  })

  it('OFF-08 is checked again if the clock was put back, for the computer may have slept', async () => {
    const { queue, checks } = open({ waitMs: 1_000 })
    queue.addAll('a1')
    await queue.clock.advance(500)
    queue.clock.jump(-3_600_000)
    await queue.clock.advance(1_000)
    expect(checks).toHaveLength(2)
    expect(queue.requests).toHaveLength(1)
  })

  it('AUT-02 is checked again for each further attempt of its request', async () => {
    const { queue, checks } = open({ kind: { attempts: 2 } })
    queue.addAll('a1')
    await queue.clock.advance(0)
    expect(checks).toHaveLength(2)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a1'])
  })

  it('MSG-13 is never sent again if its kind sent it without a fresh check: the outcome is unknown, and the log names the kind', async () => {
    const { queue } = open({ kind: { attempts: 0 } })
    queue.addAll('a1')
    await queue.clock.advance(600_000)
    expect(queue.requests.map(({ ids }) => ids)).toEqual(['a1'])
    expect(queue.stateOf('a1')).toBe('unknown')
    expect(queue.log.lines.some(({ level }) => level === 'error')).toBe(true)
  })

  it('MSG-13 is not called unknown if its request never left', async () => {
    const { queue } = open({ kind: { wait: async () => Promise.reject(new Error('A bug before it left')) } })
    queue.addAll('a1')
    await queue.clock.advance(0)
    expect(queue.stateOf('a1')).not.toBe('unknown')
    expect(queue.requests).toEqual([])
  })
})
