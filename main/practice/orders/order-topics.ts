/** Notifications about orders. None of them names the buyer: each `username` is the seller. */
import type { Notifier } from '../delivery/notifier.ts'
import { toSeller } from '../delivery/topic-catalog.ts'
import { newId } from '../shop/ids.ts'
import type { ShopEvent } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import type { StoredCase, StoredFulfillment, StoredOrder } from './order-records.ts'

/** Observed: one level deeper than described, with numbers instead of text, and an offset instead of Z. */
export const announceShipment = (
  practice: Practice,
  notifier: Notifier,
  { orderId, lines }: StoredOrder,
  { trackingNumber, carrier, shippedAtMs, lineItemIds }: StoredFulfillment,
): void => {
  for (const { itemId, lineItemId } of lines.filter((line) => lineItemIds.includes(line.lineItemId))) {
    notifier.publish('ITEM_MARKED_SHIPPED', {
      itemMarkedShipped: {
        trackingNumber,
        carrier,
        shippedDate: new Date(shippedAtMs).toISOString().replace('Z', '+00:00'),
        orderId,
        itemId: Number(itemId),
        transactionId: Number(lineItemId),
        lineItemId: `${itemId}-${lineItemId}`,
        publicUserId: 1000 + practice.state.seed,
        username: practice.state.seller,
      },
    })
  }
}

/**
 * Announces a sale before its order can be read: the legacy event of each line, and ORDER_CONFIRMATION. Returns the
 * number of notifications.
 */
export const announceSale = (practice: Practice, notifier: Notifier, order: StoredOrder): number => {
  const { history } = practice.state
  let notifications = 0
  for (const { sku, itemId, lineItemId, price, quantity } of order.lines) {
    const event: ShopEvent = {
      eventId: newId(),
      event: 'FixedPriceTransaction',
      sku,
      itemId,
      buyer: order.buyer,
      transactionId: lineItemId,
      price,
      orderId: order.orderId,
      quantity,
      // Two sales of one item must stay two events to a receiver that deduplicates.
      atMs: Math.max(practice.now(), (history.at(-1)?.atMs ?? 0) + 1),
    }
    history.push(event)
    notifications += notifier.deliver(event)
  }
  return notifications
}

const topicsByKind = {
  return: 'ORDER_RETURN_ACTIVITY',
  inquiry: 'ORDER_INQUIRY_ACTIVITY',
  cancellation: 'ORDER_CANCELLATION_ACTIVITY',
} as const

/** Announces that a case was opened or closed, to keysets that may subscribe to its topic. */
export const announceCase = (practice: Practice, notifier: Notifier, one: StoredCase): void => {
  const { caseId, kind, lineItemId, orderId, openedAtMs, dueAtMs, closedAtMs } = one
  const line = { orderId, orderLineItemId: lineItemId, [`${kind}LineItemId`]: lineItemId }
  const isClosed = closedAtMs !== null
  const activityDate = new Date(practice.now()).toISOString()
  const opened = new Date(openedAtMs).toISOString()
  const responseDueDate = new Date(dueAtMs).toISOString()
  const common = {
    seller: { ...toSeller(practice) },
    ...(isClosed ? { closedDate: new Date(closedAtMs).toISOString() } : {}),
  }
  const data = {
    return: {
      activityType: isClosed ? 'RETURN_CLOSED' : 'RETURN_REQUESTED',
      activityDate,
      orderReturn: {
        ...common,
        returnId: caseId,
        returnStatus: isClosed ? 'CLOSED' : 'REQUESTED',
        requester: 'BUYER',
        requestedDate: opened,
        sellerAvailableActions: isClosed
          ? {}
          : {
              respondByAction: { respondAction: 'APPROVE_RETURN', responseDueDate },
              secondaryActions: ['SEND_MESSAGE'],
            },
        returnLineItems: [line],
      },
    },
    inquiry: {
      activityType: isClosed ? 'INQUIRY_CLOSED' : 'INQUIRY_CREATED',
      activityDate,
      orderInquiry: {
        ...common,
        type: 'ITEM_NOT_RECEIVED',
        inquiryId: caseId,
        inquiryStatus: isClosed ? 'CLOSED' : 'OPEN',
        initiator: 'BUYER',
        openedDate: opened,
        sellerAvailableActions: isClosed
          ? {}
          : {
              respondByAction: { respondAction: 'PROVIDE_TRACKING_INFO', responseDueDate },
              secondaryActions: ['SEND_MESSAGE', 'PROVIDE_REFUND'],
            },
        inquiryLineItems: [line],
      },
    },
    cancellation: {
      activityType: isClosed
        ? one.outcome === 'accepted'
          ? 'CANCELLATION_COMPLETED'
          : 'CANCELLATION_DECLINED'
        : 'CANCELLATION_REQUESTED',
      activityDate,
      orderCancellation: {
        ...common,
        cancellationId: caseId,
        cancellationStatus: isClosed ? (one.outcome === 'accepted' ? 'COMPLETED' : 'DECLINED') : 'REQUESTED',
        requester: 'BUYER',
        requestedDate: opened,
        sellerAvailableActions: isClosed ? {} : { primaryActions: ['APPROVE', 'DECLINE'], responseDueDate },
        cancellationLineItems: [line],
      },
    },
  }[kind]
  notifier.publish(topicsByKind[kind], data)
}
