/** The one schedule of retries: doubling delays up to a maximum, spread by chance. */

export type Backoff = {
  readonly firstMs: number
  readonly maxMs: number
  /** The part of each delay, 0 to 1, that chance may take away. 0 where nothing is said. */
  readonly jitter?: number
}

/**
 * Milliseconds to wait after the `failures`-th failure in a row, counted from 1.
 *
 * `random` is from 0 up to 1 and only matters with `jitter`: clients that failed together then don't retry together.
 */
export const backoffMs = (backoff: Backoff, failures: number, random = 1): number => {
  // Infinity is capped like any other delay, so `failures` needs no limit.
  const fullMs = Math.min(backoff.firstMs * 2 ** (failures - 1), backoff.maxMs)
  return Math.round(fullMs * (1 - (backoff.jitter ?? 0) * (1 - random)))
}
