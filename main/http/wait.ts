/** Waiting on the core's own clock, so that a test can move it. */
import type { Clock } from '../ports.ts'

/** Resolves after `ms`, or at once when the signal is aborted: whoever waits looks at the signal afterwards. */
export const wait = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve()
    const done = (): void => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.setTimer(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })
