/** The message with an answer to an offer. What was typed is kept while the app is open: an answer may be undone. */
import type { ReactNode } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'

export type OfferMessage = {
  readonly typed: string
  /** As the buyer will read it. */
  readonly text: string
  /** Why it can't be sent so. */
  readonly problem: string | undefined
}

/** The inbox renders the field: it knows the saved replies. */
export type RenderOfferMessage = (props: {
  readonly buyer: string | null
  readonly title: string
  /** Saved replies in the language of this text come first. */
  readonly buyerText: string
  /** In code points. */
  readonly limit: number
  readonly autoFocus: boolean
  readonly message: OfferMessage
  readonly onChange: (message: OfferMessage) => void
}) => ReactNode

export const noMessage: OfferMessage = { typed: '', text: '', problem: undefined }

const typedByClient = new WeakMap<StallhandClient, Map<string, OfferMessage>>()

/** The typed messages of one connection, by offer. */
export const typedMessages = (client: StallhandClient): Map<string, OfferMessage> => {
  const typed = typedByClient.get(client) ?? new Map<string, OfferMessage>()
  typedByClient.set(client, typed)
  return typed
}
