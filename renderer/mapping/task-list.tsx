/** All mapping tasks, newest first. */
import { Pause, Play, Plus, Route } from 'lucide-react'
import { useState } from 'react'
import type { TaskRow } from '../../shared/mapping/contract.ts'
import type { TaskState } from '../../shared/mapping/task.ts'
import { useReportedMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { useNow } from '../api/use-now.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Pane } from '../ui/pane.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Select } from '../ui/select.tsx'
import { EmptyState, ErrorState, LoadingState, NoResults } from '../ui/states.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { AddTaskId } from './add-task-id.tsx'
import { titleOf, wordsOf } from './mapping-labels.ts'
import { PollDots } from './poll-dots.tsx'
import styles from './task-list.module.css'

const filters = [
  { id: 'all', label: 'All tasks' },
  { id: 'processing', label: 'Processing' },
  { id: 'completed', label: 'Completed' },
  { id: 'completedWithError', label: 'Completed with problems' },
  { id: 'failed', label: 'Failed' },
  { id: 'notWatching', label: 'Not watching' },
  { id: 'startUnknown', label: 'Start uncertain' },
  { id: 'notStarted', label: 'Not started' },
  { id: 'unknownTask', label: 'Unknown task' },
  { id: 'accessDenied', label: 'Access denied' },
] as const satisfies readonly { readonly id: 'all' | TaskState; readonly label: string }[]

const stateOf = (filter: string): TaskState | undefined =>
  filters.flatMap(({ id }) => (id === filter && id !== 'all' ? [id] : []))[0]

const keyOf = (task: TaskRow): string => String(task.taskRef)

const resultText = ({ counts, productCount }: TaskRow): string => {
  if (counts === null) return productCount === 0 ? 'Added by its id' : formatCount(productCount, 'product')
  const problems = counts.invalidProducts + counts.unmappedProducts + counts.unprocessedProducts
  const previews = formatCount(counts.listingPreviews, 'preview')
  return problems === 0 ? previews : `${previews}, ${formatCount(problems, 'problem')}`
}

const Row = ({ task, nowMs }: { readonly task: TaskRow; readonly nowMs: number }) => {
  const { word, tone } = wordsOf(task)
  return (
    <div className={styles.row}>
      <div className={styles.line}>
        <span className={styles.title}>{titleOf(task)}</span>
        <span className={styles.time}>
          <RelativeTime at={task.createdAtMs} now={nowMs} />
        </span>
      </div>
      <div className={styles.line}>
        <Badge tone={tone}>{word}</Badge>
        <span className={styles.result}>{resultText(task)}</span>
        <PollDots task={task} />
      </div>
    </div>
  )
}

export const TaskList = ({ selected }: { readonly selected: string | null }) => {
  const [filter, setFilter] = useViewState('mapping.filter', 'all')
  const [isAdding, setIsAdding] = useState(false)
  const nowMs = useNow()
  const state = stateOf(filter)
  const { rows, head } = useApiRows('mapping', 'tasks', state === undefined ? {} : { state })
  const { data, error } = head
  const pauseAll = useReportedMutation('mapping', 'pauseAll')
  const resumeAll = useReportedMutation('mapping', 'resumeAll')
  const startNew = (): void => navigate({ screen: 'mapping', path: ['new'] })

  const body = () => {
    if (data === undefined) {
      return error === null ? (
        <LoadingState label="Loading mapping tasks" rowHeight={56} shape="rows" />
      ) : (
        <ErrorState
          what="The mapping tasks could not be read"
          why={error.detail.message}
          whatToDo="Try again. The tasks themselves are safe on this machine."
          isRetrying={head.isFetching}
          onRetry={() => void head.refetch()}
        />
      )
    }
    if (data.all === 0) {
      return (
        <EmptyState
          icon={Route}
          heading="No mapping tasks yet"
          text="Hand the platform some products, and it recommends a listing for each: category, title, item specifics and pictures. It takes minutes; Stallhand keeps watch and shows what came back."
          act={{ label: 'Start a mapping', onPress: startNew }}
        />
      )
    }
    if (data.total === 0) {
      return (
        <NoResults
          heading="Nothing here"
          text={`None of the ${formatCount(data.all, 'task')} is in this state.`}
          onClear={() => setFilter('all')}
        />
      )
    }
    return (
      <VirtualList
        label="Mapping tasks"
        items={rows}
        getKey={keyOf}
        rowHeight={56}
        selectedKey={selected}
        onSelect={(key) => navigate({ screen: 'mapping', path: [key] })}
        renderRow={(task) => <Row task={task} nowMs={nowMs} />}
      />
    )
  }

  return (
    <Pane
      title="Mapping"
      isFilled
      subtitle={
        data === undefined ? undefined : data.watching === 0 ? 'Nothing is being watched' : `Watching ${data.watching}`
      }
      acts={
        <>
          <Button onPress={() => setIsAdding(true)} size="s" variant="quiet">
            Add a task id
          </Button>
          <Button icon={Plus} onPress={startNew} size="s">
            New
          </Button>
        </>
      }
      toolbar={
        data !== undefined && data.all > 0 ? (
          <div className={styles.toolbar}>
            <Select
              label="Show"
              isLabelHidden
              isSmall
              options={[...filters]}
              value={state ?? 'all'}
              onChange={setFilter}
            />
            {data.watching > 0 && (
              <Button
                icon={Pause}
                isPending={pauseAll.isPending}
                onPress={() => pauseAll.mutate({})}
                size="s"
                variant="quiet"
              >
                Pause all
              </Button>
            )}
            {data.paused > 0 && (
              <Button
                icon={Play}
                isPending={resumeAll.isPending}
                onPress={() => resumeAll.mutate({})}
                size="s"
                variant="quiet"
              >
                {`Resume ${formatNumber(data.paused)}`}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      {body()}
      <AddTaskId isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Pane>
  )
}
