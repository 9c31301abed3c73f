/** Messages as a kind of the outbound queue: each is sent once, and its thread shows whether it arrived (MSG-13). */

import * as z from 'zod'
import {
  type MessageTarget,
  messageContentSchema,
  messageTargetSchema,
  summarizeMessage,
} from '../../../shared/messaging/message-text.ts'
import type { Written } from '../../../shared/outbound/contract.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { jsonChanged } from '../../database/stored-json.ts'
import type { Services } from '../../feature.ts'
import type { Check, OutboundKind, OutboundRow } from '../../outbound/kind.ts'
import { earlierEvidence } from '../../outbound/transition.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { MessageClient } from '../platform/message-client.ts'
import type { MessageRecord } from '../platform/message-wire.ts'
import { readAllConversations, readWholeThread } from '../platform/paging.ts'
import type { Drafts } from './drafts.ts'
import { comparableText, findOurs, hasArrived, readEvidence } from './thread-evidence.ts'
import { type ThreadReading, threadReadingSchema } from './thread-reading.ts'

/** How far the platform's clock may be behind this computer's. */
const CLOCK_SLACK_MS = 5 * 60_000

const messagePayloadSchema = z.object({
  target: messageTargetSchema,
  content: messageContentSchema,
  buyerMessagesSeen: z.number().nullable(),
  newestSeenMs: z.number().nullable(),
  /**
   * The buyer's messages, including those that a refusal named: sending again counts these as seen. Null without a
   * refusal.
   */
  buyerMessagesNamed: z.number().nullable().default(null),
  /** Copies of this text in the thread, or waiting to be sent into it, when the message was written. */
  copiesKnown: z.number(),
})
export type MessagePayload = z.infer<typeof messagePayloadSchema>
export type MessageRow = OutboundRow<MessagePayload, ThreadReading>

type MessageKindDeps = Pick<Services, 'clock' | 'database'> & {
  readonly client: MessageClient
  /** For the checks before and after sending: its reads don't wait out a long pause of the platform. */
  readonly checkClient: Pick<MessageClient, 'getConversation' | 'getConversations'>
  readonly conversations: ConversationStore
  readonly drafts: Pick<Drafts, 'restore'>
  /** Messages to this target's buyer with this text, in its comparable form, that are known to be sent. */
  readonly countKnownSent: (target: MessageTarget, text: string) => number
  /** What the stored threads show about a text. */
  readonly readStored: (target: MessageTarget, text: string) => ThreadReading
  readonly onChange: () => void
  readonly onThreadRead: (conversationId: string) => void
}

/** OFF-02: messages that the seller had not seen, whenever they were written. */
export const unseenMessages = (count: number): AppError => ({
  kind: 'conflict',
  message: `${count === 1 ? 'A new message' : `${count} new messages`} hadn’t been shown yet when you wrote this. Read the conversation, then send it or edit it.`,
})

type ReadClient = MessageKindDeps['checkClient']
type Read = { readonly messages: readonly MessageRecord[]; readonly complete: boolean; readonly buyer: string | null }

