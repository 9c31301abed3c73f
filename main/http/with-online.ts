/** Whether the platform answers, told by the calls themselves, and the way back once it does not. */
import { type Backoff, backoffMs } from '../backoff.ts'
import type { OnlineState } from '../feature.ts'
import type { Clock } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import { type Send, TransportFailure } from './request.ts'

export type OnlineStatus = {
  readonly state: 'unknown' | 'online' | 'offline'
  /** Wall time of the last change. */
  readonly sinceMs: number
  /** When the next probe goes out; null while online. */
  readonly nextTryAtMs: number | null
}

export type OnlineMonitor = OnlineState & {
  readonly status: () => OnlineStatus
  /** What a real call told: an answer of any status, or none. */
  readonly heard: (answered: boolean) => void
  /** Probes now, whatever is planned, and says how it ended. */
  readonly tryNow: () => Promise<boolean>
}

const PROBE_KEY = 'connection.probe'
/** 2, 4, 8, 16, then 30 seconds. */
const probeBackoff: Backoff = { firstMs: 2_000, maxMs: 30_000 }

/**
 * Remembers what the last real call told. While offline it probes through the scheduler, 2 s after the first failure and
 * up to 30 s apart, so that coming back needs no click.
 *
 * `probe` sends one safe read through the same `Send`, whose result is heard here; what it throws does not matter.
 * Before the first call the state is `unknown`, and `isOnline` says true: nothing is held back on a suspicion.
 */
export const createOnlineMonitor = (deps: {
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly probe: () => Promise<void>
  /** Told whenever `status` is another than before: a change, or a new time for the next try. */
  readonly onStatus?: () => void
}): OnlineMonitor => {
  const listeners = new Set<(online: boolean) => void>()
  let state: OnlineStatus['state'] = 'unknown'
  let sinceMs = deps.clock.nowMs()
  let failedProbes = 0

  const runProbe = async (): Promise<void> => {
    const wasOffline = state === 'offline'
    try {
      await deps.probe()
    } catch {
      // The result was heard on its way; a failure that is not the wire's leaves the state as it was.
    }
    // A probe that brought the bad news has had the next one planned by it.
    if (!wasOffline || state !== 'offline') return
    failedProbes += 1
    planProbe()
    deps.onStatus?.()
  }

  const planProbe = (): void => {
    deps.scheduler.plan(PROBE_KEY, deps.clock.nowMs() + backoffMs(probeBackoff, failedProbes + 1), runProbe)
  }

  const change = (to: 'online' | 'offline'): void => {
    const wasOnline = state !== 'offline'
    const first = state === 'unknown'
    state = to
    sinceMs = deps.clock.nowMs()
    if (to === 'offline') {
      failedProbes = 0
      planProbe()
    } else {
      deps.scheduler.cancel(PROBE_KEY)
    }
    deps.onStatus?.()
    if (first || wasOnline !== (to === 'online')) for (const listener of [...listeners]) listener(to === 'online')
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
      nextTryAtMs: state === 'offline' ? (deps.scheduler.plannedAtMs(PROBE_KEY) ?? null) : null,
    }),
    heard: (answered) => {
      const to = answered ? 'online' : 'offline'
      if (to !== state) change(to)
    },
    tryNow: async () => {
      await runProbe()
      return state !== 'offline'
    },
  }
}

/** Tells the monitor how each call ended. A call that its caller stopped, or that never got as far, tells nothing. */
export const withOnline =
  (next: Send, deps: { readonly heard: (answered: boolean) => void }): Send =>
  async (request) => {
    try {
      const answer = await next(request)
      deps.heard(true)
      return answer
    } catch (error) {
      if (error instanceof TransportFailure && request.signal?.aborted !== true) deps.heard(false)
      throw error
    }
  }
