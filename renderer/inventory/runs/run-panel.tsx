/** A run: its plan, its progress, and the outcome of each item. */
import { type ReactNode, useState } from 'react'
import {
  type Run,
  type RunCell,
  type RunRowState,
  runRowStates,
} from '../../../shared/inventory/contract/run-contract.ts'
import { useApiMutation, useApiQuery, useClient, useReportedMutation } from '../../api/hooks.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { CommandButton, keysHint } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { NoRun, RunPane } from '../../parts/run-pane.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { ProblemText } from '../../ui/feedback/why-link.tsx'
import { CheckMark } from '../../ui/fields/checkbox.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import type { TableColumn } from '../../ui/lists/table.tsx'
import { pathLabel, startAtDifference } from '../item-labels.ts'
import { RunDeletions } from './run-deletions.tsx'
import {
  countsText,
  describeCell,
  isActiveRun,
  isOpenRun,
  leftOutLabel,
  rowStateLabels,
  runTitle,
  shownValue,
} from './run-labels.ts'
import { RunPlan } from './run-plan.tsx'
import { RunProgress } from './run-progress.tsx'

export type RunPanelProps = {
  readonly onClose: () => void
  readonly onOpenItem: (sku: string) => void
  /** Shows the refused items in the list, where they can be corrected. */
  readonly onShowRefused: () => void
  /** Changes listings of the saved items; `readSkus` returns at most `limit` of them. */
  readonly listSaved: (count: number, readSkus: (limit: number) => Promise<readonly string[]>) => ReactNode
}

/** The open run, or the last one. */
export const RunPanel = (props: RunPanelProps) => {
  const query = useApiQuery('inventory', 'run', {})
  // Kept here, because the plan that it returns is a new run.
  const revert = useReportedMutation('inventory', 'revertRun')
  if (query.data != null) return <OpenRun {...props} key={query.data.runId} revert={revert} run={query.data} />
  return (
    <NoRun
      heading="Nothing sent from the list yet"
      onClose={props.onClose}
      query={query}
      text="Type into the list, paste a block or import a file. Then review and send all changes from here."
      title="Send changes"
    />
  )
}

/** After a run, what needs correcting comes first. */
const firstShown = (run: Run): RunRowState | 'all' =>
  isOpenRun(run) ? 'all' : ((['refused', 'held'] as const).find((state) => run.counts[state] > 0) ?? 'all')

/** Cells read at once. */
const PAGE_SIZE = 1_000

const keyOf = ({ sku, path }: RunCell): string => `${sku} ${path.join('.')}`
const isLeftOut = ({ isExcluded }: RunCell): boolean => isExcluded

type OpenRunProps = RunPanelProps & {
  readonly run: Run
  readonly revert: ReturnType<typeof useReportedMutation<'inventory', 'revertRun'>>
}

const OpenRun = ({ run, revert, onClose, onOpenItem, onShowRefused, listSaved }: OpenRunProps) => {
  const { runId, state, counts } = run
  const stop = useApiMutation('inventory', 'stopRun')
  const exclude = useReportedMutation('inventory', 'excludeRunCells')
  const [wanted, setWanted] = useState<RunRowState | 'all'>()
  const [isConfirmed, setConfirmed] = useState(false)
  const shown = wanted ?? firstShown(run)
  const { rows } = useApiRows('inventory', 'runCells', { runId, state: shown })
  const client = useClient()
  const readSaved = async (limit: number) => {
    const skus = new Set<string>()
    for (let offset = 0; skus.size < Math.min(limit, counts.saved); offset += PAGE_SIZE) {
      const { rows: cells } = await client.inventory.runCells({ runId, state: 'saved', offset, limit: PAGE_SIZE })
      if (cells.length === 0) break
      for (const { sku } of cells) skus.add(sku)
    }
    return [...skus].slice(0, limit)
  }
  const isActive = isActiveRun(run)
  const isRead = counts.unread === 0
  const toggle = ({ sku, path, isExcluded }: RunCell) => {
    // The confirmation was for a different plan.
    setConfirmed(false)
    exclude.mutate({ runId, cells: [{ sku, path: [...path] }], isExcluded: !isExcluded })
  }
  const skipped = revert.data?.runId === runId ? revert.data.skipped : []
  const onToggle = state === 'ready' ? toggle : undefined
  useCommand('items.stopRun', () => stop.mutate({ runId }), { isEnabled: isActive })
  return (
    <RunPane<RunCell, RunRowState>
      columns={cellColumns(onToggle)}
      counts={counts}
      describe={describeCell}
      footer={
        state === 'ready' ? (
          <StartBar
            isConfirmed={isConfirmed}
            onDiscard={() => stop.mutate({ runId }, { onSuccess: onClose })}
            run={run}
          />
        ) : !isOpenRun(run) && counts.refused + counts.saved > 0 ? (
          <Row grow justify="end">
            {counts.saved > 0 && (
              <Button isPending={revert.isPending} onPress={() => revert.mutate({ runId })} variant="quiet">
                Plan to revert {formatCount(counts.saved, 'item')}
              </Button>
            )}
            {listSaved(counts.saved, readSaved)}
            {counts.refused > 0 && (
              <Button onPress={onShowRefused} variant="primary">
                Correct {formatCount(counts.refused, 'refused item')}
              </Button>
            )}
          </Row>
        ) : undefined
      }
      getKey={keyOf}
      isFirstChosen={shown === 'refused' || shown === 'held'}
      isLeftOut={isLeftOut}
      labels={rowStateLabels}
      onClose={onClose}
      onOpenItem={onOpenItem}
      onShow={setWanted}
      onToggle={onToggle}
      rows={rows}
      shown={shown}
      states={runRowStates.filter((each) => counts[each] > 0)}
      subtitle={countsText(run) || undefined}
      title={runTitle(run)}
    >
      <MutationError of={stop} />
      {skipped.length > 0 && (
        <Banner
          title={`${formatCount(skipped.length, 'item')} left as ${skipped.length === 1 ? 'it is' : 'they are'}.`}
          tone="caution"
        >
          {skipped
            .slice(0, 3)
            .map(({ message }) => message)
            .join(' ')}
        </Banner>
      )}
      {run.problem !== null && (
        <Banner
          title={run.waits === null ? 'The run was paused.' : 'The run is waiting.'}
          tone={run.waits === null ? 'danger' : 'caution'}
        >
          <ProblemText problem={run.problem} />
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
          {state === 'paused' && run.problem?.kind !== 'signInNeeded'
            ? 'Stays paused until you resume it, even after a restart.'
            : 'Continues automatically, even after a restart.'}{' '}
          Changes that are not sent stay edits.
        </Text>
      )}
      {isOpenRun(run) && state !== 'reading' && isRead && <RunPlan run={run} />}
      {state === 'ready' && run.deletions.all > 0 && (
        <RunDeletions deletions={run.deletions} isConfirmed={isConfirmed} onConfirm={setConfirmed} />
      )}
    </RunPane>
  )
}

