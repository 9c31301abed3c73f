/** A run: its progress, and the result of each item (OFF-06). */

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { writeRunChanges } from '../../shared/outbound/run-change.ts'
import type { Run, RunRow } from '../../shared/outbound/run-contract.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { useCommand } from '../commands/registry.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { MutationError } from '../ui/feedback/mutation-error.tsx'
import { ProblemText } from '../ui/feedback/why-link.tsx'
import { formatCount } from '../ui/format/locale-format.ts'
import { useStore } from '../ui/hooks/store.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import type { TableColumn } from '../ui/lists/table.tsx'
import { RevertDialog } from './revert-dialog.tsx'
import { RunItem } from './run-item.tsx'
import {
  countGroups,
  countsText,
  groupLabels,
  groupOf,
  type RunGroup,
  runGroups,
  runScreen,
  runTitle,
  statesOf,
} from './run-labels.ts'
import { NoRun, RunPane } from './run-pane.tsx'
import { RunProgress } from './run-progress.tsx'
import { wantedRevert } from './undo-run.ts'
import { useSeenRun } from './use-seen-run.ts'

export type RunPanelProps = {
  /** Undefined shows the last run. */
  readonly runId: number | undefined
  readonly onClose: () => void
  /** `sku` as in the run's rows: a listing's number in a run of offers to watchers. */
  readonly onOpenItem: (sku: string, label: Run['label']) => void
  readonly onShowRun: (runId: number) => void
  /** Next steps to offer after the run has ended, or as soon as one is known (LST-21). */
  readonly next?: (run: Run) => ReactNode
  /** What came of it afterwards. */
  readonly results?: (run: Run) => ReactNode
}

export const RunPanel = ({ runId, ...props }: RunPanelProps) =>
  runId === undefined ? <LastRun {...props} /> : <NamedRun {...props} runId={runId} />

const LastRun = (props: Omit<RunPanelProps, 'runId'>) => {
  const query = useApiQuery('outbound', 'runs', {})
  const [run] = query.data?.runs ?? []
  if (run !== undefined) return <OpenRun {...props} key={run.runId} run={run} />
  return (
    <NoRun
      heading="Nothing sent from the list yet"
      onClose={props.onClose}
      query={query}
      text="Type into the list, paste a block, import a file, or select rows and choose Listings."
      title="Runs"
    />
  )
}

const NamedRun = ({ runId, ...props }: RunPanelProps & { readonly runId: number }) => {
  const query = useApiQuery('outbound', 'run', { runId })
  if (query.data) return <OpenRun {...props} key={runId} run={query.data} />
  return (
    <NoRun
      heading="This run doesn’t exist"
      onClose={props.onClose}
      query={query}
      text="It may be missing because an older copy of this shop was restored. The outbox shows what is still waiting."
      title="Runs"
    />
  )
}

const describe = ({ message, changes }: RunRow): string => (message === '' ? writeRunChanges(changes) : message)

const isProblem = ({ state }: RunRow): boolean => state === 'refused' || state === 'notFound'
const keyOf = ({ outboundId }: RunRow): string => outboundId

const toColumns = (label: Run['label']): readonly TableColumn<RunRow>[] => [
  {
    id: 'item',
    label: 'Item',
    width: 'minmax(130px, 2fr)',
    render: ({ sku, title }) => <RunItem label={label} sku={sku} title={title} />,
  },
  {
    id: 'state',
    label: 'State',
    width: '110px',
    render: ({ state }) => {
      const { label, tone } = groupLabels[groupOf(state)]
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    id: 'what',
    label: 'Details',
    width: 'minmax(200px, 3fr)',
    render: (row) => (
      <span title={describe(row)}>
        <Text tone={isProblem(row) ? 'danger' : undefined}>{describe(row)}</Text>
      </span>
    ),
  },
]

const LeftOut = ({ leftOut }: Pick<Run, 'leftOut'>) => {
  if (leftOut.length === 0) return null
  return (
    <details>
      <summary>{formatCount(leftOut.length, 'item')} left out</summary>
      <Stack gap={1}>
        {leftOut.map(({ sku, title, reason }) => (
          <Text as="p" key={sku} tone="soft">
            {title ?? ''} <span className="mono">{sku}</span> {reason}
          </Text>
        ))}
      </Stack>
    </details>
  )
}

type OpenRunProps = Omit<RunPanelProps, 'runId'> & { readonly run: Run }

const OpenRun = ({ run, onClose, onOpenItem, onShowRun, next, results }: OpenRunProps) => {
  const { runId, isOpen } = run
  const counts = countGroups(run)
  const stop = useApiMutation('outbound', 'stopRun')
  const [wanted, setWanted] = useState<RunGroup | 'all'>()
  const [isReverting, setReverting] = useState(false)
  const [seenRun, setSeenRun] = useSeenRun(runScreen(run))
  const isUnseen = !isOpen && runId > seenRun
  const markSeen = useEffectEvent(() => setSeenRun(runId))
  useEffect(() => {
    if (isUnseen) markSeen()
  }, [isUnseen])
  const isRevertWanted = useStore(wantedRevert) === runId && run.canRevert
  useEffect(() => {
    if (!isRevertWanted) return
    wantedRevert.set(null)
    setReverting(true)
  }, [isRevertWanted])
  // After a run, shows first what needs the seller.
  const needsSeller = (['refused', 'notFound'] as const).find((group) => counts[group] > 0)
  const shown = wanted ?? (isOpen ? 'all' : (needsSeller ?? 'all'))
  const { rows } = useApiRows('outbound', 'runRows', { runId, states: [...statesOf(shown)] })
  useCommand('items.stopRun', () => stop.mutate({ runId }), { isEnabled: isOpen })
  return (
    <RunPane<RunRow, RunGroup>
      columns={toColumns(run.label)}
      counts={counts}
      describe={describe}
      footer={
        isOpen && run.next === null ? undefined : (
          <Row grow justify="end" wrap>
            {run.canRevert && (
              <Button onPress={() => setReverting(true)} variant="quiet">
                Put back {formatCount(counts.sent, 'item')}
              </Button>
            )}
            {next?.(run)}
          </Row>
        )
      }
      getKey={keyOf}
      isFirstChosen={shown === 'refused' || shown === 'notFound'}
      labels={groupLabels}
      onClose={onClose}
      onOpenItem={(sku) => onOpenItem(sku, run.label)}
      onShow={setWanted}
      rows={rows}
      shown={shown}
      states={runGroups.filter((group) => counts[group] > 0)}
      subtitle={countsText(run) || undefined}
      title={runTitle(run)}
    >
      <MutationError of={stop} />
      {run.problem !== null && (
        <Banner title="The run was paused." tone="danger">
          <ProblemText problem={run.problem} />
        </Banner>
      )}
      {run.waits !== null && !run.isPaused && (
        <Banner title="The run is waiting." tone="caution">
          <ProblemText problem={run.waits.error} />
        </Banner>
      )}
      {isOpen && <RunProgress onStop={() => stop.mutate({ runId })} run={run} />}
      {isOpen && (
        <Text as="p" tone="soft">
          {run.isPaused && run.problem === null
            ? 'Stays paused until you resume it, even after a restart.'
            : 'Continues automatically, even after a restart.'}{' '}
          Stop withdraws what wasn’t sent yet.
        </Text>
      )}
      {results?.(run)}
      <LeftOut leftOut={run.leftOut} />
      {isReverting && <RevertDialog onClose={() => setReverting(false)} onStarted={onShowRun} run={run} />}
    </RunPane>
  )
}
