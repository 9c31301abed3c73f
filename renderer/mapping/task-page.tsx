/** One mapping task: where it stands, what came back, and everything that was sent and asked. */
import { Pause, Play, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { TaskPage as Task } from '../../shared/mapping/contract.ts'
import { isEnded, isPollable } from '../../shared/mapping/task.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useConnection } from '../api/use-connection.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { Pane } from '../ui/pane.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { CheckList } from './check-list.tsx'
import { LineageTree } from './lineage-tree.tsx'
import { checkedText, titleOf, wordsOf } from './mapping-labels.ts'
import { PreviewList } from './preview-list.tsx'
import { PreviewPage } from './preview-page.tsx'
import { InvalidList, UnmappedList, UnprocessedList } from './problem-lists.tsx'
import { ResultOverview } from './result-overview.tsx'
import { SendAgain } from './send-again.tsx'
import { SentList } from './sent-list.tsx'
import styles from './task-page.module.css'

const tabIds = ['result', 'invalid', 'unmapped', 'unprocessed', 'previews', 'sent', 'checks'] as const
type TabId = (typeof tabIds)[number]

/** A result shows all its lists at once; before there is one, what was sent is all there is. */
const firstTab = ({ counts, productCount }: Task): TabId => {
  if (counts !== null) return 'result'
  return productCount > 0 ? 'sent' : 'checks'
}

const Checked = ({ task }: { readonly task: Task }) => {
  const nowMs = useNow('second')
  return <span className={styles.checked}>{checkedText(task, nowMs)}</span>
}

const StartUncertainAgain = ({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) => {
  const { data } = useApiQuery('mapping', 'productsSent', { taskRef: task.taskRef })
  return (
    <SendAgain
      isOpen={data !== undefined}
      onClose={onClose}
      parentRef={task.taskRef}
      products={data?.products ?? []}
      warning="The platform may have taken the first start. If it did, the same products run there twice; the first task’s id can still be added by hand."
    />
  )
}

const Acts = ({ task }: { readonly task: Task }) => {
  const kind = useConnection()?.kind
  const input = { taskRef: task.taskRef }
  const checkNow = useReportedMutation('mapping', 'checkNow')
  const pause = useReportedMutation('mapping', 'pause')
  const resume = useReportedMutation('mapping', 'resume')
  const startAgain = useReportedMutation('mapping', 'startAgain')
  const [isSendingAgain, setIsSendingAgain] = useState(false)

  if (task.state === 'notStarted') {
    return (
      <Button kind={kind} variant="primary" isPending={startAgain.isPending} onPress={() => startAgain.mutate(input)}>
        Start again
      </Button>
    )
  }
  if (task.state === 'startUnknown') {
    return (
      <>
        <Button onPress={() => setIsSendingAgain(true)}>Start again as a new task</Button>
        {isSendingAgain && <StartUncertainAgain task={task} onClose={() => setIsSendingAgain(false)} />}
      </>
    )
  }
  if (!isPollable(task.state)) return null
  const isWatched = task.state === 'processing' && !task.paused
  return (
    <>
      <Button icon={RefreshCw} isPending={task.checking || checkNow.isPending} onPress={() => checkNow.mutate(input)}>
        Check now
      </Button>
      {isWatched ? (
        <Button icon={Pause} onPress={() => pause.mutate(input)}>
          Pause
        </Button>
      ) : (
        <Button icon={Play} variant="primary" onPress={() => resume.mutate(input)}>
          Resume
        </Button>
      )}
    </>
  )
}

/** What the badge alone cannot say: why, and what it means. A result speaks through its lists. */
const Meaning = ({ task }: { readonly task: Task }) => {
  const { tone, word, meaning } = wordsOf(task)
  const { problem, remarks } = task
  // A check that brought nothing leaves the state as it was: that is its news, not the state's.
  const isPassing = task.state === 'processing' && problem !== null
  const needsWords = (tone === 'danger' || tone === 'caution') && task.state !== 'completedWithError'
  if (!isPassing && !needsWords && remarks.length === 0) return null
  return (
    <div className={styles.banners}>
      {isPassing && (
        <Banner tone="caution" title="The last check brought nothing.">
          {problem} It is asked again by itself.
        </Banner>
      )}
      {needsWords && (
        <Banner
          act={
            task.missingScope === null
              ? undefined
              : { label: 'Open Sign-in', onPress: () => navigate({ screen: 'settings', path: ['section', 'sign-in'] }) }
          }
          tone={tone}
          title={`${word}.`}
        >
          {problem === null ? meaning : `${meaning} ${problem}`}
        </Banner>
      )}
      {remarks.length > 0 && (
        <Banner tone="caution" title="The platform added:">
          {remarks.join(' ')}
        </Banner>
      )}
    </div>
  )
}

const TaskTabs = ({ task, tab }: { readonly task: Task; readonly tab: string | undefined }) => {
  const { counts } = task
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
          { id: 'previews', label: 'Previews', count: counts.listingPreviews, content: <PreviewList task={task} /> },
        ]
  const tabs = [
    ...lists,
    ...(task.productCount === 0
      ? []
      : [{ id: 'sent', label: 'Sent', count: task.productCount, content: <SentList task={task} /> }]),
    { id: 'checks', label: 'Checks', count: task.polls.length, content: <CheckList task={task} /> },
  ]
  const selected = tabs.some(({ id }) => id === tab) ? (tab ?? '') : firstTab(task)
  return (
    <Tabs
      label="The task"
      tabs={tabs}
      selected={selected}
      onChange={(id) => navigate({ screen: 'mapping', path: [String(task.taskRef), id] })}
    />
  )
}

export const TaskPage = ({ taskRef, path }: { readonly taskRef: number; readonly path: readonly string[] }) => {
  const answer = useApiQuery('mapping', 'task', { taskRef })
  const { data: task, error } = answer
  const toList = (): void => navigate({ screen: 'mapping', path: [] })

  if (task === undefined) {
    return (
      <Pane title={`Task ${taskRef}`} onBack={toList} backLabel="Back to all tasks">
        {error === null ? (
          <LoadingState label="Loading the task" shape="facts" />
        ) : error.detail.kind === 'notFound' ? (
          <ErrorState what="This task is not here" why={error.detail.message} whatToDo="Choose one from the list." />
        ) : (
          <ErrorState
            what="The task could not be read"
            why={error.detail.message}
            whatToDo="Try again. The task itself is safe on this machine."
            isRetrying={answer.isFetching}
            onRetry={() => void answer.refetch()}
          />
        )}
      </Pane>
    )
  }

  const [tab, index] = path
  const previewIndex = tab === 'previews' && index !== undefined ? Number(index) - 1 : undefined
  if (previewIndex !== undefined && previewIndex >= 0 && previewIndex < (task.counts?.listingPreviews ?? 0)) {
    return <PreviewPage task={task} previewIndex={previewIndex} key={previewIndex} />
  }

  const { word, tone } = wordsOf(task)
  return (
    <Pane
      title={titleOf(task)}
      isFilled
      onBack={toList}
      backLabel="Back to all tasks"
      subtitle={
        <span className={styles.subtitle}>
          <Badge tone={tone}>{word}</Badge>
          {isEnded(task.state) || task.taskId === null ? (
            task.counts !== null && (
              <span>
                {formatCount(task.counts.listingPreviews, 'preview')}
                {task.productCount > 0 && ` of ${formatCount(task.productCount, 'product')}`}
              </span>
            )
          ) : (
            <Checked task={task} />
          )}
          {task.taskId !== null && task.about !== null && <span className={styles.id}>{task.taskId}</span>}
        </span>
      }
      acts={<Acts task={task} />}
    >
      <Meaning task={task} />
      {task.resends !== null && <LineageTree task={task} history={task.resends} />}
      <TaskTabs task={task} tab={tab} />
    </Pane>
  )
}