export const createMessageKind = (deps: MessageKindDeps): OutboundKind<MessagePayload, ThreadReading> => {
  const { client, conversations, clock, database, drafts } = deps
  const startedAtMs = clock.nowMs()

  const readConversation = async (client: ReadClient, conversationId: string, signal: AbortSignal): Promise<Read> => {
    const save = conversations.startReading(conversationId, clock.nowMs())
    const thread = await readWholeThread(client, { conversationId, conversationType: 'FROM_MEMBERS' }, signal)
    if (save(thread)) deps.onThreadRead(conversationId)
    return { ...thread, buyer: conversations.conversation(conversationId)?.buyer ?? null }
  }

  /** Reads all conversations with a person, who may have none. */
  const readConversationsWith = async (client: ReadClient, buyer: string, signal: AbortSignal): Promise<Read> => {
    const listed = await readAllConversations(
      client,
      { conversationType: 'FROM_MEMBERS', otherPartyUsername: buyer },
      signal,
    )
    const messages: MessageRecord[] = []
    let { complete } = listed
    for (const conversationId of listed.ids) {
      const thread = await readWholeThread(client, { conversationId, conversationType: 'FROM_MEMBERS' }, signal)
      messages.push(...thread.messages)
      complete &&= thread.complete
    }
    return { messages, complete, buyer }
  }

  const readThread = async (client: ReadClient, { target, content }: MessagePayload, signal: AbortSignal) => {
    // Taken before the reading, which may miss messages that arrive during it.
    const atMs = clock.nowMs()
    const thread =
      'conversationId' in target
        ? await readConversation(client, target.conversationId, signal)
        : await readConversationsWith(client, target.otherPartyUsername, signal)
    const knownSent = deps.countKnownSent(target, comparableText(content.messageText))
    const evidence = readEvidence(thread, { text: content.messageText, buyer: thread.buyer, knownSent, atMs })
    return { thread, evidence }
  }

  /** Compares with the snapshot of the thread before a send whose outcome was never confirmed. */
  const checkAgainstEarlier = (earlier: ThreadReading, now: ThreadReading): Check<ThreadReading> => {
    if (hasArrived(earlier, now) === true) return { decision: 'alreadyThere', atMs: now.atMs }
    if (now.ours <= earlier.ours) return { decision: 'send', before: now }
    const reason = 'A message from you appeared in the conversation after the first try, so this one may have arrived.'
    return { decision: 'ask', reason, found: now }
  }

  /**
   * Whether the thread shows a new copy of the text: a restored database may not record that this message was sent
   * (OFF-04).
   */
  const isWrittenSince = ({ thread, evidence }: Awaited<ReturnType<typeof readThread>>, row: MessageRow): boolean => {
    if (evidence.sameText <= row.payload.copiesKnown) return false
    return findOurs(thread.messages, thread.buyer).some(
      ({ text, createdAtMs }) =>
        comparableText(text) === evidence.text &&
        (createdAtMs === null || createdAtMs >= row.createdAtMs - CLOCK_SLACK_MS),
    )
  }

  /**
   * Returns the stored thread if the platform makes the check wait too long: a paused read must not hold up a reply.
   * Not for a message written before this start, whose database may be an older one (OFF-04), and not after an
   * unconfirmed send, which only a new reading settles.
   */
  const findKept = (row: MessageRow, error: unknown): ThreadReading | undefined => {
    const { target, content } = row.payload
    const isPaused = error instanceof Failure && error.detail.kind === 'rateLimited'
    if (!isPaused || !('conversationId' in target) || row.createdAtMs < startedAtMs) return undefined
    if (earlierEvidence(row.state) !== null) return undefined
    const thread = conversations.thread(target.conversationId)
    if (thread === undefined || thread.readAtMs === null || !thread.complete) return undefined
    return { ...deps.readStored(target, content.messageText), isKept: true }
  }

  /** Messages in the thread that the seller may not have seen when writing this one (OFF-02). */
  const countUnseen = ({ target, ...seen }: MessagePayload): number =>
    'conversationId' in target ? conversations.countUnseen(target.conversationId, seen) : 0

  /** Checks against the thread whether the message was already sent. */
  const checkThread = async (row: MessageRow, signal: AbortSignal): Promise<Check<ThreadReading>> => {
    let read: Awaited<ReturnType<typeof readThread>>
    try {
      read = await readThread(deps.checkClient, row.payload, signal)
    } catch (error) {
      const kept = findKept(row, error)
      if (kept === undefined) throw error
      return { decision: 'send', before: kept }
    }
    const earlier = earlierEvidence(row.state)
    if (earlier !== null) return checkAgainstEarlier(earlier, read.evidence)
    if (!isWrittenSince(read, row)) return { decision: 'send', before: read.evidence }
    const reason = 'This text is already in the conversation, and it wasn’t there when you wrote it.'
    return { decision: 'ask', reason, found: read.evidence }
  }

  const addressOf = (target: MessageTarget): Pick<Written, 'to' | 'topic'> => {
    if (!('conversationId' in target)) return { to: target.otherPartyUsername, topic: null }
    const conversation = conversations.conversation(target.conversationId)
    return { to: conversation?.buyer ?? null, topic: conversation?.subject ?? null }
  }

  return {
    name: 'message',
    payload: messagePayloadSchema,
    evidence: threadReadingSchema,
    describe: ({ payload: { target, content } }) =>
      `Message to ${addressOf(target).to ?? 'an unknown buyer'}: ${summarizeMessage(content)}`,
    page: ({ target }) =>
      'conversationId' in target
        ? { page: 'conversation', id: target.conversationId }
        : { page: 'newMessage', id: target.otherPartyUsername },
    written: ({ target, content }) => {
      const { to, topic } = addressOf(target)
      return {
        to,
        topic,
        text: summarizeMessage(content),
        files: content.messageMedia.map(({ mediaName, mediaType, mediaUrl }) => ({
          name: mediaName,
          type: mediaType,
          address: mediaUrl,
        })),
        listingId: content.reference?.referenceId ?? null,
        isCopiedToSender: content.emailCopyToSender,
      }
    },
    finding: ({ sameText, complete, atMs, isKept }) => ({
      times: sameText,
      isComplete: complete,
      atMs,
      isKept: isKept === true,
    }),
    toDraft: ({ payload, state }) =>
      void drafts.restore(payload.target, payload.content, payload, earlierEvidence(state)),
    canSellerSettle: 'early',
    check: async (row, signal) => {
      const check = await checkThread(row, signal)
      const unseen = check.decision === 'send' ? countUnseen(row.payload) : 0
      return unseen > 0 ? { decision: 'refuse', error: unseenMessages(unseen) } : check
    },
    effect: 'adds',
    dispatch: async ([row], signal) =>
      row === undefined ? [] : [await client.sendMessage(row.payload.target, row.payload.content, signal)],
    settle: async (row, before, signal) => {
      const { evidence } = await readThread(client, row.payload, signal)
      return { isDone: hasArrived(before, evidence), after: evidence, atMs: evidence.atMs }
    },
    onState: ({ id, state, payload, changedAtMs }, from) => {
      const { target, buyerMessagesNamed } = payload
      const setCount = (path: string, count: number): void =>
        void database.run(
          `UPDATE outbound SET payload = ${jsonChanged('payload', 'json_set(payload, ?, ?)')} WHERE id = ?`,
          [path, count, id],
        )
      if (state.state === 'refused' && state.error.kind === 'conflict' && 'conversationId' in target) {
        setCount('$.buyerMessagesNamed', conversations.countBuyerMessages(target.conversationId))
      }
      if (from === 'refused' && state.state === 'queued' && buyerMessagesNamed !== null) {
        setCount('$.buyerMessagesSeen', buyerMessagesNamed)
      }
      if (state.state === 'sent' && 'conversationId' in target) {
        conversations.setAnswered(target.conversationId, changedAtMs, state.known === 'reading')
      }
    },
    onChange: deps.onChange,
    // A paused read must not hold up the next message to the buyer.
    afterSend: (row, signal) => readThread(deps.checkClient, row.payload, signal),
  }
}
