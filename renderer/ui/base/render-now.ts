/** Renders what `change` sets before it returns, so that the next key finds it. For event handlers only, not while rendering. */
import { flushSync } from 'react-dom'

export const renderNow = (change: () => void): void => flushSync(change)
