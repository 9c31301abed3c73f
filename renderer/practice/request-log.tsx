/** The requests that the platform received, as the platform saw them. */
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import { Badge } from '../ui/display/badge.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { EmptyState } from '../ui/feedback/states.tsx'
import { useNow } from '../ui/hooks/use-now.ts'
import { Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Table, type TableColumn } from '../ui/lists/table.tsx'
import styles from './practice.module.css'

type LoggedRequest = OutputOf<StallhandContract['practice']['status']>['requests'][number]
type KeyedRequest = LoggedRequest & { readonly key: string }

type RequestLogProps = {
  readonly requests: readonly LoggedRequest[]
  readonly clockOffsetMs: number
  readonly url: string
}

const answerBadge = (status: number | null) => {
  if (status === null) return <Badge tone="danger">Connection lost</Badge>
  return <Badge tone={status >= 400 ? 'caution' : 'good'}>{status}</Badge>
}

export const RequestLog = ({ requests, clockOffsetMs, url }: RequestLogProps) => {
  // The log's times are on the practice clock.
  const nowMs = useNow('second') + clockOffsetMs
  // Counts from the oldest, so a row keeps its key while new ones arrive above it.
  const rows = requests.map(
    (request, index): KeyedRequest => ({ ...request, key: `${request.atMs} ${requests.length - index}` }),
  )
  const columns: readonly TableColumn<KeyedRequest>[] = [
    {
      id: 'at',
      label: 'When',
      width: '104px',
      render: ({ atMs }) => <RelativeTime at={Math.min(atMs, nowMs)} now={nowMs} />,
    },
    { id: 'operation', label: 'Operation', width: 'minmax(140px, 1fr)', render: ({ operation }) => operation },
    {
      id: 'path',
      label: 'Path',
      width: 'minmax(160px, 2fr)',
      render: ({ method, path }) => (
        <span className="mono" title={`${method} ${path}`}>
          {method} {path}
        </span>
      ),
    },
    { id: 'status', label: 'Answer', width: '128px', render: ({ status }) => answerBadge(status) },
  ]
  return (
    <div className={styles.log}>
      <Panel
        description={
          <>
            The last {requests.length} requests to <Text mono>{url}</Text>, newest first
          </>
        }
        isRaised
        title="Requests"
      >
        {rows.length === 0 ? (
          <EmptyState heading="No requests yet" text="Each request that Stallhand sends is listed here." />
        ) : (
          <div className={styles.table}>
            <Table columns={columns} getKey={({ key }) => key} items={rows} label="Requests" rowHeight={28} />
          </div>
        )}
      </Panel>
    </div>
  )
}
