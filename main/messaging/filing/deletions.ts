/**
 * Deletes conversations, as a kind of the outbound queue. A deletion is final (MSG-16): it waits for an undo time, is checked
 * against new messages before it leaves, sent once, and settled by reading if no answer came.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { DELETION_DELAY_MS, type Deletion, type ShownConversation } from '../../../shared/messaging/filing.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { unsentStates } from '../../../shared/outbound/state.ts'
import { type AppError, conflict, Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { OutboundKind, OutboundRow } from '../../outbound/kind.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { wakeAtMs } from '../../outbound/transition.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { MessageClient } from '../platform/message-client.ts'
import { readWholeThread, type WholeThread } from '../platform/paging.ts'
import { type BulkDeps, conversationRefSchema, updateBatch } from './bulk-update.ts'

const LANE = 'deletion'
/** Fewer than the read lane's eight slots, so that a slot stays free for the seller's own reads. */
const CHECKS_AT_ONCE = 5

const HAS_PENDING = 'This conversation has a message in the outbox. Send or discard it first.'
const HAS_NEW_MESSAGE: AppError = {
  kind: 'conflict',
  message: 'Not deleted: there is a new message in the conversation. Read it, then delete again if you still want to.',
}

/**
 * What the seller saw when requesting: the number of stored messages, null if the thread had not been read, then the
 * time of the newest one in the list. On the platform's clock, because this computer's may be ahead.
 */
const payloadSchema = conversationRefSchema.extend({
  buyerMessages: z.number().nullable(),
  newestSeenMs: z.number().nullable().default(null),
  /** The start of the newest message in the list; null if it showed none. */
  preview: z.string().nullable().default(null),
})
type Payload = z.infer<typeof payloadSchema>

type DeletionsDeps = BulkDeps & {
  readonly database: Pick<Database, 'transaction'>
  readonly client: Pick<MessageClient, 'bulkUpdateConversation' | 'getConversation'>
  readonly outbound: Outbound
  readonly conversations: ConversationStore
  readonly clock: Clock
  readonly onConversationsChange: (conversationIds: readonly string[]) => void
  readonly onDeletionsChange: () => void
  /** Called in the transaction that stores the deletion's success. */
  readonly onDeleted: (conversationId: string) => void
}

export type Deletions = ReturnType<typeof createDeletions>

