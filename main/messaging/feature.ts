/** Assembles messaging. */
import { randomUUID } from 'node:crypto'
import { getPlatform } from '../../shared/connection/profile.ts'
import type { messagingContract } from '../../shared/messaging/contract.ts'
import type { MessageTarget } from '../../shared/messaging/message-text.ts'
import type { PersonalFact } from '../../shared/messaging/personal-parts.ts'
import type { OrderValues } from '../../shared/messaging/saved-reply.ts'
import { createGroupCommit } from '../database/group-commit.ts'
import type { ErasedCheck } from '../erasure/erased-persons.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import type { CallAllowance } from '../http/call-ledger.ts'
import type { Send } from '../http/request.ts'
import { forPurpose } from '../http/request.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Ports } from '../ports.ts'
import { createBuyers } from './conversations/buyers.ts'
import { createConversationStore } from './conversations/conversation-store.ts'
import type { BuyersWith } from './conversations/filter-sql.ts'
import { createSnoozes } from './conversations/snoozes.ts'
import { planAnsweredQuestionsFill } from './earlier/answered-questions.ts'
import { createEarlierAnswers } from './earlier/earlier-answers.ts'
import { createDeletions } from './filing/deletions.ts'
import { createFiling } from './filing/filing-kinds.ts'
import { messagingHandlers } from './handlers.ts'
import { createDrafts } from './outbox/drafts.ts'
import { createOutbox, DEFAULT_UNDO_MS, type OrderAbout } from './outbox/outbox.ts'
import { createMessageClient } from './platform/message-client.ts'
import { createSellerNames } from './platform/seller-name.ts'
import { createSavedReplies } from './saved-replies.ts'
import { createPlatformSearch } from './search/platform-search.ts'
import { createSavedSearches } from './search/saved-searches.ts'
import { createSync, DEFAULT_POLL_INTERVAL_MS } from './sync/sync.ts'
import { createSyncLists } from './sync/sync-lists.ts'

export { answeredQuestionsIndex } from './earlier/answered-questions.ts'
export { fetchSeller } from './platform/seller-name.ts'
export { conversationSearchIndex } from './search/search-index.ts'

/** How long the check before a reply may wait for a pause of the platform. */
const MAX_CHECK_HOLD_MS = 10_000

export type MessagingOptions = {
  /** How long a message can be withdrawn before it is sent; 10 seconds by default. */
  readonly undoMs?: number
  /** Time between checks for new messages; 30 seconds by default. */
  readonly pollIntervalMs?: number
  /** Called when the seller requests a send or a deletion, before it is due. */
  readonly onSendRequested?: () => void
  /** The title of the item that a listing sells; null if unknown. */
  readonly itemTitle?: (listingId: string) => string | null
  /** Values of `{{tracking}}` and the others about the buyer's order with the listing; null for what isn't known (ORD-05). */
  readonly orderValues?: (about: OrderAbout) => OrderValues
  /** What is known of a buyer: names, addresses and numbers, which no other buyer is offered (SEC-18). */
  readonly personalFacts?: (buyer: string) => readonly PersonalFact[]
  /** Usernames of buyers with such orders, to narrow the inbox. */
  readonly buyersWith?: BuyersWith
}

export type MessagingFeature = Feature<typeof messagingContract> & {
  /** Call when the platform reports a new message (PLT-17). */
  readonly messageArrived: (conversationId: string) => void
  /** The signed-in seller's username and user id; empty if the platform doesn't tell. */
  readonly sellerNames: () => Promise<readonly string[]>
}

export const createMessagingFeature = (
  deps: FeatureDeps<typeof messagingContract> &
    Pick<Ports, 'openExternal'> & {
      readonly outbound: Outbound
      readonly calls: CallAllowance
      /** Recognizes erased users, who are not stored again. */
      readonly erased: ErasedCheck
    },
  options: MessagingOptions = {},
): MessagingFeature => {
  const { profile, database, send, clock, emit } = deps
  const sellerNames = createSellerNames({ profile, send })
  const createClient = (purposeSend: Send) => createMessageClient({ profile, send: purposeSend, sellerNames })
  const client = createClient(send)
  const conversations = createConversationStore(database, deps.erased, options.buyersWith)
  const group = createGroupCommit(database)
  const drafts = createDrafts(database, clock.nowMs)

  const onConversationsChange = (): void => emit('conversationsChanged', {})
  const onThreadChange = (conversationId: string): void => emit('threadChanged', { conversationId })
  const onDraftsChange = (target: MessageTarget): void =>
    emit('draftsChanged', { conversationId: 'conversationId' in target ? target.conversationId : null })
  const onFiled = (conversationIds: readonly string[]): void => {
    onConversationsChange()
    for (const conversationId of conversationIds) onThreadChange(conversationId)
  }

  const outbox = createOutbox({
    ...deps,
    client,
    checkClient: createClient((request) => send({ ...request, maxWaitMs: MAX_CHECK_HOLD_MS })),
    conversations,
    drafts,
    newId: randomUUID,
    capabilities: getPlatform(profile).capabilities,
    // A getter: the user may change it at any time.
    itemTitle: options.itemTitle ?? (() => null),
    orderValues: options.orderValues ?? (() => ({})),
    get undoMs() {
      return options.undoMs ?? DEFAULT_UNDO_MS
    },
    onChange: () => emit('outboxChanged', {}),
    onDraftsChange,
    onThreadRead: (conversationId) => {
      outbox.reviewThread(conversationId)
      onThreadChange(conversationId)
      onConversationsChange()
    },
  })
  const sync = createSync({
    ...deps,
    clients: {
      seller: client,
      watch: createClient(forPurpose(send, 'watch')),
      readAhead: createClient(forPurpose(send, 'readAhead')),
    },
    conversations,
    syncLists: createSyncLists(database, conversations),
    commit: group.commit,
    get pollIntervalMs() {
      return options.pollIntervalMs ?? DEFAULT_POLL_INTERVAL_MS
    },
    onConversationsChange,
    onThreadChange: (conversationId) => {
      outbox.reviewThread(conversationId)
      onThreadChange(conversationId)
    },
    onSyncChange: () => emit('syncChanged', {}),
  })
  const filing = createFiling({
    ...deps,
    client,
    conversations,
    onConversationsChange: onFiled,
    checkNow: sync.checkNow,
    onMoved: () => sync.checkSoon(),
  })
  const deletions = createDeletions({
    ...deps,
    client,
    conversations,
    onConversationsChange: onFiled,
    onDeletionsChange: () => emit('deletionsChanged', {}),
    onDeleted: filing.dropAll,
  })

  const snoozes = createSnoozes({ ...deps, conversations, onChange: onFiled })

  return {
    messageArrived: sync.messageArrived,
    sellerNames,
    handlers: messagingHandlers({
      buyers: createBuyers(database),
      conversations,
      drafts,
      filing,
      deletions,
      outbox,
      earlierAnswers: createEarlierAnswers(database, options.itemTitle ?? (() => null), options.personalFacts),
      replies: createSavedReplies(database, clock.nowMs, randomUUID),
      searches: createSavedSearches(database, randomUUID),
      platformSearch: createPlatformSearch({ ...deps, client, conversations, onChange: onFiled }),
      sync,
      snoozes,
      openExternal: deps.openExternal,
      onSendRequested: options.onSendRequested ?? (() => undefined),
      onDraftsChange,
      emit,
    }),
    start: async () => {
      sync.start()
      snoozes.start()
      planAnsweredQuestionsFill(deps)
    },
    stop: async () => {
      await sync.stop()
      group.close()
    },
  }
}
