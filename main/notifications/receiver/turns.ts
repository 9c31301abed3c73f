/**
 * Work that needs the processor, a little at a time.
 *
 * After a long time offline thousands of signatures wait to be checked at once. They are checked in order, and after some
 * milliseconds everything else gets its turn, so that the receiver goes on answering and the window does not freeze.
 */
const SLICE_MS = 8

export type Turns = {
  /** Runs `job` soon, after those that were asked for before it; resolves with what it gives. */
  readonly run: <T>(job: () => T) => Promise<T>
}

export const createTurns = (monotonicMs: () => number): Turns => {
  let jobs: (() => void)[] = []
  let draining = false

  const drain = (): void => {
    const endMs = monotonicMs() + SLICE_MS
    let done = 0
    while (done < jobs.length) {
      jobs[done]?.()
      done += 1
      if (monotonicMs() >= endMs) break
    }
    jobs = jobs.slice(done)
    if (jobs.length > 0) setImmediate(drain)
    else draining = false
  }

  return {
    run: <T>(job: () => T) =>
      new Promise<T>((resolve, reject) => {
        jobs.push(() => {
          try {
            resolve(job())
          } catch (error) {
            reject(error)
          }
        })
        if (draining) return
        draining = true
        setImmediate(drain)
      }),
  }
}
