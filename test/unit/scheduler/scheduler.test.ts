import { describe, expect, it } from 'vitest'
import { holdRules, type WorkName } from '../../../main/scheduled-work.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const allWork = Object.keys(holdRules) as WorkName[]

const build = () => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const hold = { isOn: false }
  return { clock, log, hold, scheduler: createScheduler(clock, log, () => hold.isOn) }
}

/** Work that ends when the test says so. */
const heldWork = () => {
  let release = (): void => undefined
  let runs = 0
  const run = (): Promise<void> => {
    runs += 1
    return new Promise((resolve) => {
      release = resolve
    })
  }
  return { run, release: () => release(), runs: () => runs }
}

describe('the scheduler', () => {
  it('runs each task once, at its time', async () => {
    const { clock, scheduler } = build()
    const ran: string[] = []
    scheduler.plan('messaging.sync/late', clock.nowMs() + 2_000, async () => void ran.push('late'))
    scheduler.plan('messaging.sync/early', clock.nowMs() + 1_000, async () => void ran.push('early'))
    await clock.advance(999)
    expect(ran).toEqual([])
    await clock.advance(1)
    expect(ran).toEqual(['early'])
    await clock.advance(60_000)
    expect(ran).toEqual(['early', 'late'])
  })

  it('keeps only the last planned time per key', async () => {
    const { clock, scheduler } = build()
    const ran: string[] = []
    scheduler.plan('messaging.sync/poll', clock.nowMs() + 1_000, async () => void ran.push('first'))
    scheduler.plan('messaging.sync/poll', clock.nowMs() + 5_000, async () => void ran.push('second'))
    await clock.advance(10_000)
    expect(ran).toEqual(['second'])
  })

  it('keeps an earlier plan of a key where a time is set at the latest, and replaces a later one', async () => {
    const { clock, scheduler } = build()
    const ran: string[] = []
    const planned = (name: string, afterMs: number) =>
      scheduler.planBy('messaging.sync/poll', clock.nowMs() + afterMs, async () => void ran.push(name))
    planned('first', 2_000)
    planned('sooner', 1_000)
    planned('later', 5_000)
    await clock.advance(10_000)
    expect(ran).toEqual(['sooner'])
  })

  it('runs at once again what was planned during a run that ends with a plan for later', async () => {
    const { clock, scheduler } = build()
    const atMs: number[] = []
    const run = async (): Promise<void> => {
      atMs.push(clock.monotonicMs())
      if (atMs.length === 1) scheduler.plan('messaging.sync/poll', clock.nowMs(), run)
      scheduler.planBy('messaging.sync/poll', clock.nowMs() + 60_000, run)
    }
    scheduler.plan('messaging.sync/poll', clock.nowMs(), run)
    await clock.advance(60_000)
    expect(atMs).toEqual([0, 0, 60_000])
  })

  it('never runs a key twice at once; work planned meanwhile runs afterwards', async () => {
    const { clock, scheduler } = build()
    const work = heldWork()
    scheduler.plan('messaging.sync/poll', clock.nowMs(), work.run)
    await clock.advance(0)
    scheduler.plan('messaging.sync/poll', clock.nowMs(), work.run)
    await clock.advance(5_000)
    expect(work.runs()).toBe(1)
    work.release()
    await clock.advance(0)
    expect(work.runs()).toBe(2)
  })

  it('runs overdue work once after the wall clock moved or the machine slept', async () => {
    const { clock, scheduler } = build()
    let runs = 0
    scheduler.plan('messaging.sync/poll', clock.nowMs() + 3_600_000, async () => {
      runs += 1
    })
    clock.jump(7_200_000)
    expect(runs).toBe(0)
    scheduler.wake()
    await settle()
    expect(runs).toBe(1)
    scheduler.wake()
    await settle()
    expect(runs).toBe(1)
  })

  it('notices a moved wall clock within a minute', async () => {
    const { clock, scheduler } = build()
    let runs = 0
    scheduler.plan('messaging.sync/poll', clock.nowMs() + 3_600_000, async () => {
      runs += 1
    })
    clock.jump(3_600_000)
    await clock.advance(60_000)
    expect(runs).toBe(1)
  })

  it('is not delayed when the wall clock is set back: planned work is due once its time has passed', async () => {
    const { clock, scheduler } = build()
    const plannedMs = clock.nowMs() + 90_000
    const dueMs: number[] = []
    const run = async (upToMs: number): Promise<void> => void dueMs.push(upToMs)
    scheduler.plan('messaging.sync/undo', plannedMs, run)
    clock.jump(-25 * 3_600_000)
    scheduler.wake()
    await clock.advance(89_999)
    expect(dueMs).toEqual([])
    await clock.advance(1)
    expect(dueMs, 'what lay up to the planned time is due').toEqual([plannedMs])
    // Work planned after the change uses the new clock.
    scheduler.plan('messaging.sync/undo', clock.nowMs() + 1_000, run)
    await clock.advance(1_000)
    expect(dueMs[1]).toBe(clock.nowMs())
  })

  it('continues after work that throws, and logs it', async () => {
    const { clock, log, scheduler } = build()
    const ran: string[] = []
    scheduler.plan('messaging.sync/broken', clock.nowMs(), async () => {
      throw new Error('no')
    })
    scheduler.plan('messaging.sync/sound', clock.nowMs() + 1, async () => void ran.push('sound'))
    await clock.advance(10)
    expect(ran).toEqual(['sound'])
    expect(log.lines.map((line) => line.fields?.key)).toEqual(['messaging.sync'])
  })

  it('restarts work that failed on a full disk, unless it was planned again', async () => {
    const { clock, scheduler } = build()
    const ran: string[] = []
    let isFull = true
    const work = (name: string) => async () => {
      ran.push(name)
      if (isFull) throw new Failure({ kind: 'storage', message: 'The disk is full.' })
    }
    scheduler.plan('messaging.sync/kept', clock.nowMs(), work('kept'))
    scheduler.plan('messaging.sync/renewed', clock.nowMs(), async () => {
      scheduler.plan('messaging.sync/renewed', clock.nowMs() + 1_000, work('planned again'))
      await work('renewed')()
    })
    await clock.advance(0)
    expect(ran).toEqual(['kept', 'renewed'])
    isFull = false
    await clock.advance(60_000)
    expect(ran).toEqual(['kept', 'renewed', 'planned again', 'kept'])
  })

  it('stops: runs no planned work, and waits for running work', async () => {
    const { clock, scheduler } = build()
    const work = heldWork()
    let later = 0
    scheduler.plan('messaging.sync/running', clock.nowMs(), work.run)
    scheduler.plan('messaging.sync/planned', clock.nowMs() + 10, async () => {
      later += 1
    })
    await clock.advance(0)
    let stopped = false
    const stopping = scheduler.stop().then(() => {
      stopped = true
    })
    await clock.advance(100)
    expect(stopped).toBe(false)
    work.release()
    await stopping
    expect(later).toBe(0)
    expect(clock.pending()).toBe(0)
  })

  it('PLT-46 work that failed runs as soon as what it waits for may be there, other work at its own time', async () => {
    const { clock, scheduler } = build()
    const ran: string[] = []
    scheduler.retryBy('orders.cases', clock.nowMs() + 900_000, async () => void ran.push('failed'))
    scheduler.planBy('orders.sync', clock.nowMs() + 900_000, async () => void ran.push('planned'))
    await clock.advance(1_000)
    scheduler.wakeRetries()
    await clock.advance(0)
    expect(ran).toEqual(['failed'])
    scheduler.wakeRetries()
    await clock.advance(900_000)
    expect(ran).toEqual(['failed', 'planned'])
  })

  it('PLT-46 work that failed between its planned times is woken too, and keeps the earlier time', async () => {
    const { clock, scheduler } = build()
    let runs = 0
    const run = async (): Promise<void> => {
      runs += 1
    }
    scheduler.planBy('offers.read', clock.nowMs() + 200_000, run)
    scheduler.retryBy('offers.read', clock.nowMs() + 300_000, run)
    expect(scheduler.plannedAtMs('offers.read')).toBe(clock.nowMs() + 200_000)
    scheduler.wakeRetries()
    await clock.advance(0)
    expect(runs).toBe(1)
  })

  it('PLT-46 work that was running when that came, and then failed, runs once more at once', async () => {
    const { clock, scheduler } = build()
    let runs = 0
    const run = async (): Promise<void> => {
      runs += 1
      if (runs === 1) scheduler.wakeRetries()
      scheduler.retryBy('orders.cases', clock.nowMs() + 900_000, run)
    }
    scheduler.plan('orders.cases', clock.nowMs(), run)
    await clock.advance(60_000)
    expect(runs).toBe(2)
  })

  it('forgets cancelled work', async () => {
    const { clock, scheduler } = build()
    let runs = 0
    scheduler.plan('messaging.sync/poll', clock.nowMs() + 10, async () => {
      runs += 1
    })
    expect(scheduler.plannedAtMs('messaging.sync/poll')).toBe(clock.nowMs() + 10)
    scheduler.cancel('messaging.sync/poll')
    await clock.advance(1_000)
    expect([runs, scheduler.plannedAtMs('messaging.sync/poll')]).toEqual([0, undefined])
  })

  it('OFF-04 OFF-05 runs only work that its rule in the table allows while on hold', async () => {
    const { clock, hold, scheduler } = build()
    hold.isOn = true
    const ran: WorkName[] = []
    for (const name of allWork) scheduler.plan(name, clock.nowMs(), async () => void ran.push(name))
    await clock.advance(3_600_000)
    expect(ran).toEqual(allWork.filter((name) => holdRules[name] !== 'held'))
  })

  it('OFF-04 runs held work after the release', async () => {
    const { clock, hold, scheduler } = build()
    hold.isOn = true
    const work = heldWork()
    scheduler.plan('outbound.lane/anna', clock.nowMs(), work.run)
    await clock.advance(1_000)
    hold.isOn = false
    scheduler.wake()
    await clock.advance(0)
    expect(work.runs()).toBe(1)
  })
})
