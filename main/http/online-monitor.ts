/** Learns from the requests themselves whether the platform answers, and probes while it doesn't. */
import { type Backoff, backoffMs } from '../backoff.ts'
import type { Cancel, Clock } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'

/** Whether the platform answered the last request. */
export type OnlineState = {
  readonly isOnline: () => boolean
  /** Called at each change. Work that waits for the platform schedules itself here. */
  readonly onChange: (listener: (online: boolean) => void) => Cancel
}

export type OnlineStatus = {
  readonly state: 'unknown' | 'online' | 'offline'
  /** When the state last changed, by the wall clock. */
  readonly sinceMs: number
  /** When the next probe is due; null while online. */
  readonly nextTryAtMs: number | null
}

export type OnlineMonitor = OnlineState & {
  readonly status: () => OnlineStatus
  /** Records whether a request got an answer of any status. */
  readonly record: (isAnswered: boolean) => void
  /** Probes now and returns whether the platform is online. */
  readonly tryNow: () => Promise<boolean>
}

const PROBE_KEY = 'connection.probe'
/** 2, 4, 8, then 15 seconds. Kept short, because the outbox waits for a successful probe. */
const probeBackoff: Backoff = { firstMs: 2_000, maxMs: 15_000 }

/**
 * Probes through the scheduler while offline, so coming back needs no click. `probe` sends one safe read and
 * records the result. Before the first request the state is `unknown` and `isOnline` is true, so
 * nothing waits without cause.
 */
export const createOnlineMonitor = (deps: {
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly probe: () => Promise<void>
  readonly onStatus?: () => void
}): OnlineMonitor => {
  const { clock, scheduler } = deps
  const listeners = new Set<(online: boolean) => void>()
  let state: OnlineStatus['state'] = 'unknown'
  let sinceMs = clock.nowMs()
  let failedProbes = 0

  const runProbe = async (): Promise<void> => {
    const wasOffline = state === 'offline'
    try {
      await deps.probe()
    } catch {
      // The result is recorded; other failures say nothing about the platform.
    }
    // A probe that itself went offline has already scheduled the next one.
    if (!wasOffline || state !== 'offline') return
    failedProbes += 1
    scheduleProbe()
    deps.onStatus?.()
  }

  const scheduleProbe = (): void =>
    scheduler.plan(PROBE_KEY, clock.nowMs() + backoffMs(probeBackoff, failedProbes + 1), runProbe)

  const change = (next: 'online' | 'offline'): void => {
    state = next
    sinceMs = clock.nowMs()
    if (next === 'offline') {
      failedProbes = 0
      scheduleProbe()
    } else {
      scheduler.cancel(PROBE_KEY)
    }
    deps.onStatus?.()
    for (const listener of [...listeners]) listener(next === 'online')
  }

  return {
    isOnline: () => state !== 'offline',
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    status: () => ({
      state,
      sinceMs,
      nextTryAtMs: state === 'offline' ? (scheduler.plannedAtMs(PROBE_KEY) ?? null) : null,
    }),
    record: (isAnswered) => {
      const next = isAnswered ? 'online' : 'offline'
      if (next !== state) change(next)
    },
    tryNow: async () => {
      await runProbe()
      return state !== 'offline'
    },
  }
}
