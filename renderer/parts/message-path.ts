/** Where the inbox shows a message that the seller writes. */

/** The path segment of a new message. */
export const NEW_MESSAGE = '~new'

/** A conversation. */
export const conversationLocation = (conversationId: string) => ({ screen: 'inbox', path: [conversationId] }) as const

/** A conversation with the cursor in the reply. */
export const replyLocation = (conversationId: string) => ({ screen: 'inbox', path: [conversationId, 'reply'] }) as const

/** A new message to a person. */
export const newMessageLocation = (username: string) => ({ screen: 'inbox', path: [NEW_MESSAGE, username] }) as const
