/** The start page: who waits for the seller, what happened, and what to decide. */
import { useApiQuery } from '../api/hooks.ts'
import { isCourtesy } from '../parts/courtesy.ts'
import { listingLocation } from '../parts/listing-path.ts'
import { DaysChart, dayStarts } from '../ui/display/days-chart.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Due } from './due.tsx'
import { Evening } from './evening.tsx'
import { Line, Lines, MAX_LINES, Total } from './line.tsx'
import { News } from './news.tsx'
import { itemsUnread } from './not-read-yet.ts'
import { thanksLast } from './thanks-last.ts'
import { ToDecide } from './to-decide.tsx'
import styles from './today.module.css'

const skeleton = { shape: 'lines' } as const

/** Enough to find some questions among thanks. */
const MAX_WAITING = 40

const Waiting = () => {
  const query = useApiQuery('messaging', 'conversations', { view: 'unanswered', limit: MAX_WAITING })
  return (
    <Panel
      title="Waiting for your answer"
      actions={<Total count={query.data?.total} screen="inbox" show={['inbox.show', 'unanswered']} />}
    >
      <QueryView query={query} label="Waiting buyers" skeleton={skeleton}>
        {({ rows, sync }) => (
          <Lines more={sync.isWaitingKnown ? null : 'Still checking who is waiting.'} none="No buyer is waiting.">
            {thanksLast(rows, ({ preview }) => isCourtesy(preview ?? ''))
              .slice(0, MAX_LINES)
              .map((row) => (
                <Line
                  end={<RelativeTime at={row.waitingSinceMs ?? row.latestAtMs ?? Date.now()} />}
                  key={row.conversationId}
                  to={{ screen: 'inbox', path: [row.conversationId] }}
                >
                  <Text strong>
                    <bdi>{row.buyer ?? 'Unknown buyer'}</bdi>
                  </Text>{' '}
                  <Text tone="soft">{row.preview ?? row.subject ?? ''}</Text>
                </Line>
              ))}
          </Lines>
        )}
      </QueryView>
    </Panel>
  )
}

const LowStock = () => {
  const query = useApiQuery('inventory', 'items', {
    filter: 'lowStock',
    maker: 'any',
    sort: { by: 'quantity', direction: 'ascending' },
    limit: MAX_LINES,
  })
  return (
    <Panel
      title="Low stock"
      actions={<Total count={query.data?.total} screen="items" show={['items.filter', 'lowStock']} />}
    >
      <QueryView query={query} label="Items with low stock" skeleton={skeleton}>
        {({ rows, counts, lowStockAtMost, active, toRead, listProblem }) => (
          <Lines
            more={itemsUnread({ toRead, listProblem, active })}
            none={
              counts.all === 0 && (active?.elsewhere ?? 0) === 0
                ? 'No items yet.'
                : `Every item has more than ${formatNumber(lowStockAtMost)} in stock.`
            }
          >
            {rows.map((row) => (
              <Line
                end={row.quantity === 0 ? 'None left' : `${formatNumber(row.quantity ?? 0)} left`}
                key={row.elsewhere?.listingId ?? row.sku}
                pictureUrl={row.pictureUrl ?? ''}
                to={
                  row.elsewhere === null
                    ? { screen: 'items', path: [row.sku] }
                    : listingLocation(row.elsewhere.listingId)
                }
              >
                {[row.title ?? row.sku, ...(row.variation?.values ?? []).map(({ value }) => value)].join(', ')}
              </Line>
            ))}
          </Lines>
        )}
      </QueryView>
    </Panel>
  )
}

const series = [
  { key: 'received', label: 'From buyers', tone: 'info' },
  { key: 'answered', label: 'Your messages', tone: 'good' },
  { key: 'events', label: 'Events', tone: 'caution' },
] as const

const Days = () => {
  const nowMs = useNow()
  const query = useApiQuery('overview', 'days', { startsMs: dayStarts(nowMs) }, { keepPrevious: true })
  return (
    <Panel title="Last 14 days">
      <QueryView query={query} label="The chart" skeleton={skeleton}>
        {({ days }) => <DaysChart caption="Messages and events a day" days={days} series={series} />}
      </QueryView>
    </Panel>
  )
}

/** "3 unread conversations", or without a number until all are loaded. */
const unreadLabel = (unread: number, isListed: boolean): string => {
  if (!isListed) return `${formatCount(unread, 'unread conversation')} so far`
  return unread === 0 ? 'No unread conversations' : formatCount(unread, 'unread conversation')
}

export const TodayScreen = () => {
  const unread = useApiQuery('messaging', 'counts', {}).data?.views.unread
  const sync = useApiQuery('messaging', 'sync', {}).data
  return (
    <Pane title="Today" subtitle={unread !== undefined && sync !== undefined && unreadLabel(unread, sync.isListed)}>
      <div className={styles.page}>
        <div>
          <Due />
          <Waiting />
          <Evening />
        </div>
        <div className={styles.news}>
          <div>
            <News />
            <LowStock />
          </div>
          <div>
            <ToDecide />
            <Days />
          </div>
        </div>
      </div>
    </Pane>
  )
}
