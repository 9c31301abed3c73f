/** How far a run is, with pause and resume. */
import type { Run } from '../../../shared/inventory/contract/run-contract.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { Progress } from '../../ui/feedback/progress.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { progressLabel, runProgress } from './run-labels.ts'

export const RunProgress = ({ run, onStop }: { readonly run: Run; readonly onStop?: (() => void) | undefined }) => {
  const { runId } = run
  const now = useNow(run.waits?.untilMs == null ? 'halfMinute' : 'second')
  const pause = useReportedMutation('inventory', 'pauseRun')
  const resume = useReportedMutation('inventory', 'resumeRun')
  const { done, all } = runProgress(run)
  return (
    <Progress
      detail={`${formatNumber(done)} of ${formatNumber(all)}`}
      isPaused={run.state === 'paused'}
      label={progressLabel(run, now)}
      max={Math.max(1, all)}
      onPause={() => pause.mutate({ runId })}
      onResume={() => resume.mutate({ runId })}
      onStop={onStop}
      value={done}
    />
  )
}
