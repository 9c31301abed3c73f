/** The start page: who waits for the seller, what happened, and what to decide. */
import { useApiQuery } from '../api/hooks.ts'
import { usePlatform } from '../api/use-connection.ts'
import { listingLocation } from '../parts/listing-path.ts'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { dateFormat, formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Pane } from '../ui/layout/pane.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Due } from './due.tsx'
import { Line, Lines, MAX_LINES, Total } from './line.tsx'
import { News, Sold } from './news.tsx'
import { itemsUnread } from './not-read-yet.ts'
import type { OffersParts } from './offers-parts.ts'
import { Questions } from './questions.tsx'
import { ToDecide } from './to-decide.tsx'
import styles from './today.module.css'

const skeleton = { shape: 'lines' } as const

const LowStock = () => {
  const query = useApiQuery('inventory', 'items', {
    filter: 'lowStock',
    listing: 'published',
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
                : `Every live listing has more than ${formatNumber(lowStockAtMost)} in stock.`
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

const today = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })

export const TodayScreen = ({ offers }: { readonly offers: OffersParts }) => {
  const nowMs = useNow()
  const { capabilities } = usePlatform()
  const waiting = useApiQuery('messaging', 'counts', {}).data?.views.unanswered
  const isWaitingKnown = useApiQuery('messaging', 'sync', {}).data?.isWaitingKnown === true
  return (
    <Pane subtitle={today.format(nowMs)} title="Today">
      <div className={styles.page}>
        <div className={styles.todo}>
          {capabilities.orders && (
            <div>
              <Due offers={offers} waiting={isWaitingKnown && waiting !== undefined ? waiting : null} />
            </div>
          )}
          <div>
            <Questions waiting={waiting ?? 0} />
          </div>
        </div>
        <div className={styles.known}>
          {capabilities.orders ? <Sold /> : <News />}
          <LowStock />
          <ToDecide />
        </div>
      </div>
    </Pane>
  )
}
