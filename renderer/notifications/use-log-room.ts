/** How much room the log has: one event beside it leaves it a list, a wide window gives it a column for every time. */
import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 1320px)')

const subscribe = (listener: () => void): (() => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export type LogRoom = 'list' | 'table' | 'wide'

export const useLogRoom = (isBesideAnEvent: boolean): LogRoom => {
  const isWide = useSyncExternalStore(subscribe, () => wide.matches)
  if (isBesideAnEvent) return 'list'
  return isWide ? 'wide' : 'table'
}
