import { flushSync } from 'react-dom'

/** Renders what `change` sets before it returns, so that the next key finds it. For event handlers only, not while rendering. */
export const renderNow = (change: () => void): void => flushSync(change)
