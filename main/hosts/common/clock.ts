/** The system clock. */
import type { Clock } from '../../ports.ts'

/** setTimeout fires at once for longer delays (https://nodejs.org/api/timers.html#settimeoutcallback-delay-args). */
const MAX_DELAY_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), MAX_DELAY_MS))
    return () => clearTimeout(timer)
  },
}
