/** Waits for real sockets, processes and files. */
import { vi } from 'vitest'

/** Costs time only in failing tests. Vitest's default of 1 s is too short on a busy machine. */
const LIMIT_MS = 30_000

/** Repeats `check` until it doesn't throw, then resolves with its value. Rejects with its last error after 30 s. */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: LIMIT_MS, interval: 5 })
