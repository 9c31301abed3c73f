/** Decisions for the seller, and finished work. */
import { useApiQuery } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import type { AppLocation } from '../location.ts'
import { useSetUpReminder } from '../parts/set-up-reminder.ts'
import { laterText, NEXT_COMMAND, nextTitle, useNextSteps } from '../runs/next-step.tsx'
import { runLocation } from '../runs/run-labels.ts'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { QueryView, type ViewedQuery } from '../ui/feedback/query-view.tsx'
import { formatCount } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Panel } from '../ui/layout/panel.tsx'
import { Line, Lines, type Shown } from './line.tsx'

type Decision = {
  readonly count: number | undefined
  readonly one: string
  readonly many: string
  readonly screen: AppLocation['screen']
  readonly show?: Shown
}

const MAX_TASKS = 3
const TASK_DAYS = 7
const DAY_MS = 86_400_000

const endedTasks: Readonly<Record<string, string>> = {
  completed: 'finished',
  completedWithError: 'finished with problems',
  failed: 'failed',
}

/** Mapping tasks that ended in the last days, the newest first. */
const useEndedTasks = () => {
  const sinceMs = useNow() - TASK_DAYS * DAY_MS
  const tasks = useApiQuery('mapping', 'tasks', { limit: 20 }).data?.rows ?? []
  return tasks
    .filter(({ state, endedAtMs }) => endedTasks[state] !== undefined && (endedAtMs ?? 0) > sinceMs)
    .slice(0, MAX_TASKS)
}

export const ToDecide = () => {
  const { the } = usePlatformName()
  const outbox = useApiQuery('outbound', 'counts', {})
  const messages = useApiQuery('messaging', 'counts', {})
  const items = useApiQuery('inventory', 'items', { limit: 1 })
  const log = useApiQuery('notifications', 'receiver', {})
  const session = useApiQuery('connection', 'status', {}).data?.session
  const isOnHold = (useApiQuery('outbound', 'hold', {}).data ?? null) !== null
  const receiver = useApiQuery('connection', 'receivers', {}).data?.receivers.find(({ isShown }) => isShown)
  const tasks = useEndedTasks()
  const reminder = useSetUpReminder()
  const nowMs = useNow()
  const nextSteps = useNextSteps()
  const toDecide: readonly Decision[] = [
    {
      count: outbox.data?.needsUser,
      one: 'change needs your decision',
      many: 'changes need your decision',
      screen: 'outbox',
    },
    {
      count: items.data?.counts.conflict,
      one: `item changed here and on ${the}`,
      many: `items changed here and on ${the}`,
      screen: 'items',
      show: ['items.filter', 'conflict'],
    },
    {
      count: items.data?.counts.refused,
      one: 'item was refused',
      many: 'items were refused',
      screen: 'items',
      show: ['items.filter', 'refused'],
    },
    {
      count: items.data?.counts.changed,
      one: 'item with unsaved changes',
      many: 'items with unsaved changes',
      screen: 'items',
      show: ['items.filter', 'changed'],
    },
    {
      count: messages.data?.views.hasDraft,
      one: 'unsent draft',
      many: 'unsent drafts',
      screen: 'inbox',
      show: ['inbox.show', 'hasDraft'],
    },
    {
      count: log.data?.counts.failed,
      one: 'failed notification',
      many: 'failed notifications',
      screen: 'notifications',
      show: ['notifications.showFailed'],
    },
    {
      count: log.data?.counts.quarantined,
      one: 'ignored notification',
      many: 'ignored notifications',
      screen: 'notifications',
      show: ['notifications.showQuarantined'],
    },
  ]
  /** The first query that is loading or failed. */
  const missing: ViewedQuery<unknown> | undefined = [outbox, messages, items, log].find(
    ({ data }) => data === undefined,
  )
  const lines = [
    session?.state === 'signInNeeded' && (
      <Line key="session" to={{ screen: 'settings', path: ['section', 'sign-in'] }}>
        Not signed in: nothing is read or sent
      </Line>
    ),
    reminder.to !== null && nowMs >= reminder.atMs && (
      <Line key="set up" to={reminder.to}>
        Continue adding your shop: has your developer account been approved?
      </Line>
    ),
    isOnHold && (
      <Line key="hold" to={{ screen: 'outbox', path: [] }}>
        On hold: nothing is sent until you check the outbox
      </Line>
    ),
    (receiver?.tone === 'caution' || receiver?.tone === 'danger') && (
      <Line key="receiver" to={{ screen: 'notifications', path: [] }}>
        Instant alerts {receiver.label}
      </Line>
    ),
    ...nextSteps.map((step) => (
      <Line end={laterText(step) || undefined} key={`run ${step.runId}`} show={[NEXT_COMMAND]} to={runLocation(step)}>
        {nextTitle(step)}
      </Line>
    )),
    ...toDecide.map(
      ({ count = 0, one, many, screen, show }) =>
        count > 0 && (
          <Line key={one} show={show} to={{ screen, path: [] }}>
            {formatCount(count, one, many)}
          </Line>
        ),
    ),
    ...tasks.map(({ taskRef, taskId, about, productCount, state, endedAtMs }) => (
      <Line
        end={<RelativeTime at={endedAtMs ?? 0} />}
        isWrapped
        key={`task ${taskRef}`}
        to={{ screen: 'mapping', path: [String(taskRef)] }}
      >
        {`Mapping ${endedTasks[state]}: ${about ?? taskId ?? taskRef}${productCount > 1 ? ` and ${productCount - 1} more` : ''}`}
      </Line>
    )),
  ]
  return (
    <Panel title="To decide">
      {(missing === undefined || lines.some((line) => line !== false)) && (
        <Lines none="Nothing needs you right now.">{lines}</Lines>
      )}
      {missing !== undefined && (
        <QueryView label="What to decide" query={missing} skeleton={{ shape: 'lines', count: 3 }}>
          {() => null}
        </QueryView>
      )}
    </Panel>
  )
}
