/**
 * Read marks, archiving and restoring (MSG-14 to MSG-19), each a kind of the outbound queue. The conversation shows the
 * change at once and keeps it unless the platform refuses it. A newer change replaces one that has not been sent.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { FilingAction, FilingWish } from '../../../shared/messaging/filing.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import type { OutboundStateName } from '../../../shared/outbound/state.ts'
import type { Database } from '../../database/database.ts'
import type { OutboundKind } from '../../outbound/kind.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { BulkStatus, MessageClient } from '../platform/message-client.ts'
import { readWholeThread, type WholeThread } from '../platform/paging.ts'
import { type BulkDeps, conversationRefSchema, updateBatch } from './bulk-update.ts'

const LANE = 'filing'
/** A change that waited longer is compared with the thread before it is sent, even if the list shows no new message. */
const CHECK_AFTER_MS = 60_000
/** One check of the list serves all archivings of the next moment, such as those of a selection. */
const CHECK_AGE_MS = 2_000

/** `sets` is the conversation's column that the change sets to `value`. */
const wishes = {
  read: { status: 'READ', opposite: 'unread', sets: 'unread', value: false, verb: 'Mark as read' },
  unread: { status: 'UNREAD', opposite: 'read', sets: 'unread', value: true, verb: 'Mark as unread' },
  archive: { status: 'ARCHIVE', opposite: 'restore', sets: 'archived', value: true, verb: 'Archive' },
  restore: { status: 'ACTIVE', opposite: 'archive', sets: 'archived', value: false, verb: 'Move to the inbox' },
} as const satisfies Readonly<
  Record<
    FilingWish,
    {
      readonly status: BulkStatus
      readonly opposite: FilingWish
      readonly sets: 'unread' | 'archived'
      readonly value: boolean
      readonly verb: string
    }
  >
>

const wishOf: Readonly<Record<FilingAction, FilingWish>> = {
  read: 'read',
  unread: 'unread',
  archive: 'archive',
  active: 'restore',
}

/** `before` is the column's previous value. Rows of earlier versions have null for the messages seen. */
const payloadSchema = conversationRefSchema.extend({
  before: z.boolean(),
  buyerMessagesSeen: z.number().nullable().default(null),
  newestSeenMs: z.number().nullable().default(null),
  /** The start of the newest message in the list; undefined in rows of earlier versions. */
  preview: z.string().nullish(),
  /** The newest message that the list showed; undefined in rows of earlier versions. */
  newestListed: z.string().nullish(),
  /** Whether the conversation was unread, and whether its thread had been read. */
  wasUnread: z.boolean().default(true),
  isThreadRead: z.boolean().default(true),
})
type Payload = z.infer<typeof payloadSchema>

/** Whether the conversation shows the change in this state. */
const isShown = (state: OutboundStateName): boolean =>
  !['refused', 'notFound', 'withdrawn', 'discarded'].includes(state)

type FilingDeps = BulkDeps & {
  readonly client: Pick<MessageClient, 'bulkUpdateConversation' | 'getConversation'>
  readonly database: Pick<Database, 'transaction'>
  readonly outbound: Outbound
  readonly conversations: ConversationStore
  readonly clock: Clock
  readonly onConversationsChange: (conversationIds: readonly string[]) => void
  /** Checks the list for new messages. Throws as reading does. */
  readonly checkNow: () => Promise<void>
  /** Called when the platform has moved conversations, or refused to: its lists have changed. */
  readonly onMoved: () => void
}

export type Filing = ReturnType<typeof createFiling>

