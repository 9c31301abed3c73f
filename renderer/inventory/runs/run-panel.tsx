// A run: its plan, its progress, and the outcome of each item.
import { X } from 'lucide-react'
import { useState } from 'react'
import {
  type Run,
  type RunRow,
  type RunRowState,
  runRowStates,
} from '../../../shared/inventory/contract/run-contract.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { useConnection } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { formatCount } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { Pane } from '../../ui/pane.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { StateRows, stateColumns } from '../../ui/state-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RunDeletions } from './run-deletions.tsx'
import { countsText, isActiveRun, isOpenRun, rowMessage, rowStateLabels, runTitle } from './run-labels.ts'
import { RunPlan } from './run-plan.tsx'
import { RunProgress } from './run-progress.tsx'

export interface RunPanelProps {
  readonly onClose: () => void
  readonly onOpenItem: (sku: string) => void
  /** Shows the refused items in the list, where they can be corrected. */
  readonly onShowRefused: () => void
}

/** The open run, or the last one. */
export function RunPanel(props: RunPanelProps) {
  const query = useApiQuery('inventory', 'run', {})
  const { data: run } = query
  if (run !== undefined && run !== null) return <OpenRun {...props} run={run} />
  return (
    <Pane
      actions={<IconButton icon={X} label="Close" onPress={props.onClose} />}
      onBack={props.onClose}
      title="Send changes"
    >
      <QueryView label="Run" query={query} skeleton={{ shape: 'facts' }}>
        {() => (
          <EmptyState
            heading="Nothing sent from the list yet"
            text="Type into the list, paste a block or import a file. Then review and send all changes from here."
          />
        )}
      </QueryView>
    </Pane>
  )
}

function OpenRun({ run, onClose, onOpenItem, onShowRefused }: RunPanelProps & { readonly run: Run }) {
  const { runId, state, counts } = run
  const stop = useApiMutation('inventory', 'stopRun')
  const revert = useReportedMutation('inventory', 'revertRun')
  const isActive = isActiveRun(run)
  const isRead = counts.unread === 0
  useCommand('items.stopRun', () => stop.mutate({ runId }), { isEnabled: isActive })
  return (
    <Pane
      actions={<IconButton icon={X} label="Close" onPress={onClose} />}
      footer={
        state === 'ready' ? (
          <StartBar onDiscard={() => stop.mutate({ runId }, { onSuccess: onClose })} run={run} />
        ) : !isOpenRun(run) && counts.refused + counts.saved > 0 ? (
          <Row grow justify="end">
            {counts.saved > 0 && (
              <Button isPending={revert.isPending} onPress={() => revert.mutate({ runId })} variant="quiet">
                Plan to revert {formatCount(counts.saved, 'item')}
              </Button>
            )}
            {counts.refused > 0 && (
              <Button onPress={onShowRefused} variant="primary">
                Correct {formatCount(counts.refused, 'refused item')}
              </Button>
            )}
          </Row>
        ) : undefined
      }
      onBack={onClose}
      subtitle={countsText(run) || undefined}
      title={runTitle(run)}
    >
      <Stack gap={4}>
        <MutationError of={stop} />
        {revert.data !== undefined && revert.data.skipped.length > 0 && (
          <Banner
            title={`${formatCount(revert.data.skipped.length, 'item')} left as ${revert.data.skipped.length === 1 ? 'it is' : 'they are'}.`}
            tone="caution"
          >
            {revert.data.skipped
              .slice(0, 3)
              .map(({ message }) => message)
              .join(' ')}
          </Banner>
        )}
        {run.problem !== null && (
          <Banner title="The run paused itself." tone="danger">
            {run.problem.message}
          </Banner>
        )}
        {isActive && <RunProgress onStop={() => stop.mutate({ runId })} run={run} />}
        {state === 'reading' && (
          <Text as="p" tone="soft">
            Nothing is sent yet. Each item is read, so that the plan shows what really changes. You can keep working.
          </Text>
        )}
        {isActive && state !== 'reading' && isRead && (
          <Text as="p" tone="soft">
            {state === 'paused'
              ? 'Stays paused until you resume it, even after a restart.'
              : 'Continues by itself, even after a restart.'}{' '}
            What is not sent stays an edit.
          </Text>
        )}
        {isOpenRun(run) && state !== 'reading' && isRead && <RunPlan run={run} />}
        {state === 'ready' && run.deletions.all > 0 && <RunDeletions run={run} />}
        <RunRows key={runId} onOpenItem={onOpenItem} run={run} />
      </Stack>
    </Pane>
  )
}

function StartBar({ run, onDiscard }: { readonly run: Run; readonly onDiscard: () => void }) {
  const { runId, counts, deletions } = run
  const kind = useConnection()?.kind
  const start = useApiMutation('inventory', 'startRun')
  const isBlocked = deletions.unconfirmed > 0
  return (
    <Row grow justify="end" wrap>
      <Row grow>
        <Text tone="danger">{start.error?.message}</Text>
      </Row>
      <CommandButton command="items.discardPlan" onPress={onDiscard} variant="quiet" />
      {isBlocked && counts.planned > 0 && (
        <Button
          isPending={start.isPending}
          kind={kind}
          onPress={() => start.mutate({ runId, leaveOutUnconfirmed: true })}
        >
          Send the others
        </Button>
      )}
      <Button
        disabledReason={
          counts.planned === 0
            ? 'there is nothing to send'
            : `${formatCount(deletions.unconfirmed, 'deletion is', 'deletions are')} not confirmed`
        }
        isDisabled={counts.planned === 0 || isBlocked}
        isPending={start.isPending}
        kind={kind}
        onPress={() => start.mutate({ runId })}
        variant="primary"
      >
        Send {formatCount(counts.planned, 'item')}
      </Button>
    </Row>
  )
}

const columns = stateColumns<RunRow, RunRowState>(rowStateLabels, (row) => ({
  text: rowMessage(row),
  isProblem: row.state === 'refused' || row.problems.length > 0,
}))
const keyOf = ({ sku }: RunRow): string => sku

/** After a run, what needs correcting comes first. */
const firstShown = (run: Run): RunRowState | 'all' =>
  isOpenRun(run) ? 'all' : ((['refused', 'held'] as const).find((state) => run.counts[state] > 0) ?? 'all')

function RunRows({ run, onOpenItem }: { readonly run: Run; readonly onOpenItem: (sku: string) => void }) {
  const { runId, counts } = run
  const [wanted, setWanted] = useState<RunRowState | 'all'>()
  const shown = wanted ?? firstShown(run)
  const { rows } = useApiRows('inventory', 'runRows', { runId, state: shown })
  return (
    <StateRows
      choiceLabel="Items"
      columns={columns}
      counts={counts}
      getKey={keyOf}
      isFirstChosen={shown === 'refused' || shown === 'held'}
      label="Items of the run"
      labels={rowStateLabels}
      onOpen={onOpenItem}
      onShow={setWanted}
      rows={rows}
      shown={shown}
      states={runRowStates.filter((state) => counts[state] > 0)}
    >
      {(chosen) =>
        rowMessage(chosen) !== '' && (
          <Row align="start" gap={3}>
            <Row grow>
              <Text as="p" role="status" tone="soft">
                <span className="mono">{chosen.sku}</span> {rowMessage(chosen)}
              </Text>
            </Row>
            <Button onPress={() => onOpenItem(chosen.sku)} size="s">
              Open the item
            </Button>
          </Row>
        )
      }
    </StateRows>
  )
}
