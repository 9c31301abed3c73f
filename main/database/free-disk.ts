/** The free space on a file's disk. */
import { statfsSync } from 'node:fs'

const MAX_AGE_MS = 1000

/** In bytes; infinite if the system can't tell, so that the next write decides. */
export const readFreeBytes = (path: string): number => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Returns a function for the free space on the disk of `file`, in bytes, measured at most once a second. */
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
