/** Lists, counts and facets of the stored conversations. */
import { type ConversationView, conversationViews } from '../../../shared/messaging/conversation.ts'
import type { Facet, FacetKind, ListedConversation, ListFilter } from '../../../shared/messaging/list.ts'
import type { Database } from '../../database/database.ts'
import { ABOUT_CONVERSATION } from '../schema.ts'
import { findHit } from '../search/conversation-search.ts'
import { parseSearch } from '../search/search-terms.ts'
import { type ConversationRow, conversationColumns, loadRow, toConversation } from './conversation-row.ts'
import { type BuyersWith, createFilterSql, orderOf, viewConditions } from './filter-sql.ts'

type ConversationListPage = {
  readonly rows: readonly ListedConversation[]
  readonly total: number
}

export const createConversationQueries = (database: Database, buyersWith?: BuyersWith) => {
  const countRows = (sql: string, params: Parameters<Database['get']>[1] = []): number =>
    database.get<{ n: number }>(`SELECT COUNT(*) AS n ${sql}`, params)?.n ?? 0

  const count = (filter: ListFilter): number => {
    const { sql, params } = createFilterSql(database, filter, buyersWith)
    return countRows(sql, params)
  }

  return {
    /** One page of a filtered list, in the order of its view. */
    page: (request: ListFilter & { readonly offset: number; readonly limit: number }): ConversationListPage => {
      const { offset, limit } = request
      const terms = parseSearch(request.search)
      const { sql, params } = createFilterSql(database, request, buyersWith)
      const rows = database.all<ConversationRow>(
        `SELECT ${conversationColumns} ${sql} ${orderOf(request.view).orderBy} LIMIT :limit OFFSET :offset`,
        { ...params, limit, offset },
      )
      return {
        rows: rows.map((row) => ({
          ...toConversation(row),
          hit: terms.length === 0 ? null : findHit(database, row, terms),
        })),
        total: countRows(sql, params),
      }
    },

    count,

    counts: (): Record<ConversationView, number> =>
      Object.fromEntries(
        conversationViews.map((view) => [view, count({ view, itemId: null, otherParty: null, search: '' })]),
      ) as Record<ConversationView, number>,

    /** Conversations the platform still lists, notices included. */
    known: (): number => countRows(`FROM conversations WHERE folder IN ('inbox', 'snoozed', 'archived', 'notices')`),

    /** The offset of a conversation in a filtered list; undefined if it is not in it. */
    offsetOf: (filter: ListFilter, conversationId: string): number | undefined => {
      const row = loadRow(database, conversationId)
      if (row === undefined) return undefined
      const { sql, params } = createFilterSql(database, filter, buyersWith)
      const { upTo, keyOf } = orderOf(filter.view)
      const found = database.get<{ n: number; is_part: number | null }>(
        `SELECT COUNT(*) AS n, MAX(c.id = :id) AS is_part ${sql} AND ${upTo}`,
        { ...params, id: row.id, orderMs: keyOf(row) },
      )
      return found?.is_part === 1 ? found.n - 1 : undefined
    },

    /** Whether a conversation is stored and not deleted. */
    isListed: (conversationId: string): boolean =>
      countRows('FROM conversations WHERE conversation_id = ? AND gone = 0', [conversationId]) > 0,

    /** A buyer's name as the platform spells it; undefined if no conversation with them is stored. */
    findBuyer: (typed: string): string | undefined =>
      database.column<string>(
        'SELECT buyer FROM conversations INDEXED BY conversations_by_buyer WHERE buyer = ? COLLATE NOCASE LIMIT 1',
        [typed],
      )[0],

    conversationIdsWith: (buyer: string): readonly string[] =>
      database.column<string>(`SELECT conversation_id AS id FROM conversations WHERE buyer = ?`, [buyer]),

    /** The next unanswered conversation without a pending reply: below the given one, then from the top. */
    nextUnanswered: (filter: ListFilter, conversationId: string | null): string | undefined => {
      const from = conversationId === null ? undefined : loadRow(database, conversationId)
      // Returns the same rows by a shorter index.
      const view = filter.view === 'all' ? 'unanswered' : filter.view
      const { sql, params } = createFilterSql(database, { ...filter, view }, buyersWith)
      const { orderBy, after, before, keyOf } = orderOf(view)
      const next = (side: string): string | undefined =>
        database.get<{ conversation_id: string }>(
          `SELECT c.conversation_id ${sql} AND c.unanswered = 1 AND c.no_reply_needed = 0 ${side}
             AND NOT EXISTS (SELECT 1 FROM outbound WHERE ${ABOUT_CONVERSATION} AND kind = 'message' AND is_open = 1)
           ${orderBy} LIMIT 1`,
          { ...params, ...(from === undefined ? {} : { orderMs: keyOf(from), id: from.id }) },
        )?.conversation_id
      if (from === undefined) return next('')
      return next(`AND ${after}`) ?? next(`AND ${before}`)
    },

    /** Items or buyers of a view, most conversations first; `search` matches any part of a value. */
    facets: (request: {
      readonly kind: FacetKind
      readonly view: ConversationView
      readonly search: string
      readonly offset: number
      readonly limit: number
    }): { readonly rows: readonly Facet[]; readonly total: number } => {
      const { kind, view, offset, limit } = request
      const search = request.search.trim()
      const column = kind === 'item' ? 'c.item_id' : 'c.buyer'
      // For a whole folder the covering index avoids reading every row.
      const isFolder = view === 'all' || view === 'archived' || view === 'notices'
      const index = isFolder ? `INDEXED BY conversations_by_${kind === 'item' ? 'item' : 'buyer'}` : ''
      const from = `FROM conversations c ${index} WHERE ${viewConditions[view]} AND ${column} IS NOT NULL
        ${search === '' ? '' : `AND ${column} LIKE :like ESCAPE '\\'`}`
      const params = search === '' ? {} : { like: `%${search.replace(/[\\%_]/g, '\\$&')}%` }
      return {
        rows: database.all<{ value: string; count: number }>(
          `SELECT ${column} AS value, COUNT(*) AS count ${from} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT :limit OFFSET :offset`,
          { ...params, offset, limit },
        ),
        total: database.get<{ n: number }>(`SELECT COUNT(DISTINCT ${column}) AS n ${from}`, params)?.n ?? 0,
      }
    },
  }
}
