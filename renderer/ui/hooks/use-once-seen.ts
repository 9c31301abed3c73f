/** Calls `run` once the window has shown `subject` for `afterMs` without a break; null means nothing is shown. */
import { useEffect, useEffectEvent } from 'react'

export const useOnceSeen = (subject: string | number | null, run: () => void, afterMs: number): void => {
  const seen = useEffectEvent(run)
  useEffect(() => {
    if (subject === null) return
    let timer: number | undefined
    const restart = (): void => {
      window.clearTimeout(timer)
      if (!document.hidden) timer = window.setTimeout(() => seen(), afterMs)
    }
    restart()
    document.addEventListener('visibilitychange', restart)
    return () => {
      document.removeEventListener('visibilitychange', restart)
      window.clearTimeout(timer)
    }
  }, [subject, afterMs])
}
