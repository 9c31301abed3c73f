/**
 * The elements that document 3, section 6 reads below the event element, and how they are found.
 *
 * The documents' paths come first. The public platform wraps the same elements (`TransactionArray/Transaction`,
 * `FeedbackDetailArray/FeedbackDetail`, `Item/ItemID` for `ItemSold`), so that a step also looks inside a wrapper of its
 * name, and several transactions in one message are several occurrences. Any event type is read this way: one that no
 * document describes still shows its item where it has one.
 */
import * as z from 'zod'
import type { EventNode } from './tree.ts'

export type DocumentedPath = { readonly path: string; readonly words: string }

/** The paths of document 3, section 6, spelled as they are there. */
export const documentedPaths: Readonly<Record<string, readonly DocumentedPath[]>> = {
  AuctionCheckoutComplete: [
    { path: 'Item/ItemID', words: 'Item' },
    { path: 'Transaction/Buyer/UserID', words: 'Buyer' },
    { path: 'Transaction/TransactionID', words: 'Transaction' },
  ],
  FixedPriceTransaction: [
    { path: 'Item/ItemID', words: 'Item' },
    { path: 'Transaction/TransactionID', words: 'Transaction' },
    { path: 'Transaction/TransactionPrice', words: 'Price' },
  ],
  FeedbackLeft: [
    { path: 'FeedbackDetail/CommentType', words: 'Kind of feedback' },
    { path: 'FeedbackDetail/CommentingUser', words: 'Left by' },
  ],
  ItemSold: [{ path: 'ItemID', words: 'Item' }],
}

/** A node and where it was found, `TransactionArray/Transaction/TransactionID`. */
export type Found = { readonly at: string; readonly node: EventNode }

const knownParts = new Map<string, readonly string[]>()

/** The names of a path. There are few paths, and each is asked for with every event. */
const partsOf = (path: string): readonly string[] => {
  const known = knownParts.get(path)
  if (known !== undefined) return known
  const parts = path.split('/')
  knownParts.set(path, parts)
  return parts
}

/**
 * Calls `take` with every node at a path below `from`, wrapped or not, in the order of the message, until it says that it
 * has enough. Gives whether it said so.
 */
const walk = (
  from: EventNode,
  parts: readonly string[],
  take: (node: EventNode, at: string) => boolean,
  depth = 0,
  at = '',
): boolean => {
  const name = parts[depth]
  if (name === undefined) return take(from, at)
  for (const child of from.children) {
    if (child.name === name) {
      if (walk(child, parts, take, depth + 1, `${at}/${name}`)) return true
    } else if (child.name.length === name.length + 5 && child.name === `${name}Array`) {
      for (const inner of child.children) {
        if (inner.name === name && walk(inner, parts, take, depth + 1, `${at}/${child.name}/${name}`)) return true
      }
    }
  }
  return false
}

const nodesAt = (element: EventNode, path: string): readonly EventNode[] => {
  const nodes: EventNode[] = []
  walk(element, partsOf(path), (node) => {
    nodes.push(node)
    return false
  })
  return nodes
}

const firstAt = (element: EventNode, path: string): EventNode | undefined => {
  let first: EventNode | undefined
  walk(element, partsOf(path), (node) => {
    first = node
    return true
  })
  return first
}

/** Every node at a documented path below the event element, wrapped or not, in the order of the message. */
export const findAll = (element: EventNode, path: string): readonly Found[] => {
  const found: Found[] = []
  walk(element, partsOf(path), (node, at) => {
    found.push({ at: at.slice(1), node })
    return false
  })
  return found.length > 0 || path !== 'ItemID' ? found : findAll(element, 'Item/ItemID')
}

const firstText = (element: EventNode, ...paths: readonly string[]): string | null => {
  for (const path of paths) {
    const text = firstAt(element, path)?.text.trim()
    if (text !== undefined && text !== '') return text
  }
  return null
}

/** One thing that happened: a message of several transactions holds several. Null where the message does not say. */
export const occurrenceSchema = z.object({
  itemId: z.string().nullable(),
  /** Only where the message says it: the documents name no such element, the public platform has one. */
  sku: z.string().nullable().default(null),
  transactionId: z.string().nullable(),
  /** The other party: the buyer of a sale, the user who left the feedback. */
  buyer: z.string().nullable(),
  /** The price as the platform wrote it, never calculated with. */
  price: z.string().nullable(),
  currency: z.string().nullable(),
  /** FeedbackDetail/CommentType. */
  commentType: z.string().nullable(),
})
export type Occurrence = z.infer<typeof occurrenceSchema>

/** What happened, by the paths of document 3 section 6 and their public forms; at least one entry. */
export const readOccurrences = (element: EventNode): readonly Occurrence[] => {
  const itemOfMessage = firstText(element, 'Item/ItemID', 'ItemID')
  const skuOfMessage = firstText(element, 'Item/SKU', 'SKU')
  const transactions = nodesAt(element, 'Transaction')
  if (transactions.length > 0) {
    return transactions.map((node) => ({
      itemId: firstText(node, 'Item/ItemID', 'ItemID') ?? itemOfMessage,
      sku: firstText(node, 'Variation/SKU', 'Item/SKU', 'SKU') ?? skuOfMessage,
      transactionId: firstText(node, 'TransactionID'),
      buyer: firstText(node, 'Buyer/UserID') ?? firstText(element, 'Buyer/UserID'),
      price: firstText(node, 'TransactionPrice'),
      currency: firstAt(node, 'TransactionPrice')?.attributes.find(({ name }) => name === 'currencyID')?.value ?? null,
      commentType: null,
    }))
  }
  const feedback = nodesAt(element, 'FeedbackDetail')
  if (feedback.length > 0) {
    return feedback.map((node) => ({
      itemId: firstText(node, 'ItemID') ?? itemOfMessage,
      sku: skuOfMessage,
      transactionId: firstText(node, 'TransactionID'),
      buyer: firstText(node, 'CommentingUser'),
      price: null,
      currency: null,
      commentType: firstText(node, 'CommentType'),
    }))
  }
  return [
    {
      itemId: itemOfMessage,
      sku: skuOfMessage,
      transactionId: firstText(element, 'TransactionID'),
      buyer: firstText(element, 'Buyer/UserID'),
      price: null,
      currency: null,
      commentType: null,
    },
  ]
}

/** What stands at the documented paths of an event, each value with the place where it was found. */
export const readDocumentedPaths = (name: string, element: EventNode) =>
  (documentedPaths[name] ?? []).map(({ path, words }) => ({
    path,
    words,
    values: findAll(element, path).map(({ at, node }) => ({ at, value: node.text.trim() })),
  }))
