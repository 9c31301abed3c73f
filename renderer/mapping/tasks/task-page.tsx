/** One mapping task: its state, its results, and everything sent and checked. */
import { Pause, Play, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { TaskPage as Task } from '../../../shared/mapping/contract.ts'
import { isEnded, isPollable } from '../../../shared/mapping/task.ts'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { checkedText, stateLabel, stateMeaning, taskTitle } from '../mapping-labels.ts'
import { InvalidList } from '../results/invalid-list.tsx'
import { PreviewList } from '../results/preview-list.tsx'
import { PreviewPage } from '../results/preview-page.tsx'
import { ResultOverview } from '../results/result-overview.tsx'
import { SentList } from '../results/sent-list.tsx'
import { UnmappedList, UnprocessedList } from '../results/unmatched-lists.tsx'
import { ResendDialog } from '../start/resend-dialog.tsx'
import { CheckList } from './check-list.tsx'
import { ResendHistoryView } from './resend-history.tsx'

type TaskProps = { readonly task: Task }

const CheckedText = ({ task }: TaskProps) => {
  const nowMs = useNow('second')
  return <Text tabular>{checkedText(task, nowMs)}</Text>
}

const RestartDialog = ({ task, onClose }: TaskProps & { readonly onClose: () => void }) => {
  const { The } = usePlatformName()
  const { data } = useApiQuery('mapping', 'productsSent', { taskRef: task.taskRef })
  return (
    <ResendDialog
      isOpen={data !== undefined}
      onClose={onClose}
      parentRef={task.taskRef}
      products={data?.products ?? []}
      warning={`${The} may have accepted the first start. If it did, the same products are mapped twice. You can still add the first task by its ID.`}
    />
  )
}

const TaskActions = ({ task }: TaskProps) => {
  const input = { taskRef: task.taskRef }
  const checkNow = useReportedMutation('mapping', 'checkNow')
  const pause = useReportedMutation('mapping', 'pause')
  const resume = useReportedMutation('mapping', 'resume')
  const startAgain = useReportedMutation('mapping', 'startAgain')
  const [isRestarting, setIsRestarting] = useState(false)

  if (task.state === 'notStarted' || task.state === 'waiting') {
    return (
      <CommandButton
        command="mapping.startAgain"
        label={task.state === 'waiting' ? 'Start now' : undefined}
        isPending={startAgain.isPending}
        sends
        onPress={() => startAgain.mutate(input)}
        variant="primary"
      />
    )
  }
  if (task.state === 'startUnknown') {
    return (
      <>
        <CommandButton
          command="mapping.startAgain"
          label="Start again as a new task"
          onPress={() => setIsRestarting(true)}
        />
        {isRestarting && <RestartDialog task={task} onClose={() => setIsRestarting(false)} />}
      </>
    )
  }
  if (!isPollable(task.state)) return null
  return (
    <>
      <CommandButton
        command="mapping.checkNow"
        icon={RefreshCw}
        isPending={task.checking || checkNow.isPending}
        onPress={() => checkNow.mutate(input)}
      />
      {task.state === 'processing' && !task.paused ? (
        <CommandButton command="mapping.pause" icon={Pause} onPress={() => pause.mutate(input)} />
      ) : (
        <CommandButton command="mapping.resume" icon={Play} onPress={() => resume.mutate(input)} variant="primary" />
      )}
    </>
  )
}

/** Explains what the badge alone can't say. A result needs no banner: its lists show it. */
const TaskBanners = ({ task }: TaskProps) => {
  const platformName = usePlatformName()
  const { tone, label } = stateLabel(task)
  const { problem, remarks, missingScope, state } = task
  const isCheckFailing = state === 'processing' && problem !== null
  const needsExplanation = (tone === 'danger' || tone === 'caution') && state !== 'completedWithError'
  if (!isCheckFailing && !needsExplanation && remarks.length === 0) return null
  return (
    <Stack pad={3}>
      {isCheckFailing && (
        <Banner tone="caution" title="The last check got no result.">
          {problem} Stallhand checks again automatically.
        </Banner>
      )}
      {needsExplanation && (
        <Banner
          action={
            missingScope === null
              ? undefined
              : { label: 'Open sign-in', onPress: () => navigate({ screen: 'settings', path: ['section', 'sign-in'] }) }
          }
          tone={tone}
          title={`${label}.`}
        >
          {[stateMeaning(task, platformName), problem].filter((part) => part !== null).join(' ')}
        </Banner>
      )}
      {remarks.length > 0 && (
        <Banner tone="caution" title={`${platformName.The} added:`}>
          {remarks.join(' ')}
        </Banner>
      )}
    </Stack>
  )
}

const TaskTabs = ({ task, tab }: TaskProps & { readonly tab: string | undefined }) => {
  const { counts, productCount } = task
  const lists =
    counts === null
      ? []
      : [
          { id: 'result', label: 'Result', content: <ResultOverview task={task} /> },
          { id: 'invalid', label: 'Invalid', count: counts.invalidProducts, content: <InvalidList task={task} /> },
          { id: 'unmapped', label: 'Unmapped', count: counts.unmappedProducts, content: <UnmappedList task={task} /> },
          {
            id: 'unprocessed',
            label: 'Unprocessed',
            count: counts.unprocessedProducts,
            content: <UnprocessedList task={task} />,
          },
          { id: 'previews', label: 'Suggestions', count: counts.listingPreviews, content: <PreviewList task={task} /> },
        ]
  const sent = { id: 'sent', label: 'Sent', count: productCount, content: <SentList task={task} /> }
  const tabs = [
    ...lists,
    ...(productCount === 0 ? [] : [sent]),
    { id: 'checks', label: 'Checks', count: task.polls.length, content: <CheckList task={task} /> },
  ]
  const selected = tabs.find(({ id }) => id === tab) ?? tabs[0]
  return (
    <Tabs
      label="The task"
      tabs={tabs}
      selected={selected?.id ?? ''}
      onChange={(id) => navigate({ screen: 'mapping', path: [String(task.taskRef), id] })}
    />
  )
}

const LoadedTask = ({ task, path: [tab, index] }: TaskProps & { readonly path: readonly string[] }) => {
  const previewIndex = tab === 'previews' ? Number(index) - 1 : -1
  if (previewIndex >= 0 && previewIndex < (task.counts?.listingPreviews ?? 0)) {
    return <PreviewPage task={task} previewIndex={previewIndex} />
  }
  const { label, tone } = stateLabel(task)
  const { counts, productCount } = task
  return (
    <Pane
      title={taskTitle(task)}
      isFilled
      onBack={toList}
      backLabel="Back to all tasks"
      subtitle={
        <Row>
          <Badge tone={tone}>{label}</Badge>
          {!isEnded(task.state) && task.taskId !== null && <CheckedText task={task} />}
          {counts !== null && (
            <span>
              {formatCount(counts.listingPreviews, 'suggestion')}
              {productCount > 0 && ` of ${formatCount(productCount, 'product')}`}
            </span>
          )}
          {task.taskId !== null && task.about !== null && (
            <Text mono truncate>
              {task.taskId}
            </Text>
          )}
        </Row>
      }
      actions={<TaskActions task={task} />}
    >
      <TaskBanners task={task} />
      {task.resends !== null && <ResendHistoryView task={task} history={task.resends} />}
      <TaskTabs task={task} tab={tab} />
    </Pane>
  )
}

const toList = (): void => navigate({ screen: 'mapping', path: [] })

export const TaskPage = ({ taskRef, path }: { readonly taskRef: number; readonly path: readonly string[] }) => {
  const query = useApiQuery('mapping', 'task', { taskRef })
  if (query.data !== undefined) return <LoadedTask task={query.data} path={path} />
  const isMissing = query.error?.detail.kind === 'notFound'
  return (
    <Pane title={`Task ${taskRef}`} onBack={toList} backLabel="Back to all tasks">
      <QueryView
        query={query}
        label="The task"
        skeleton={{ shape: 'facts' }}
        whatToDo={isMissing ? 'Choose a task from the list.' : undefined}
        action={isMissing ? { label: 'Show all tasks', onPress: toList } : undefined}
      >
        {() => null}
      </QueryView>
    </Pane>
  )
}
