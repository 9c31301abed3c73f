/**
 * The documented elements below the event element, and how they are found (RCV-09).
 *
 * The public platform wraps the same elements (`TransactionArray/Transaction`, `Item/ItemID` for `ItemSold`), so a step also
 * looks inside a wrapper of its name, and a message with several transactions has several occurrences. Unknown event types
 * are read the same way and still show their item.
 */
import * as z from 'zod'
import type { EventNode } from './tree.ts'

const documentedPaths: Readonly<Record<string, readonly { readonly path: string; readonly label: string }[]>> = {
  AuctionCheckoutComplete: [
    { path: 'Item/ItemID', label: 'Item' },
    { path: 'Transaction/Buyer/UserID', label: 'Buyer' },
    { path: 'Transaction/TransactionID', label: 'Transaction' },
  ],
  FixedPriceTransaction: [
    { path: 'Item/ItemID', label: 'Item' },
    { path: 'Transaction/TransactionID', label: 'Transaction' },
    { path: 'Transaction/TransactionPrice', label: 'Price' },
  ],
  FeedbackLeft: [
    { path: 'FeedbackDetail/CommentType', label: 'Kind of feedback' },
    { path: 'FeedbackDetail/CommentingUser', label: 'Left by' },
  ],
  ItemSold: [{ path: 'ItemID', label: 'Item' }],
}

/** A node and where it was found: `TransactionArray/Transaction/TransactionID`. */
type Found = { readonly at: string; readonly node: EventNode }

/** Returns every node at a path below `from`, wrapped or not, in the order of the message. */
const findAll = (from: EventNode, path: string): readonly Found[] => {
  let found: readonly Found[] = [{ at: '', node: from }]
  for (const name of path.split('/')) {
    const step = ({ at, node }: Found): readonly Found[] =>
      node.children.flatMap((child) => {
        const childAt = at === '' ? child.name : `${at}/${child.name}`
        if (child.name === name) return [{ at: childAt, node: child }]
        return child.name === `${name}Array`
          ? child.children.filter((inner) => inner.name === name).map((node) => ({ at: `${childAt}/${name}`, node }))
          : []
      })
    found = found.flatMap(step)
  }
  return found
}

const findText = (element: EventNode, ...paths: readonly string[]): string | null => {
  for (const path of paths) {
    const text = findAll(element, path)[0]?.node.text.trim()
    if (text !== undefined && text !== '') return text
  }
  return null
}

/** One thing that happened. Null for what the message doesn't say. */
export const occurrenceSchema = z.object({
  itemId: z.string().nullable(),
  /** Only the public platform names it. */
  sku: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** The other party: the buyer of a sale, the author of the feedback. */
  buyer: z.string().nullable(),
  /** The price as the platform wrote it. */
  price: z.string().nullable(),
  currency: z.string().nullable(),
  /** FeedbackDetail/CommentType. */
  commentType: z.string().nullable(),
})
export type Occurrence = z.infer<typeof occurrenceSchema>

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
  const transactions = findAll(element, 'Transaction').map(({ node }) => ({
    ...message,
    itemId: findText(node, 'Item/ItemID', 'ItemID') ?? message.itemId,
    sku: findText(node, 'Variation/SKU', 'Item/SKU', 'SKU') ?? message.sku,
    transactionId: findText(node, 'TransactionID'),
    buyer: findText(node, 'Buyer/UserID') ?? message.buyer,
    price: findText(node, 'TransactionPrice'),
    currency:
      findAll(node, 'TransactionPrice')[0]?.node.attributes.find(({ name }) => name === 'currencyID')?.value ?? null,
  }))
  if (transactions.length > 0) return transactions
  const feedback = findAll(element, 'FeedbackDetail').map(({ node }) => ({
    ...message,
    itemId: findText(node, 'ItemID') ?? message.itemId,
    transactionId: findText(node, 'TransactionID'),
    buyer: findText(node, 'CommentingUser'),
    commentType: findText(node, 'CommentType'),
  }))
  return feedback.length > 0 ? feedback : [message]
}

/** Returns the values at an event's documented paths, each with where it was found. */
export const readDocumentedPaths = (name: string, element: EventNode) =>
  (documentedPaths[name] ?? []).map(({ path, label }) => {
    const found = findAll(element, path)
    const all = found.length > 0 || path !== 'ItemID' ? found : findAll(element, 'Item/ItemID')
    return { path, label, values: all.map(({ at, node }) => ({ at, value: node.text.trim() })) }
  })
