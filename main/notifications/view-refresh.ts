/**
 * Decides when the platform's data is read again: when it is viewed and stale, and when the platform is back after a
 * failed read.
 */
import type { Clock } from '../ports.ts'

/** Data counts as stale after this time, because other programs can change it. */
const STALE_AFTER_MS = 5 * 60_000

export type ViewRefresh = {
  /** Call when the data is viewed. Waits only for the first read, or for one that corrects outdated data. */
  readonly viewed: () => Promise<void>
  /** Call when the data is known to be wrong: the next view reads it again. */
  readonly outdate: () => void
  /** Call when the platform answers again. */
  readonly online: () => void
}

/** `read` handles its own failures. `isKnown`: data from an earlier run can be shown until the first read. */
export const createViewRefresh = (deps: {
  readonly clock: Clock
  readonly read: () => Promise<unknown>
  /** Makes the window read again. */
  readonly changed: () => void
  readonly hasProblem: () => boolean
  readonly isKnown: boolean
}): ViewRefresh => {
  let reading: Promise<void> | undefined
  let startedAtMs: number | undefined
  let { isKnown } = deps
  let isOutdated = false

  const read = (): Promise<void> => {
    if (reading === undefined) {
      isOutdated = false
      startedAtMs = deps.clock.monotonicMs()
      reading = deps.read().then(() => {
        isKnown = true
        reading = undefined
      })
    }
    return reading
  }
  const outdate = (): void => {
    if (startedAtMs === undefined) return
    isOutdated = true
    deps.changed()
  }

  return {
    viewed: async () => {
      if (!isKnown || isOutdated) {
        await read()
        // The data became outdated during the read.
        if (isOutdated) await read()
      } else if (startedAtMs === undefined || deps.clock.monotonicMs() - startedAtMs >= STALE_AFTER_MS) void read()
    },
    outdate,
    online: () => {
      if (deps.hasProblem()) outdate()
    },
  }
}
