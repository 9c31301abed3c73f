/** A line above the list with a run's rows: while the run is open, and until the seller has seen its end. */
import { X } from 'lucide-react'
import { useApiQuery } from '../api/hooks.ts'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { useOnceSeen } from '../ui/hooks/use-once-seen.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { countsText, findStripRun, isRunClean, type RunScreen, runTitle } from './run-labels.ts'
import { RunProgress } from './run-progress.tsx'
import styles from './run-strip.module.css'
import { useSeenRun } from './use-seen-run.ts'

/** Long enough to read the line and to press Show. */
const SEEN_AFTER_MS = 8_000

type RunStripProps = { readonly screen: RunScreen; readonly onShow: (runId: number) => void }

export const RunStrip = ({ screen, onShow }: RunStripProps) => {
  const runs = useApiQuery('outbound', 'runs', {}).data?.runs ?? []
  const [seenRun, setSeenRun] = useSeenRun(screen)
  const run = findStripRun(runs, screen, seenRun)
  // What was refused stays until the seller opens the run or dismisses the line.
  const isOver = run !== undefined && !run.isOpen && isRunClean(run)
  useOnceSeen(isOver ? run.runId : null, () => setSeenRun(run?.runId ?? 0), SEEN_AFTER_MS)
  if (run === undefined) return null
  const { runId } = run
  return (
    <Row aria-label="Sending many items" as="section" className={styles.strip} gap={3}>
      <Stack gap={0} grow>
        {run.isOpen ? (
          <RunProgress run={run} />
        ) : (
          <Text as="p" role="status" tabular tone="soft" truncate>
            <strong>{runTitle(run)}.</strong> {countsText(run)}
          </Text>
        )}
      </Stack>
      <Button onPress={() => onShow(runId)} size="s">
        Show
      </Button>
      {!run.isOpen && <IconButton icon={X} label="Dismiss" onPress={() => setSeenRun(runId)} size="s" />}
    </Row>
  )
}
