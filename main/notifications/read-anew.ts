/**
 * When something that the platform says is read again without being asked for: when somebody looks and it is old or known
 * to be wrong, and when the platform is back after it could not be read.
 */
import type { Clock } from '../ports.ts'

/** What somebody looks at is read again after this long: another program may have changed it. */
const OLD_AFTER_MS = 5 * 60_000

export type ReadAnew = {
  /** Somebody looks. Resolves at once where something is known; waits for the first reading, and for one that corrects. */
  readonly look: () => Promise<void>
  /** What is known is known to be wrong: whoever looks now reads it again. */
  readonly outdate: () => void
  /** The platform answers again. */
  readonly online: () => void
}

/**
 * `read` keeps its own failures; `changed` makes whoever looks look again. `isKnown`: something is known from an earlier run,
 * and nobody has to wait for the first reading of this one.
 */
export const createReadAnew = (deps: {
  readonly clock: Clock
  readonly read: () => Promise<unknown>
  readonly changed: () => void
  readonly hasProblem: () => boolean
  readonly isKnown: boolean
}): ReadAnew => {
  let reading: Promise<void> | undefined
  let begunAtMs: number | undefined
  let { isKnown } = deps
  let isOutdated = false

  const begin = (): Promise<void> => {
    if (reading === undefined) {
      isOutdated = false
      begunAtMs = deps.clock.monotonicMs()
      reading = deps.read().then(() => {
        isKnown = true
        reading = undefined
      })
    }
    return reading
  }
  const outdate = (): void => {
    if (begunAtMs === undefined) return
    isOutdated = true
    deps.changed()
  }

  return {
    look: async () => {
      if (!isKnown || isOutdated) {
        await begin()
        // It was under way already when its answer became wrong.
        if (isOutdated) await begin()
      } else if (begunAtMs === undefined || deps.clock.monotonicMs() - begunAtMs >= OLD_AFTER_MS) void begin()
    },
    outdate,
    online: () => {
      if (deps.hasProblem()) outdate()
    },
  }
}
