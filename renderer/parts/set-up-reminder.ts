/** The seller waits for a developer account: Today reminds them to go on adding the shop. */
import { useViewState } from '../api/use-view-state.ts'
import type { AppLocation } from '../location.ts'

/** The morning after: an account is usually approved within a day. */
const nextMorning = (nowMs: number): number => {
  const morning = new Date(nowMs)
  morning.setDate(morning.getDate() + 1)
  return morning.setHours(7, 0, 0, 0)
}

export type SetUpReminder = {
  /** Where setting up goes on; null without a reminder. */
  readonly to: AppLocation | null
  readonly atMs: number
  /** Reminds from tomorrow morning on. */
  readonly set: (path: readonly string[], nowMs: number) => void
  readonly clear: () => void
}

export const useSetUpReminder = (): SetUpReminder => {
  const [path, setPath] = useViewState('setUp.reminder', '')
  const [atMs, setAtMs] = useViewState('setUp.remindAtMs', 0)
  return {
    to: path === '' ? null : { screen: 'settings', path: path.split(' ') },
    atMs,
    set: (wanted, nowMs) => {
      setPath(wanted.join(' '))
      setAtMs(nextMorning(nowMs))
    },
    clear: () => setPath(''),
  }
}
