/** Calls `refetch` at an interval while the window is visible, for platform state that changes without an event. */
import { useEffect, useEffectEvent } from 'react'

export const usePolling = (refetch: () => unknown, intervalMs: number): void => {
  const poll = useEffectEvent(() => {
    if (!document.hidden) refetch()
  })
  useEffect(() => {
    const timer = setInterval(() => poll(), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
}
