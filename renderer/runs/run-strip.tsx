/** A line above the list while a run is open, and until the seller has seen its end. */
import { X } from 'lucide-react'
import { useApiQuery } from '../api/hooks.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { countsText, runTitle } from './run-labels.ts'
import { RunProgress } from './run-progress.tsx'
import styles from './run-strip.module.css'

export const RunStrip = ({ onShow }: { readonly onShow: (runId: number) => void }) => {
  const runs = useApiQuery('outbound', 'runs', {}).data?.runs ?? []
  const [seenRun, setSeenRun] = useViewState('inventory.seenRun', 0)
  const run = runs.find(({ isOpen }) => isOpen) ?? runs[0]
  if (run === undefined || (!run.isOpen && seenRun >= run.runId)) return null
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
