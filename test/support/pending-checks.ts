/** The checks of signatures that run in other threads, which no clock of a test can hurry. */
import { createHook } from 'node:async_hooks'

export type PendingChecks = {
  readonly count: () => number
  readonly stop: () => void
}

let isInTest = false

/** Runs a test's own use of node:crypto, which is over when it returns and counts as no check. */
export const uncounted = <T>(work: () => T): T => {
  isInTest = true
  try {
    return work()
  } finally {
    isInTest = false
  }
}

export const watchChecks = (): PendingChecks => {
  const ids = new Set<number>()
  const hook = createHook({
    init: (id, type) => {
      if (type === 'SIGNREQUEST' && !isInTest) ids.add(id)
    },
    after: (id) => void ids.delete(id),
  }).enable()
  return { count: () => ids.size, stop: () => void hook.disable() }
}
