/** The real clock. */
import type { Clock } from '../../ports.ts'

/** The longest delay that setTimeout keeps; a longer one would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), LONGEST_DELAY_MS))
    return () => clearTimeout(timer)
  },
}
