/** Where an order is, in words. */
import type { Order } from '../../../shared/orders/order.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { orderStates } from './order-labels.ts'

export const OrderBadges = ({ order, max }: { readonly order: Order; readonly max?: number }) => (
  <Row as="span" gap={1} wrap={max === undefined}>
    {orderStates(order)
      .slice(0, max)
      .map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
  </Row>
)
