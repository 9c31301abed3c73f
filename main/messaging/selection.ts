/** What of the inbox is looked at, as SQL: which rows, over which index, and how many they are. */
import type { ConversationView } from '../../shared/messaging/conversation.ts'
import type { ListSelection } from '../../shared/messaging/list.ts'
import type { Database, SqlValue } from '../database/database.ts'

/** A selection without its search. */
export type Facets = Pick<ListSelection, 'view' | 'itemId' | 'otherParty'>

/** What makes a row part of a view. Literals only; nothing a user typed is ever part of SQL text. */
const viewConditions: Readonly<Record<ConversationView, string>> = {
  all: `c.folder = 'inbox'`,
  unread: `c.folder = 'inbox' AND c.unread = 1`,
  unanswered: `c.folder = 'inbox' AND c.unanswered = 1`,
  hasDraft: `c.has_draft = 1`,
  inOutbox: `c.waiting > 0`,
  uncertain: `c.uncertain > 0`,
  archived: `c.folder = 'archived'`,
  notices: `c.folder = 'notices'`,
}

/** The index that holds a view in the order of the list. Named, so that no guess of the planner's sorts a whole inbox. */
const viewIndexes: Readonly<Record<ConversationView, string>> = {
  all: 'conversations_by_folder',
  unread: 'conversations_unread',
  unanswered: 'conversations_unanswered',
  hasDraft: 'conversations_with_draft',
  inOutbox: 'conversations_in_outbox',
  uncertain: 'conversations_uncertain',
  archived: 'conversations_by_folder',
  notices: 'conversations_by_folder',
}

/** Views that lie in one folder: an index that begins with an item or a buyer holds them in the order of the list. */
const isOfOneFolder = (view: ConversationView): boolean => viewConditions[view].includes('c.folder')

/** Rows of a selection, from `conversations c`. */
export const conditionOf = ({ view, itemId, otherParty }: Facets): string =>
  [
    viewConditions[view],
    ...(itemId === null ? [] : ['c.item_id = :itemId']),
    ...(otherParty === null ? [] : ['c.buyer = :otherParty']),
  ].join(' AND ')

export const paramsOf = ({ itemId, otherParty }: Facets): Record<string, SqlValue> => ({
  ...(itemId === null ? {} : { itemId }),
  ...(otherParty === null ? {} : { otherParty }),
})

/** `conversations c` with the index to go by. */
export const tableOf = ({ view, itemId, otherParty }: Facets): string => {
  // Drafts and messages on their way are few: their own indexes are shorter than any item's or buyer's.
  if (!isOfOneFolder(view)) return `conversations c INDEXED BY ${viewIndexes[view]}`
  // A buyer has fewer conversations than an item.
  if (otherParty !== null) return 'conversations c INDEXED BY conversations_by_buyer'
  if (itemId !== null) return 'conversations c INDEXED BY conversations_by_item'
  return `conversations c INDEXED BY ${viewIndexes[view]}`
}

/** How many rows a selection has, its search left aside. With an item and a buyer both they are counted; else they are known. */
export const countOf = (database: Database, facets: Facets): number => {
  const { view, itemId, otherParty } = facets
  if (itemId !== null && otherParty !== null) {
    return (
      database.get<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${tableOf(facets)} WHERE ${conditionOf(facets)}`,
        paramsOf(facets),
      )?.n ?? 0
    )
  }
  const kind = itemId !== null ? 'item' : otherParty !== null ? 'otherParty' : ''
  return (
    database.get<{ count: number }>('SELECT count FROM view_counts WHERE kind = ? AND view = ? AND value = ?', [
      kind,
      view,
      itemId ?? otherParty ?? '',
    ])?.count ?? 0
  )
}
