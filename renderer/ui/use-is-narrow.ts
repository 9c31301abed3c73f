import { useMediaQuery } from './use-media-query.ts'

/** Whether list and detail take turns, as in Split. If so, moving through a list must not open its rows. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 899.98px)')
