/**
 * Work that needs the processor, a little at a time.
 *
 * After a long time offline thousands of signatures wait to be checked at once. They are taken up in order, and after some
 * milliseconds everything else gets its turn, so that the receiver goes on answering and the window does not freeze. What a
 * piece of work still does when its first step is done (a signature is checked on another thread) counts as under way; of
 * such there are only so many, so that what they hold in memory is bounded.
 */
const SLICE_MS = 8

export type Slices = {
  /** Runs `job` soon, after those that were asked for before it; resolves with what it gives. */
  readonly run: <T>(job: () => Promise<T>) => Promise<T>
}

export const createSlices = (monotonicMs: () => number, mostUnderWay: number): Slices => {
  let jobs: (() => Promise<void>)[] = []
  let isPlanned = false
  let underWay = 0

  const plan = (): void => {
    if (isPlanned || jobs.length === 0 || underWay >= mostUnderWay) return
    isPlanned = true
    setImmediate(drain)
  }

  const drain = (): void => {
    isPlanned = false
    const endMs = monotonicMs() + SLICE_MS
    let begun = 0
    while (begun < jobs.length && underWay < mostUnderWay) {
      const job = jobs[begun]
      begun += 1
      if (job === undefined) continue
      underWay += 1
      void job().finally(() => {
        underWay -= 1
        plan()
      })
      if (monotonicMs() >= endMs) break
    }
    jobs = jobs.slice(begun)
    plan()
  }

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        // Never rejects: what the job throws goes to whoever asked for it.
        jobs.push(() => (async () => job())().then(resolve, reject))
        plan()
      }),
  }
}
