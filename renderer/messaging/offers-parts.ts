/** The parts of the inbox about buyers' offers. The shell provides them: a feature never imports another. */
import type { ComponentType, ReactNode } from 'react'

export type OffersParts = {
  /** The list of offers beside the open one. */
  readonly View: ComponentType<{
    /** Null opens the first one. */
    readonly offerId: string | null
    readonly viewChoice: ReactNode
    readonly renderConversation: (props: OfferConversationProps) => ReactNode
    /** The message with an answer. */
    readonly renderMessage: (props: OfferMessageProps) => ReactNode
    /** The buyer's other conversations and the note. */
    readonly renderBuyer: (buyer: string, conversationId: string | null) => ReactNode
  }>
  /** The buyer's open offers, above the reply in a conversation. Nothing if there are none. */
  readonly Beside: ComponentType<{ readonly conversationId: string }>
}

export type OfferConversationProps = {
  /** One with the buyer; about the listing, if there is one. */
  readonly conversationId: string
  /** What the offer is for. */
  readonly listing: { readonly listingId: string; readonly title: string }
  /** The offer, where the reply is written. */
  readonly answer: ReactNode
  readonly actions: ReactNode
  readonly onBack: () => void
}

type OfferMessage = {
  readonly typed: string
  /** As the buyer will read it. */
  readonly text: string
  /** Why it can't be sent so. */
  readonly problem: string | undefined
}

export type OfferMessageProps = {
  readonly buyer: string | null
  readonly title: string
  /** Saved replies in the language of this text come first. */
  readonly buyerText: string
  /** In code points. */
  readonly limit: number
  readonly autoFocus: boolean
  readonly message: OfferMessage
  readonly onChange: (message: OfferMessage) => void
}
