/** Whether the window is low, as on a small screen at twice the size: what can be smaller is then smaller. */
import { useSyncExternalStore } from 'react'

const low = window.matchMedia('(max-height: 560px)')

const subscribe = (listener: () => void): (() => void) => {
  low.addEventListener('change', listener)
  return () => low.removeEventListener('change', listener)
}

export const useIsLow = (): boolean => useSyncExternalStore(subscribe, () => low.matches)
