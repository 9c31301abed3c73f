/** The shop's conversations: found, started, filed, and written into by buyers and by the platform itself. */
import { newId, newNumber } from './ids.ts'
import type { StoredConversation, StoredMessage } from './records.ts'
import type { Practice } from './shop-state.ts'

export const folders = ['ACTIVE', 'ARCHIVE', 'DELETE'] as const
export const bulkStatuses = [...folders, 'READ', 'UNREAD'] as const
export type StatusFilter = (typeof bulkStatuses)[number] | 'UNANSWERED' | 'ANSWERED'
export type ConversationType = StoredConversation['conversationType']

export const getNewestAtMs = ({ messages, createdAtMs }: StoredConversation): number =>
  messages.at(-1)?.createdAtMs ?? createdAtMs

export const matchesStatus = (conversation: StoredConversation, filter: StatusFilter): boolean => {
  const isAnswered = conversation.messages.at(-1)?.from === 'seller'
  if (filter === 'READ' || filter === 'UNREAD') return conversation.read === (filter === 'READ')
  if (filter === 'ANSWERED') return isAnswered
  if (filter === 'UNANSWERED') return conversation.conversationType === 'FROM_MEMBERS' && !isAnswered
  return conversation.status === filter
}

export const setStatus = (conversation: StoredConversation, status: (typeof bulkStatuses)[number]): void => {
  if (status === 'READ' || status === 'UNREAD') conversation.read = status === 'READ'
  else conversation.status = status
}

export const findConversation = (practice: Practice, conversationId: unknown): StoredConversation | undefined =>
  practice.state.conversations.find((conversation) => conversation.conversationId === conversationId)

/** Finds a conversation of that type that isn't deleted. */
export const findReachable = (
  practice: Practice,
  id: unknown,
  type: ConversationType,
): StoredConversation | undefined => {
  const conversation = findConversation(practice, id)
  return conversation?.conversationType === type && conversation.status !== 'DELETE' ? conversation : undefined
}

export const startConversation = (
  practice: Practice,
  otherParty: string,
  subject: string,
  itemId: string | null,
  conversationType: ConversationType = 'FROM_MEMBERS',
): StoredConversation => {
  const conversation: StoredConversation = {
    conversationId: practice.names.id === 'ebay' ? newNumber() : newId(),
    conversationType,
    subject,
    otherParty,
    createdAtMs: practice.now(),
    itemId,
    status: 'ACTIVE',
    read: true,
    messages: [],
  }
  practice.state.conversations.push(conversation)
  return conversation
}

type BuyerMessage = {
  readonly conversationId?: string | undefined
  readonly username?: string | undefined
  readonly text: string
  readonly subject?: string | undefined
  readonly itemId?: string | undefined
}

/**
 * A buyer writes into a conversation, or starts one if `conversationId` is missing.
 *
 * Marks the conversation unread and moves it out of the archive. `undefined` if it is unknown or deleted.
 */
export const receiveFromBuyer = (
  practice: Practice,
  { conversationId, username = 'practice-buyer', text, subject = 'A question from a buyer', itemId }: BuyerMessage,
): { conversation: StoredConversation; message: StoredMessage } | undefined => {
  const conversation =
    conversationId === undefined
      ? startConversation(practice, username, subject, itemId ?? null)
      : findReachable(practice, conversationId, 'FROM_MEMBERS')
  if (conversation === undefined) return undefined
  const message: StoredMessage = { messageId: newId(), text, from: 'buyer', createdAtMs: practice.now(), media: [] }
  conversation.messages.push(message)
  conversation.read = false
  conversation.status = 'ACTIVE'
  return { conversation, message }
}

/** The platform itself writes: a new conversation that can't be answered. */
export const receiveNotice = (practice: Practice, text: string, subject: string): StoredConversation => {
  const conversation = startConversation(practice, 'Marketplace', subject, null, 'FROM_SVC')
  const createdAtMs = practice.now()
  conversation.messages.push({ messageId: newId(), text, from: 'platform', createdAtMs, media: [] })
  conversation.read = false
  return conversation
}
