/** Answers the messaging part of the contract. */

import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { messagingContract } from '../../shared/messaging/contract.ts'
import { parseWebAddress } from '../../shared/messaging/links.ts'
import type { MessageTarget } from '../../shared/messaging/message-text.ts'
import { validation } from '../../shared/result.ts'
import type { Ports } from '../ports.ts'
import type { Buyers } from './conversations/buyers.ts'
import { type ConversationStore, conversationMissing } from './conversations/conversation-store.ts'
import type { Snoozes } from './conversations/snoozes.ts'
import type { EarlierAnswers } from './earlier/earlier-answers.ts'
import type { Deletions } from './filing/deletions.ts'
import type { Filing } from './filing/filing-kinds.ts'
import { findChangedTexts } from './outbox/changed-texts.ts'
import type { Drafts } from './outbox/drafts.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { SavedReplies } from './saved-replies.ts'
import type { PlatformSearch } from './search/platform-search.ts'
import type { SavedSearches } from './search/saved-searches.ts'
import type { Sync } from './sync/sync.ts'

type MessagingParts = {
  readonly conversations: ConversationStore
  readonly buyers: Buyers
  readonly drafts: Drafts
  readonly filing: Filing
  readonly deletions: Deletions
  readonly outbox: Outbox
  readonly replies: SavedReplies
  readonly earlierAnswers: EarlierAnswers
  readonly searches: SavedSearches
  readonly platformSearch: PlatformSearch
  readonly sync: Sync
  readonly snoozes: Snoozes
  readonly openExternal: Ports['openExternal']
  readonly onSendRequested: () => void
  readonly onDraftsChange: (target: MessageTarget) => void
  readonly emit: FeatureEmit<typeof messagingContract>
}

