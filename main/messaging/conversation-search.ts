/**
 * Finds conversations by words, in the order of the list, and says where each was found.
 *
 * The index of words gives a word's finds by place, newest first, so that a search stops as soon as it has enough: its time
 * follows what is shown and not the size of the inbox. What a row shows of a hit is looked up for the rows of a page alone.
 */
import type { FoundNewMessage, ListSelection, SearchHit } from '../../shared/messaging/list.ts'
import type { Database, SqlParams } from '../database/database.ts'
import type { ListedRow } from './conversation-row.ts'
import { findWords, searchExpression, snippetOf } from './search-words.ts'
import { conditionOf, countOf, paramsOf, tableOf } from './selection.ts'

/** A search lists this many conversations, and then says "or more". */
export const MOST_FOUND = 1_000
/** Up to so many conversations each is asked for the words; beyond, the words are asked for conversations. */
const FEW = 60
/** Up to so many conversations are gathered first, so that each find is quickly told to be among them or not. */
const SOME = 4_000
const MOST_NEW_MESSAGES = 20

/** Places of conversations, in the order of the list. */
export type FoundConversations = { readonly places: readonly number[]; readonly isFloor: boolean }

type Writing = {
  where: 'draft' | 'outbox'
  conversation_id: string | null
  other_party_username: string | null
  content: string
}

const textOf = (content: string): string => (JSON.parse(content) as { readonly messageText: string }).messageText

/** Drafts and open messages whose words match, in this shape. */
const writings = `
  SELECT 'draft' AS where_, d.conversation_id, d.other_party_username, d.content, d.saved_at_ms AS at_ms
    FROM draft_words JOIN drafts d ON d.revision = draft_words.rowid WHERE draft_words MATCH :expression
  UNION ALL
  SELECT 'outbox', o.conversation_id, o.other_party_username, o.content, o.created_at_ms
    FROM outbox_words JOIN outbox o ON o.ordinal = outbox_words.rowid WHERE outbox_words MATCH :expression`

export const createConversationSearch = (database: Database) => {
  /** Places of conversations, as a statement gives them in its one column. */
  const placesOf = (sql: string, params: SqlParams): readonly number[] =>
    database.values<readonly [place: number]>(sql, params).map(([place]) => place)

  /** Finds in what a conversation says: places, newest first, one more than are listed. */
  const findInConversations = (selection: ListSelection, expression: string): readonly number[] => {
    const inSelection = (condition: string): string =>
      `SELECT c.place FROM ${tableOf(selection)} WHERE ${conditionOf(selection)} ${condition}`
    const count = countOf(database, selection)
    const sql =
      count <= FEW
        ? `${inSelection('AND EXISTS (SELECT 1 FROM conversation_words WHERE conversation_words MATCH :expression AND rowid = c.place)')}
           ORDER BY c.place DESC LIMIT :most`
        : `SELECT rowid AS place FROM conversation_words WHERE conversation_words MATCH :expression AND ${
            count <= SOME
              ? `+rowid IN (${inSelection('')})`
              : `EXISTS (${inSelection('AND c.place = conversation_words.rowid')})`
          } ORDER BY rowid DESC LIMIT :most`
    return placesOf(sql, { ...paramsOf(selection), expression, most: MOST_FOUND + 1 })
  }

  /** Finds in what is being written or on its way in a conversation. */
  const findInWritings = (selection: ListSelection, expression: string): readonly number[] =>
    placesOf(
      // From the few that are written to their conversations, never the other way about.
      `SELECT c.place FROM (${writings}) found
       CROSS JOIN conversations c ON c.conversation_id = found.conversation_id
       WHERE ${conditionOf(selection)}`,
      { ...paramsOf(selection), expression },
    )

  const writingsOf = (row: ListedRow): readonly Writing[] =>
    row.has_draft === 0 && row.waiting === 0
      ? []
      : database.all<Writing>(
          `SELECT 'draft' AS "where", conversation_id, other_party_username, content FROM drafts WHERE conversation_id = :id
           UNION ALL
           SELECT 'outbox', conversation_id, other_party_username, content FROM outbox
             WHERE conversation_id = :id AND state NOT IN ('sent', 'takenBack', 'discarded')`,
          { id: row.conversation_id },
        )

  return {
    /** Conversations of the selection in which the words stand; undefined where there is no word to search for. */
    find: (selection: ListSelection, words: readonly string[]): FoundConversations | undefined => {
      const expression = searchExpression(words)
      if (expression === undefined) return undefined
      const inConversations = findInConversations(selection, expression)
      const inWritings = findInWritings(selection, expression)
      const places =
        inWritings.length === 0
          ? inConversations
          : [...new Set([...inConversations, ...inWritings])].toSorted((a, b) => b - a)
      return { places: places.slice(0, MOST_FOUND), isFloor: places.length > MOST_FOUND }
    },

    /** Where the words stand in a conversation: the place that holds most of them, and what stands around them. */
    hitOf: (row: ListedRow, words: readonly string[]): SearchHit | null => {
      let best: { readonly hit: SearchHit; readonly count: number } | undefined
      const look = (where: SearchHit['where'], text: string | null, messageKey: string | null = null): boolean => {
        const found = findWords(text ?? '', words)
        if (found.words.size > (best?.count ?? 0)) {
          best = { hit: { where, messageKey, ...snippetOf(text ?? '', found.ranges) }, count: found.words.size }
        }
        return best?.count === words.length
      }
      const isFound =
        look('name', row.buyer) ||
        look('subject', row.subject) ||
        look('item', row.item_id) ||
        lookInMessages(row, look)
      if (!isFound) for (const { where, content } of writingsOf(row)) if (look(where, textOf(content))) break
      return best?.hit ?? null
    },

    /** Messages to persons, begun or on their way, in which the words stand; the newest first. */
    newMessages: (words: readonly string[]): readonly FoundNewMessage[] => {
      const expression = searchExpression(words)
      if (expression === undefined) return []
      return database
        .all<{ where_: 'draft' | 'outbox'; other_party_username: string; content: string }>(
          `SELECT * FROM (${writings}) WHERE other_party_username IS NOT NULL ORDER BY at_ms DESC LIMIT :most`,
          { expression, most: MOST_NEW_MESSAGES },
        )
        .map(({ where_, other_party_username, content }) => {
          const text = textOf(content)
          return {
            otherPartyUsername: other_party_username,
            hit: { where: where_, messageKey: null, ...snippetOf(text, findWords(text, words).ranges) },
          }
        })
    },
  }

  /** The newest message that holds most of the words. A newest one that is known from the list alone has no key yet. */
  function lookInMessages(
    row: ListedRow,
    look: (where: SearchHit['where'], text: string | null, messageKey: string | null) => boolean,
  ): boolean {
    const messages = database.values<readonly [key: string, text: string]>(
      'SELECT key, text FROM messages WHERE conversation_row = ? ORDER BY position DESC, id DESC',
      [row.id],
    )
    return messages.some(([key, text]) => look('message', text, key)) || look('message', row.preview, null)
  }
}
