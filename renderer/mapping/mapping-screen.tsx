/** The mapping monitor: tasks on the left; a task, a preview or a new mapping on the right. */
import { navigate, useAppLocation } from '../api/location.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Split } from '../ui/split.tsx'
import { HistoryChart } from './history-chart.tsx'
import styles from './mapping-screen.module.css'
import { StartPage } from './start-page.tsx'
import { TaskList } from './task-list.tsx'
import { TaskPage } from './task-page.tsx'

const Nothing = () => (
  <div className={styles.nothing}>
    <p>Choose a task to see where it stands and what came back.</p>
    <HistoryChart />
  </div>
)

export const MappingScreen = () => {
  const [first, ...rest] = useAppLocation().path
  const [width, setWidth] = useViewState('mapping.listWidth', 360)
  const taskRef = first !== undefined && /^[1-9]\d{0,14}$/.test(first) ? Number(first) : undefined

  const goOut = (): void => {
    // One level a press: a preview, its task, the list.
    if (rest.length > 1) navigate({ screen: 'mapping', path: [first ?? '', rest[0] ?? ''] })
    else if (first !== undefined) navigate({ screen: 'mapping', path: [] })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape goes one level out from wherever the focus is
    <div
      className={styles.screen}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node))
          return
        goOut()
      }}
    >
      <Split
        label="Width of the task list"
        size={width}
        onSizeChange={setWidth}
        showing={first === undefined ? 'list' : 'detail'}
        list={<TaskList selected={taskRef === undefined ? null : String(taskRef)} />}
        detail={
          first === 'new' ? (
            <StartPage />
          ) : taskRef === undefined ? (
            <Nothing />
          ) : (
            <TaskPage taskRef={taskRef} path={rest} key={taskRef} />
          )
        }
      />
    </div>
  )
}
