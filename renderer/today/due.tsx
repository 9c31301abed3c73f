/** What is due first: cases with time left, then parcels by their ship-by date. */

import type { Order } from '../../shared/orders/order.ts'
import { useApiQuery } from '../api/hooks.ts'
import { useListedItem } from '../api/use-listed-items.ts'
import { awaitCommand } from '../commands/registry.ts'
import { locationHref } from '../location.ts'
import { AnswerButton, dueText } from '../parts/orders/open-case.tsx'
import { caseLabels, caseTodo, formatPlatformDay, formatStated, orderTitle } from '../parts/orders/order-labels.ts'
import { ReadingProblem } from '../parts/orders/reading-problem.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Line, Lines } from './line.tsx'
import { ordersUnread } from './not-read-yet.ts'
import styles from './today.module.css'

const MAX_LINES = 5
const skeleton = { shape: 'lines' } as const

const ToShipLine = ({ order }: { readonly order: Order }) => {
  const item = useListedItem(order.lines[0]?.listingId)
  const { shipByMs, isLate, buyer, total } = order
  return (
    <Line
      end={
        shipByMs === null ? undefined : (
          <Text strong={isLate} tone={isLate ? 'danger' : 'faint'}>
            {isLate ? `Late since ${formatPlatformDay(shipByMs)}` : `Ship by ${formatPlatformDay(shipByMs)}`}
          </Text>
        )
      }
      isWrapped
      pictureUrl={item?.pictureUrl ?? ''}
      to={{ screen: 'orders', path: [order.orderId] }}
    >
      <Text strong>
        <bdi>{buyer ?? 'Unknown buyer'}</bdi>
      </Text>{' '}
      {total !== null && <Text>{formatStated(total)} </Text>}
      <Text tone="soft">{orderTitle(order)}</Text>
    </Line>
  )
}

export const Due = () => {
  const nowMs = useNow()
  const toShip = useApiQuery('orders', 'orders', { view: 'toShip', limit: MAX_LINES })
  const { data: due } = useApiQuery('orders', 'cases', { limit: MAX_LINES })
  const reading = useApiQuery('orders', 'reading', {}).data
  const total = toShip.data?.total ?? 0
  const cases = due?.cases ?? []
  return (
    <Panel
      actions={
        total > MAX_LINES && (
          <a
            className={styles.total}
            href={locationHref({ screen: 'orders', path: [] })}
            onClick={() => awaitCommand('orders.show', 'toShip')}
          >
            Show all {formatNumber(total)}
          </a>
        )
      }
      title="Due first"
    >
      <ReadingProblem />
      <QueryView label="What is due" query={toShip} skeleton={skeleton}>
        {({ rows }) => (
          <Lines more={ordersUnread(reading)} none="Nothing is due.">
            {[
              ...cases.map((one) => (
                <Line
                  action={<AnswerButton open={one} />}
                  end={dueText(one.dueAtMs, nowMs)}
                  key={`${one.type} ${one.caseId}`}
                  to={{ screen: 'orders', path: one.orderId === null ? [] : [one.orderId] }}
                >
                  <Text strong>{caseLabels[one.type]}</Text> {one.buyer !== null && <bdi>{one.buyer}</bdi>}{' '}
                  <Text tone="soft">{caseTodo(one) === caseLabels[one.type] ? '' : caseTodo(one)}</Text>
                </Line>
              )),
              ...rows.map((order) => <ToShipLine key={order.orderId} order={order} />),
            ]}
          </Lines>
        )}
      </QueryView>
    </Panel>
  )
}
