import { describe, expect, it } from 'vitest'
import { createRetention } from '../../../main/notifications/receiver/retention.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const INTERVAL_MS = 6 * 3_600_000

/** `counts`: what each batch removes; nothing afterwards. */
const open = (...counts: readonly number[]) => {
  const clock = createFakeClock()
  const left = [...counts]
  const state = { commits: 0, changes: 0, disk: Promise.resolve() }
  const askedAtMs: number[] = []
  const removeSoon = createRetention({
    clock,
    scheduler: createScheduler(clock, createRecordingLog()),
    store: {
      removeOldQuarantined: (nowMs) => {
        askedAtMs.push(nowMs)
        return left.shift() ?? 0
      },
    },
    group: {
      commit: async (work) => {
        state.commits += 1
        const value = work()
        await state.disk
        return value
      },
    },
    changed: () => {
      state.changes += 1
    },
  })
  return { clock, state, askedAtMs, removeSoon }
}

describe('ignored notifications that are too old', () => {
  it('SEC-07 are removed in batches until none is left, each shown in the log', async () => {
    const { clock, state, removeSoon } = open(100, 100, 3)
    removeSoon()
    await clock.advance(0)
    expect(state).toMatchObject({ commits: 4, changes: 3 })
  })

  it('SEC-07 are looked for every six hours, by the time of each look', async () => {
    const { clock, state, askedAtMs, removeSoon } = open()
    const startMs = clock.nowMs()
    removeSoon()
    await clock.advance(INTERVAL_MS - 1)
    expect(state.commits).toBe(1)
    await clock.advance(1)
    await clock.advance(INTERVAL_MS)
    expect(askedAtMs).toEqual([startMs, startMs + INTERVAL_MS, startMs + 2 * INTERVAL_MS])
    expect(state.changes).toBe(0)
  })

  it('SEC-07 are removed soon after the seller’s choice, even if it changes as a look ends', async () => {
    const { clock, state, removeSoon } = open(0, 7)
    const disk = Promise.withResolvers<void>()
    state.disk = disk.promise
    removeSoon()
    await clock.advance(0)
    // The last batch found nothing to remove, and is being written.
    removeSoon()
    disk.resolve()
    await settle()
    await clock.advance(0)
    expect(state).toMatchObject({ commits: 3, changes: 1 })
  })
})
