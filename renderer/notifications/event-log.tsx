/** Everything that arrived, newest first: what, from whom, whether it is to be believed, and what became of it. */
import { BellOff } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { EventRow } from '../../shared/notifications/log-contract.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { useNow } from '../api/use-now.ts'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, ErrorState, LoadingState, NoResults } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import styles from './log.module.css'
import { logColumns } from './log-columns.tsx'
import { type LogFilter, LogFilters } from './log-filters.tsx'
import { useLogMenu } from './log-menu.tsx'
import { useLogRoom } from './use-log-room.ts'

const keyOf = (row: EventRow): string => String(row.eventId)

export type EventLogProps = {
  readonly selected: string | null
  readonly filter: LogFilter
  readonly onFilter: (filter: LogFilter) => void
  readonly onOpen: (eventId: string) => void
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Shown when nothing has ever arrived. */
  readonly firstTime: { readonly text: string; readonly act?: { readonly label: string; readonly onPress: () => void } }
}

export const EventLog = ({ selected, filter, onFilter, onOpen, searchRef, firstTime }: EventLogProps) => {
  const nowMs = useNow()
  const room = useLogRoom(selected !== null)
  const [search, setSearch] = useState('')
  const { rows, head: answer } = useApiRows('notifications', 'events', { search, filter })
  const { menu, beside } = useLogMenu({ search, filter }, answer.data?.total ?? 0)
  const isFiltered = search.trim() !== '' || Object.keys(filter).length > 0
  const clear = (): void => {
    setSearch('')
    onFilter({})
  }

  const body = () => {
    if (answer.data === undefined) {
      return answer.error === null ? (
        <LoadingState label="Loading the log" shape="table" />
      ) : (
        <ErrorState
          what="The log could not be read"
          why={answer.error.message}
          whatToDo="Try again. What arrived is on disk."
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )
    }
    const { total } = answer.data
    if (total === 0) {
      return isFiltered ? (
        <NoResults heading="Nothing like this arrived" text="No event fits what you look for." onClear={clear} />
      ) : (
        <EmptyState icon={BellOff} heading="No notification has arrived yet" {...firstTime} />
      )
    }
    return (
      <>
        <Table
          label="Events"
          columns={logColumns(room, nowMs)}
          items={rows}
          getKey={keyOf}
          selectedKey={selected}
          onSelect={onOpen}
          onOpen={onOpen}
        />
      </>
    )
  }

  return (
    <div className={styles.log}>
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
          isTight={room === 'list' || room === 'narrow'}
          names={answer.data?.names ?? []}
          onChange={onFilter}
        />
        <span className={styles.end}>{menu}</span>
      </div>
      {beside}
      <div className={styles.rows}>{body()}</div>
    </div>
  )
}
