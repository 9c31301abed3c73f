/** Waits on the injected clock, so tests can advance it. */
import type { Clock } from '../ports.ts'

/** Resolves after `ms`, or when the signal aborts: check the signal afterwards. */
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
