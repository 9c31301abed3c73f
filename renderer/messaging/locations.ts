/** Locations within the inbox. */
import { navigate } from '../location.ts'
import { conversationLocation, NEW_MESSAGE, newMessageLocation, replyLocation } from '../parts/message-path.ts'
import { offersLocation } from '../parts/offers/offer-labels.ts'

export const openConversation = (conversationId: string): void => navigate(conversationLocation(conversationId))

/** Opens a conversation with the cursor in the reply. */
export const openReply = (conversationId: string): void => navigate(replyLocation(conversationId))

export const closeConversation = (): void => navigate({ screen: 'inbox', path: [] })

/** Opens the view of buyers' offers. */
export const openOffers = (): void => navigate(offersLocation)

/** Opens a new message to a buyer; null asks for the buyer first. */
export const writeTo = (username: string | null): void =>
  navigate(username === null ? { screen: 'inbox', path: [NEW_MESSAGE] } : newMessageLocation(username))
