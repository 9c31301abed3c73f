/** A line above the list while a run is open, and until its end was seen. */
import { X } from 'lucide-react'
import type { Run } from '../../../shared/inventory/contract/run-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { countsText, isActiveRun, isOpenRun, runTitle } from './run-labels.ts'
import { RunProgress } from './run-progress.tsx'
import styles from './run-strip.module.css'

/** The plan was discarded before anything was sent. */
const wasNeverSent = ({ state, counts }: Run): boolean =>
  state === 'stopped' && counts.saved + counts.refused + counts.unknown + counts.notSaved === 0

export const RunStrip = ({ onShow }: { readonly onShow: () => void }) => {
  const run = useApiQuery('inventory', 'run', {}).data ?? null
  const [seenRun, setSeenRun] = useViewState('inventory.seenRun', 0)
  if (run === null || wasNeverSent(run) || (!isOpenRun(run) && seenRun >= run.runId)) return null
  return (
    <Row aria-label="Sending many items" as="section" className={styles.strip} gap={3}>
      <Stack gap={0} grow>
        {isActiveRun(run) ? (
          <RunProgress run={run} />
        ) : (
          <Text as="p" role="status" tabular tone="soft" truncate>
            <strong>{runTitle(run)}.</strong> {countsText(run)}
          </Text>
        )}
      </Stack>
      <Button onPress={onShow} size="s">
        {run.state === 'ready' ? 'Show the plan' : 'Show'}
      </Button>
      {!isOpenRun(run) && <IconButton icon={X} label="Dismiss" onPress={() => setSeenRun(run.runId)} size="s" />}
    </Row>
  )
}
