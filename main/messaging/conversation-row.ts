/** A conversation as its table holds it, and as a screen is told of it. */
import type { Conversation, ConversationType } from '../../shared/messaging/conversation.ts'
import type { DeletionState } from '../../shared/messaging/filing.ts'
import type { ListedConversation, SearchHit } from '../../shared/messaging/list.ts'
import { guessWaitingSince, type NewestRun } from '../../shared/messaging/waiting-since.ts'
import type { Database } from '../database/database.ts'

/** What a list, a search and a screen are told of. */
export type ListedRow = {
  id: number
  place: number
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
  has_draft: number
  waiting: number
  unknown: number
  newest_run: string | null
  deletion: DeletionState | null
}

export type ConversationRow = ListedRow & {
  sort_ms: number
  thread_total: number | null
  thread_complete: number
  thread_read_at_ms: number | null
  worded: number
  in_index: number
}

/** What a list reads of a row, from `conversations c`, and no more: each column of each row costs. In the order of `ListedValues`. */
export const listedColumns = `c.id, c.place, c.conversation_id, c.conversation_type, c.subject, c.buyer, c.item_id, c.preview,
  c.latest_at_ms, c.unread, c.archived, c.unanswered, c.has_draft, c.waiting, c.unknown, c.newest_run,
  (SELECT d.state FROM deletions d WHERE d.conversation_id = c.conversation_id) AS deletion`

/** `listedColumns`, as bare values. */
export type ListedValues = readonly [
  id: number,
  place: number,
  conversationId: string,
  conversationType: ConversationType,
  subject: string | null,
  buyer: string | null,
  itemId: string | null,
  preview: string | null,
  latestAtMs: number | null,
  unread: number,
  archived: number,
  unanswered: number | null,
  hasDraft: number,
  waiting: number,
  unknown: number,
  newestRun: string | null,
  deletion: DeletionState | null,
]

/** The row that bare values are of. */
export const listedRow = (values: ListedValues): ListedRow => ({
  id: values[0],
  place: values[1],
  conversation_id: values[2],
  conversation_type: values[3],
  subject: values[4],
  buyer: values[5],
  item_id: values[6],
  preview: values[7],
  latest_at_ms: values[8],
  unread: values[9],
  archived: values[10],
  unanswered: values[11],
  has_draft: values[12],
  waiting: values[13],
  unknown: values[14],
  newest_run: values[15],
  deletion: values[16],
})

const conversationColumns = `${listedColumns}, c.sort_ms, c.thread_total, c.thread_complete, c.thread_read_at_ms, c.worded, c.in_index`

const toldOrNot = (column: number | null): boolean | null => (column === null ? null : column === 1)

export const toConversation = (row: ListedRow): Conversation => {
  const unanswered = toldOrNot(row.unanswered)
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
    waitingSince:
      row.newest_run === null ? null : guessWaitingSince(JSON.parse(row.newest_run) as NewestRun, unanswered),
    deletion: row.deletion,
    hasDraft: row.has_draft === 1,
    waiting: row.waiting,
    unknown: row.unknown,
  }
}

/** As a list shows it. Added to, not copied: a page makes a hundred of them. */
export const toListed = (row: ListedRow, hit: SearchHit | null): ListedConversation =>
  Object.assign(toConversation(row), { hit })

export const rowOf = (database: Database, conversationId: string): ConversationRow | undefined =>
  database.get<ConversationRow>(`SELECT ${conversationColumns} FROM conversations c WHERE c.conversation_id = ?`, [
    conversationId,
  ])
