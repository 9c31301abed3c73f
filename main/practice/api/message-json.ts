/** Conversations and messages as each platform's answers spell them. */
import type { Faults } from '../control/faults.ts'
import type { JsonObject } from '../json-body.ts'
import type { StoredConversation, StoredMessage } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { toHtmlDocument, toMemberText } from './message-texts.ts'

/** How eBay's answers spell a status. */
const shownStatuses = { ACTIVE: 'ACTIVE', ARCHIVE: 'ARCHIVED', DELETE: 'DELETED' } as const

const toIsoTime = (ms: number): string => new Date(ms).toISOString()

/** The immutable id that identity tells. */
const sellerId = ({ state }: Practice): string => `practice-user-${state.seed}`

/** Seen live: eBay's own messages are HTML documents, and members' texts may hold entities. */
const toBody = ({ conversationType, subject }: StoredConversation, { text, from }: StoredMessage): string =>
  conversationType === 'FROM_SVC' ? toHtmlDocument(subject, text) : from === 'buyer' ? toMemberText(text) : text

export const createMessageJson = (practice: Practice, faults: Faults) => {
  const { id: platform, noticeType } = practice.names
  const isEbay = platform === 'ebay'

  const nameParties = ({ otherParty }: StoredConversation, { from }: StoredMessage) => {
    // Since September 2025 some applications get immutable ids instead of the names of users in the US.
    const isById = faults.take('namesAreIds', 'messaging', 'getConversation') !== undefined
    const seller = isById ? sellerId(practice) : practice.state.seller
    const sender = from === 'seller' ? seller : isEbay && from === 'platform' ? 'eBay' : otherParty
    return { senderUsername: sender, recipientUsername: from === 'seller' ? otherParty : seller }
  }

  /** Of the neutral platform's fields only `text` is documented; the others follow what is publicly known. */
  const toMessageJson = (conversation: StoredConversation, message: StoredMessage): JsonObject => ({
    messageId: message.messageId,
    ...(isEbay
      ? {
          ...(message.text === '' ? {} : { messageBody: toBody(conversation, message) }),
          subject: conversation.subject,
        }
      : { text: message.text }),
    ...nameParties(conversation, message),
    createdDate: toIsoTime(message.createdAtMs),
    readStatus: message.from === 'seller' || conversation.read,
    ...(message.media.length > 0 ? { messageMedia: message.media } : {}),
  })

  const toDocumentJson = (conversation: StoredConversation): JsonObject => {
    const { conversationId, subject, otherParty, createdAtMs, status, read, itemId, messages } = conversation
    return {
      conversationId,
      subject,
      buyer: { username: otherParty },
      creationDate: toIsoTime(createdAtMs),
      // One field for two things: the folder wins over the read mark.
      messageStatus: status === 'ACTIVE' ? (read ? 'READ' : 'UNREAD') : status,
      ...(itemId === null ? {} : { itemId }),
      messages: messages.slice(-1).map((message) => toMessageJson(conversation, message)),
    }
  }

  const describeEbay = ({ status, subject, conversationType }: StoredConversation) => ({
    conversationStatus: shownStatuses[status],
    conversationTitle: subject,
    conversationType: conversationType === 'FROM_MEMBERS' ? conversationType : noticeType,
  })

  const toEbayJson = (conversation: StoredConversation): JsonObject => {
    const { conversationId, createdAtMs, itemId, messages, read } = conversation
    const latest = messages.at(-1)
    const unread = messages.length - messages.findLastIndex(({ from }) => from === 'seller') - 1
    return {
      conversationId,
      ...describeEbay(conversation),
      createdDate: toIsoTime(createdAtMs),
      ...(latest === undefined ? {} : { latestMessage: toMessageJson(conversation, latest) }),
      ...(itemId === null ? {} : { referenceId: itemId, referenceType: 'LISTING' }),
      unreadCount: read && !hasUnreadMark(conversation) ? 0 : Math.max(1, unread),
    }
  }

  /** Whether the list doesn't show that a call marked the conversation as read: seen live, against other reports. */
  const hasUnreadMark = ({ messages }: StoredConversation): boolean =>
    messages.at(-1)?.from !== 'seller' && faults.take('readMarkApart', 'messaging', 'getConversations') !== undefined

  return {
    /** A message of a thread. */
    message: toMessageJson,
    /** A conversation of the list, with its newest message. */
    conversation: isEbay ? toEbayJson : toDocumentJson,
    /** What a thread's answer says beside its messages. */
    thread: (conversation: StoredConversation): JsonObject => (isEbay ? describeEbay(conversation) : {}),
  }
}
