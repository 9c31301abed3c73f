/** Whether list and detail take turns, as in Split. Then moving through a list must not open its rows. */
import { useSyncExternalStore } from 'react'

const narrow = typeof window === 'undefined' ? undefined : window.matchMedia('(max-width: 899.98px)')

const subscribe = (listener: () => void): (() => void) => {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
