/**
 * The inbox's lists: pages, places, numbers and facets of what is kept.
 *
 * A page takes the same time wherever the list begins and however long it is: each view has an index in the order of the
 * list, and its rows are counted by stretches of it as they change.
 */
import { type ConversationView, conversationViews } from '../../shared/messaging/conversation.ts'
import type {
  Facet,
  FacetKind,
  FoundNewMessage,
  ListedConversation,
  ListSelection,
} from '../../shared/messaging/list.ts'
import type { Database } from '../database/database.ts'
import { type ListedRow, type ListedValues, listedColumns, listedRow, rowOf, toListed } from './conversation-row.ts'
import { createConversationSearch } from './conversation-search.ts'
import { searchedWords } from './search-words.ts'
import { conditionOf, countBefore, countOf, nearOffset, paramsOf, tableOf } from './selection.ts'

export type ConversationPage = {
  readonly rows: readonly ListedConversation[]
  readonly total: number
  readonly totalIsFloor: boolean
  readonly newMessages: readonly FoundNewMessage[]
}

export const createConversationList = (database: Database) => {
  const search = createConversationSearch(database)

  /** A stretch of the list, in its order. The rows that it passes are passed in the index, without a look at them. */
  const rowsFrom = (selection: ListSelection, total: number, offset: number, limit: number): readonly ListedRow[] => {
    if (offset >= total) return []
    const near = nearOffset(database, selection, offset)
    return database
      .values<ListedValues>(
        `SELECT ${listedColumns} FROM ${tableOf(selection)} WHERE ${conditionOf(selection)} ${near === undefined ? '' : 'AND c.place < :below'}
         ORDER BY c.place DESC LIMIT :limit OFFSET :skipped`,
        { ...paramsOf(selection), limit, skipped: offset, ...near },
      )
      .map(listedRow)
  }

  const rowsAt = (places: readonly number[]): readonly ListedRow[] =>
    places.length === 0
      ? []
      : database
          .values<ListedValues>(
            `SELECT ${listedColumns} FROM json_each(?) page JOIN conversations c ON c.place = page.value ORDER BY c.place DESC`,
            [JSON.stringify(places)],
          )
          .map(listedRow)

  return {
    /** One page of a selection, newest first. */
    page: (request: ListSelection & { readonly offset: number; readonly limit: number }): ConversationPage => {
      const { offset, limit } = request
      const words = searchedWords(request.search)
      const found = search.find(request, words)
      if (found === undefined) {
        const total = countOf(database, request)
        const rows = rowsFrom(request, total, offset, limit)
        return {
          rows: rows.map((row) => toListed(row, null)),
          total,
          totalIsFloor: false,
          newMessages: [],
        }
      }
      const rows = rowsAt(found.places.slice(offset, offset + limit))
      return {
        rows: rows.map((row) => toListed(row, search.hitOf(row, words))),
        total: found.places.length,
        totalIsFloor: found.isFloor,
        newMessages: offset === 0 ? search.newMessages(words) : [],
      }
    },

    /** How many a selection has, and whether there may be more. */
    count: (selection: ListSelection): { readonly count: number; readonly isFloor: boolean } => {
      const found = search.find(selection, searchedWords(selection.search))
      return found === undefined
        ? { count: countOf(database, selection), isFloor: false }
        : { count: found.places.length, isFloor: found.isFloor }
    },

    counts: (): Record<ConversationView, number> => {
      const counted = database.all<{ view: string; count: number }>(
        `SELECT view, count FROM view_counts WHERE kind = '' AND value = ''`,
      )
      const byView = new Map(counted.map(({ view, count }) => [view, count]))
      return Object.fromEntries(conversationViews.map((view) => [view, byView.get(view) ?? 0])) as Record<
        ConversationView,
        number
      >
    },

    /** How many are kept, notices included and those gone left out. */
    known: (): number =>
      database.get<{ n: number }>(
        `SELECT SUM(count) AS n FROM view_counts WHERE kind = '' AND value = '' AND view IN ('all', 'archived', 'notices')`,
      )?.n ?? 0,

    /** Where a conversation stands in a selection, as an offset; undefined where it is not part of it. */
    offsetOf: (selection: ListSelection, conversationId: string): number | undefined => {
      const row = rowOf(database, conversationId)
      if (row === undefined) return undefined
      const found = search.find(selection, searchedWords(selection.search))
      if (found !== undefined) {
        const offset = found.places.indexOf(row.place)
        return offset < 0 ? undefined : offset
      }
      const isPart =
        database.get(`SELECT 1 FROM conversations c WHERE c.id = :id AND ${conditionOf(selection)}`, {
          ...paramsOf(selection),
          id: row.id,
        }) !== undefined
      if (!isPart) return undefined
      return countBefore(database, selection, row.place)
    },

    /**
     * The next of a selection that waits for an answer: below the given one, then from the top; undefined without another.
     *
     * What the platform lists as unanswered waits, unless a message of ours is on its way. The given one may have left the
     * selection; its place counts all the same.
     */
    nextUnanswered: (selection: ListSelection, conversationId: string | null): string | undefined => {
      const from = conversationId === null ? undefined : rowOf(database, conversationId)
      const found = search.find(selection, searchedWords(selection.search))
      const amongFound = found === undefined ? '' : 'AND c.place IN (SELECT value FROM json_each(:found))'
      // In its folder the unanswered have an index of their own; what is narrowed further is short.
      const table =
        selection.itemId === null &&
        selection.otherParty === null &&
        ['all', 'archived', 'unanswered'].includes(selection.view)
          ? tableOf({ ...selection, view: 'unanswered' })
          : tableOf(selection)
      const next = (side: string): string | undefined =>
        database.get<{ conversation_id: string }>(
          `SELECT c.conversation_id FROM ${table}
           WHERE ${conditionOf(selection)} AND c.unanswered = 1 AND c.waiting = 0 ${side} ${amongFound}
           ORDER BY c.place DESC LIMIT 1`,
          {
            ...paramsOf(selection),
            ...(from === undefined ? {} : { place: from.place }),
            ...(found === undefined ? {} : { found: JSON.stringify(found.places) }),
          },
        )?.conversation_id
      return from === undefined ? next('') : (next('AND c.place < :place') ?? next('AND c.place > :place'))
    },

    /** Items or buyers of a view, most conversations first; `search` finds any part of a value. */
    facets: (request: {
      readonly kind: FacetKind
      readonly view: ConversationView
      readonly search: string
      readonly offset: number
      readonly limit: number
    }): { readonly rows: readonly Facet[]; readonly total: number } => {
      const { kind, view, offset, limit } = request
      const search = request.search.trim()
      const counted = `FROM view_counts INDEXED BY view_counts_by_size
        WHERE kind = :kind AND kind <> '' AND view = :view AND count > 0 ${search === '' ? '' : `AND value LIKE :like ESCAPE '\\'`}`
      const params = {
        kind,
        view,
        ...(search === '' ? {} : { like: `%${search.replace(/[\\%_]/g, '\\$&')}%` }),
      }
      return {
        rows: database.all<{ value: string; count: number }>(
          `SELECT value, count ${counted} ORDER BY count DESC, value LIMIT :limit OFFSET :offset`,
          { ...params, offset, limit },
        ),
        total:
          (search === ''
            ? database.get<{ n: number }>(
                `SELECT count AS n FROM view_counts WHERE kind = '' AND view = ? AND value = ?`,
                [view, kind],
              )
            : database.get<{ n: number }>(`SELECT COUNT(*) AS n ${counted}`, params)
          )?.n ?? 0,
      }
    },
  }
}
