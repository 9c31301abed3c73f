/** The free space of the disk that holds a file. */
import { statfsSync } from 'node:fs'

const MAX_AGE_MS = 1000

/** In bytes; infinite if the system can't tell: the next write finds out whether there is room. */
export const readFreeBytes = (path: string): number => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Returns a function that measures the free space of the disk that holds `file`, in bytes, at most once a second. */
export const createFreeDisk = (file: string | null): (() => number) => {
  let measuredAtMs = Number.NEGATIVE_INFINITY
  let bytes = Number.POSITIVE_INFINITY
  return () => {
    if (file === null || performance.now() - measuredAtMs < MAX_AGE_MS) return bytes
    measuredAtMs = performance.now()
    bytes = readFreeBytes(file)
    return bytes
  }
}
