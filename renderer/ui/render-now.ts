import { flushSync } from 'react-dom'

/** Shows what `change` sets before it returns, where the next key must find it. For handlers of events, not while rendering. */
export const renderNow = (change: () => void): void => flushSync(change)
