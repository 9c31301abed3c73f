/** Removes ignored notifications that are older than the seller's choice (SEC-07). */
import type { GroupCommit } from '../../database/group-commit.ts'
import type { Clock } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { NotificationStore } from '../store.ts'

const KEY = 'notifications.retention'
const INTERVAL_MS = 6 * 3_600_000

/** Returns a function that removes old notifications soon, and every six hours from then on. */
export const createRetention = (deps: {
  readonly store: Pick<NotificationStore, 'removeOldQuarantined'>
  readonly group: Pick<GroupCommit, 'commit'>
  readonly clock: Clock
  readonly scheduler: Scheduler
  /** Called after a commit that removed some. */
  readonly changed: () => void
}) => {
  const { store, group, clock, scheduler } = deps

  const removeOld = async (): Promise<void> => {
    const removeBatch = () => group.commit(() => store.removeOldQuarantined(clock.nowMs()))
    while ((await removeBatch()) > 0) deps.changed()
    scheduler.planBy(KEY, clock.nowMs() + INTERVAL_MS, removeOld)
  }
  return (): void => scheduler.plan(KEY, clock.nowMs(), removeOld)
}
