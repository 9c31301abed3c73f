/** How much room the log has: one event beside it leaves it a list, a wide window gives it a column for every time. */
import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 999.98px)')
const wide = window.matchMedia('(min-width: 1320px)')

const subscribe = (listener: () => void): (() => void) => {
  for (const width of [narrow, wide]) width.addEventListener('change', listener)
  return () => {
    for (const width of [narrow, wide]) width.removeEventListener('change', listener)
  }
}

export type LogRoom = 'list' | 'narrow' | 'table' | 'wide'

const roomOf = (): LogRoom => (wide.matches ? 'wide' : narrow.matches ? 'narrow' : 'table')

export const useLogRoom = (isBesideAnEvent: boolean): LogRoom => {
  const room = useSyncExternalStore(subscribe, roomOf)
  return isBesideAnEvent ? 'list' : room
}
