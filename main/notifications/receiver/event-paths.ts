/**
 * The documented elements below the event element, and how they are found (RCV-09).
 *
 * The public platform wraps the same elements (`TransactionArray/Transaction`, `Item/ItemID` for `ItemSold`), so a step also
 * looks inside a wrapper of its name, and a message with several transactions has several occurrences. Unknown event types
 * are read the same way and still show their item.
 */
import type { Occurrence } from '../../../shared/notifications/occurrence.ts'
import type { EventNode } from '../../../shared/notifications/tree.ts'

/** Path and label. */
const documentedPaths: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  AuctionCheckoutComplete: [
    ['Item/ItemID', 'Item'],
    ['Transaction/Buyer/UserID', 'Buyer'],
    ['Transaction/TransactionID', 'Transaction'],
  ],
  FixedPriceTransaction: [
    ['Item/ItemID', 'Item'],
    ['Transaction/TransactionID', 'Transaction'],
    ['Transaction/TransactionPrice', 'Price'],
  ],
  FeedbackLeft: [
    ['FeedbackDetail/CommentType', 'Kind of feedback'],
    ['FeedbackDetail/CommentingUser', 'Left by'],
  ],
  ItemSold: [['ItemID', 'Item']],
}

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

const findText = (element: EventNode, ...paths: readonly string[]): string | null =>
  paths.map((path) => findAll(element, path)[0]?.text.trim() ?? '').find((text) => text !== '') ?? null

/** Returns what happened, as at least one occurrence. */
export const readOccurrences = (element: EventNode): readonly Occurrence[] => {
  const message = {
    itemId: findText(element, 'Item/ItemID', 'ItemID'),
    sku: findText(element, 'Item/SKU', 'SKU'),
    transactionId: findText(element, 'TransactionID'),
    buyer: findText(element, 'Buyer/UserID'),
    price: null,
    currency: null,
    commentType: null,
  }
  const transactions = findAll(element, 'Transaction').map((node) => ({
    ...message,
    itemId: findText(node, 'Item/ItemID', 'ItemID') ?? message.itemId,
    sku: findText(node, 'Variation/SKU', 'Item/SKU', 'SKU') ?? message.sku,
    transactionId: findText(node, 'TransactionID'),
    buyer: findText(node, 'Buyer/UserID') ?? message.buyer,
    price: findText(node, 'TransactionPrice'),
    currency: findAll(node, 'TransactionPrice')[0]?.attributes.find(({ name }) => name === 'currencyID')?.value ?? null,
  }))
  if (transactions.length > 0) return transactions
  const feedback = findAll(element, 'FeedbackDetail').map((node) => ({
    ...message,
    itemId: findText(node, 'ItemID') ?? message.itemId,
    transactionId: findText(node, 'TransactionID'),
    buyer: findText(node, 'CommentingUser'),
    commentType: findText(node, 'CommentType'),
  }))
  return feedback.length > 0 ? feedback : [message]
}

/** Returns the values at an event's documented paths. */
export const readDocumentedPaths = (name: string, element: EventNode) =>
  (documentedPaths[name] ?? []).map(([path, label]) => {
    const found = findAll(element, path)
    const all = found.length > 0 || path !== 'ItemID' ? found : findAll(element, 'Item/ItemID')
    return { path, label, values: all.map(({ text }) => text.trim()) }
  })
