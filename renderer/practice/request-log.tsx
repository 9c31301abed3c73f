/** What the platform was asked, as the platform saw it. */
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import styles from './practice.module.css'

type LoggedRequest = OutputOf<StallhandContract['practice']['status']>['requests'][number]
type Line = LoggedRequest & { readonly key: string }

type RequestLogProps = {
  readonly requests: readonly LoggedRequest[]
  readonly clockOffsetMs: number
  readonly url: string
}

const answerBadge = (status: number | null) => {
  if (status === null) return <Badge tone="danger">line broke</Badge>
  return <Badge tone={status >= 400 ? 'caution' : 'good'}>{status}</Badge>
}

const getKey = (line: Line): string => line.key

export function RequestLog({ requests, clockOffsetMs, url }: RequestLogProps) {
  // The log is on the practice clock, and so is "now".
  const now = useNow('second') + clockOffsetMs
  // Counted from the oldest, so that a row keeps its key while new ones come in above it.
  const lines = requests.map(
    (request, index): Line => ({ ...request, key: `${request.atMs} ${requests.length - index}` }),
  )
  const columns: readonly TableColumn<Line>[] = [
    {
      id: 'at',
      label: 'When',
      width: '104px',
      render: ({ atMs }) => <RelativeTime at={Math.min(atMs, now)} now={now} />,
    },
    { id: 'operation', label: 'Asked for', width: 'minmax(140px, 1fr)', render: ({ operation }) => operation },
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
    { id: 'status', label: 'Answer', width: '104px', render: ({ status }) => answerBadge(status) },
  ]
  return (
    <div className={styles.log}>
      <Panel
        description={
          <>
            The last {requests.length} requests, newest first, at <span className="mono">{url}</span>
          </>
        }
        isRaised
        title="What the platform was asked"
      >
        {lines.length === 0 ? (
          <EmptyState
            heading="Nothing yet"
            text="As soon as Stallhand asks the platform for something, it stands here."
          />
        ) : (
          <div className={styles.table}>
            <Table columns={columns} getKey={getKey} items={lines} label="Requests" rowHeight={28} />
          </div>
        )}
      </Panel>
    </div>
  )
}
