/** Reads conversations from their table. */
import type { Conversation, ConversationType, Writer } from '../../../shared/messaging/conversation.ts'
import { type FilingState, filingWishes } from '../../../shared/messaging/filing.ts'
import type { OutboundStateName } from '../../../shared/outbound/state.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import { ABOUT_CONVERSATION } from '../schema.ts'
import type { ThreadOrder } from './thread-order.ts'
import { estimateWaitingSinceMs, waitingEvidenceSchema } from './waiting-since.ts'

export type ConversationRow = {
  id: number
  sort_ms: number
  waiting_ms: number
  conversation_id: string
  conversation_type: ConversationType
  subject: string | null
  buyer: string | null
  item_id: string | null
  preview: string | null
  latest_at_ms: number | null
  unread: number
  archived: number
  unanswered: number | null
  waiting_evidence: string | null
  latest_writer: Writer | null
  last_sent_ms: number | null
  snoozed_until_ms: number | null
  no_reply_needed: number
  thread_total: number | null
  thread_complete: number
  thread_read_at_ms: number | null
  thread_order: ThreadOrder | null
  has_draft: number
  pending: number
  unknown: number
  deletion: OutboundStateName | null
  filing: FilingState | null
}

/** Everything but `raw`, of `conversations c`. */
export const conversationColumns = `c.id, c.sort_ms, c.waiting_ms, c.conversation_id, c.conversation_type, c.subject, c.buyer, c.item_id,
  c.preview, c.latest_at_ms, c.unread, c.archived, c.unanswered, c.waiting_evidence,
  c.latest_writer, c.last_sent_ms, c.snoozed_until_ms, c.no_reply_needed, c.thread_total, c.thread_complete,
  c.thread_read_at_ms, c.thread_order,
  EXISTS (SELECT 1 FROM drafts WHERE conversation_id = c.conversation_id) AS has_draft,
  (SELECT COUNT(*) FROM outbound WHERE ${ABOUT_CONVERSATION} AND kind = 'message' AND is_open = 1) AS pending,
  (SELECT COUNT(*) FROM outbound WHERE ${ABOUT_CONVERSATION} AND kind = 'message' AND state = 'unknown') AS unknown,
  (SELECT state
   FROM outbound WHERE ${ABOUT_CONVERSATION} AND kind = 'delete' AND is_open = 1) AS deletion,
  (SELECT CASE WHEN MAX(state IN ('refused', 'notFound')) THEN 'failed' ELSE 'waiting' END
   FROM outbound WHERE ${ABOUT_CONVERSATION} AND kind IN (${filingWishes.map((kind) => `'${kind}'`).join(', ')})
     AND is_open = 1 HAVING COUNT(*) > 0) AS filing`

export const loadRow = (database: Database, conversationId: string): ConversationRow | undefined =>
  database.get<ConversationRow>(`SELECT ${conversationColumns} FROM conversations c WHERE c.conversation_id = ?`, [
    conversationId,
  ])

export const toConversation = (row: ConversationRow): Conversation => {
  const unanswered = row.unanswered === null ? null : row.unanswered === 1
  return {
    conversationId: row.conversation_id,
    conversationType: row.conversation_type,
    subject: row.subject,
    buyer: row.buyer,
    itemId: row.item_id,
    preview: row.preview,
    latestAtMs: row.latest_at_ms,
    unread: row.unread === 1,
    archived: row.archived === 1,
    unanswered,
    waitingSinceMs: estimateWaitingSinceMs(
      readStoredJson(waitingEvidenceSchema, row.waiting_evidence) ?? null,
      unanswered,
    ),
    latestWriter: row.latest_writer,
    snoozedUntilMs: row.snoozed_until_ms,
    noReplyNeeded: row.no_reply_needed === 1,
    deletion: row.deletion,
    filing: row.filing,
    hasDraft: row.has_draft === 1,
    pending: row.pending,
    unknown: row.unknown,
  }
}
