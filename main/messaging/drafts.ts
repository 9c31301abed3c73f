/**
 * What the seller typed and did not send: one draft per conversation or person.
 *
 * A draft has a revision that no other draft ever had. Whoever changes or sends it names the revision on which they saw
 * it, so that two windows cannot overwrite or send each other's text unseen. Nothing but the seller touches a draft.
 */
import type { Draft } from '../../shared/messaging/conversation.ts'
import { type MessageContent, type MessageTarget, targetKey } from '../../shared/messaging/message-text.ts'
import { Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import { createWordsIndex } from './words-index.ts'

type DraftRow = {
  target_key: string
  conversation_id: string | null
  other_party_username: string | null
  content: string
  revision: number
  begun_at_ms: number
  saved_at_ms: number
  buyer_messages_seen: number
}

export type Drafts = ReturnType<typeof createDrafts>

const isEmpty = (content: MessageContent): boolean =>
  content.messageText === '' && content.messageMedia.length === 0 && content.reference === null

const conflict = (message: string): Failure => new Failure({ kind: 'conflict', message })

/** The columns that hold a target. */
export const targetColumns = (target: MessageTarget) => ({
  key: targetKey(target),
  conversationId: 'conversationId' in target ? target.conversationId : null,
  otherPartyUsername: 'conversationId' in target ? null : target.otherPartyUsername,
})

/** The target that such columns hold. */
export const targetOfColumns = (row: {
  readonly conversation_id: string | null
  readonly other_party_username: string | null
}): MessageTarget =>
  row.conversation_id === null
    ? { otherPartyUsername: row.other_party_username ?? '' }
    : { conversationId: row.conversation_id }

const toDraft = (row: DraftRow): Draft => ({
  target: targetOfColumns(row),
  content: JSON.parse(row.content) as MessageContent,
  revision: row.revision,
  begunAtMs: row.begun_at_ms,
  savedAtMs: row.saved_at_ms,
  buyerMessagesSeen: row.buyer_messages_seen,
})

export const createDrafts = (database: Database, nowMs: () => number) => {
  const words = createWordsIndex(database)

  const of = (target: MessageTarget): Draft | undefined => {
    const row = database.get<DraftRow>('SELECT * FROM drafts WHERE target_key = ?', [targetKey(target)])
    return row === undefined ? undefined : toDraft(row)
  }

  const nextRevision = (): number => {
    const row = database.get<{ last: number }>(
      'UPDATE draft_revision SET last = last + 1 WHERE only = 1 RETURNING last',
    )
    if (row === undefined) throw new Error('the counter of draft revisions is missing')
    return row.last
  }

  const write = (
    target: MessageTarget,
    content: MessageContent,
    buyerMessagesSeen: number,
  ): { revision: number; savedAtMs: number } => {
    forgetWords(target)
    const revision = nextRevision()
    const savedAtMs = nowMs()
    database.run(
      `INSERT INTO drafts (target_key, conversation_id, other_party_username, content, revision, begun_at_ms, saved_at_ms,
         buyer_messages_seen, worded)
       VALUES (:key, :conversationId, :otherPartyUsername, :content, :revision, :savedAtMs, :savedAtMs, :buyerMessagesSeen, 1)
       ON CONFLICT (target_key) DO UPDATE SET content = excluded.content, revision = excluded.revision,
         saved_at_ms = excluded.saved_at_ms, worded = 1`,
      { ...targetColumns(target), content: JSON.stringify(content), revision, savedAtMs, buyerMessagesSeen },
    )
    words.putDraft(revision, content.messageText)
    return { revision, savedAtMs }
  }

  const forgetWords = (target: MessageTarget): void => {
    const before = of(target)
    if (before !== undefined) words.removeDraft(before.revision)
  }

  const remove = (target: MessageTarget): void => {
    forgetWords(target)
    database.run('DELETE FROM drafts WHERE target_key = ?', [targetKey(target)])
  }

  return {
    of,
    remove,

    /** Drafts to persons, the newest first. */
    toPersons: (): readonly Draft[] =>
      database
        .all<DraftRow>('SELECT * FROM drafts WHERE other_party_username IS NOT NULL ORDER BY saved_at_ms DESC')
        .map(toDraft),

    /**
     * Keeps what was typed on `revision` (null: on no draft). Empty content removes the draft.
     *
     * Throws `conflict` where the draft is another by now: changed, sent or thrown away in another window. The same
     * content once more is no change.
     */
    save: (request: {
      readonly target: MessageTarget
      readonly content: MessageContent
      readonly revision: number | null
      readonly buyerMessagesSeen: number
    }): { readonly revision: number | null; readonly savedAtMs: number; readonly changed: boolean } =>
      database.transaction(() => {
        const { target, content, revision } = request
        const before = of(target)
        if (before !== undefined && JSON.stringify(before.content) === JSON.stringify(content)) {
          return { revision: before.revision, savedAtMs: before.savedAtMs, changed: false }
        }
        if (revision !== null && before === undefined) {
          throw conflict(
            'This draft was sent or thrown away in another window. Your text is still here; keep it to make it a new draft.',
          )
        }
        if (before !== undefined && before.revision !== revision) {
          throw conflict(
            'This draft was changed in another window. Your text is still here; keep it or take the other.',
          )
        }
        if (isEmpty(content)) {
          remove(target)
          return { revision: null, savedAtMs: nowMs(), changed: before !== undefined }
        }
        return { ...write(target, content, request.buyerMessagesSeen), changed: true }
      }),

    /** The buyer's newer messages were looked at. Throws `conflict` where the draft is another by now. */
    markReviewed: (target: MessageTarget, revision: number, buyerMessagesSeen: number): void => {
      const { changes } = database.run(
        'UPDATE drafts SET buyer_messages_seen = MAX(buyer_messages_seen, ?) WHERE target_key = ? AND revision = ?',
        [buyerMessagesSeen, targetKey(target), revision],
      )
      if (changes === 0)
        throw conflict('This draft was changed or sent in another window. Look at it again before sending.')
    },

    /**
     * Makes a message a draft again. Where a newer draft was begun meanwhile, both texts stay: the returned one first.
     * Attachments of both are kept; more than may be sent is the composer's to say.
     */
    putBack: (target: MessageTarget, content: MessageContent, buyerMessagesSeen: number): number => {
      const before = of(target)
      if (before === undefined) return write(target, content, buyerMessagesSeen).revision
      const joined: MessageContent = {
        messageText: [content.messageText, before.content.messageText].filter((text) => text !== '').join('\n\n'),
        emailCopyToSender: content.emailCopyToSender || before.content.emailCopyToSender,
        messageMedia: [...content.messageMedia, ...before.content.messageMedia],
        reference: content.reference ?? before.content.reference,
      }
      return write(target, joined, buyerMessagesSeen).revision
    },
  }
}
