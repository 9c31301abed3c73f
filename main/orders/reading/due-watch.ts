/** Tells the window when time alone makes an order late or due today. */
import type { Database } from '../../database/database.ts'
import type { Services } from '../../feature.ts'
import { findNextDeadline } from '../store/order-list.ts'

export const createDueWatch = (
  deps: Pick<Services, 'clock' | 'scheduler'> & { readonly database: Database; readonly onDue: () => void },
) => {
  const { clock, scheduler, database } = deps
  /** Call it at the start, and when orders changed. */
  const plan = (): void => {
    const nowMs = clock.nowMs()
    const midnightMs = new Date(nowMs).setHours(24, 0, 0, 0)
    const deadlineMs = findNextDeadline(database, nowMs)
    // An order is late once its last moment has passed.
    scheduler.plan('orders.due', Math.min(midnightMs, deadlineMs === null ? midnightMs : deadlineMs + 1), async () => {
      deps.onDue()
      plan()
    })
  }
  return { plan }
}
