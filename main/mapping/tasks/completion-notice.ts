/** Desktop notices for finished tasks: one for the first, one for all that follow within 30 seconds. */
import type { TaskRow } from '../../../shared/mapping/contract.ts'
import { writeCount } from '../../../shared/write-count.ts'
import type { Cancel, Clock, DesktopNotice } from '../../ports.ts'

/** After a night offline fifty tasks can finish within a minute. */
export const BATCH_MS = 30_000

const titles: Readonly<Partial<Record<TaskRow['state'], string>>> = {
  completed: 'Mapping completed',
  failed: 'Mapping failed',
}

/** The text contains the seller's own title and counts, nothing the platform wrote. */
const describeTask = ({ counts, state, ...task }: TaskRow): DesktopNotice => {
  const about = task.about ?? `Mapping ${task.taskId ?? task.taskRef}`
  const others = task.productCount > 1 ? ` and ${task.productCount - 1} more` : ''
  const problems = counts === null ? 0 : counts.invalidProducts + counts.unmappedProducts + counts.unprocessedProducts
  const result =
    counts === null ? '' : `: ${writeCount(counts.listingPreviews, 'suggestion')}, ${writeCount(problems, 'problem')}`
  return {
    title: titles[state] ?? 'Mapping completed with problems',
    text: `${about}${others}${result}`,
    place: `#/mapping/${task.taskRef}`,
  }
}

export const createCompletionNotice = (deps: {
  readonly clock: Clock
  readonly notify: (notice: DesktopNotice) => void
}): { readonly add: (task: TaskRow) => void; readonly stop: () => void } => {
  let cancelTimer: Cancel | undefined
  let tasks: TaskRow[] = []

  const notify = (): void => {
    cancelTimer = undefined
    const [first, ...others] = tasks
    tasks = []
    if (first === undefined) return
    deps.notify(
      others.length === 0
        ? describeTask(first)
        : { title: `${others.length + 1} mappings finished`, text: 'See the results in the list.', place: '#/mapping' },
    )
    cancelTimer = deps.clock.setTimer(notify, BATCH_MS)
  }

  return {
    add: (task) => {
      tasks.push(task)
      if (cancelTimer === undefined) notify()
    },
    stop: () => {
      cancelTimer?.()
      cancelTimer = undefined
      tasks = []
    },
  }
}
