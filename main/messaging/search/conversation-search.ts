/** Finds conversations by search terms, and shows where each matched. */

import type { SearchHit } from '../../../shared/messaging/list.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { jsonAt } from '../../database/stored-json.ts'
import type { ConversationRow } from '../conversations/conversation-row.ts'
import { createSnippet, findMatches, matchExpression } from './search-terms.ts'

/** Text that isn't in a thread yet. There is little of it, so it is searched without an index. */
type Writing = {
  kind: 'draft' | 'outbox'
  conversation_id: string | null
  text: string
}

const writings = `
  SELECT 'draft' AS kind, conversation_id,
    coalesce(${jsonAt('content', '$.messageText')}, content) AS text, saved_at_ms AS at_ms
    FROM drafts
  UNION ALL
  SELECT 'outbox', ${jsonAt('payload', '$.target.conversationId')}, coalesce(${jsonAt('payload', '$.content.messageText')}, ''), created_at_ms
    FROM outbound WHERE is_open = 1 AND kind = 'message'`

const findWritings = (database: Database, terms: readonly string[]): readonly Writing[] =>
  database
    .all<Writing>(`SELECT * FROM (${writings}) ORDER BY at_ms DESC`)
    .filter(({ text }) => findMatches(text, terms).terms.size === terms.length)

/** A condition on `conversations c` that selects matches; undefined without terms. */
export const createSearchCondition = (
  database: Database,
  terms: readonly string[],
): { readonly sql: string; readonly params: Readonly<Record<string, SqlValue>> } | undefined => {
  const expression = matchExpression(terms)
  if (expression === undefined) return undefined
  const written = findWritings(database, terms).flatMap(({ conversation_id }) => conversation_id ?? [])
  return {
    sql: `c.id IN (
      SELECT rowid FROM search_index WHERE search_index MATCH :expression
      UNION ALL SELECT id FROM conversations WHERE conversation_id IN (SELECT value FROM json_each(:written)))`,
    params: { expression, written: JSON.stringify(written) },
  }
}

/** Finds the text of a conversation that contains most of the terms, and its matches. */
export const findHit = (database: Database, row: ConversationRow, terms: readonly string[]): SearchHit | null => {
  let best: { readonly hit: SearchHit; readonly count: number } | undefined
  const hasAll = (where: SearchHit['where'], text: string | null, messageKey: string | null = null): boolean => {
    const found = findMatches(text ?? '', terms)
    if (found.terms.size > (best?.count ?? 0)) {
      best = { hit: { where, messageKey, ...createSnippet(text ?? '', found.ranges) }, count: found.terms.size }
    }
    return best?.count === terms.length
  }
  if (hasAll('name', row.buyer) || hasAll('subject', row.subject) || hasAll('item', row.item_id)) {
    return best?.hit ?? null
  }
  const messages = database.all<{ key: string; text: string }>(
    'SELECT key, text FROM messages WHERE conversation_row = ? ORDER BY position DESC, id DESC',
    [row.id],
  )
  if (messages.some(({ key, text }) => hasAll('message', text, key)) || hasAll('message', row.preview)) {
    return best?.hit ?? null
  }
  database
    .all<Writing>(`SELECT * FROM (${writings}) WHERE conversation_id = ?`, [row.conversation_id])
    .some(({ kind, text }) => hasAll(kind, text))
  return best?.hit ?? null
}
