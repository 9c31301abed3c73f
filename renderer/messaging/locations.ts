/** Locations within the inbox. */
import { navigate } from '../location.ts'

/** The path segment of a new message. */
export const NEW_MESSAGE = '~new'

export const openConversation = (conversationId: string): void => navigate({ screen: 'inbox', path: [conversationId] })

/** Opens a conversation with the cursor in the reply. */
export const openReply = (conversationId: string): void =>
  navigate({ screen: 'inbox', path: [conversationId, 'reply'] })

export const closeConversation = (): void => navigate({ screen: 'inbox', path: [] })

/** Opens a new message to a buyer; null asks for the buyer first. */
export const writeTo = (username: string | null): void =>
  navigate({ screen: 'inbox', path: username === null ? [NEW_MESSAGE] : [NEW_MESSAGE, username] })
