/** The start page: who waits for the seller, what happened, and what to decide. */
import { eventTitle, MAX_WIDE_TITLE } from '../../shared/notifications/event-title.ts'
import { useApiQuery } from '../api/hooks.ts'
import { usePlatform } from '../api/use-connection.ts'
import { awaitCommand } from '../commands/registry.ts'
import { type AppLocation, locationHref } from '../location.ts'
import { listingLocation } from '../parts/listing-path.ts'
import { DaysChart, dayStarts } from '../ui/display/days-chart.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { formatCount, formatMoney, formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Due } from './due.tsx'
import { Line, Lines, type Shown } from './line.tsx'
import { ToDecide } from './to-decide.tsx'
import styles from './today.module.css'

const MAX_LINES = 5

const skeleton = { shape: 'lines' } as const

type TotalProps = { readonly count?: number | undefined; readonly screen: AppLocation['screen']; readonly show: Shown }

/** A link to all entries, if there are more than the panel shows. */
const Total = ({ count = 0, screen, show }: TotalProps) =>
  count <= MAX_LINES ? null : (
    <a className={styles.total} href={locationHref({ screen, path: [] })} onClick={() => awaitCommand(...show)}>
      Show all {formatNumber(count)}
    </a>
  )

const Waiting = () => {
  const query = useApiQuery('messaging', 'conversations', { view: 'unanswered', limit: MAX_LINES })
  return (
    <Panel
      title="Waiting for your answer"
      actions={<Total count={query.data?.total} screen="inbox" show={['inbox.show', 'unanswered']} />}
    >
      <QueryView query={query} label="Waiting buyers" skeleton={skeleton}>
        {({ rows, sync }) => (
          <Lines more={sync.isWaitingKnown ? null : 'Still checking who is waiting.'} none="No buyer is waiting.">
            {rows.map((row) => (
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

const News = () => {
  const { name: platformName } = usePlatform()
  const query = useApiQuery('notifications', 'events', {
    filter: { isNews: true },
    limit: MAX_LINES,
  })
  return (
    <Panel
      title="Sales and questions"
      actions={<Total count={query.data?.total} screen="notifications" show={['notifications.showNews']} />}
    >
      <QueryView query={query} label="Events" skeleton={skeleton}>
        {({ rows }) => (
          <Lines none="No sales or questions yet.">
            {rows.map((row) => (
              <Line
                end={<RelativeTime at={row.receivedAtMs} />}
                isWrapped
                key={row.eventId}
                pictureUrl={row.item?.pictureUrl ?? ''}
                to={{ screen: 'notifications', path: [String(row.eventId)] }}
              >
                {eventTitle(row, { formatMoney, platformName, maxTitle: MAX_WIDE_TITLE })}
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
        {({ rows, counts, lowStockAtMost, active }) => (
          <Lines
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
                {row.title ?? row.sku}
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
          <LowStock />
        </div>
        <div className={styles.news}>
          <div>
            <News />
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
