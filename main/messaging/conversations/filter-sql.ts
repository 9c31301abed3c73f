/** Turns a filter of the conversation list into SQL. */
import type { ConversationView } from '../../../shared/messaging/conversation.ts'
import type { ListFilter } from '../../../shared/messaging/list.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { CONVERSATIONS_IN_OUTBOX } from '../messaging-schema.ts'
import { createSearchCondition } from '../search/conversation-search.ts'
import { parseSearch } from '../search/search-terms.ts'

/** SECURITY: literals only; whatever the user typed is a parameter. */
export const viewConditions: Readonly<Record<ConversationView, string>> = {
  all: `c.folder = 'inbox'`,
  unread: `c.folder = 'inbox' AND c.unread = 1`,
  unanswered: `c.folder = 'inbox' AND c.unanswered = 1`,
  hasDraft: 'c.conversation_id IN (SELECT conversation_id FROM drafts WHERE conversation_id IS NOT NULL)',
  inOutbox: `c.conversation_id IN (${CONVERSATIONS_IN_OUTBOX})`,
  unknown: `c.conversation_id IN (${CONVERSATIONS_IN_OUTBOX} AND state = 'unknown')`,
  archived: `c.folder = 'archived'`,
  notices: `c.folder = 'notices'`,
}

/** Named, because without statistics the planner may sort the whole folder. Views without one are short. */
const viewIndexes: Readonly<Partial<Record<ConversationView, string>>> = {
  all: 'conversations_by_folder',
  unread: 'conversations_unread',
  unanswered: 'conversations_unanswered',
  archived: 'conversations_by_folder',
  notices: 'conversations_by_folder',
}

const chooseIndex = ({ view, itemId, otherParty }: ListFilter): string => {
  const viewIndex = viewIndexes[view]
  if (viewIndex === undefined) return ''
  if (otherParty !== null) return 'INDEXED BY conversations_by_buyer'
  return `INDEXED BY ${itemId === null ? viewIndex : 'conversations_by_item'}`
}

export type FilterSql = {
  /** `FROM conversations c … WHERE …`; callers may append conditions with AND. */
  readonly sql: string
  readonly params: Readonly<Record<string, SqlValue>>
}

export const NEWEST_FIRST = 'ORDER BY c.sort_ms DESC, c.id DESC'

export const createFilterSql = (database: Database, filter: ListFilter): FilterSql => {
  const { view, itemId, otherParty } = filter
  const search = createSearchCondition(database, parseSearch(filter.search))
  const conditions = [
    viewConditions[view],
    ...(itemId === null ? [] : ['c.item_id = :itemId']),
    ...(otherParty === null ? [] : ['c.buyer = :otherParty']),
    ...(search === undefined ? [] : [search.sql]),
  ]
  return {
    sql: `FROM conversations c ${chooseIndex(filter)} WHERE ${conditions.join(' AND ')}`,
    params: {
      ...(itemId === null ? {} : { itemId }),
      ...(otherParty === null ? {} : { otherParty }),
      ...search?.params,
    },
  }
}