export const createDeletions = (deps: DeletionsDeps) => {
  const { database, client, outbound, conversations, clock } = deps
  const changed = new Set<string>()

  const hasPendingMessages = (conversationId: string): boolean =>
    (conversations.conversation(conversationId)?.pending ?? 0) > 0

  const nameOf = (conversationId: string): string =>
    conversations.conversation(conversationId)?.buyer ?? 'Unknown buyer'

  /** Whether the buyer has written since the conversation was shown. */
  const isOlderThanStored = ({ conversationId, latestAtMs }: ShownConversation): boolean => {
    const stored = conversations.conversation(conversationId)
    return stored !== undefined && stored.latestWriter !== 'seller' && (stored.latestAtMs ?? 0) > (latestAtMs ?? 0)
  }

  const countKnownMessages = (conversationId: string): number | null =>
    conversations.thread(conversationId)?.readAtMs == null ? null : conversations.countBuyerMessages(conversationId)

  /** Reads the thread; undefined if the conversation no longer exists. */
  const readThread = async (payload: Payload, signal: AbortSignal) => {
    try {
      return await readWholeThread(client, payload, signal)
    } catch (error) {
      if (error instanceof Failure && error.detail.kind === 'notFound') return undefined
      throw error
    }
  }

  /**
   * Whether a thread that was never read may end with a message missing from the list. Without times, the listed
   * message counts as the last only if the order is known. A deletion can't be undone, so doubt counts as news.
   */
  const mayHaveNews = (
    { conversationId, newestSeenMs, preview }: Payload,
    { messages }: WholeThread,
    createdAtMs: number,
  ): boolean => {
    if (messages.some((message) => (message.createdAtMs ?? 0) > (newestSeenMs ?? createdAtMs))) return true
    if (messages.every((message) => message.createdAtMs !== null)) return false
    const stored = conversations.thread(conversationId)
    return preview === null || stored?.isOrderKnown !== true || stored.conversation.preview !== preview
  }

  const kind: OutboundKind<Payload, null> = {
    name: 'delete',
    payload: payloadSchema,
    evidence: z.null(),
    describe: ({ payload: { conversationId } }) => {
      const conversation = conversations.conversation(conversationId)
      return `Delete: ${conversation?.buyer ?? conversation?.subject ?? 'a conversation'}`
    },
    page: ({ conversationId }) => ({ page: 'conversation', id: conversationId }),
    check: async ({ payload, createdAtMs }, signal) => {
      const { conversationId, buyerMessages } = payload
      if (hasPendingMessages(conversationId)) {
        return { decision: 'refuse', error: { kind: 'conflict', message: HAS_PENDING } }
      }
      const atMs = clock.nowMs()
      const save = conversations.startReading(conversationId, atMs)
      const thread = await readThread(payload, signal)
      if (thread === undefined) return { decision: 'alreadyThere', atMs }
      if (save(thread)) changed.add(conversationId)
      const isNew =
        buyerMessages === null
          ? mayHaveNews(payload, thread, createdAtMs)
          : conversations.countBuyerMessages(conversationId) > buyerMessages
      return isNew ? { decision: 'refuse', error: HAS_NEW_MESSAGE } : { decision: 'send', before: null }
    },
    effect: 'replaces',
    dispatch: (batch, signal) => updateBatch(deps, batch, 'DELETE', signal),
    checksAtOnce: CHECKS_AT_ONCE,
    settle: async ({ payload }, _before, signal) => {
      const atMs = clock.nowMs()
      return { isDone: (await readThread(payload, signal)) === undefined, after: null, atMs }
    },
    maxBatch: messagingLimits.bulkElements,
    isFinal: true,
    delayAgainMs: DELETION_DELAY_MS,
    onState: ({ state, payload: { conversationId } }) => {
      changed.add(conversationId)
      if (state.state !== 'sent') return
      conversations.setGone(conversationId, clock.nowMs())
      deps.onDeleted(conversationId)
    },
    onChange: () => {
      const ids = [...changed]
      changed.clear()
      if (ids.length > 0) deps.onConversationsChange(ids)
      deps.onDeletionsChange()
    },
  }
  const queue = outbound.register(kind)

  const find = (conversationId: string): OutboundRow<Payload, null> | undefined =>
    queue.open('subject = ?', [`conversation:${conversationId}`])[0]

  const add = (conversationId: string): void => {
    const conversation = conversations.conversation(conversationId)
    if (conversation === undefined) return
    queue.discard(`subject = ? AND state IN ('refused', 'notFound')`, [`conversation:${conversationId}`])
    if (find(conversationId) !== undefined) return
    queue.add({
      id: randomUUID(),
      lane: LANE,
      subject: `conversation:${conversationId}`,
      payload: {
        conversationId,
        conversationType: conversation.conversationType,
        buyerMessages: countKnownMessages(conversationId),
        newestSeenMs: conversation.preview === null ? null : conversation.latestAtMs,
        preview: conversation.preview,
      },
      state: { state: 'delayed', undoUntilMs: clock.nowMs() + DELETION_DELAY_MS, earlier: null },
    })
    changed.add(conversationId)
  }

  return {
    /** Deletions that are not final, oldest first. */
    list: (): readonly Deletion[] =>
      queue.open().map(({ payload: { conversationId, newestSeenMs }, state, createdAtMs, changedAtMs, lastError }) => {
        const {
          buyer = null,
          subject = null,
          unread,
          latestAtMs = null,
        } = conversations.conversation(conversationId) ?? {}
        return {
          conversationId,
          buyer,
          subject,
          // What came since was seen once it was read.
          latestAtMs: unread === true ? (newestSeenMs ?? createdAtMs) : latestAtMs,
          state: state.state,
          deleteAtMs: wakeAtMs(state) ?? changedAtMs,
          problem: lastError?.message ?? null,
        }
      }),

    /**
     * Schedules deletions. Throws `conflict`, and schedules none, if one of them has a message in the outbox, or one from the buyer
     * that the seller hasn't seen.
     */
    request: (shown: readonly ShownConversation[]): void => {
      const ids = [...new Set(shown.map(({ conversationId }) => conversationId))]
      const busy = ids.filter(hasPendingMessages).map(nameOf)
      if (busy.length > 0) {
        const message = `Nothing was deleted, because of messages in the outbox: ${busy.join(', ')}. Send or discard those first.`
        throw conflict(message)
      }
      const news = shown.filter(isOlderThanStored).map(({ conversationId }) => nameOf(conversationId))
      if (news.length > 0) {
        const message = `Nothing was deleted, because of new messages: ${news.join(', ')}. Read those, then delete again if you still want to.`
        throw conflict(message)
      }
      database.transaction(() => ids.forEach(add))
      queue.wake(LANE)
    },

    /**
     * Cancels deletions that have not been sent and dismisses failed ones. Throws `conflict` if one has started; the
     * others are cancelled.
     */
    cancel: (conversationIds: readonly string[]): void => {
      const ids = [...new Set(conversationIds)]
      const rows = ids.map(find).filter((row) => row !== undefined && unsentStates.includes(row.state.state))
      const cancelled = rows.flatMap((row) => (row === undefined ? [] : [row.id]))
      if (cancelled.length > 0) outbound.discard(cancelled)
      if (cancelled.length < ids.length) {
        throw conflict('The deletion has already been sent and can’t be cancelled.')
      }
    },
  }
}
