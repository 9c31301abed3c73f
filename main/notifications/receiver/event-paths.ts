/**
 * Finds the documented elements below the event element (RCV-09).
 *
 * The public platform wraps the same elements (`TransactionArray/Transaction`, `Item/ItemID` for `ItemSold`), so a step
 * also looks inside a wrapper of its name, and a message with several transactions has several occurrences. Unknown
 * event types are read the same way and still show their item.
 */
import type { Occurrence } from '../../../shared/notifications/occurrence.ts'
import type { EventNode } from '../../../shared/notifications/tree.ts'
import { cutText, MAX_OCCURRENCES } from './bounds.ts'
import type { ParsedEvent } from './parsed-event.ts'

/** Path and label by event name. A map, because the name comes from outside and could be `constructor`. */
const documentedPaths: ReadonlyMap<string, readonly (readonly [string, string])[]> = new Map([
  [
    'AuctionCheckoutComplete',
    [
      ['Item/ItemID', 'Item'],
      ['Transaction/Buyer/UserID', 'Buyer'],
      ['Transaction/TransactionID', 'Transaction'],
    ],
  ],
  [
    'FixedPriceTransaction',
    [
      ['Item/ItemID', 'Item'],
      ['Transaction/TransactionID', 'Transaction'],
      ['Transaction/TransactionPrice', 'Price'],
    ],
  ],
  [
    'FeedbackLeft',
    [
      ['FeedbackDetail/CommentType', 'Kind of feedback'],
      ['FeedbackDetail/CommentingUser', 'Left by'],
    ],
  ],
  ['ItemSold', [['ItemID', 'Item']]],
])

/** Returns every node at a path below `from`, wrapped or not, in the order of the message. */
const findAll = (from: EventNode, path: string): readonly EventNode[] =>
  path
    .split('/')
    .reduce<readonly EventNode[]>(
      (found, name) =>
        found.flatMap(({ children }) =>
          children.flatMap((child) =>
            child.name === `${name}Array`
              ? child.children.filter((inner) => inner.name === name)
              : child.name === name
                ? [child]
                : [],
          ),
        ),
      [from],
    )

const cutOrNull = (text: string | undefined): string | null => (text === undefined ? null : cutText(text))

const findText = (element: EventNode, ...paths: readonly string[]): string | null => {
  const found = paths.map((path) => findAll(element, path)[0]?.text.trim() ?? '').find((text) => text !== '')
  return cutOrNull(found)
}

/** Reads the occurrences: at least one, and at most `MAX_OCCURRENCES`. */
export const readOccurrences = (element: EventNode): Pick<ParsedEvent, 'occurrences' | 'omitted'> => {
  const message = {
    itemId: findText(element, 'Item/ItemID', 'ItemID'),
    sku: findText(element, 'Item/SKU', 'SKU'),
    transactionId: findText(element, 'TransactionID'),
    buyer: findText(element, 'Buyer/UserID'),
    price: null,
    currency: null,
    commentType: null,
  }
  const readAll = (nodes: readonly EventNode[], read: (node: EventNode) => Occurrence) => ({
    occurrences: nodes.slice(0, MAX_OCCURRENCES).map(read),
    omitted: Math.max(0, nodes.length - MAX_OCCURRENCES),
  })
  const readTransaction = (node: EventNode): Occurrence => ({
    ...message,
    itemId: findText(node, 'Item/ItemID', 'ItemID') ?? message.itemId,
    sku: findText(node, 'Variation/SKU', 'Item/SKU', 'SKU') ?? message.sku,
    transactionId: findText(node, 'TransactionID'),
    buyer: findText(node, 'Buyer/UserID') ?? message.buyer,
    price: findText(node, 'TransactionPrice'),
    currency: cutOrNull(
      findAll(node, 'TransactionPrice')[0]?.attributes.find(({ name }) => name === 'currencyID')?.value,
    ),
  })
  const readFeedback = (node: EventNode): Occurrence => ({
    ...message,
    itemId: findText(node, 'ItemID') ?? message.itemId,
    transactionId: findText(node, 'TransactionID'),
    buyer: findText(node, 'CommentingUser'),
    commentType: findText(node, 'CommentType'),
  })
  const transactions = findAll(element, 'Transaction')
  if (transactions.length > 0) return readAll(transactions, readTransaction)
  const feedback = findAll(element, 'FeedbackDetail')
  return feedback.length > 0 ? readAll(feedback, readFeedback) : { occurrences: [message], omitted: 0 }
}

/** Returns the values at an event's documented paths, at most `MAX_OCCURRENCES` of each. */
export const readDocumentedPaths = (name: string, element: EventNode) =>
  (documentedPaths.get(name) ?? []).map(([path, label]) => {
    const found = findAll(element, path)
    const all = found.length > 0 || path !== 'ItemID' ? found : findAll(element, 'Item/ItemID')
    return { path, label, values: all.slice(0, MAX_OCCURRENCES).map(({ text }) => cutText(text.trim())) }
  })
