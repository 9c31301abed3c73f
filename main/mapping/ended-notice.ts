/** The desktop's word that a task has ended: one for the first, and one for all that follow it closely. */
import type { TaskRow } from '../../shared/mapping/contract.ts'
import type { Cancel, Clock, DesktopNotice } from '../ports.ts'

/** After a night without a line fifty tasks end within a minute: that is one piece of news, not fifty. */
export const GATHER_MS = 30_000

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

const titles = {
  completed: 'Mapping completed',
  completedWithError: 'Mapping completed with problems',
  failed: 'Mapping failed',
} as const

/** The notice of one task. Its text holds the seller's own title and counts, nothing that the platform wrote. */
export const noticeOf = (task: TaskRow): DesktopNotice => {
  const { counts, state } = task
  const about = task.about ?? `Task ${task.taskId ?? task.taskRef}`
  const problems = counts === null ? 0 : counts.invalidProducts + counts.unmappedProducts + counts.unprocessedProducts
  const came = counts === null ? '' : `: ${count(counts.listingPreviews, 'preview')}, ${count(problems, 'problem')}`
  return {
    title: state === 'completed' || state === 'failed' ? titles[state] : titles.completedWithError,
    text: `${about}${task.productCount > 1 ? ` and ${task.productCount - 1} more` : ''}${came}`,
    place: `#/mapping/${task.taskRef}`,
  }
}

export const createEndedNotice = (deps: {
  readonly clock: Clock
  readonly notify: (notice: DesktopNotice) => void
}): { readonly tell: (task: TaskRow) => void; readonly stop: () => void } => {
  let cancelGathering: Cancel | undefined
  let gathered: TaskRow[] = []

  const tellGathered = (): void => {
    const [only] = gathered
    const howMany = gathered.length
    gathered = []
    cancelGathering = undefined
    if (only === undefined) return
    deps.notify(
      howMany === 1
        ? noticeOf(only)
        : { title: `${howMany} mappings have ended`, text: 'Their results are in the list.', place: '#/mapping' },
    )
    cancelGathering = deps.clock.setTimer(tellGathered, GATHER_MS)
  }

  return {
    tell: (task) => {
      gathered.push(task)
      if (cancelGathering === undefined) tellGathered()
    },
    stop: () => {
      cancelGathering?.()
      cancelGathering = undefined
      gathered = []
    },
  }
}
