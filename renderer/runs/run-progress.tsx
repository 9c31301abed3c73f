/** The progress of a run, with pause, resume and stop. */
import type { Run } from '../../shared/outbound/run-contract.ts'
import { useReportedMutation } from '../api/hooks.ts'
import { Progress } from '../ui/feedback/progress.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { progressLabel, runProgress } from './run-labels.ts'

type RunProgressProps = { readonly run: Run; readonly onStop?: (() => void) | undefined }

export const RunProgress = ({ run, onStop }: RunProgressProps) => {
  const { runId } = run
  const now = useNow(run.waits?.untilMs == null ? 'halfMinute' : 'second')
  const pause = useReportedMutation('outbound', 'pauseRun')
  const resume = useReportedMutation('outbound', 'resumeRun')
  const { done, all } = runProgress(run)
  return (
    <Progress
      detail={`${formatNumber(done)} of ${formatNumber(all)}`}
      isPaused={run.isPaused}
      label={progressLabel(run, now)}
      max={Math.max(1, all)}
      onPause={() => pause.mutate({ runId })}
      onResume={() => resume.mutate({ runId })}
      onStop={onStop}
      value={done}
    />
  )
}
