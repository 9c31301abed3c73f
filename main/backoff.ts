/** The retry schedule: delays that double up to a maximum, with random jitter. */

export type Backoff = {
  readonly firstMs: number
  readonly maxMs: number
  /** The largest share of a delay, 0 to 1, that is randomly subtracted; 0 by default. */
  readonly jitter?: number
}

/**
 * Returns how many milliseconds to wait after `failures` consecutive failures, at least 1.
 *
 * `random` is from 0 up to 1 and matters only with `jitter`, which keeps clients that failed together from retrying
 * together.
 */
export const backoffMs = (backoff: Backoff, failures: number, random = 1): number => {
  // Infinity is capped like any other delay, so `failures` needs no limit.
  const fullMs = Math.min(backoff.firstMs * 2 ** (failures - 1), backoff.maxMs)
  return Math.round(fullMs * (1 - (backoff.jitter ?? 0) * (1 - random)))
}