export const messagingHandlers = (parts: MessagingParts): FeatureHandlers<typeof messagingContract> => {
  const { conversations, drafts, deletions, outbox, replies, searches, sync, emit } = parts

  const searchesChanged = (): void => emit('savedSearchesChanged', {})
  const repliesChanged = (): void => emit('savedRepliesChanged', {})

  return {
    conversations: (request) => {
      const { rows, total } = conversations.page(request)
      return { rows: [...rows], total, sync: sync.state() }
    },
    conversationOffset: ({ conversationId, ...filter }) => ({
      offset: conversations.offsetOf(filter, conversationId) ?? null,
    }),
    nextUnanswered: ({ conversationId, ...filter }) => ({
      conversationId: conversations.nextUnanswered(filter, conversationId) ?? null,
    }),
    facets: (request) => {
      const { rows, total } = conversations.facets(request)
      return { rows: [...rows], total }
    },
    counts: () => {
      const { open, needsUser } = outbox.counts()
      return { views: conversations.counts(), outbox: open, outboxNeedsUser: needsUser }
    },

    sync: () => sync.state(),
    syncNow: () => sync.syncNow(),
    reportUse: () => sync.use(),

    savedSearches: () => ({ searches: [...searches.list()] }),
    saveSearch: (request) => {
      searches.save(request)
      searchesChanged()
    },
    deleteSearch: ({ id }) => {
      searches.remove(id)
      searchesChanged()
    },

    thread: ({ conversationId }) => {
      const thread = conversations.thread(conversationId)
      if (thread === undefined) throw conversationMissing()
      const { conversation, messages, buyerMessages, readAtMs, complete, isOrderKnown, total } = thread
      const draft = drafts.load({ conversationId })
      const changed = findChangedTexts(messages, outbox.sentTexts(conversationId))
      return {
        conversation,
        messages: messages.map((message) => {
          const sentText = changed.get(message.key)
          return sentText === undefined ? message : { ...message, sentText }
        }),
        draft: draft ?? null,
        outbox: outbox.entriesIn(conversationId, readAtMs),
        freshness: { readAtMs, complete, isOrderKnown, total },
        buyerMessages,
        newer: draft === undefined ? 0 : conversations.countUnseen(conversationId, draft),
        canReply: conversation.conversationType === 'FROM_MEMBERS',
      }
    },
    earlierAnswers: ({ conversationId }) => {
      const readAtMs = conversations.thread(conversationId)?.readAtMs ?? null
      const isAnswered = outbox.entriesIn(conversationId, readAtMs).some(({ kind, state }) => {
        return kind === 'message' && state !== 'refused' && state !== 'notFound'
      })
      return { answers: isAnswered ? [] : [...parts.earlierAnswers.find(conversationId)] }
    },
    refreshThread: ({ conversationId }) => sync.refreshThread(conversationId),
    // SECURITY (Electron checklist 15, MSG-23): the window can open only addresses that a message contains.
    openLink: async ({ conversationId, url }) => {
      const address = parseWebAddress(url)
      if (address === undefined) {
        throw validation('input.url', 'Only web addresses that start with http:// or https:// can be opened.')
      }
      if (!conversations.hasLink(conversationId, address.url)) {
        throw validation('input.url', 'This address isn’t in any message of this conversation.')
      }
      await parts.openExternal(address.url)
    },

    saveDraft: (request) => {
      const { revision, changed } = drafts.save(request)
      if (changed) parts.onDraftsChange(request.target)
      return { revision }
    },
    markReviewed: ({ target, revision, buyerMessagesSeen }) => {
      drafts.markReviewed(target, revision, buyerMessagesSeen)
      parts.onDraftsChange(target)
    },
    newMessage: ({ otherPartyUsername }) => ({
      draft: drafts.load({ otherPartyUsername }) ?? null,
      outbox: outbox.entriesTo(otherPartyUsername),
    }),
    newDrafts: () => ({ drafts: [...drafts.toPersons()] }),

    sentRecently: ({ target, messageText }) => ({ atMs: outbox.sentRecently(target, messageText) ?? null }),
    send: ({ target, revision, sendAtMs }) => {
      const queued = outbox.enqueue(target, revision, sendAtMs)
      parts.onSendRequested()
      return queued
    },

    buyer: ({ buyer }) => {
      const { conversations: rows, total, note } = parts.buyers.load(buyer)
      return { conversations: [...rows], total, note }
    },
    saveBuyerNote: ({ buyer, text }) => {
      parts.buyers.saveNote(buyer, text)
      emit('buyerChanged', { buyer })
    },
    searchPlatform: async ({ offset, ...query }) => parts.platformSearch.search(query, offset),
    keepFound: ({ conversationId }) => parts.platformSearch.keep(conversationId),
    savedReplies: () => ({ replies: [...replies.list()] }),
    saveReply: (request) => {
      const id = replies.save(request)
      repliesChanged()
      return { id }
    },
    deleteReply: ({ id }) => {
      replies.remove(id)
      repliesChanged()
    },

    markRead: ({ conversationId }) => {
      conversations.requireConversation(conversationId)
      parts.filing.file([conversationId], 'read')
    },
    file: ({ conversationIds, action }) => {
      parts.filing.file(conversationIds, action)
      parts.onSendRequested()
    },
    undoFiling: ({ conversationIds, action }) => {
      const result = parts.filing.undo(conversationIds, action)
      parts.onSendRequested()
      return result
    },
    setNoReplyNeeded: ({ conversationIds, noReplyNeeded }) => {
      conversations.setNoReplyNeeded(conversationIds, noReplyNeeded)
      emit('conversationsChanged', {})
      for (const conversationId of conversationIds) emit('threadChanged', { conversationId })
    },
    snooze: ({ conversationIds, untilMs }) => parts.snoozes.snooze(conversationIds, untilMs),
    deletions: () => ({ deletions: [...deletions.list()] }),
    deleteConversations: ({ conversations: shown }) => {
      deletions.request(shown)
      parts.onSendRequested()
    },
    cancelDeletions: ({ conversationIds }) => deletions.cancel(conversationIds),
  }
}
