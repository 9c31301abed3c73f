/**
 * Tracks whether deliveries are refused because they can't be stored, so that an open port isn't mistaken for a working
 * receiver.
 *
 * The seller is notified each time the refusals begin. They end with the next stored delivery, or once the disk has
 * space again.
 */
import type { Clock, DesktopNotice } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'

const CHECK_KEY = 'notifications.storage'
const CHECK_MS = 30_000

export type StorageWatch = {
  /** `why`: the reason, as a sentence. */
  readonly refused: (why: string) => void
  readonly stored: () => void
  /** What the seller should know; null while deliveries are stored. */
  readonly problem: () => string | null
}

export const createStorageWatch = (deps: {
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly hasRoom: () => boolean
  readonly notify: (notice: DesktopNotice) => void
  readonly changed: () => void
}): StorageWatch => {
  let refusing: { readonly why: string; readonly count: number } | undefined

  const end = (): void => {
    if (refusing === undefined) return
    refusing = undefined
    deps.scheduler.cancel(CHECK_KEY)
    deps.changed()
  }
  const check = (): void => {
    if (deps.hasRoom()) end()
    else planCheck()
  }
  const planCheck = (): void => deps.scheduler.plan(CHECK_KEY, deps.clock.nowMs() + CHECK_MS, async () => check())

  return {
    refused: (why) => {
      const isFirst = refusing === undefined
      refusing = { why, count: (refusing?.count ?? 0) + 1 }
      if (!isFirst) return
      planCheck()
      deps.notify({
        title: 'Notifications are refused',
        text: `${why} Each is sent again for some time.`,
        place: '#/notifications',
      })
      deps.changed()
    },
    stored: end,
    problem: () =>
      refusing === undefined
        ? null
        : `${refusing.why} ${refusing.count === 1 ? 'A notification was' : `${refusing.count} notifications were`} refused. Each is sent again for some time, and then no more. Free some space on this disk.`,
  }
}
