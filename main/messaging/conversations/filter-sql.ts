/** Turns a filter of the conversation list into SQL. */
import type { ConversationView } from '../../../shared/messaging/conversation.ts'
import type { ListFilter, OrderNarrowing } from '../../../shared/messaging/list.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { CONVERSATIONS_IN_OUTBOX } from '../schema.ts'
import { createSearchCondition } from '../search/conversation-search.ts'
import { parseSearch } from '../search/search-terms.ts'
import type { ConversationRow } from './conversation-row.ts'

/** SECURITY: literals only; everything the user types is a parameter. */
export const viewConditions: Readonly<Record<ConversationView, string>> = {
  all: `c.folder = 'inbox'`,
  unread: `c.folder = 'inbox' AND c.unread = 1`,
  unanswered: `c.folder = 'inbox' AND c.unanswered = 1 AND c.no_reply_needed = 0`,
  snoozed: `c.folder = 'snoozed' AND c.snoozed_until_ms IS NOT NULL`,
  sent: `c.folder IN ('inbox', 'snoozed', 'archived') AND c.last_sent_ms IS NOT NULL`,
  hasDraft: 'c.conversation_id IN (SELECT conversation_id FROM drafts WHERE conversation_id IS NOT NULL)',
  inOutbox: `c.conversation_id IN (${CONVERSATIONS_IN_OUTBOX})`,
  unknown: `c.conversation_id IN (${CONVERSATIONS_IN_OUTBOX} AND state = 'unknown')`,
  archived: `c.folder = 'archived'`,
  notices: `c.folder = 'notices'`,
}

/**
 * Names each index in the SQL, because without statistics the planner may sort the whole folder:
 * https://sqlite.org/lang_indexedby.html Short views need none.
 */
const viewIndexes: Readonly<Partial<Record<ConversationView, string>>> = {
  all: 'conversations_by_folder',
  unread: 'conversations_unread',
  unanswered: 'conversations_unanswered',
  snoozed: 'conversations_snoozed',
  sent: 'conversations_sent',
  archived: 'conversations_by_folder',
  notices: 'conversations_by_folder',
}

const chooseIndex = ({ view, itemId, otherParty }: ListFilter): string => {
  const viewIndex = viewIndexes[view]
  if (viewIndex === undefined) return ''
  if (otherParty !== null) return 'INDEXED BY conversations_by_buyer'
  return `INDEXED BY ${itemId === null ? viewIndex : 'conversations_by_item'}`
}

type FilterSql = {
  /** `FROM conversations c … WHERE …`; callers may append conditions with AND. */
  readonly sql: string
  readonly params: Readonly<Record<string, SqlValue>>
}

type ListOrder = {
  readonly orderBy: string
  /** Conditions for the rows before, at and after the row with `:orderMs` and `:id`. */
  readonly upTo: string
  readonly after: string
  readonly before: string
  readonly keyOf: (row: ConversationRow) => number
}

const createOrder = (
  column: 'sort_ms' | 'waiting_ms' | 'snoozed_until_ms' | 'last_sent_ms',
  ascending: boolean,
): ListOrder => {
  const key = `(c.${column}, c.id)`
  const given = '(:orderMs, :id)'
  return {
    orderBy: ascending ? `ORDER BY c.${column}, c.id` : `ORDER BY c.${column} DESC, c.id DESC`,
    upTo: `${key} ${ascending ? '<=' : '>='} ${given}`,
    after: `${key} ${ascending ? '>' : '<'} ${given}`,
    before: `${key} ${ascending ? '<' : '>'} ${given}`,
    keyOf: (row) => row[column] ?? 0,
  }
}

const newestFirst = createOrder('sort_ms', false)
const orders: Readonly<Partial<Record<ConversationView, ListOrder>>> = {
  unanswered: createOrder('waiting_ms', true),
  snoozed: createOrder('snoozed_until_ms', true),
  sent: createOrder('last_sent_ms', false),
}

export const orderOf = (view: ConversationView): ListOrder => orders[view] ?? newestFirst

/** Returns the usernames of buyers with such orders. */
export type BuyersWith = (orders: OrderNarrowing) => readonly string[]

export const createFilterSql = (
  database: Database,
  filter: ListFilter,
  buyersWith: BuyersWith = () => [],
): FilterSql => {
  const { view, itemId, otherParty, orders: narrowing } = filter
  const search = createSearchCondition(database, parseSearch(filter.search))
  const conditions = [
    viewConditions[view],
    ...(itemId === null ? [] : ['c.item_id = :itemId']),
    ...(otherParty === null ? [] : ['c.buyer = :otherParty']),
    ...(narrowing === undefined ? [] : ['c.buyer IN (SELECT value FROM json_each(:buyers))']),
    ...(search === undefined ? [] : [search.sql]),
  ]
  return {
    sql: `FROM conversations c ${chooseIndex(filter)} WHERE ${conditions.join(' AND ')}`,
    params: {
      ...(itemId === null ? {} : { itemId }),
      ...(otherParty === null ? {} : { otherParty }),
      ...(narrowing === undefined ? {} : { buyers: JSON.stringify(buyersWith(narrowing)) }),
      ...search?.params,
    },
  }
}
