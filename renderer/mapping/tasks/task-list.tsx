/** All mapping tasks, newest first. */
import { Pause, Play, Plus, Route } from 'lucide-react'
import { useState } from 'react'
import type { TaskRow } from '../../../shared/mapping/contract.ts'
import type { TaskState } from '../../../shared/mapping/task.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState, NoResults } from '../../ui/feedback/states.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { VirtualList } from '../../ui/lists/virtual-list.tsx'
import { stateLabel, taskTitle } from '../mapping-labels.ts'
import { AddTaskDialog } from './add-task-dialog.tsx'
import styles from './tasks.module.css'

const states = [
  'processing',
  'completed',
  'completedWithError',
  'failed',
  'notWatching',
  'waiting',
  'startUnknown',
  'notStarted',
  'unknownTask',
  'accessDenied',
] as const satisfies readonly TaskState[]

const filters = [
  { id: 'all', label: 'All tasks' },
  ...states.map((state) => ({ id: state, label: stateLabel({ state }).label })),
]

const ROW_HEIGHT = 56
const taskKey = (task: TaskRow): string => String(task.taskRef)

const resultText = ({ counts, productCount }: TaskRow): string => {
  if (counts === null) return productCount === 0 ? 'Added by its ID' : formatCount(productCount, 'product')
  const problems = counts.invalidProducts + counts.unmappedProducts + counts.unprocessedProducts
  const previews = formatCount(counts.listingPreviews, 'suggestion')
  return problems === 0 ? previews : `${previews}, ${formatCount(problems, 'problem')}`
}

const TaskListRow = ({ task }: { readonly task: TaskRow }) => {
  const { label, tone } = stateLabel(task)
  return (
    <Stack className={styles.row} gap={1}>
      <Row>
        <Text className={styles.grow} strong truncate>
          {taskTitle(task)}
        </Text>
        <Text size="meta" tone="faint" truncate>
          <RelativeTime at={task.createdAtMs} />
        </Text>
      </Row>
      <Row>
        <Badge tone={tone}>{label}</Badge>
        <Text className={styles.grow} size="meta" tabular tone="faint" truncate>
          {resultText(task)}
        </Text>
      </Row>
    </Stack>
  )
}

export const TaskList = ({ selected }: { readonly selected: string | null }) => {
  const { the } = usePlatformName()
  const [filter, setFilter] = useViewState('mapping.filter', 'all')
  const [isAdding, setIsAdding] = useState(false)
  const state = states.find((known) => known === filter)
  const { rows, head } = useApiRows('mapping', 'tasks', state === undefined ? {} : { state })
  const pauseAll = useReportedMutation('mapping', 'pauseAll')
  const resumeAll = useReportedMutation('mapping', 'resumeAll')
  const startNew = (): void => navigate({ screen: 'mapping', path: ['new'] })
  const { all = 0, watching = 0, paused = 0 } = head.data ?? {}

  return (
    <Pane
      title="Suggested details"
      isFilled
      subtitle={watching === 0 ? undefined : `${formatNumber(watching)} in progress`}
      actions={
        <>
          <CommandButton
            command="mapping.addTask"
            onPress={() => setIsAdding(true)}
            size="s"
            text="Add by ID"
            variant="quiet"
          />
          <CommandButton
            aria-label="Start a mapping"
            command="mapping.start"
            icon={Plus}
            onPress={startNew}
            size="s"
            text="Start"
          />
        </>
      }
      toolbar={
        all > 0 && (
          <Row wrap>
            <Select label="Show" isLabelHidden isSmall options={filters} value={state ?? 'all'} onChange={setFilter} />
            {watching > 0 && (
              <CommandButton
                command="mapping.pauseAll"
                icon={Pause}
                isPending={pauseAll.isPending}
                onPress={() => pauseAll.mutate({})}
                size="s"
                variant="quiet"
              />
            )}
            {paused > 0 && (
              <CommandButton
                command="mapping.resumeAll"
                icon={Play}
                isPending={resumeAll.isPending}
                text={`Resume ${formatNumber(paused)}`}
                onPress={() => resumeAll.mutate({})}
                size="s"
                variant="quiet"
              />
            )}
          </Row>
        )
      }
    >
      <QueryView query={head} label="Mapping tasks" skeleton={{ shape: 'rows', rowHeight: ROW_HEIGHT }}>
        {({ total }) => {
          if (all === 0) {
            return (
              <EmptyState
                icon={Route}
                heading="No mapping tasks yet"
                text={`Send products to ${the} and get a recommended listing for each: category, title, item specifics and pictures. It takes a few minutes; Stallhand watches and shows the results.`}
                action={{ label: 'Choose products', onPress: startNew }}
              />
            )
          }
          if (total === 0) {
            return (
              <NoResults
                heading="No tasks with this status"
                text={`There are ${formatCount(all, 'task')} with another status.`}
                onClear={() => setFilter('all')}
              />
            )
          }
          return (
            <VirtualList
              label="Mapping tasks"
              items={rows}
              getKey={taskKey}
              rowHeight={ROW_HEIGHT}
              selectedKey={selected}
              onSelect={(key) => navigate({ screen: 'mapping', path: [key] })}
              renderRow={(task) => <TaskListRow task={task} />}
            />
          )
        }}
      </QueryView>
      <AddTaskDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Pane>
  )
}