export const createFiling = (deps: FilingDeps) => {
  const { database, client, outbound, conversations, clock } = deps
  const changed = new Set<string>()
  let hasMoved = false
  /** When the list was last checked for an archiving, by monotonic time. */
  let checkedMs = Number.NEGATIVE_INFINITY

  const checkList = async (): Promise<void> => {
    const startedMs = clock.monotonicMs()
    if (startedMs - checkedMs < CHECK_AGE_MS) return
    await deps.checkNow()
    checkedMs = startedMs
  }

  const setMark = (wish: FilingWish, conversationId: string, value: boolean): void => {
    if (wishes[wish].sets === 'unread') conversations.setUnread(conversationId, value, clock.nowMs())
    else conversations.setArchived(conversationId, value, clock.nowMs())
    changed.add(conversationId)
  }

  /** Whether a later change of the same mark, which the conversation shows, is still pending. */
  const isReplaced = (wish: FilingWish, conversationId: string): boolean =>
    [wish, wishes[wish].opposite].some((later) =>
      queues[later].open('subject = ?', [`conversation:${conversationId}`]).some(({ state }) => isShown(state.state)),
    )

  /** Whether a thread that had never been read shows a message that the list didn't show when the change was requested. */
  const hasNews = ({ conversationId, newestSeenMs, preview }: Payload, { messages }: WholeThread): boolean => {
    const now = conversations.conversation(conversationId)
    if (now?.latestWriter === 'seller') return false
    if (messages.some(({ createdAtMs }) => (createdAtMs ?? 0) > (newestSeenMs ?? Number.MAX_SAFE_INTEGER))) return true
    const isTimed = messages.every(({ createdAtMs }) => createdAtMs !== null)
    return !isTimed && preview != null && now?.preview !== preview
  }

  const createKind = (wish: FilingWish): OutboundKind<Payload, null> => ({
    name: wish,
    payload: payloadSchema,
    evidence: z.null(),
    describe: ({ payload: { conversationId } }) => {
      const conversation = conversations.conversation(conversationId)
      return `${wishes[wish].verb}: ${conversation?.buyer ?? conversation?.subject ?? 'a conversation'}`
    },
    // OFF-02: what the buyer wrote in the meantime must not end up archived or read unseen.
    check: async ({ payload, createdAtMs }, signal) => {
      const { conversationId, buyerMessagesSeen, newestSeenMs, isThreadRead } = payload
      const nowMs = clock.nowMs()
      const hidesNews = wish === 'archive' || wish === 'read'
      // The archive would hide a message that arrived earlier.
      const isFromMember = payload.conversationType === 'FROM_MEMBERS'
      const isUncounted = hidesNews && isFromMember && !isThreadRead
      if ((wish === 'archive' && isFromMember) || isUncounted) await checkList()
      const listed = conversations.conversation(conversationId)
      // A message may have no time, so a different text counts too.
      const isListedAnew =
        (listed?.latestAtMs ?? 0) > (newestSeenMs ?? 0) ||
        (payload.preview !== undefined && listed?.preview !== payload.preview) ||
        (payload.newestListed !== undefined && conversations.newestListed(conversationId) !== payload.newestListed)
      const hasListedNews = isListedAnew && listed?.latestWriter !== 'seller'
      // The list may show nothing of a message but that there is one.
      const isUnreadAgain = wish === 'archive' && !payload.wasUnread && listed?.unread === true
      const isChecked = hasListedNews || isUnreadAgain || isUncounted || nowMs - createdAtMs >= CHECK_AFTER_MS
      if (!hidesNews || buyerMessagesSeen === null || !isChecked) return { decision: 'send', before: null }
      const save = conversations.startReading(conversationId, nowMs)
      const thread = await readWholeThread(client, payload, signal)
      if (save(thread)) changed.add(conversationId)
      const isNew = isUncounted ? hasNews(payload, thread) : conversations.countUnseen(conversationId, payload) > 0
      return isNew ? { decision: 'discard' } : { decision: 'send', before: null }
    },
    dispatch: (rows, signal) =>
      updateBatch(
        deps,
        rows.map(({ payload }) => payload),
        wishes[wish].status,
        signal,
      ),
    ...(wish === 'read' ? { isByApp: true } : {}),
    settle: 'repeat',
    maxBatch: messagingLimits.bulkElements,
    onState: ({ state, payload: { conversationId, before } }, from) => {
      changed.add(conversationId)
      if (wishes[wish].sets === 'archived' && (state.state === 'sent' || state.state === 'refused')) hasMoved = true
      // Applied once more after sending, because pages requested earlier don't show the change.
      if ((state.state === 'sent' && !isReplaced(wish, conversationId)) || (isShown(state.state) && !isShown(from))) {
        setMark(wish, conversationId, wishes[wish].value)
      } else if (!isShown(state.state) && isShown(from)) setMark(wish, conversationId, before)
    },
    onChange: () => {
      const ids = [...changed]
      changed.clear()
      if (ids.length > 0) deps.onConversationsChange(ids)
      if (hasMoved) deps.onMoved()
      hasMoved = false
    },
  })

  const queues = {
    read: outbound.register(createKind('read')),
    unread: outbound.register(createKind('unread')),
    archive: outbound.register(createKind('archive')),
    restore: outbound.register(createKind('restore')),
  }

  /** Discards changes of the conversation that have not been sent. Call in a transaction. */
  const drop = (conversationId: string, dropped: readonly FilingWish[]): void => {
    for (const wish of dropped) queues[wish].discard('subject = ?', [`conversation:${conversationId}`])
  }

  const add = (wish: FilingWish, conversationId: string): void => {
    drop(conversationId, [wish, wishes[wish].opposite])
    const conversation = conversations.requireConversation(conversationId)
    queues[wish].add({
      id: randomUUID(),
      lane: LANE,
      subject: `conversation:${conversationId}`,
      payload: {
        conversationId,
        conversationType: conversation.conversationType,
        before: conversation[wishes[wish].sets],
        buyerMessagesSeen: conversations.countBuyerMessages(conversationId),
        newestSeenMs: conversation.latestAtMs,
        preview: conversation.preview,
        newestListed: conversations.newestListed(conversationId),
        wasUnread: conversation.unread,
        isThreadRead: conversations.thread(conversationId)?.readAtMs != null,
      },
    })
    setMark(wish, conversationId, wishes[wish].value)
  }

  return {
    /** Stores the requested change of each of these conversations that exists here. */
    file: (conversationIds: readonly string[], action: FilingAction): void => {
      const wish = wishOf[action]
      database.transaction(() => {
        for (const conversationId of new Set(conversationIds)) {
          if (conversations.conversation(conversationId) !== undefined) add(wish, conversationId)
        }
      })
      queues[wish].wake(LANE)
    },

    /** Discards all changes of a deleted conversation. Call in a transaction. */
    dropAll: (conversationId: string): void => drop(conversationId, ['read', 'unread', 'archive', 'restore']),
  }
}
