// Sending many edits at once: the plan before it, how far it is, and what became of each item.
import { X } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { Run, RunRow } from '../../shared/inventory/run-contract.ts'
import { type RunRowState, runRowStates } from '../../shared/inventory/send-run.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { useConnection } from '../api/use-connection.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Pane } from '../ui/pane.tsx'
import { Progress } from '../ui/progress.tsx'
import { Select } from '../ui/select.tsx'
import { EmptyState, ErrorState, LoadingState } from '../ui/states.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'

import { RunDeletions } from './run-deletions.tsx'
import styles from './run-panel.module.css'
import { RunPlan } from './run-plan.tsx'
import { countsText, isOpen, progressOf, rowText, rowWords, runTitle, waitText } from './run-words.ts'

export interface RunPanelProps {
  readonly onClose: () => void
  readonly onOpenItem: (sku: string) => void
  /** Shows what was refused in the table of items, where it can be mended. */
  readonly onShowFailed: () => void
}

/** The run that is open, or the last one. */
export function RunPanel({ onClose, onOpenItem, onShowFailed }: RunPanelProps) {
  const run = useApiQuery('inventory', 'run', {})
  if (run.data === undefined || run.data === null) {
    return (
      <Pane acts={<IconButton icon={X} label="Close" onPress={onClose} />} onBack={onClose} title="Send changes">
        {run.isError ? (
          <ErrorState
            onRetry={() => void run.refetch()}
            what="The run cannot be shown"
            whatToDo="Try again."
            why={run.error.message}
          />
        ) : run.data === null ? (
          <EmptyState
            heading="Nothing was sent from the table yet"
            text="Type into the table, paste a block or import a file. What changed is then sent from here, after you have seen the plan."
          />
        ) : (
          <LoadingState label="Loading the run" shape="facts" />
        )}
      </Pane>
    )
  }
  return <OpenRun onClose={onClose} onOpenItem={onOpenItem} onShowFailed={onShowFailed} run={run.data} />
}

function OpenRun({ run, onClose, onOpenItem, onShowFailed }: RunPanelProps & { readonly run: Run }) {
  const { runId, state, counts } = run
  const now = useNow(run.waits?.untilMs == null ? 'halfMinute' : 'second')
  const pause = useApiMutation('inventory', 'pauseRun')
  const resume = useApiMutation('inventory', 'resumeRun')
  const stop = useApiMutation('inventory', 'stopRun')
  const isMoving = state === 'reading' || state === 'sending' || state === 'waiting' || state === 'paused'
  const { done, all } = progressOf(run)
  const failure = pause.error ?? resume.error ?? stop.error

  return (
    <Pane
      acts={<IconButton icon={X} label="Close" onPress={onClose} />}
      footer={
        state === 'ready' ? (
          <StartBar onStop={() => stop.mutate({ runId }, { onSuccess: onClose })} run={run} />
        ) : !isOpen(run) && counts.failed > 0 ? (
          <div className={styles.bar}>
            <span className={styles.grow} />
            <Button onPress={onShowFailed} variant="primary">
              Mend {formatCount(counts.failed, 'refused item')} in the table
            </Button>
          </div>
        ) : undefined
      }
      onBack={onClose}
      subtitle={countsText(run) || undefined}
      title={runTitle(run)}
    >
      <div className={styles.body}>
        {failure !== null && <Banner tone="danger">{failure.message}</Banner>}
        {run.problem !== null && (
          <Banner title="It paused by itself." tone="danger">
            {run.problem.message}
          </Banner>
        )}
        {isMoving && (
          <Progress
            detail={`${formatNumber(done)} of ${formatNumber(all)}`}
            isPaused={state === 'paused'}
            label={waitText(run, now) ?? runTitle(run)}
            max={Math.max(1, all)}
            onPause={() => pause.mutate({ runId })}
            onResume={() => resume.mutate({ runId })}
            onStop={() => stop.mutate({ runId })}
            value={done}
          />
        )}
        {state === 'reading' && (
          <p className={styles.note}>
            Nothing is sent yet. Each item is read, so that the plan says what really changes; you can go on working.
          </p>
        )}
        {(state === 'sending' || state === 'waiting' || state === 'paused') && counts.toRead === 0 && (
          <p className={styles.note}>
            {state === 'paused'
              ? 'It stays paused until you go on, also after Stallhand was closed and opened again.'
              : 'It goes on by itself, also after Stallhand was closed and opened again.'}{' '}
            What is not sent stays as an edit.
          </p>
        )}
        {isOpen(run) && state !== 'reading' && counts.toRead === 0 && <RunPlan run={run} />}
        {state === 'ready' && run.deletions.all > 0 && <RunDeletions run={run} />}
        <RunRows key={runId} onOpenItem={onOpenItem} run={run} />
      </div>
    </Pane>
  )
}

