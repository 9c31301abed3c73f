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

const join = (at: string, name: string): string => (at === '' ? name : `${at}/${name}`)

const step = (from: Found, name: string): readonly Found[] =>
  from.node.children.flatMap((child): readonly Found[] => {
    if (child.name === name) return [{ at: join(from.at, name), node: child }]
    if (child.name !== `${name}Array`) return []
    const wrapper = join(from.at, child.name)
    return child.children.filter((inner) => inner.name === name).map((node) => ({ at: join(wrapper, name), node }))
  })

/** Every node at a documented path below the event element, wrapped or not, in the order of the message. */
export const findAll = (element: EventNode, path: string): readonly Found[] => {
  const walk = (from: readonly Found[]): readonly Found[] =>
    path.split('/').reduce<readonly Found[]>((found, name) => found.flatMap((each) => step(each, name)), from)
  const direct = walk([{ at: '', node: element }])
  if (direct.length > 0 || path !== 'ItemID') return direct
  return findAll(element, 'Item/ItemID')
}

const firstText = (element: EventNode, ...paths: readonly string[]): string | null => {
  for (const path of paths) {
    const text = findAll(element, path)[0]?.node.text
    if (text !== undefined && text !== '') return text
  }
  return null
}

/** One thing that happened: a message of several transactions holds several. Null where the message does not say. */
export const occurrenceSchema = z.object({
  itemId: z.string().nullable(),
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
  const transactions = findAll(element, 'Transaction')
  if (transactions.length > 0) {
    return transactions.map(({ node }) => ({
      itemId: firstText(node, 'Item/ItemID', 'ItemID') ?? itemOfMessage,
      transactionId: firstText(node, 'TransactionID'),
      buyer: firstText(node, 'Buyer/UserID') ?? firstText(element, 'Buyer/UserID'),
      price: firstText(node, 'TransactionPrice'),
      currency:
        findAll(node, 'TransactionPrice')[0]?.node.attributes.find(({ name }) => name === 'currencyID')?.value ?? null,
      commentType: null,
    }))
  }
  const feedback = findAll(element, 'FeedbackDetail')
  if (feedback.length > 0) {
    return feedback.map(({ node }) => ({
      itemId: firstText(node, 'ItemID') ?? itemOfMessage,
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
      transactionId: firstText(element, 'TransactionID'),
      buyer: firstText(element, 'Buyer/UserID'),
      price: null,
      currency: null,
      commentType: null,
    },
  ]
}
