/** Searches the platform's conversations for those not stored here. Each page counts as one of the seller's calls. */
import type { FoundConversation, PlatformQuery } from '../../../shared/messaging/platform-search.ts'
import { notFound, validation } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import { createPreview } from '../conversations/conversation-writes.ts'
import type { MessageClient } from '../platform/message-client.ts'
import type { ConversationRecord } from '../platform/message-wire.ts'

const MAX_REMEMBERED = 1_000
const PAGE = 50

export type PlatformSearch = ReturnType<typeof createPlatformSearch>

export const createPlatformSearch = (deps: {
  readonly database: Database
  readonly client: Pick<MessageClient, 'getConversations'>
  readonly conversations: ConversationStore
  readonly clock: Clock
  readonly onChange: (conversationIds: readonly string[]) => void
}) => {
  const { database, client, conversations, clock, onChange } = deps
  /** Records found, by id: to keep one, the window names only its id. */
  const found = new Map<string, { readonly record: ConversationRecord; readonly atMs: number }>()

  /** Hides stored conversations that the platform has deleted since. */
  const hideDeleted = (records: readonly ConversationRecord[]): void => {
    const deleted = records.flatMap(({ deleted, conversationId }) =>
      deleted && conversations.conversation(conversationId) !== undefined ? [conversationId] : [],
    )
    for (const conversationId of deleted) conversations.setGone(conversationId, clock.nowMs())
    if (deleted.length > 0) onChange(deleted)
  }

  return {
    /**
     * One page, newest first as the platform lists them. Throws `validation` for a start after the end, and the platform's or the
     * network's error.
     */
    search: async (query: PlatformQuery, offset: number) => {
      if (query.fromMs !== null && query.toMs !== null && query.fromMs >= query.toMs)
        throw validation('input.fromMs', 'The search starts after its end. Choose an earlier start, or a later end.')
      const atMs = clock.nowMs()
      const page = await client.getConversations({
        conversationType: 'FROM_MEMBERS',
        ...(query.status === null ? {} : { conversationStatus: query.status }),
        ...(query.buyer === null ? {} : { otherPartyUsername: query.buyer }),
        ...(query.listingId === null ? {} : { referenceId: query.listingId }),
        ...(query.fromMs === null ? {} : { startTimeMs: query.fromMs }),
        ...(query.toMs === null ? {} : { endTimeMs: query.toMs }),
        limit: PAGE,
        offset,
      })
      hideDeleted(page.conversations)
      if (found.size > MAX_REMEMBERED) found.clear()
      for (const record of page.conversations) found.set(record.conversationId, { record, atMs })
      const nextOffset = offset + page.step
      return {
        rows: page.conversations.map(
          ({ conversationId, subject, buyer, latest, latestAtMs, deleted }): FoundConversation => ({
            conversationId,
            subject,
            buyer,
            preview: latest === null ? null : createPreview(latest.text),
            latestAtMs,
            isDeleted: deleted,
            isKept: !deleted && conversations.isListed(conversationId),
          }),
        ),
        total: page.total,
        nextOffset: page.step > 0 && nextOffset < page.total ? nextOffset : null,
      }
    },

    /**
     * Stores a found conversation, so that it can be opened. Throws `notFound` for one that wasn't found or is deleted.
     */
    keep: (conversationId: string): void => {
      const known = found.get(conversationId)
      if (known === undefined) throw notFound('These results are too old. Search again.')
      if (known.record.deleted) throw notFound('This conversation was deleted, so it can’t be opened.')
      const { record, atMs } = known
      database.transaction(() => {
        conversations.savePage('FROM_MEMBERS', [record], new Set(), atMs)
        // Otherwise the next full pass over a list without it would hide it.
        database.run(
          `INSERT OR IGNORE INTO sync_seen (scope, conversation_row, pass)
           SELECT 'FOUND', id, 0 FROM conversations WHERE conversation_id = ?`,
          [conversationId],
        )
      })
      onChange([conversationId])
    },
  }
}
