/** The messaging room's part of the contract: each method is one use-case of the room. */

import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { messagingContract } from '../../shared/messaging/contract.ts'
import { webAddressOf } from '../../shared/messaging/links.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Clock, Ports } from '../ports.ts'
import type { MessageClient } from './client.ts'
import type { Drafts } from './drafts.ts'
import type { Filing } from './filing.ts'
import type { Outbox } from './outbox.ts'
import type { SavedReplies } from './saved-replies.ts'
import type { SavedSearches } from './saved-searches.ts'
import type { ConversationStore } from './store.ts'
import type { Sync } from './sync.ts'

export type MessagingParts = {
  readonly client: MessageClient
  readonly conversations: ConversationStore
  readonly drafts: Drafts
  readonly filing: Filing
  readonly outbox: Outbox
  readonly replies: SavedReplies
  readonly searches: SavedSearches
  readonly sync: Sync
  readonly clock: Clock
  readonly openExternal: Ports['openExternal']
  readonly onSendWanted: () => void
  readonly emit: FeatureEmit<typeof messagingContract>
}

const unknownConversation = (): Failure =>
  new Failure({ kind: 'notFound', message: 'This conversation is not kept here. Refresh the inbox.' })

export const messagingHandlers = (parts: MessagingParts): FeatureHandlers<typeof messagingContract> => {
  const {
    client,
    conversations,
    drafts,
    filing,
    outbox,
    replies,
    searches,
    sync,
    clock,
    openExternal,
    onSendWanted,
    emit,
  } = parts

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
    conversations: (request) => {
      const { rows, newMessages, ...page } = conversations.page(request)
      return { ...page, rows: [...rows], newMessages: [...newMessages], sync: sync.state() }
    },
    conversationOffset: ({ conversationId, ...selection }) => ({
      offset: conversations.offsetOf(selection, conversationId) ?? null,
    }),
    nextUnanswered: ({ conversationId, ...selection }) => ({
      conversationId: conversations.nextUnanswered(selection, conversationId) ?? null,
    }),
    facets: (request) => {
      const { rows, total } = conversations.facets(request)
      return { rows: [...rows], total }
    },
    sync: () => sync.state(),

    savedSearches: () => ({
      searches: searches.all().map((kept) => {
        const { count, isFloor } = conversations.count(kept)
        return { ...kept, count, countIsFloor: isFloor }
      }),
    }),
    keepSearch: (request) => {
      const id = searches.keep(request)
      emit('savedSearchesChanged', {})
      return { id }
    },
    arrangeSearches: ({ ids }) => {
      searches.arrange(ids)
      emit('savedSearchesChanged', {})
      return null
    },
    deleteSearch: ({ id }) => {
      searches.remove(id)
      emit('savedSearchesChanged', {})
      return null
    },

    // SECURITY (Electron checklist 15, MSG-23): a window cannot have an address opened that no message holds.
    openLink: async ({ conversationId, url }) => {
      const address = webAddressOf(url)
      if (address === undefined) {
        throw validation('input.url', 'Only web addresses that begin with http:// or https:// are opened.')
      }
      if (!conversations.holdsLink(conversationId, address.url)) {
        throw validation('input.url', 'This address stands in no message of this conversation.')
      }
      await openExternal(address.url)
      return null
    },

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

    send: ({ target, revision }) => {
      const entry = outbox.enqueue(target, revision)
      onSendWanted()
      return entry
    },
    takeBack: ({ id }) => ({ revision: outbox.takeBack(id) }),
    sendNow: ({ id }) => {
      onSendWanted()
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
      onSendWanted()
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
