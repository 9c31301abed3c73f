/**
 * Read marks, archiving and restoring (MSG-14 to MSG-19), each a kind of the outbound queue. The conversation shows the
 * change at once and keeps it unless the platform refuses it. A newer change replaces one that has not been sent.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { FilingAction, FilingWish } from '../../../shared/messaging/filing.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import type { OutboundStateName } from '../../../shared/outbound/state.ts'
import type { AppError } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { OutboundKind } from '../../outbound/kind.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { BulkStatus, MessageClient } from '../platform/message-client.ts'
import { readWholeThread, type WholeThread } from '../platform/paging.ts'
import { type BulkDeps, conversationRefSchema, updateBatch } from './bulk-update.ts'

const LANE = 'filing'
/** Fewer than the read lane's eight slots, so that a slot stays free for the seller's own reads. */
const CHECKS_AT_ONCE = 5

/** One check of the list serves all changes of the next moment, such as those of a selection. */
const CHECK_AGE_MS = 2_000

const NOT_ARCHIVED: AppError = {
  kind: 'conflict',
  message:
    'Not archived: there is a new message in the conversation. Read it, then archive again if you still want to.',
}

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
  /** Whether the thread had been read. */
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
  /** When the list was last checked before a change, by monotonic time. */
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

  /**
   * Whether the buyer wrote what the seller hadn't seen when requesting the change. `thread` is stored by now. Of a thread that
   * had never been read, the seller saw only the message in the list: doubt counts as news.
   */
  const hasNews = (payload: Payload, { messages }: WholeThread): boolean => {
    const { conversationId, isThreadRead, newestSeenMs, preview } = payload
    if (isThreadRead) return conversations.countUnseen(conversationId, payload) > 0
    const stored = conversations.thread(conversationId)
    if (stored?.conversation.latestWriter === 'seller' || messages.length === 0) return false
    if (messages.some(({ createdAtMs }) => (createdAtMs ?? 0) > (newestSeenMs ?? Number.MAX_SAFE_INTEGER))) return true
    const isTimed = messages.every(({ createdAtMs }) => createdAtMs !== null)
    return !isTimed && preview !== undefined && (preview === null || stored?.conversation.preview !== preview)
  }

  /** Whether the list or the thread now shows a message that came after the request. */
  const isOvertaken = (payload: Payload): boolean => {
    const { conversationId, newestSeenMs, newestListed, buyerMessagesSeen } = payload
    const now = conversations.conversation(conversationId)
    if (now === undefined || now.latestWriter === 'seller' || buyerMessagesSeen === null) return false
    return (
      (now.latestAtMs ?? 0) > (newestSeenMs ?? Number.MAX_SAFE_INTEGER) ||
      (newestListed !== undefined && conversations.newestListed(conversationId) !== newestListed) ||
      (payload.isThreadRead && conversations.countUnseen(conversationId, payload) > 0)
    )
  }

  const createKind = (wish: FilingWish): OutboundKind<Payload, null> => ({
    name: wish,
    payload: payloadSchema,
    evidence: z.null(),
    describe: ({ payload: { conversationId } }) => {
      const conversation = conversations.conversation(conversationId)
      return `${wishes[wish].verb}: ${conversation?.buyer ?? conversation?.subject ?? 'a conversation'}`
    },
    page: ({ conversationId }) => ({ page: 'conversation', id: conversationId }),
    // OFF-08 MSG-25: what the buyer wrote in the meantime must not end up archived or read unseen, and the list may not show it.
    check: async ({ payload }, signal) => {
      const { conversationId, buyerMessagesSeen } = payload
      const hidesNews = wish === 'archive' || wish === 'read'
      if (!hidesNews || buyerMessagesSeen === null) return { decision: 'send', before: null }
      // Of a thread without times that is read for the first time, only a fresh list tells which message is the newest.
      if (payload.conversationType === 'FROM_MEMBERS' && !payload.isThreadRead) await checkList()
      const save = conversations.startReading(conversationId, clock.nowMs())
      const thread = await readWholeThread(client, payload, signal)
      if (save(thread)) changed.add(conversationId)
      if (!hasNews(payload, thread)) return { decision: 'send', before: null }
      // A read mark needs no word: the conversation stays unread, with the message on top.
      return wish === 'archive' ? { decision: 'refuse', error: NOT_ARCHIVED } : { decision: 'discard' }
    },
    effect: 'replaces',
    dispatch: (batch, signal) => updateBatch(deps, batch, wishes[wish].status, signal),
    checksAtOnce: CHECKS_AT_ONCE,
    ...(wish === 'read' ? { isByApp: true } : {}),
    settle: 'repeat',
    maxBatch: messagingLimits.bulkElements,
    onState: ({ state, payload }, from) => {
      const { conversationId, before } = payload
      changed.add(conversationId)
      if (wishes[wish].sets === 'archived' && (state.state === 'sent' || state.state === 'refused')) hasMoved = true
      // Applied once more after sending, because pages requested earlier don't show the change.
      const isToConfirm = state.state === 'sent' && !isReplaced(wish, conversationId) && !isOvertaken(payload)
      if (isToConfirm || (isShown(state.state) && !isShown(from))) {
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
        buyerMessagesSeen: conversations.countSeen(conversationId),
        newestSeenMs: conversation.latestAtMs,
        preview: conversation.preview,
        newestListed: conversations.newestListed(conversationId),
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

    /** Undoes a change that the seller made. Returns for how many conversations, and for how many nothing was left to undo. */
    undo: (conversationIds: readonly string[], action: FilingAction): { undone: number; left: number } => {
      const wish = wishOf[action]
      const { opposite, sets, value } = wishes[wish]
      const result = database.transaction(() => {
        let undone = 0
        const ids = [...new Set(conversationIds)].filter((id) => conversations.conversation(id) !== undefined)
        for (const conversationId of ids) {
          if (conversations.isFiled(conversationId, sets) === value) {
            add(opposite, conversationId)
            undone += 1
          } else drop(conversationId, [wish])
        }
        return { undone, left: ids.length - undone }
      })
      queues[opposite].wake(LANE)
      return result
    },

    /** Discards all changes of a deleted conversation. Call in a transaction. */
    dropAll: (conversationId: string): void => drop(conversationId, ['read', 'unread', 'archive', 'restore']),
  }
}
