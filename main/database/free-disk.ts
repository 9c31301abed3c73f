import { statfsSync } from 'node:fs'

const MAX_AGE_MS = 1000

/** Returns a function that measures the free space of the disk that holds `file`, in bytes, at most once a second. */
export const createFreeDisk = (file: string | null): (() => number) => {
  let measuredAtMs = Number.NEGATIVE_INFINITY
  let bytes = Number.POSITIVE_INFINITY
  return () => {
    if (file === null || performance.now() - measuredAtMs < MAX_AGE_MS) return bytes
    measuredAtMs = performance.now()
    try {
      const { bavail, bsize } = statfsSync(file)
      bytes = bavail * bsize
    } catch {
      // The next write finds out whether there is room.
      bytes = Number.POSITIVE_INFINITY
    }
    return bytes
  }
}
