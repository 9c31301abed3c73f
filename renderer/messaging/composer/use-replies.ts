/** The saved replies of a conversation as the buyer will read them, and what they can say about the order (ORD-05). */
import { useMemo, useState } from 'react'
import { guessLanguage } from '../../../shared/messaging/guess-language.ts'
import { resolveText, type SavedReply, type VariableValues } from '../../../shared/messaging/saved-reply.ts'
import type { ReplyValues } from '../../../shared/orders/contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useConnection } from '../../api/use-connection.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { withParcelReply } from '../saved-replies/parcel-reply.ts'
import { sortReplies } from '../saved-replies/reply-choice.ts'

type Conversation = {
  readonly username: string | null
  readonly subject: string | null
  /** The listing that the reply is about. */
  readonly listingId: string | null
  /** The buyer's newest message: replies in its language come first. */
  readonly latestText: string
}

type Replies = {
  /** Whether the seller's replies and the order's values were read. Before that, nothing is offered. */
  readonly isReady: boolean
  readonly values: VariableValues
  readonly replies: readonly SavedReply[]
  /** Orders of which one may be meant. */
  readonly choices: ReplyValues['choices']
  /** Takes the values from this order. */
  readonly chooseOrder: (orderId: string) => void
  /** The chosen order, once its values were read. */
  readonly chosenOrderId: string | null
}

/** Nothing is known until the order was read. */
const noOrder: Pick<ReplyValues, 'parcel' | 'choices' | 'item' | 'values'> = {
  parcel: null,
  choices: [],
  item: null,
  values: { order: null, carrier: null, tracking: null, shipBy: null, delivery: null },
}

export const useReplies = ({ username, subject, listingId, latestText }: Conversation): Replies => {
  const connection = useConnection()
  const [orderId, setOrderId] = useState<string | null>(null)
  const written = guessLanguage(latestText)
  const language = written ?? connection?.contentLanguage.slice(0, 2) ?? 'en'
  const listedTitle = useListedItem(listingId)?.title
  const about = { buyer: username, listingId, language: written, ...(orderId === null ? {} : { orderId }) }
  const order = useApiQuery('orders', 'replyValues', about, { enabled: username !== null })
  const { parcel, choices, item: orderedTitle, values: orderValues } = order.data ?? noOrder
  const item = listedTitle ?? orderedTitle
  const saved = useApiQuery('messaging', 'savedReplies', {})
  const isReady = !saved.isPending && (username === null || !order.isPending)
  const values = useMemo(
    () => ({ buyer: username, item, subject, ...orderValues }),
    [username, item, subject, orderValues],
  )
  const replies = isReady
    ? sortReplies(withParcelReply(saved.data?.replies ?? [], language, parcel, values), language).map((reply) => ({
        ...reply,
        text: resolveText(reply.text, values).text,
      }))
    : []
  const chosenOrderId = order.data === undefined ? null : orderId
  return { isReady, values, replies, choices, chooseOrder: setOrderId, chosenOrderId }
}
