import { useSyncExternalStore } from 'react'

const low = window.matchMedia('(max-height: 560px)')

const subscribe = (listener: () => void): (() => void) => {
  low.addEventListener('change', listener)
  return () => low.removeEventListener('change', listener)
}

/** Whether the window is low, as on a small screen at double zoom. */
export const useIsLow = (): boolean => useSyncExternalStore(subscribe, () => low.matches)
