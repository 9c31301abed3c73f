/** Everything that arrived, newest first: what, from whom, whether it is to be believed, and what became of it. */
import { BellOff } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { EventRow } from '../../shared/notifications/contract.ts'
import { processingWords, signatureWords } from '../../shared/notifications/event.ts'
import { useQueryOf } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { EmptyByFilter, Failing, FirstTime, Loading } from '../ui/face.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import styles from './notifications.module.css'
import { meaningOf, processingTones, signatureTones } from './words.ts'

const PAGE = 200
/** The most rows that are kept in sight at once; older ones are found by search. */
const LONGEST_LIST = 500

const ALL = 'all'
const keyOf = (row: EventRow): string => String(row.eventId)

export type EventLogProps = {
  readonly selected: string | null
  readonly onOpen: (eventId: string) => void
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Shown when nothing has ever arrived. */
  readonly firstTime: { readonly text: string; readonly act?: { readonly label: string; readonly onPress: () => void } }
}

export const EventLog = ({ selected, onOpen, searchRef, firstTime }: EventLogProps) => {
  const nowMs = useNow()
  const [search, setSearch] = useState('')
  const [name, setName] = useState(ALL)
  const [limit, setLimit] = useState(PAGE)
  const answer = useQueryOf(
    'notifications',
    'events',
    { search, limit, filter: name === ALL ? {} : { name } },
    { keepPrevious: true },
  )
  const isFiltered = search.trim() !== '' || name !== ALL
  const clear = (): void => {
    setSearch('')
    setName(ALL)
  }

  const columns: readonly TableColumn<EventRow>[] = [
    {
      id: 'time',
      label: 'Arrived',
      width: '104px',
      render: ({ receivedAtMs }) => <RelativeTime at={receivedAtMs} now={nowMs} />,
    },
    {
      id: 'event',
      label: 'Event',
      width: 'minmax(180px, 2fr)',
      render: (row) => (
        <span className={styles.event} title={row.name}>
          {meaningOf(row.name) ?? row.name} <span className={styles.type}>{row.name}</span>
        </span>
      ),
    },
    {
      id: 'item',
      label: 'Item',
      width: 'minmax(110px, 1fr)',
      render: ({ itemId }) => <span className="mono">{itemId ?? ''}</span>,
    },
    { id: 'buyer', label: 'Buyer', width: 'minmax(100px, 1fr)', render: ({ buyer }) => buyer ?? '' },
    {
      id: 'signature',
      label: 'Signature',
      width: '132px',
      render: ({ signature }) => <Badge tone={signatureTones[signature]}>{signatureWords(signature)}</Badge>,
    },
    {
      id: 'deliveries',
      label: 'Deliveries',
      width: '88px',
      align: 'end',
      render: ({ deliveryCount }) => deliveryCount.toLocaleString(),
    },
    {
      id: 'state',
      label: 'State',
      width: '112px',
      render: ({ processing }) => <Badge tone={processingTones[processing]}>{processingWords(processing)}</Badge>,
    },
  ]

  const body = () => {
    if (answer.data === undefined) {
      return answer.error === null ? (
        <Loading label="Loading the log" shape="table" />
      ) : (
        <Failing
          what="The log could not be read"
          why={answer.error.message}
          whatToDo="Try again. What arrived is on disk."
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )
    }
    const { events, next } = answer.data
    if (events.length === 0) {
      return isFiltered ? (
        <EmptyByFilter heading="Nothing like this arrived" text="No event fits what you look for." onClear={clear} />
      ) : (
        <FirstTime icon={BellOff} heading="No notification has arrived yet" {...firstTime} />
      )
    }
    return (
      <Table
        label="Events"
        columns={columns}
        items={events}
        getKey={keyOf}
        selectedKey={selected}
        onSelect={onOpen}
        onOpen={onOpen}
        onEndReached={next === null ? undefined : () => setLimit(Math.min(LONGEST_LIST, limit + PAGE))}
      />
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
        <Select
          label="Event"
          isLabelHidden
          isSmall
          options={[
            { id: ALL, label: 'All events' },
            ...(answer.data?.names ?? []).map((each) => ({ id: each, label: meaningOf(each) ?? each })),
          ]}
          value={name}
          onChange={setName}
        />
      </div>
      <div className={styles.rows}>{body()}</div>
    </div>
  )
}
