/** The messaging room's part of the contract: each method is one use-case of the room. */

import type { RoomEmit, RoomHandlers } from '../../shared/ipc/define.ts'
import type { messagingContract } from '../../shared/messaging/contract.ts'
import { Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { MessageClient } from './client.ts'
import type { Drafts } from './drafts.ts'
import type { Filing } from './filing.ts'
import type { Outbox } from './outbox.ts'
import type { SavedReplies } from './saved-replies.ts'
import type { ConversationStore } from './store.ts'
import type { Sync } from './sync.ts'

export type MessagingParts = {
  readonly client: MessageClient
  readonly conversations: ConversationStore
  readonly drafts: Drafts
  readonly filing: Filing
  readonly outbox: Outbox
  readonly replies: SavedReplies
  readonly sync: Sync
  readonly clock: Clock
  readonly emit: RoomEmit<typeof messagingContract>
}

const unknownConversation = (): Failure =>
  new Failure({ kind: 'notFound', message: 'This conversation is not kept here. Refresh the inbox.' })

export const messagingHandlers = (parts: MessagingParts): RoomHandlers<typeof messagingContract> => {
  const { client, conversations, drafts, filing, outbox, replies, sync, clock, emit } = parts

  const required = (conversationId: string) => {
    const conversation = conversations.conversation(conversationId)
    if (conversation === undefined) throw unknownConversation()
    return conversation
  }

  const filed = (conversationId: string): void => {
    emit('conversationsChanged', {})
    emit('threadChanged', { conversationId })
  }

  const draftsChanged = (target: { readonly conversationId: string } | { readonly otherPartyUsername: string }): void =>
    emit('draftsChanged', { conversationId: 'conversationId' in target ? target.conversationId : null })

  return {
    conversations: (request) => ({ ...conversations.page(request), sync: sync.state() }),

    counts: () => {
      const { open, needsUser } = outbox.counts()
      return { views: conversations.counts(), outbox: open, outboxNeedsUser: needsUser }
    },

    thread: ({ conversationId }) => {
      const thread = conversations.thread(conversationId)
      if (thread === undefined) throw unknownConversation()
      return {
        conversation: thread.conversation,
        messages: [...thread.messages],
        draft: drafts.of({ conversationId }) ?? null,
        outbox: [...outbox.entries(conversationId, thread.readAtMs)],
        freshness: { readAtMs: thread.readAtMs, complete: thread.complete, total: thread.total },
        buyerMessages: thread.buyerMessages,
        canReply: thread.conversation.conversationType === 'FROM_MEMBERS',
      }
    },

    outbox: () => ({ entries: [...outbox.entries()] }),

    refreshThread: async ({ conversationId }) => {
      await sync.refreshThread(conversationId)
      return null
    },

    saveDraft: (request) => {
      const { revision, savedAtMs, changed } = drafts.save(request)
      if (changed) draftsChanged(request.target)
      return { revision, savedAtMs }
    },

    markReviewed: ({ target, revision, buyerMessagesSeen }) => {
      drafts.markReviewed(target, revision, buyerMessagesSeen)
      draftsChanged(target)
      return null
    },

    newMessage: ({ otherPartyUsername }) => ({
      draft: drafts.of({ otherPartyUsername }) ?? null,
      outbox: [...outbox.entriesTo(otherPartyUsername)],
    }),
    newDrafts: () => ({ drafts: [...drafts.toPersons()] }),
    sentRecently: ({ target, messageText }) => ({ atMs: outbox.sentRecently(target, messageText) ?? null }),

    savedReplies: () => ({ replies: [...replies.all()] }),
    keepReply: (request) => {
      const id = replies.keep(request)
      emit('savedRepliesChanged', {})
      return { id }
    },
    deleteReply: ({ id }) => {
      replies.remove(id)
      emit('savedRepliesChanged', {})
      return null
    },

    send: ({ target, revision }) => outbox.enqueue(target, revision),
    takeBack: ({ id }) => ({ revision: outbox.takeBack(id) }),
    sendNow: ({ id }) => {
      outbox.sendNow(id)
      return null
    },
    discard: ({ id }) => {
      outbox.discard(id)
      return null
    },
    settle: ({ id, arrived }) => {
      outbox.settle(id, arrived)
      return null
    },

    markRead: async ({ conversationId }) => {
      await client.markRead(required(conversationId))
      conversations.setUnread(conversationId, false, clock.nowMs())
      filed(conversationId)
      return null
    },

    file: async ({ conversationIds, act }) => ({ results: [...(await filing.file(conversationIds, act))] }),
    deletions: () => ({ deletions: [...filing.deletions()] }),
    deleteConversations: ({ conversationIds }) => {
      const { results, deleteAtMs } = filing.hold(conversationIds)
      return { results: [...results], deleteAtMs }
    },
    stopDeletions: ({ conversationIds }) => {
      filing.stopDeletions(conversationIds)
      return null
    },

    syncNow: () => {
      sync.now()
      return null
    },
  }
}
