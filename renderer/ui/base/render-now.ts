/**
 * Renders the updates of `change` before it returns, so that the next key sees them. Call it in event handlers only,
 * never during rendering: https://react.dev/reference/react-dom/flushSync
 */
import { flushSync } from 'react-dom'

export const renderNow = (change: () => void): void => flushSync(change)
