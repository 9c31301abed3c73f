/** Reports to main that the seller is active, so that it checks for new messages at the chosen interval. */
import { useEffect } from 'react'
import { useClient } from '../api/hooks.ts'

const REPORT_EVERY_MS = 60_000

export const useReportUse = (): void => {
  const client = useClient()
  useEffect(() => {
    let reportedMs = Number.NEGATIVE_INFINITY
    const report = (): void => {
      if (performance.now() - reportedMs < REPORT_EVERY_MS) return
      reportedMs = performance.now()
      // The next activity reports again.
      client.messaging.reportUse({}).catch(() => undefined)
    }
    const events = ['pointerdown', 'keydown', 'focus'] as const
    for (const name of events) window.addEventListener(name, report, { capture: true, passive: true })
    return () => {
      for (const name of events) window.removeEventListener(name, report, { capture: true })
    }
  }, [client])
}
