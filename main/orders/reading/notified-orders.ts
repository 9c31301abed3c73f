/**
 * Reads the orders that notifications name: at once, and again while the platform doesn't return them (FACT-118).
 *
 * Kept in memory only. The next check of the list finds what is lost by a restart.
 */
import { Failure } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'

/** The platform was seen to return an order some seconds after it sent its notification. */
const delaysMs = [0, 3_000, 7_000, 15_000, 30_000, 60_000, 120_000, 300_000] as const

const MAX_AWAITED = 1_000

export const createNotifiedOrders = (
  deps: Pick<Services, 'clock' | 'log' | 'scheduler'> & {
    /** Throws `notFound` while the platform doesn't return it. */
    readonly read: (orderId: string) => Promise<void>
    readonly onChange: () => void
  },
) => {
  const { clock, scheduler, log } = deps
  const awaited = new Map<string, { readonly tries: number; readonly dueMs: number }>()

  const plan = (): void => {
    const dueMs = Math.min(...[...awaited.values()].map((each) => each.dueMs))
    if (Number.isFinite(dueMs)) scheduler.plan('orders.notified', dueMs, readDue)
  }

  const readDue = async (nowMs: number): Promise<void> => {
    for (const [orderId, { tries, dueMs }] of [...awaited]) {
      if (dueMs > nowMs) continue
      awaited.delete(orderId)
      try {
        await deps.read(orderId)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const delayMs = delaysMs[tries + 1]
        // Notified again meanwhile, it has a plan of its own.
        if (delayMs !== undefined && !awaited.has(orderId)) {
          awaited.set(orderId, { tries: tries + 1, dueMs: clock.nowMs() + delayMs })
        }
        if (error.detail.kind !== 'notFound') log.warn('could not read a notified order', { kind: error.detail.kind })
      }
    }
    deps.onChange()
    plan()
  }

  return {
    add: (orderId: string): void => {
      if (awaited.size >= MAX_AWAITED) return
      awaited.set(orderId, { tries: 0, dueMs: clock.nowMs() })
      deps.onChange()
      plan()
    },
    count: (): number => awaited.size,
  }
}
