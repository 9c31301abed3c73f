/** Waits for what real sockets, processes and files bring. */
import { vi } from 'vitest'

/** A limit costs time only in a test that fails; vitest's own second is too short on a busy machine. */
const LIMIT_MS = 30_000

/** Repeats `check` until it doesn't throw and resolves with its value. Rejects with its last error after 30 s. */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: LIMIT_MS, interval: 5 })
