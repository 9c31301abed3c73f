/** A clock that advances only on request. */
import type { Clock } from '../../main/ports.ts'

export type FakeClock = Clock & {
  /** Advances wall and monotonic time by `ms`. Runs due timers in order and lets promises settle after each. */
  readonly advance: (ms: number) => Promise<void>
  /** Changes only the wall clock, as a user or a time server does. Timers are unaffected. */
  readonly jump: (ms: number) => void
  /** Number of waiting timers. */
  readonly pending: () => number
}

/** Lets promise chains and short I/O settle. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** `bootedMs`: how long the computer was on before. */
export const createFakeClock = (startMs = Date.UTC(2026, 10, 21, 9, 0, 0), bootedMs = 0): FakeClock => {
  let wallMs = startMs
  let monotonicMs = bootedMs
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
      // A concurrent call may have advanced the clock further.
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