const StartBar = (props: { readonly run: Run; readonly isConfirmed: boolean; readonly onDiscard: () => void }) => {
  const { run, isConfirmed, onDiscard } = props
  const { runId, counts, deletions } = run
  const start = useApiMutation('inventory', 'startRun')
  const isBlocked = deletions.all > 0 && !isConfirmed
  const onStart = () => start.mutate({ runId, deletions: isConfirmed ? 'confirmed' : undefined })
  const canStart = counts.planned > 0 && !isBlocked && !start.isPending
  useCommand('items.startRun', onStart, { isEnabled: canStart })
  return (
    <Row grow justify="end" wrap>
      <Row grow>
        <Text tone="danger">{start.error?.message}</Text>
      </Row>
      <CommandButton command="items.discardPlan" onPress={onDiscard} variant="quiet" />
      {isBlocked && counts.planned > 0 && (
        <Button isPending={start.isPending} onPress={() => start.mutate({ runId, deletions: 'leftOut' })} sends>
          Send the others
        </Button>
      )}
      <Button
        disabledReason={
          counts.planned === 0
            ? 'there is nothing to send'
            : isBlocked
              ? `${formatCount(deletions.all, 'deletion is', 'deletions are')} not confirmed`
              : undefined
        }
        hint={keysHint('items.startRun')}
        isPending={start.isPending}
        onPress={onStart}
        sends
        variant="primary"
      >
        Send {formatCount(counts.planned, 'item')}
      </Button>
    </Row>
  )
}

const shownPair = (cell: RunCell) => {
  const value = shownValue(cell, cell.value ?? '')
  return cell.old === null ? ['', value] : startAtDifference(shownValue(cell, cell.old), value)
}

/** The fields of a plan, old and new. `onToggle` excludes one, or includes it again. */
const cellColumns = (onToggle: ((cell: RunCell) => void) | undefined): readonly TableColumn<RunCell>[] => [
  ...(onToggle === undefined
    ? []
    : [
        {
          id: 'included',
          label: 'Send',
          width: '40px',
          render: (cell: RunCell) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: Space does the same, and the state is in words
            // biome-ignore lint/a11y/useKeyWithClickEvents: as above
            <span onClick={() => onToggle(cell)}>
              <CheckMark isChecked={!cell.isExcluded} />
            </span>
          ),
        },
      ]),
  { id: 'sku', label: 'SKU', width: 'minmax(84px, 0.5fr)', render: ({ sku }) => <Text mono>{sku}</Text> },
  { id: 'field', label: 'Field', width: 'minmax(80px, 0.5fr)', render: ({ path }) => pathLabel(path) },
  {
    id: 'old',
    label: 'Old',
    width: 'minmax(72px, 3fr)',
    render: (cell) => cell.old !== null && <del title={cell.old}>{shownPair(cell)[0]}</del>,
  },
  {
    id: 'new',
    label: 'New',
    width: 'minmax(72px, 5fr)',
    render: (cell) => (
      <span title={describeCell(cell)}>
        {cell.value === null ? <Text tone="danger">Deleted</Text> : shownPair(cell)[1]}
      </span>
    ),
  },
  {
    id: 'state',
    label: 'State',
    width: '98px',
    render: (cell) => {
      const { label, tone } = cell.isExcluded ? leftOutLabel : rowStateLabels[cell.state]
      return <Badge tone={cell.isProblem ? 'danger' : tone}>{label}</Badge>
    },
  },
]
