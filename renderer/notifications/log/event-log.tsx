/** The log of what happened in the shop, newest first. */
import { BellOff } from 'lucide-react'
import type { EventRow } from '../../../shared/notifications/log-contract.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState, NoResults, type StateAction } from '../../ui/feedback/states.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Table, type TableColumn } from '../../ui/lists/table.tsx'
import { EVENT_ROW_HEIGHT, EventLine, EventPicture } from './event-row.tsx'
import styles from './log.module.css'
import type { LogFilter } from './log-filters.tsx'

const rowKey = (row: EventRow): string => String(row.eventId)

const columns: readonly TableColumn<EventRow>[] = [
  {
    id: 'picture',
    label: 'Picture',
    width: '64px',
    isPicture: true,
    render: (event) => <EventPicture event={event} />,
  },
  {
    id: 'event',
    label: 'What happened',
    width: 'minmax(160px, 640px)',
    render: (event) => <EventLine event={event} />,
  },
  {
    id: 'time',
    label: 'When',
    // Fits "59 min. ago" in every language.
    width: '116px',
    align: 'end',
    render: ({ receivedAtMs }) => <RelativeTime at={receivedAtMs} />,
  },
]

type EventLogProps = {
  readonly selected: string | null
  readonly search: string
  readonly filter: LogFilter
  /** Shows everything again. */
  readonly onClear: () => void
  readonly onOpen: (eventId: string) => void
  /** Shown before the first notification. */
  readonly firstTime: { readonly text: string; readonly action?: StateAction }
}

export const EventLog = ({ selected, search, filter, onClear, onOpen, firstTime }: EventLogProps) => {
  const { rows, head } = useApiRows('notifications', 'events', { search, filter })
  const isFiltered = search.trim() !== '' || Object.keys(filter).length > 0
  return (
    <Stack className={styles.rows} gap={0} grow>
      <QueryView query={head} label="Notifications" skeleton={{ shape: 'table' }}>
        {({ total }) =>
          total > 0 ? (
            <Table
              label="Notifications"
              columns={columns}
              items={rows}
              getKey={rowKey}
              rowHeight={EVENT_ROW_HEIGHT}
              selectedKey={selected}
              onSelect={onOpen}
              onOpen={onOpen}
            />
          ) : isFiltered ? (
            <NoResults
              heading="No matching events"
              text="No notification matches your search and filters."
              onClear={onClear}
            />
          ) : (
            <EmptyState icon={BellOff} heading="No notifications yet" {...firstTime} />
          )
        }
      </QueryView>
    </Stack>
  )
}
