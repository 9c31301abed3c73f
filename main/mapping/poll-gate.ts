/** The gate that every poll goes through: so many at once, and so far apart, over all tasks (shared/mapping/poll-limit.ts). */
import { POLL_GAP_MS, POLLS_AT_ONCE } from '../../shared/mapping/poll-limit.ts'
import type { Cancel, Clock } from '../ports.ts'

export type PollGate = {
  /**
   * Waits for its turn, first come, first served, and runs `poll`. Resolves when it has settled, or at once with nothing
   * run where the gate is closed meanwhile.
   */
  readonly pass: (taskRef: number, poll: () => Promise<void>) => Promise<void>
  /** Puts a task that waits before all others: somebody looks at it. False where it does not wait. */
  readonly hurry: (taskRef: number) => boolean
  /** Lets nobody in any more, and sends all who wait away. */
  readonly close: () => void
}

type Waiting = { readonly taskRef: number; readonly go: (isOpen: boolean) => void }

export const createPollGate = (clock: Clock): PollGate => {
  const waiting: Waiting[] = []
  let underWay = 0
  // Monotonic: a wall clock that is set back must not shut the gate for a day.
  let nextMs = Number.NEGATIVE_INFINITY
  let cancelTimer: Cancel | undefined
  let isClosed = false

  const letIn = (): void => {
    cancelTimer?.()
    cancelTimer = undefined
    if (waiting.length === 0 || underWay >= POLLS_AT_ONCE) return
    const nowMs = clock.monotonicMs()
    if (nowMs >= nextMs) {
      nextMs = nowMs + POLL_GAP_MS
      underWay += 1
      waiting.shift()?.go(true)
    }
    if (waiting.length > 0 && underWay < POLLS_AT_ONCE) cancelTimer = clock.setTimer(letIn, nextMs - nowMs)
  }

  return {
    pass: async (taskRef, poll) => {
      const isOpen = await new Promise<boolean>((go) => {
        if (isClosed) {
          go(false)
          return
        }
        waiting.push({ taskRef, go })
        letIn()
      })
      if (!isOpen) return
      try {
        await poll()
      } finally {
        underWay -= 1
        letIn()
      }
    },
    hurry: (taskRef) => {
      const index = waiting.findIndex((entry) => entry.taskRef === taskRef)
      if (index === -1) return false
      waiting.unshift(...waiting.splice(index, 1))
      return true
    },
    close: () => {
      isClosed = true
      cancelTimer?.()
      for (const { go } of waiting.splice(0)) go(false)
    },
  }
}
