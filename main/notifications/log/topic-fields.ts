/**
 * The fields of a topic's data under the seller's names for them (PLT-37). A field without a name here is left to the
 * tree of the whole message, which shows everything.
 */
import { ACCOUNT_DELETION, topicTypes } from '../../../shared/notifications/event-types.ts'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import type { EventNode } from '../../../shared/notifications/tree.ts'
import { cutText, MAX_OCCURRENCES } from '../receiver/bounds.ts'

/** By field, or by `parent/field` where the field alone says too little. */
const labels: ReadonlyMap<string, string> = new Map([
  ['activityDate', 'Time'],
  ['activityType', 'What happened'],
  ['budgetStatus', 'Budget'],
  ['campaignId', 'Campaign'],
  ['cancellationId', 'Cancellation'],
  ['cancellationLineItemId', 'Line of the cancellation'],
  ['cancellationStatus', 'Status'],
  ['carrier', 'Carrier'],
  ['categoryId', 'Category'],
  ['closedDate', 'Closed'],
  ['commentText', 'Comment'],
  ['commentType', 'Kind of feedback'],
  ['commentingUser', 'Left by'],
  ['conversationId', 'Conversation'],
  ['conversationType', 'Kind of conversation'],
  ['createdDate', 'Written'],
  ['customerServiceMetricType', 'Metric'],
  ['cycleType', 'Evaluation'],
  ['endDate', 'Ended'],
  ['evaluationDate', 'Evaluated'],
  ['eventType', 'What happened'],
  ['feedbackId', 'Feedback'],
  ['initiator', 'Opened by'],
  ['inquiryCase/status', 'Case'],
  ['inquiryId', 'Inquiry'],
  ['inquiryLineItemId', 'Line of the inquiry'],
  ['inquiryRefund/status', 'Refund'],
  ['inquiryStatus', 'Status'],
  ['itemId', 'Listing'],
  ['lineItemId', 'Line of the order'],
  ['listingId', 'Listing'],
  ['listingMarketplaceId', 'Marketplace'],
  ['listingStatus', 'Status'],
  ['mediaName', 'Attachment'],
  ['mediaType', 'Kind of attachment'],
  ['mediaUrl', 'Address of the attachment'],
  ['messageBody', 'Message'],
  ['messageId', 'Message number'],
  ['offerType', 'Kind of best offer'],
  ['openedDate', 'Opened'],
  ['orderId', 'Order'],
  ['orderInquiry/type', 'Reason'],
  ['orderLineItemId', 'Line of the order'],
  ['primaryActions', 'You can'],
  ['primaryItemGroupId', 'Group of variations'],
  ['priorityListing', 'Priority listing'],
  ['program', 'Program'],
  ['publicUserId', 'Seller’s user ID'],
  ['quantity', 'Quantity'],
  ['quoteId', 'Quote'],
  ['rating', 'Rating'],
  ['readStatus', 'Read'],
  ['recipientUserName', 'To'],
  ['recipientUsername', 'To'],
  ['requestedDate', 'Requested'],
  ['requester', 'Requested by'],
  ['respondAction', 'You can'],
  ['responseDueDate', 'Answer by'],
  ['returnCase/status', 'Case'],
  ['returnFulfillment/status', 'Return shipment'],
  ['returnId', 'Return'],
  ['returnLineItemId', 'Line of the return'],
  ['returnRefund/status', 'Refund'],
  ['returnStatus', 'Status'],
  ['revokeReason', 'Reason'],
  ['secondaryActions', 'You can also'],
  ['senderUserName', 'From'],
  ['senderUsername', 'From'],
  ['shippedDate', 'Shipped'],
  ['sku', 'SKU'],
  ['standardsLevel', 'Seller level'],
  ['starRating', 'Star'],
  ['status', 'Status'],
  ['subject', 'Subject'],
  ['taskId', 'Task'],
  ['trackingNumber', 'Tracking number'],
  ['transactionId', 'Transaction'],
  ['userId', 'Seller’s user ID'],
  ['userName', 'Seller'],
  ['username', 'Seller'],
])

/** The person of these topics is another user, not the seller. */
const otherUser: ReadonlyMap<string, string> = new Map([
  ['username', 'User'],
  ['userId', 'User ID'],
  ['eiasToken', 'Legacy user ID'],
])

const words: ReadonlyMap<string, string> = new Map([
  ['FROM_MEMBERS', 'With a user'],
  ['SELLER', 'you'],
  ['BUYER', 'the buyer'],
  ['true', 'Yes'],
  ['false', 'No'],
  ['ITEM_NOT_RECEIVED', 'Item not received'],
  ['PROVIDE_RMA_NUMBER', 'Provide a return number (RMA)'],
])

/** Fields that hold a person's own text, which may look like one of the platform's constants. */
const typed: ReadonlySet<string> = new Set(['messageBody', 'subject', 'commentText', 'mediaName', 'sku'])
const names = /(^|\/)(user|sender|recipient)?user_?name$|(Id|Url|Number|carrier|commentingUser)$/i

/** A constant such as RETURN_REQUESTED in plain words; any other value unchanged. */
const toWords = (field: string, value: string): string => {
  if (typed.has(field) || names.test(field)) return value
  const known = words.get(value)
  if (known !== undefined) return known
  if (!/^[A-Z]{2,}(_[A-Z0-9]+)*$/.test(value)) return value
  const text = value.toLowerCase().replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/(^| )ebay\b/i, '$1eBay')
}

const topicNames: ReadonlySet<string> = new Set(topicTypes.map(({ name }) => name))

const labelFor = (topic: string, parent: string, field: string): string | undefined =>
  (topic === ACCOUNT_DELETION ? otherUser.get(field) : undefined) ??
  labels.get(`${parent}/${field}`) ??
  labels.get(field)

/** The named fields of a known topic's message, in the order of the message; empty for an unknown topic. */
export const readTopicFields = (topic: string, message: EventNode): EventPage['paths'] => {
  if (!topicNames.has(topic)) return []
  const found = new Map<string, { readonly label: string; readonly values: string[] }>()
  const walk = (node: EventNode, path: readonly string[]): void => {
    for (const child of node.children) {
      const inner = [...path, child.name]
      const label = labelFor(topic, node.name, child.name)
      if (child.children.length > 0) walk(child, inner)
      else if (label !== undefined && child.text !== '') {
        const key = inner.join('.')
        const values = found.get(key)?.values ?? []
        if (values.length < MAX_OCCURRENCES) values.push(cutText(toWords(child.name, child.text)))
        found.set(key, { label, values })
      }
    }
  }
  const data = message.children
    .find(({ name }) => name === 'notification')
    ?.children.find(({ name }) => name === 'data')
  if (data !== undefined) walk(data, [])
  return [...found].map(([path, { label, values }]) => ({ path, label, values }))
}
