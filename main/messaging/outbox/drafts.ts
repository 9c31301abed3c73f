/**
 * Drafts: one per conversation or person.
 *
 * Every saved version has a revision that is never used twice. A window that changes or sends a draft names the revision it
 * saw, so two windows cannot overwrite or send each other's text. A window's own saves are numbered: the last one wins,
 * whichever revision it names and in whichever order they arrive, so a closing page can save during another save.
 */
import type { Draft, SavedBy } from '../../../shared/messaging/conversation.ts'
import {
  emptyContent,
  type MessageContent,
  type MessageTarget,
  messageContentSchema,
  targetKey,
} from '../../../shared/messaging/message-text.ts'
import { conflict } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import type { SeenMessages } from '../conversations/thread-store.ts'
import { type ThreadReading, threadReadingSchema } from './thread-reading.ts'

type DraftRow = {
  target_key: string
  conversation_id: string | null
  other_party_username: string | null
  content: string
  revision: number
  saved_at_ms: number
  buyer_messages_seen: number | null
  newest_seen_ms: number | null
  evidence: string | null
}

/**
 * `evidence`: snapshot of the thread before a send whose outcome was never confirmed (MSG-13). Null if it was never
 * sent.
 */
export type StoredDraft = Draft & SeenMessages & { readonly evidence: ThreadReading | null }

type SaveRequest = {
  readonly target: MessageTarget
  readonly content: MessageContent
  readonly revision: number | null
  readonly buyerMessagesSeen: number | null
  readonly by?: SavedBy | undefined
}

type SavedDraft = { readonly revision: number | null; readonly changed: boolean }

export type Drafts = ReturnType<typeof createDrafts>

const isEmpty = (content: MessageContent): boolean =>
  content.messageText === '' && content.messageMedia.length === 0 && content.reference === null

const toTargetColumns = (target: MessageTarget) => ({
  key: targetKey(target),
  conversationId: 'conversationId' in target ? target.conversationId : null,
  otherPartyUsername: 'conversationId' in target ? null : target.otherPartyUsername,
})

const toTarget = (row: {
  readonly conversation_id: string | null
  readonly other_party_username: string | null
}): MessageTarget =>
  row.conversation_id === null
    ? { otherPartyUsername: row.other_party_username ?? '' }
    : { conversationId: row.conversation_id }

/** Replaces damaged evidence: any message from the seller may be this one, so the seller decides. */
const NOTHING_THERE = { text: '', sameText: 0, knownSent: 0, ours: 0, messages: 0, complete: true } as const

const toDraft = (row: DraftRow, joined: readonly number[]): StoredDraft => ({
  target: toTarget(row),
  // Unreadable content is shown as stored, so that no typed text is lost.
  content: readStoredJson(messageContentSchema, row.content) ?? { ...emptyContent, messageText: row.content },
  revision: row.revision,
  savedAtMs: row.saved_at_ms,
  buyerMessagesSeen: row.buyer_messages_seen,
  newestSeenMs: row.newest_seen_ms,
  joined: [...joined],
  evidence:
    row.evidence === null
      ? null
      : (readStoredJson(threadReadingSchema, row.evidence) ?? { ...NOTHING_THERE, atMs: row.saved_at_ms }),
})

/** After two attempts, the reading with fewer messages from the seller is the stronger evidence. */
const olderEvidence = (a: ThreadReading | null, b: ThreadReading | null): ThreadReading | null =>
  a === null || b === null ? (a ?? b) : a.ours <= b.ours ? a : b

