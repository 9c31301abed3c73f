/** Everything that arrived, newest first: what, from whom, whether it is to be believed, and what became of it. */
import { BellOff } from 'lucide-react'
import { type RefObject, useState } from 'react'
import {
  type Origin,
  originSchema,
  originWords,
  type ProcessingState,
  processingStateSchema,
  processingWords,
  type SignatureState,
  signatureStateSchema,
  signatureWords,
} from '../../shared/notifications/event.ts'
import type { EventRow } from '../../shared/notifications/log-contract.ts'
import { useNow } from '../api/use-now.ts'
import { useRowsOf } from '../api/use-rows-of.ts'
import { Badge } from '../ui/badge.tsx'
import { EmptyByFilter, Failing, FirstTime, Loading } from '../ui/face.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import styles from './notifications.module.css'
import { meaningOf, processingTones, signatureTones } from './words.ts'

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
  const [signature, setSignature] = useState<SignatureState | typeof ALL>(ALL)
  const [origin, setOrigin] = useState<Origin | typeof ALL>(ALL)
  const [processing, setProcessing] = useState<ProcessingState | typeof ALL>(ALL)
  const { rows, head: answer } = useRowsOf('notifications', 'events', {
    search,
    filter: {
      ...(name === ALL ? {} : { name }),
      ...(signature === ALL ? {} : { signature }),
      ...(processing === ALL ? {} : { processing }),
      ...(origin === ALL ? {} : { origin }),
    },
  })
  const isFiltered = search.trim() !== '' || name !== ALL || signature !== ALL || processing !== ALL || origin !== ALL
  const clear = (): void => {
    setSearch('')
    setName(ALL)
    setSignature(ALL)
    setProcessing(ALL)
    setOrigin(ALL)
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
          {meaningOf(row.name) ?? row.name}{' '}
          {meaningOf(row.name) !== undefined && <span className={styles.type}>{row.name}</span>}
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
    const { total, totalIsFloor } = answer.data
    if (total === 0) {
      return isFiltered ? (
        <EmptyByFilter heading="Nothing like this arrived" text="No event fits what you look for." onClear={clear} />
      ) : (
        <FirstTime icon={BellOff} heading="No notification has arrived yet" {...firstTime} />
      )
    }
    return (
      <>
        <Table
          label="Events"
          columns={columns}
          items={rows}
          getKey={keyOf}
          selectedKey={selected}
          onSelect={onOpen}
          onOpen={onOpen}
        />
        {totalIsFloor && (
          <p className={styles.older}>
            These are the newest {total.toLocaleString()}. Older ones are found by more words.
          </p>
        )}
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
        <Select
          label="Signature"
          isLabelHidden
          isSmall
          options={[
            { id: ALL, label: 'Any signature' },
            ...signatureStateSchema.options.map((id) => ({ id, label: signatureWords(id) })),
          ]}
          value={signature}
          onChange={(id) => setSignature(signatureStateSchema.options.find((state) => state === id) ?? ALL)}
        />
        <Select
          label="State"
          isLabelHidden
          isSmall
          options={[
            { id: ALL, label: 'Any state' },
            ...processingStateSchema.options.map((id) => ({ id, label: processingWords(id) })),
          ]}
          value={processing}
          onChange={(id) => setProcessing(processingStateSchema.options.find((state) => state === id) ?? ALL)}
        />
        <Select
          label="Origin"
          isLabelHidden
          isSmall
          options={[
            { id: ALL, label: 'Any origin' },
            ...originSchema.options.map((id) => ({ id, label: originWords(id) })),
          ]}
          value={origin}
          onChange={(id) => setOrigin(originSchema.options.find((each) => each === id) ?? ALL)}
        />
      </div>
      <div className={styles.rows}>{body()}</div>
    </div>
  )
}
