/** The mapping screen: the task list beside a task, a preview or a new mapping. */
import { Route } from 'lucide-react'
import { useApiRows } from '../api/use-api-rows.ts'
import { useViewState } from '../api/use-view-state.ts'
import { useCommand } from '../commands/registry.ts'
import { navigate, useAppLocation } from '../location.ts'
import { EmptyState } from '../ui/feedback/states.tsx'
import { Stack } from '../ui/layout/layout.tsx'
import { Split } from '../ui/layout/split.tsx'
import styles from './mapping.module.css'
import { StartPage } from './start/start-page.tsx'
import { TaskList } from './tasks/task-list.tsx'
import { TaskPage } from './tasks/task-page.tsx'

export const MappingScreen = () => {
  const [first, ...rest] = useAppLocation().path
  const [width, setWidth] = useViewState('mapping.listWidth', 0)
  const taskRef = first !== undefined && /^[1-9]\d{0,14}$/.test(first) ? Number(first) : undefined
  // One level up: from a preview to its task, from a task to the list.
  useCommand('mapping.back', () => {
    if (first === undefined) return false
    navigate({ screen: 'mapping', path: rest.length > 1 ? [first, rest[0] ?? ''] : [] })
    return true
  })
  const isEmpty = useApiRows('mapping', 'tasks', {}).head.data?.total === 0
  const detail = () => {
    if (first === 'new') return <StartPage />
    if (taskRef !== undefined) return <TaskPage taskRef={taskRef} path={rest} key={taskRef} />
    // Without tasks there is nothing to choose beside the list.
    if (isEmpty) return undefined
    return <EmptyState icon={Route} heading="Choose a task" text="See its progress and results." />
  }
  return (
    <Stack className={styles.filled} gap={0}>
      <Split
        label="Width of the task list"
        size={width}
        onSizeChange={setWidth}
        showing={first === undefined ? 'list' : 'detail'}
        list={<TaskList selected={taskRef === undefined ? null : String(taskRef)} />}
        detail={detail()}
      />
    </Stack>
  )
}