export const createDrafts = (database: Database, nowMs: () => number) => {
  /**
   * The revisions that each revision written by `restore` contains. Not kept on disk: after a restart of this process, an open window
   * asks, as for a change by another window.
   */
  const joins = new Map<number, readonly number[]>()
  const toStored = (row: DraftRow): StoredDraft => toDraft(row, joins.get(row.revision) ?? [])

  const load = (target: MessageTarget): StoredDraft | undefined => {
    const row = database.get<DraftRow>('SELECT * FROM drafts WHERE target_key = ?', [targetKey(target)])
    return row === undefined ? undefined : toStored(row)
  }

  /**
   * The last save of each draft whose window is known. After a restart of this process a window names a revision again.
   */
  const lastSaves = new Map<string, SavedBy & { readonly revision: number | null }>()

  const write = (
    target: MessageTarget,
    content: MessageContent,
    seen: SeenMessages,
    evidence: ThreadReading | null,
  ): number => {
    const revision =
      database.get<{ last: number }>('UPDATE draft_revision SET last = last + 1 RETURNING last')?.last ?? 0
    // The revision of a transaction that was rolled back is used again.
    joins.delete(revision)
    database.run(
      `INSERT INTO drafts (target_key, conversation_id, other_party_username, content, revision, saved_at_ms, buyer_messages_seen,
         newest_seen_ms, evidence)
       VALUES (:key, :conversationId, :otherPartyUsername, :content, :revision, :savedAtMs, :buyerMessagesSeen, :newestSeenMs,
         :evidence)
       ON CONFLICT (target_key) DO UPDATE SET content = excluded.content, revision = excluded.revision,
         saved_at_ms = excluded.saved_at_ms, evidence = excluded.evidence,
         -- A thread that was read while the seller wrote was on screen.
         buyer_messages_seen = COALESCE(buyer_messages_seen, excluded.buyer_messages_seen)`,
      {
        ...toTargetColumns(target),
        content: JSON.stringify(content),
        revision,
        savedAtMs: nowMs(),
        buyerMessagesSeen: seen.buyerMessagesSeen,
        newestSeenMs: seen.newestSeenMs,
        evidence: evidence === null ? null : JSON.stringify(evidence),
      },
    )
    return revision
  }

  /** The time of the newest message on screen: in the thread, or in the list if the thread had not been read. */
  const findNewestMs = (target: MessageTarget, buyerMessagesSeen: number | null): number | null => {
    if (!('conversationId' in target)) return null
    const { conversationId } = target
    const newest =
      buyerMessagesSeen === null
        ? database.get<{ ms: number }>('SELECT sort_ms AS ms FROM conversations WHERE conversation_id = ?', [
            conversationId,
          ])
        : database.get<{ ms: number | null }>(
            `SELECT MAX(created_at_ms) AS ms FROM (
               SELECT m.created_at_ms FROM conversations c JOIN messages m ON m.conversation_row = c.id
               WHERE c.conversation_id = ? AND m.writer <> 'seller' ORDER BY m.position, m.id LIMIT ?)`,
            [conversationId, buyerMessagesSeen],
          )
    return newest?.ms ?? null
  }

  const remove = (target: MessageTarget): void => {
    database.run('DELETE FROM drafts WHERE target_key = ?', [targetKey(target)])
  }

  return {
    load,
    remove,

    /** Drafts to people without a conversation, newest first. */
    toPersons: (): readonly Draft[] =>
      database
        .all<DraftRow>('SELECT * FROM drafts WHERE other_party_username IS NOT NULL ORDER BY saved_at_ms DESC')
        .map(toStored),

    /**
     * Saves content that was typed on `revision` (null if there was no draft). Empty content removes the draft.
     *
     * Throws `conflict` if the draft was changed, sent or discarded in another window. Saving the same content again, or
     * an earlier save of the same window that arrives late, changes nothing.
     */
    save: ({ target, content, revision, buyerMessagesSeen, by }: SaveRequest): SavedDraft => {
      const key = targetKey(target)
      const last = lastSaves.get(key)
      const isSameWindow = by !== undefined && by.windowId === last?.windowId
      if (isSameWindow && by.number < last.number) return { revision: load(target)?.revision ?? null, changed: false }
      const saved = database.transaction((): SavedDraft => {
        const before = load(target)
        const isOwn = isSameWindow && last.revision === (before?.revision ?? null)
        if (before !== undefined && JSON.stringify(before.content) === JSON.stringify(content)) {
          return { revision: before.revision, changed: false }
        }
        if (!isOwn && revision !== null && before === undefined) {
          throw conflict(
            'This draft was sent or discarded in another window. Your text is still here. Keep it to create a new draft.',
          )
        }
        if (!isOwn && before !== undefined && before.revision !== revision) {
          throw conflict('This draft was changed in another window. Your text is still here. Keep it or use the other.')
        }
        if (isEmpty(content)) {
          remove(target)
          return { revision: null, changed: before !== undefined }
        }
        const seen = { buyerMessagesSeen, newestSeenMs: findNewestMs(target, buyerMessagesSeen) }
        return { revision: write(target, content, seen, before?.evidence ?? null), changed: true }
      })
      if (by !== undefined) lastSaves.set(key, { ...by, revision: saved.revision })
      return saved
    },

    /** Records that the seller has seen the buyer's newer messages. Throws `conflict` if the draft was replaced. */
    markReviewed: (target: MessageTarget, revision: number, buyerMessagesSeen: number): void => {
      const { changes } = database.run(
        'UPDATE drafts SET buyer_messages_seen = MAX(COALESCE(buyer_messages_seen, 0), ?) WHERE target_key = ? AND revision = ?',
        [buyerMessagesSeen, targetKey(target), revision],
      )
      if (changes === 0)
        throw conflict('This draft was changed or sent in another window. Check it again before sending.')
    },

    /** Turns a message back into a draft. If there is a newer draft, appends its text and attachments. */
    restore: (
      target: MessageTarget,
      content: MessageContent,
      seen: SeenMessages,
      evidence: ThreadReading | null,
    ): number => {
      const present = load(target)
      const newer = present?.content
      const joined: MessageContent =
        newer === undefined
          ? content
          : {
              messageText: [content.messageText, newer.messageText].filter((text) => text !== '').join('\n\n'),
              emailCopyToSender: content.emailCopyToSender || newer.emailCopyToSender,
              messageMedia: [...content.messageMedia, ...newer.messageMedia],
              reference: content.reference ?? newer.reference,
            }
      const revision = write(target, joined, seen, olderEvidence(evidence, present?.evidence ?? null))
      if (present !== undefined) joins.set(revision, [...present.joined, present.revision])
      return revision
    },
  }
}
