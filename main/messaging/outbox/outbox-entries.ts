/** Queries on stored outbox messages, for the window and the checks. */

import { type MessageTarget, targetKey } from '../../../shared/messaging/message-text.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { needsUser } from '../../../shared/outbound/state.ts'
import type { Database } from '../../database/database.ts'
import { jsonAt } from '../../database/stored-json.ts'
import type { OutboundQueue } from '../../outbound/outbound.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { MessagePayload } from './message-kind.ts'
import { comparableText } from './thread-evidence.ts'
import type { ThreadReading } from './thread-reading.ts'

/** The window asks before the same text goes to the same buyer again within this time. */
const RECENT_MS = 10 * 60_000

/** The subject of a target's rows. Usernames are not case-sensitive, so every spelling of one is the same person. */
export const messageSubject = (target: MessageTarget): string =>
  'conversationId' in target
    ? targetKey(target)
    : targetKey({ otherPartyUsername: target.otherPartyUsername.toLowerCase() })

/** Every conversation with the buyer, and the person. `:subject` covers a conversation whose buyer is unknown. */
const SAME_BUYER = `(subject = :subject OR subject = :person
  OR subject IN (SELECT 'conversation:' || conversation_id FROM conversations WHERE buyer = :buyer))`

/** The buyer's name as the platform spells it, if a conversation with them is stored. */
export const findBuyer = (conversations: ConversationStore, target: MessageTarget): string | null =>
  'conversationId' in target
    ? (conversations.conversation(target.conversationId)?.buyer ?? null)
    : (conversations.findBuyer(target.otherPartyUsername) ?? target.otherPartyUsername)

const toSameBuyer = (conversations: ConversationStore, target: MessageTarget) => {
  const buyer = findBuyer(conversations, target)
  const person = buyer === null ? null : messageSubject({ otherPartyUsername: buyer })
  return { subject: messageSubject(target), person, buyer }
}

/** Messages to this target's buyer with this text, in its comparable form, that are known to be sent. */
export const countKnownSent = (
  database: Database,
  conversations: ConversationStore,
  target: MessageTarget,
  text: string,
): number =>
  database
    .all<{ text: string }>(
      `SELECT coalesce(${jsonAt('payload', '$.content.messageText')}, '') AS text FROM outbound
       WHERE kind = 'message' AND state = 'sent' AND ${SAME_BUYER}`,
      toSameBuyer(conversations, target),
    )
    .filter((row) => comparableText(row.text) === text).length

export const createOutboxEntries = (deps: {
  readonly database: Database
  readonly queue: OutboundQueue<MessagePayload, ThreadReading>
  readonly conversations: ConversationStore
  readonly clock: Clock
}) => {
  const { database, queue, conversations, clock } = deps

  /** Open messages to the target, and those sent since `sinceMs`, oldest first. */
  const showTo = (target: MessageTarget, sinceMs: number): OutboundEntry[] =>
    queue.show(`subject = ? AND (is_open = 1 OR (state = 'sent' AND changed_at_ms > ?))`, [
      messageSubject(target),
      sinceMs,
    ])

  return {
    /** Entries of a conversation, and sent ones that its thread, last read at `readAtMs`, may not show yet. */
    entriesIn: (conversationId: string, readAtMs: number | null): OutboundEntry[] =>
      showTo({ conversationId }, readAtMs ?? -1),

    /** The texts sent into a conversation from here, oldest first. */
    sentTexts: (conversationId: string): readonly string[] =>
      database.column<string>(
        `SELECT coalesce(${jsonAt('payload', '$.content.messageText')}, '') AS text FROM outbound
         WHERE subject = ? AND kind = 'message' AND state = 'sent' ORDER BY changed_at_ms, ordinal`,
        [targetKey({ conversationId })],
      ),

    /** Entries to a person, including recently sent ones. */
    entriesTo: (otherPartyUsername: string): OutboundEntry[] =>
      showTo({ otherPartyUsername }, clock.nowMs() - RECENT_MS),

    /**
     * When this text, variables filled in, was last written to the same buyer, if it is waiting or was sent in the last
     * ten minutes.
     */
    sentRecently: (target: MessageTarget, messageText: string): number | undefined => {
      const wanted = comparableText(messageText)
      // A message without text has attachments, which may be others.
      if (wanted === '') return undefined
      const sinceMs = clock.nowMs() - RECENT_MS
      const thread = 'conversationId' in target ? conversations.thread(target.conversationId) : undefined
      const sentHere = database.all<{ text: string; atMs: number }>(
        `SELECT coalesce(${jsonAt('payload', '$.content.messageText')}, '') AS text, created_at_ms AS atMs FROM outbound
         WHERE kind = 'message' AND (is_open = 1 OR changed_at_ms > :sinceMs)
           AND state NOT IN ('withdrawn', 'discarded', 'refused', 'notFound') AND ${SAME_BUYER}`,
        { sinceMs, ...toSameBuyer(conversations, target) },
      )
      const sentElsewhere = (thread?.messages ?? [])
        .filter(({ writer, createdAtMs }) => writer === 'seller' && (createdAtMs ?? 0) > sinceMs)
        .map(({ text, createdAtMs }) => ({ text, atMs: createdAtMs ?? 0 }))
      const times = [...sentHere, ...sentElsewhere]
        .filter(({ text }) => comparableText(text) === wanted)
        .map(({ atMs }) => atMs)
      return times.length === 0 ? undefined : Math.max(...times)
    },

    counts: (): { readonly open: number; readonly needsUser: number } => {
      const states = queue.open().map(({ state }) => state)
      return { open: states.length, needsUser: states.filter(needsUser).length }
    },
  }
}
