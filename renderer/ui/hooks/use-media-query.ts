/** The width and other media features of the window. */
import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether list and detail are shown one at a time, as in Split. If so, moving through a list must not open its rows.
 */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 899.98px)')

/** Whether the window matches a media query. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (listener) => {
        const list = window.matchMedia(query)
        list.addEventListener('change', listener)
        return () => list.removeEventListener('change', listener)
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
  )
