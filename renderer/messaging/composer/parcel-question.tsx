/** One key writes where the parcel is. If the order isn't clear, the seller chooses it first (ORD-05). */
import { useEffect, useEffectEvent, useState } from 'react'
import type { SavedReply } from '../../../shared/messaging/saved-reply.ts'
import type { ReplyValues } from '../../../shared/orders/contract.ts'
import { useCommand } from '../../commands/registry.ts'
import { formatDay, orderTitle } from '../../parts/orders/order-labels.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { isParcelReply } from '../saved-replies/parcel-reply.ts'
import type { useReplies } from './use-replies.ts'

const MAX_CHOICES = 5

/** Writes the reply as soon as the order was read. `isAsked`: it can't be written until the seller chooses the order. */
export const useParcelReply = (
  { isReady, replies, chooseOrder }: ReturnType<typeof useReplies>,
  isEnabled: boolean,
  onInsert: (reply: SavedReply) => void,
) => {
  const [isWanted, setWanted] = useState(false)
  const reply = replies.find(isParcelReply)
  const insert = useEffectEvent(onInsert)
  const canWrite = isWanted && isReady && reply !== undefined
  useEffect(() => {
    if (!canWrite) return
    setWanted(false)
    insert(reply)
  }, [canWrite, reply])
  useCommand('inbox.parcelReply', () => setWanted(true), { isEnabled })
  return {
    isAsked: isWanted && isReady && reply === undefined,
    choose: chooseOrder,
    dismiss: () => setWanted(false),
  }
}

type ParcelQuestionProps = {
  readonly buyer: string
  readonly choices: ReplyValues['choices']
  readonly onChoose: (orderId: string) => void
  readonly onDismiss: () => void
}

export const ParcelQuestion = ({ buyer, choices, onChoose, onDismiss }: ParcelQuestionProps) => {
  if (choices.length === 0) {
    return (
      <Banner onDismiss={onDismiss} tone="caution">
        No parcel to {buyer} is known here, so there is nothing to say about it.
      </Banner>
    )
  }
  return (
    <Banner onDismiss={onDismiss} tone="info">
      <Stack>
        Which order is meant?
        <Row wrap>
          {choices.slice(0, MAX_CHOICES).map((order, index) => (
            <Button autoFocus={index === 0} key={order.orderId} onPress={() => onChoose(order.orderId)} size="s">
              {[orderTitle(order), ...(order.createdAtMs === null ? [] : [formatDay(order.createdAtMs)])].join(' · ')}
            </Button>
          ))}
        </Row>
      </Stack>
    </Banner>
  )
}
