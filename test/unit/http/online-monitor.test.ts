import { describe, expect, it } from 'vitest'
import { createOnlineMonitor, type OnlineStatus } from '../../../main/http/online-monitor.ts'
import { type HttpRequest, TransportFailure } from '../../../main/http/request.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { answer, openSender, request, type Step, scripted, sendMessage } from './fake-send.ts'

const setUp = () => {
  const clock = createFakeClock()
  const scheduler = createScheduler(clock, createRecordingLog())
  const platform = { isThere: true, probes: 0 }
  const reported: boolean[] = []
  const seen: OnlineStatus[] = []
  const monitor = createOnlineMonitor({
    clock,
    scheduler,
    onStatus: () => seen.push(monitor.status()),
    probe: async () => {
      platform.probes += 1
      monitor.record(platform.isThere)
      if (!platform.isThere) throw new TransportFailure('notReached', 'away')
    },
  })
  monitor.onChange((online) => reported.push(online))
  return { clock, scheduler, platform, reported, seen, monitor }
}

describe('online state', () => {
  it('is unknown before the first call, and holds nothing back', () => {
    const { monitor } = setUp()
    expect(monitor.status().state).toBe('unknown')
    expect(monitor.isOnline()).toBe(true)
  })

  it('probes after 2, 4, 8, then every 15 seconds until it is back', async () => {
    const { clock, platform, reported, monitor } = setUp()
    const startMs = clock.nowMs()
    platform.isThere = false
    monitor.record(false)
    const times: number[] = []
    for (let n = 0; n < 7; n += 1) {
      const nextMs = monitor.status().nextTryAtMs ?? Number.NaN
      times.push(nextMs - startMs)
      await clock.advance(nextMs - clock.nowMs())
    }
    expect(times).toEqual([2, 6, 14, 29, 44, 59, 74].map((s) => s * 1000))
    platform.isThere = true
    await clock.advance(30_000)
    expect(monitor.status()).toMatchObject({ state: 'online', nextTryAtMs: null })
    expect(reported).toEqual([false, true])
    const { probes } = platform
    await clock.advance(600_000)
    expect(platform.probes).toBe(probes)
  })

  it('reports a changed time of the next try', async () => {
    const { clock, platform, seen, monitor } = setUp()
    const startMs = clock.nowMs()
    platform.isThere = false
    monitor.record(false)
    await clock.advance(6_000)
    expect(seen.map(({ nextTryAtMs }) => (nextTryAtMs ?? 0) - startMs)).toEqual([2_000, 6_000, 14_000])
  })

  it('notifies listeners once per change, and not after they leave', () => {
    const { monitor, reported } = setUp()
    const leave = monitor.onChange(() => reported.push(true))
    leave()
    monitor.record(true)
    monitor.record(true)
    monitor.record(false)
    monitor.record(false)
    expect(reported).toEqual([true, false])
  })

  it('tries now when asked, and plans the next try from the first step when that fails', async () => {
    const { clock, platform, monitor } = setUp()
    platform.isThere = false
    expect(await monitor.tryNow()).toBe(false)
    expect(monitor.status().nextTryAtMs).toBe(clock.nowMs() + 2_000)
    platform.isThere = true
    expect(await monitor.tryNow()).toBe(true)
    expect(monitor.status().state).toBe('online')
  })
})

describe('what a request says about the platform', () => {
  const heardFrom = async (step: Step, more: Partial<HttpRequest> = {}) => {
    const { send, online } = openSender(scripted(step).send)
    await send(request({ repeatable: false, ...more })).catch(() => undefined)
    return online.status().state
  }

  it('counts any answer as online, even an error', async () => {
    expect(await heardFrom(answer(200))).toBe('online')
    expect(await heardFrom(answer(503))).toBe('online')
  })

  it('counts a call without an answer as offline', async () => {
    expect(await heardFrom(new TransportFailure('unknown', 'broke'))).toBe('offline')
    expect(await heardFrom(new TransportFailure('notReached', 'refused'))).toBe('offline')
  })

  it('ignores a call that was never sent or that its caller stopped', async () => {
    expect(await heardFrom(new Failure({ kind: 'signInNeeded', message: 'no' }))).toBe('unknown')
    const stopped = { signal: AbortSignal.abort() }
    expect(await heardFrom(new TransportFailure('unknown', 'stopped'), stopped)).toBe('unknown')
  })

  it('passes failures on unchanged', async () => {
    const failure = new TransportFailure('unknown', 'broke')
    await expect(openSender(scripted(failure).send).send(sendMessage())).rejects.toBe(failure)
  })
})
