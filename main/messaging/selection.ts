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
  unknown: `c.unknown > 0`,
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
  unknown: 'conversations_unknown',
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

/** A stretch of places, as the schema counts them: 2^29 ms. */
const BLOCK = 2 ** 29

/** Views whose rows are counted by stretches of places; the others are short. */
const isInBlocks = ({ view, itemId, otherParty }: Facets): boolean =>
  itemId === null && otherParty === null && isOfOneFolder(view)

/**
 * Where to begin to walk to the row at an offset: below which place, and how many rows are to be passed from there.
 *
 * Undefined where the selection is walked from its beginning.
 */
export const nearOffset = (
  database: Database,
  facets: Facets,
  offset: number,
): { readonly below: number; readonly skipped: number } | undefined => {
  if (offset === 0 || !isInBlocks(facets)) return undefined
  const near = database.get<{ block: number; before: number }>(
    `SELECT block, before FROM (
       SELECT block, count, SUM(count) OVER (ORDER BY block DESC ROWS UNBOUNDED PRECEDING) - count AS before
       FROM view_blocks WHERE view = ? ORDER BY block DESC
     ) WHERE before + count > ? LIMIT 1`,
    [facets.view, offset],
  )
  return near === undefined ? undefined : { below: (near.block + 1) * BLOCK, skipped: offset - near.before }
}

/** How many rows of a selection stand before a place: newer ones. */
export const countBefore = (database: Database, facets: Facets, place: number): number => {
  const block = Math.floor(place / BLOCK)
  const until = (block + 1) * BLOCK
  const counted = isInBlocks(facets)
  const near =
    database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${tableOf(facets)} WHERE ${conditionOf(facets)} AND c.place > :place ${
        counted ? 'AND c.place < :until' : ''
      }`,
      { ...paramsOf(facets), place, ...(counted ? { until } : {}) },
    )?.n ?? 0
  if (!counted) return near
  const before = database.get<{ n: number | null }>(
    'SELECT SUM(count) AS n FROM view_blocks WHERE view = ? AND block > ?',
    [facets.view, block],
  )
  return near + (before?.n ?? 0)
}
