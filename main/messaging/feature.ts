/** The messaging room: builds its store, client and use-cases, and answers its part of the contract. */
import { randomUUID } from 'node:crypto'
import type { messagingContract } from '../../shared/messaging/contract.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import type { Ports } from '../ports.ts'
import { createMessageClient } from './client.ts'
import { delayedMessage } from './delayed-message.ts'
import { createDrafts } from './drafts.ts'
import { createFiling } from './filing.ts'
import { messagingHandlers } from './handlers.ts'
import { createOutbox, DEFAULT_UNDO_MS } from './outbox.ts'
import { createSavedReplies } from './saved-replies.ts'
import { createSavedSearches } from './saved-searches.ts'
import { createConversationStore } from './store.ts'
import { createSync, DEFAULT_LOOK_EVERY_MS } from './sync.ts'
import { createSyncLists } from './sync-lists.ts'

export type MessagingOptions = {
  /** How long a message can be taken back before it goes; 10 seconds where nothing is said. */
  readonly undoMs?: number
  /** How long it is from one look for new messages to the next; 30 seconds where nothing is said. */
  readonly lookEveryMs?: number
  /** Told when the seller has something sent or deleted, before it is due. */
  readonly onSendWanted?: () => void
}

export type MessagingFeature = Feature<typeof messagingContract> & {
  readonly delayedMessage: () => ReturnType<typeof delayedMessage>
}

export const createMessagingFeature = (
  deps: FeatureDeps<typeof messagingContract> & Pick<Ports, 'openExternal'>,
  options: MessagingOptions = {},
): MessagingFeature => {
  const { profile, database, send, scheduler, online, clock, log, emit } = deps
  const client = createMessageClient({ profile, send })
  const conversations = createConversationStore(database)
  const drafts = createDrafts(database, clock.nowMs)
  const replies = createSavedReplies(database, clock.nowMs, randomUUID)
  const searches = createSavedSearches(database, randomUUID)
  const onThreadChange = (conversationId: string): void => emit('threadChanged', { conversationId })
  const outbox = createOutbox({
    database,
    client,
    conversations,
    drafts,
    clock,
    scheduler,
    online,
    log,
    newId: randomUUID,
    // Read at each send: the seller may have chosen another meanwhile.
    get undoMs() {
      return options.undoMs ?? DEFAULT_UNDO_MS
    },
    onChange: () => emit('outboxChanged', {}),
    onDraftsChange: (conversationId) => emit('draftsChanged', { conversationId }),
    onThreadRead: (conversationId) => {
      onThreadChange(conversationId)
      emit('conversationsChanged', {})
    },
  })
  const sync = createSync({
    client,
    conversations,
    syncLists: createSyncLists(database, conversations),
    database,
    clock,
    scheduler,
    online,
    log,
    get lookEveryMs() {
      return options.lookEveryMs ?? DEFAULT_LOOK_EVERY_MS
    },
    onConversationsChange: () => emit('conversationsChanged', {}),
    onThreadChange,
    onSyncChange: () => emit('syncChanged', {}),
  })

  const filing = createFiling({
    database,
    client,
    conversations,
    clock,
    scheduler,
    log,
    onConversationsChange: (conversationIds) => {
      emit('conversationsChanged', {})
      for (const conversationId of conversationIds) onThreadChange(conversationId)
      sync.lookSoon()
    },
    onDeletionsChange: () => emit('deletionsChanged', {}),
  })

  return {
    delayedMessage: () => delayedMessage(database),
    handlers: messagingHandlers({
      client,
      conversations,
      drafts,
      filing,
      outbox,
      replies,
      searches,
      sync,
      clock,
      openExternal: deps.openExternal,
      onSendWanted: options.onSendWanted ?? (() => undefined),
      emit,
    }),
    start: async () => {
      // The outbox first: what a crash left must be known before anything is shown or sent.
      outbox.start()
      filing.start()
      sync.start()
    },
    stop: async () => {
      await Promise.all([outbox.stop(), filing.stop(), sync.stop()])
    },
  }
}
