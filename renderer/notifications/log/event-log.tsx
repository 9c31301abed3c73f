/** The log of received notifications, newest first. */
import { BellOff } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { EventRow } from '../../../shared/notifications/log-contract.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState, NoResults, type StateAction } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Table } from '../../ui/lists/table.tsx'
import styles from './log.module.css'
import { logColumns, useLogWidth } from './log-columns.tsx'
import { type LogFilter, LogFilters } from './log-filters.tsx'

const rowKey = (row: EventRow): string => String(row.eventId)

type EventLogProps = {
  readonly selected: string | null
  readonly filter: LogFilter
  readonly onFilter: (filter: LogFilter) => void
  readonly onOpen: (eventId: string) => void
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Shown before the first notification. */
  readonly firstTime: { readonly text: string; readonly action?: StateAction }
}

export const EventLog = ({ selected, filter, onFilter, onOpen, searchRef, firstTime }: EventLogProps) => {
  const width = useLogWidth(selected !== null)
  const platformName = usePlatformName()
  const [search, setSearch] = useState('')
  const { rows, head } = useApiRows('notifications', 'events', { search, filter })
  const isFiltered = search.trim() !== '' || Object.keys(filter).length > 0
  const clear = (): void => {
    setSearch('')
    onFilter({})
  }
  return (
    <Stack gap={0} grow>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            label="Search events"
            placeholder="Item, buyer, transaction or note"
            value={search}
            onChange={setSearch}
            keys="/"
            inputRef={searchRef}
          />
        </div>
        <LogFilters
          filter={filter}
          isTight={width === 'list' || width === 'narrow'}
          names={head.data?.names ?? []}
          onChange={onFilter}
        />
      </div>
      <div className={styles.rows}>
        <QueryView query={head} label="Events" skeleton={{ shape: 'table' }}>
          {({ total }) =>
            total > 0 ? (
              <Table
                label="Events"
                columns={logColumns(width, platformName)}
                items={rows}
                getKey={rowKey}
                selectedKey={selected}
                onSelect={onOpen}
                onOpen={onOpen}
              />
            ) : isFiltered ? (
              <NoResults
                heading="No matching events"
                text="No event matches your search and filters."
                onClear={clear}
              />
            ) : (
              <EmptyState icon={BellOff} heading="No notifications yet" {...firstTime} />
            )
          }
        </QueryView>
      </div>
    </Stack>
  )
}
