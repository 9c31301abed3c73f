/** The newest run of a screen that the seller has seen after its end. Survives a restart. */
import { useViewState } from '../api/use-view-state.ts'
import type { RunScreen } from './run-labels.ts'

export const useSeenRun = (screen: RunScreen): readonly [number, (runId: number) => void] => {
  const [seenRun, setSeenRun] = useViewState(screen === 'items' ? 'inventory.seenRun' : 'orders.seenRun', 0)
  return [seenRun, (runId) => setSeenRun(Math.max(runId, seenRun))]
}
