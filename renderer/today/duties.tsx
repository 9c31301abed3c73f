/** What only the seller can move on. */
import { useApiQuery } from '../api/hooks.ts'
import type { AppLocation } from '../api/location.ts'
import { formatCount } from '../ui/locale-format.ts'
import { Panel } from '../ui/panel.tsx'
import { Line, Lines } from './line.tsx'

type Duty = {
  readonly count: number | undefined
  readonly one: string
  readonly many: string
  readonly screen: AppLocation['screen']
}

export const Duties = () => {
  const outbox = useApiQuery('outbound', 'counts', {}).data
  const messages = useApiQuery('messaging', 'counts', {}).data
  const items = useApiQuery('inventory', 'items', { limit: 1 }).data?.counts
  const log = useApiQuery('notifications', 'receiver', {}).data
  const finished = useApiQuery('mapping', 'tasks', { state: 'completed', limit: 1 }).data
  const duties: readonly Duty[] = [
    {
      count: outbox?.needsUser,
      one: 'change needs your decision',
      many: 'changes need your decision',
      screen: 'outbox',
    },
    {
      count: items?.conflict,
      one: 'item changed here and on the platform',
      many: 'items changed here and on the platform',
      screen: 'items',
    },
    { count: items?.refused, one: 'item was refused', many: 'items were refused', screen: 'items' },
    { count: items?.changed, one: 'item with unsaved changes', many: 'items with unsaved changes', screen: 'items' },
    { count: messages?.views.hasDraft, one: 'unsent draft', many: 'unsent drafts', screen: 'inbox' },
    { count: log?.counts.quarantined, one: 'quarantined event', many: 'quarantined events', screen: 'notifications' },
    { count: finished?.total, one: 'finished mapping task', many: 'finished mapping tasks', screen: 'mapping' },
  ]
  const isKnown = duties.every(({ count }) => count !== undefined)
  return (
    <Panel title="To decide">
      <Lines none={isKnown ? 'Nothing needs you right now.' : 'Checking…'}>
        {duties.flatMap(({ count = 0, one, many, screen }) =>
          count === 0
            ? []
            : [
                <Line key={one} to={{ screen, path: [] }}>
                  {formatCount(count, one, many)}
                </Line>,
              ],
        )}
      </Lines>
    </Panel>
  )
}