function StartBar({ run, onStop }: { readonly run: Run; readonly onStop: () => void }) {
  const { runId, counts, deletions } = run
  const connection = useConnection()
  const start = useApiMutation('inventory', 'startRun')
  const begin = (leaveOutUnconfirmed: boolean) => start.mutate({ runId, leaveOutUnconfirmed })
  const isBlocked = deletions.unconfirmed > 0
  return (
    <div className={styles.bar}>
      <span className={styles.grow}>
        {start.isError && <span className={styles.wrong}>{start.error.message}</span>}
      </span>
      <Button onPress={onStop} variant="quiet">
        Discard the plan
      </Button>
      {isBlocked && counts.planned > 0 && (
        <Button isPending={start.isPending} kind={connection?.kind} onPress={() => begin(true)}>
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
        kind={connection?.kind}
        onPress={() => begin(false)}
        variant="primary"
      >
        Send {formatCount(counts.planned, 'item')}
      </Button>
    </div>
  )
}

const columns: readonly TableColumn<RunRow>[] = [
  { id: 'sku', label: 'SKU', width: '130px', render: ({ sku }) => <span className="mono">{sku}</span> },
  {
    id: 'state',
    label: 'State',
    width: '120px',
    render: ({ state }) => <Badge tone={rowWords[state].tone}>{rowWords[state].word}</Badge>,
  },
  {
    id: 'what',
    label: 'What',
    width: 'minmax(200px, 1fr)',
    render: (row) => {
      const text = rowText(row)
      const isWrong = row.state === 'failed' || row.problems.length > 0
      return (
        <span className={isWrong ? styles.wrong : undefined} title={text}>
          {text}
        </span>
      )
    },
  },
]
const keyOf = ({ sku }: RunRow): string => sku

/** Of a run that has ended, what is left to mend comes first; else all of it. */
const firstShown = (run: Run): RunRowState | 'all' => {
  if (isOpen(run)) return 'all'
  return (['failed', 'held'] as const).find((state) => run.counts[state] > 0) ?? 'all'
}

function RunRows({ run, onOpenItem }: { readonly run: Run; readonly onOpenItem: (sku: string) => void }) {
  const { runId, counts } = run
  const [wanted, setWanted] = useState<RunRowState | 'all'>()
  const shown = wanted ?? firstShown(run)
  const list = useApiRows('inventory', 'runRows', { runId, state: shown })
  const [pressed, setPressed] = useState<RunRow>()
  // Where something is left to mend, the first of it is read whole at once: a cell has no room for it.
  const chosen = pressed ?? (shown === 'failed' || shown === 'held' ? list.rows.at(0) : undefined)
  const states = runRowStates.filter((state) => counts[state] > 0)
  return (
    <section aria-label="Items of the run" className={styles.rows}>
      <div className={styles.choice}>
        <Select
          isSmall
          label="Items"
          onChange={(id) => {
            setWanted(runRowStates.find((state) => state === id) ?? 'all')
            setPressed(undefined)
          }}
          options={[
            { id: 'all', label: `All (${formatNumber(counts.all)})` },
            ...states.map((state) => ({
              id: state,
              label: `${rowWords[state].word} (${formatNumber(counts[state])})`,
            })),
          ]}
          value={shown}
        />
      </div>
      <div className={styles.table} style={{ '--row-count': Math.max(1, list.rows.count) } as CSSProperties}>
        {list.rows.count > 0 ? (
          <Table
            columns={columns}
            getKey={keyOf}
            items={list.rows}
            label="Items of the run"
            onOpen={onOpenItem}
            onSelect={(_, row) => setPressed(row)}
            selectedKey={chosen?.sku ?? null}
            selectionFollowsFocus
          />
        ) : (
          list.head.data !== undefined && <p className={styles.note}>None.</p>
        )}
      </div>
      {chosen !== undefined && rowText(chosen) !== '' && (
        <div className={styles.chosen}>
          <p className={styles.text} role="status">
            <span className="mono">{chosen.sku}</span> {rowText(chosen)}
          </p>
          <Button onPress={() => onOpenItem(chosen.sku)} size="s">
            Open the item
          </Button>
        </div>
      )}
    </section>
  )
}
