/** A clock that only a test moves, so that no test sleeps. */
import type { Clock } from '../../main/ports.ts'

export type FakeClock = Clock & {
  /** Moves wall and monotonic time on by `ms`, running every timer that falls due, in order, with its promises settled. */
  readonly advance: (ms: number) => Promise<void>
  /** Moves the wall clock alone, as a user's hand or a time server does: no timer notices. */
  readonly jump: (ms: number) => void
  /** How many timers wait. */
  readonly pending: () => number
}

/** Lets promise chains and short I/O settle. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export const createFakeClock = (startMs = Date.UTC(2026, 10, 21, 9, 0, 0)): FakeClock => {
  let wallMs = startMs
  let monotonicMs = 0
  let nextId = 1
  const timers = new Map<number, { readonly atMs: number; readonly run: () => void }>()

  return {
    nowMs: () => wallMs,
    monotonicMs: () => monotonicMs,
    setTimer: (run, delayMs) => {
      const id = nextId
      nextId += 1
      timers.set(id, { atMs: monotonicMs + Math.max(0, delayMs), run })
      return () => void timers.delete(id)
    },
    advance: async (ms) => {
      const endMs = monotonicMs + ms
      await settle()
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.atMs <= endMs).sort(([, a], [, b]) => a.atMs - b.atMs)[0]
        if (due === undefined) break
        const [id, timer] = due
        timers.delete(id)
        wallMs += Math.max(0, timer.atMs - monotonicMs)
        monotonicMs = Math.max(monotonicMs, timer.atMs)
        timer.run()
        await settle()
      }
      // Another call may have moved it further meanwhile.
      wallMs += Math.max(0, endMs - monotonicMs)
      monotonicMs = Math.max(monotonicMs, endMs)
      await settle()
    },
    jump: (ms) => {
      wallMs += ms
    },
    pending: () => timers.size,
  }
}
