// A line above the table while many edits are being sent, and until their end was seen.
import { X } from 'lucide-react'
import type { Run } from '../../shared/inventory/run-contract.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { formatNumber } from '../ui/locale-format.ts'
import { Progress } from '../ui/progress.tsx'
import styles from './run-strip.module.css'
import { countsText, isOpen, progressOf, runTitle, waitText } from './run-words.ts'

/** Its plan was thrown away before anything was sent: it is over, and there is nothing to tell. */
const wasOnlyPlanned = ({ state, counts }: Run): boolean =>
  state === 'stopped' && counts.saved + counts.failed + counts.unknown + counts.notSaved === 0

/** Nothing where there is no run to speak of. */
export function RunStrip({ onShow }: { readonly onShow: () => void }) {
  const run = useApiQuery('inventory', 'run', {}).data ?? null
  const [seenRun, setSeenRun] = useViewState('inventory.seenRun', 0)
  const pause = useReportedMutation('inventory', 'pauseRun')
  const resume = useReportedMutation('inventory', 'resumeRun')
  const now = useNow()
  if (run === null || wasOnlyPlanned(run) || (!isOpen(run) && seenRun >= run.runId)) return null
  const { runId, state } = run
  const { done, all } = progressOf(run)
  const isMoving = state === 'reading' || state === 'sending' || state === 'waiting' || state === 'paused'
  return (
    <section aria-label="Sending many at once" className={styles.strip}>
      <div className={styles.what}>
        {isMoving ? (
          <Progress
            detail={`${formatNumber(done)} of ${formatNumber(all)}`}
            isPaused={state === 'paused'}
            label={waitText(run, now) ?? runTitle(run)}
            max={Math.max(1, all)}
            onPause={() => pause.mutate({ runId })}
            onResume={() => resume.mutate({ runId })}
            value={done}
          />
        ) : (
          <p className={styles.words} role="status">
            <strong>{runTitle(run)}.</strong> {countsText(run)}
          </p>
        )}
      </div>
      <Button onPress={onShow} size="s">
        {state === 'ready' ? 'Show the plan' : 'Show'}
      </Button>
      {!isOpen(run) && <IconButton icon={X} label="Dismiss" onPress={() => setSeenRun(runId)} size="s" />}
    </section>
  )
}
