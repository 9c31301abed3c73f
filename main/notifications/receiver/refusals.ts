/**
 * What was turned away, for the seller to see.
 *
 * A flood of bad requests must not become a flood of writes: equal refusals within ten seconds are one line with a count.
 */
import type { Cancel, Clock } from '../../ports.ts'
import type { NotificationStore } from '../store.ts'

const GATHER_MS = 10_000
const MOST_KINDS = 50

export type Refusals = {
  readonly note: (reason: string, status: number) => void
  /** Writes what was gathered. */
  readonly flush: () => void
}

export const createRefusals = (store: NotificationStore, clock: Clock, changed: () => void): Refusals => {
  const gathered = new Map<
    string,
    { reason: string; status: number; count: number; firstAtMs: number; lastAtMs: number }
  >()
  let timer: Cancel | undefined

  const flush = (): void => {
    timer?.()
    timer = undefined
    if (gathered.size === 0) return
    for (const refusal of gathered.values()) store.addRefusal(refusal)
    gathered.clear()
    changed()
  }

  return {
    note: (reason, status) => {
      const nowMs = clock.nowMs()
      const name = `${status} ${reason}`
      const known = gathered.get(name)
      if (known !== undefined) {
        known.count += 1
        known.lastAtMs = nowMs
      } else if (gathered.size < MOST_KINDS) {
        gathered.set(name, { reason, status, count: 1, firstAtMs: nowMs, lastAtMs: nowMs })
      }
      timer ??= clock.setTimer(flush, gathered.size === 1 && known === undefined ? 250 : GATHER_MS)
    },
    flush,
  }
}
