/** The open offer: the conversation with its buyer, the answer where a reply is written, and the item beside. */
import { PanelRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BestOffer, BestOfferDetail } from '../../../shared/offers/best-offer.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { CommandButton, CommandIconButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { newMessageLocation } from '../../parts/message-path.ts'
import { offersLocation } from '../../parts/offers/offer-labels.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { AnswerPanel } from '../answer/answer-panel.tsx'
import { describeLeft } from '../answer/answer-texts.ts'
import type { RenderOfferMessage } from '../answer/offer-message.ts'
import { OfferContext } from './offer-context.tsx'
import styles from './offers-view.module.css'

/** The parts of the inbox around an offer. */
export type InboxAround = {
  /** The choice of the inbox's view. */
  readonly viewChoice: ReactNode
  /** The conversation with the buyer, and the offer where the reply is written. */
  readonly renderConversation: (props: {
    readonly conversationId: string
    readonly listing: { readonly listingId: string; readonly title: string }
    readonly answer: ReactNode
    readonly actions: ReactNode
    readonly onBack: () => void
  }) => ReactNode
  readonly renderMessage: RenderOfferMessage
  /** The buyer's other conversations and the note. */
  readonly renderBuyer: (buyer: string, conversationId: string | null) => ReactNode
}

export const closeOffer = (): void => navigate(offersLocation)

type OpenOfferProps = InboxAround & {
  readonly offer: BestOffer
  /** Undefined until it is read. */
  readonly detail: BestOfferDetail | undefined
  readonly onAnswered: () => void
  /** Focuses the list. */
  readonly onLeave: () => void
  /** Whether offers are ticked in the list: the key then declines those. */
  readonly hasTicks: boolean
}

export const OpenOffer = (props: OpenOfferProps) => {
  const { offer, detail, onAnswered, onLeave, hasTicks, renderConversation, renderMessage, renderBuyer } = props
  const clockAheadMs = useApiQuery('offers', 'reading', {}).data?.clockAheadMs ?? 0
  const isWide = useMediaQuery('(min-width: 1200px)')
  const [isBeside, setBeside] = useViewState('messaging.context', true)
  const [isOver, setOver] = useState(false)
  const [hasContext, setHasContext] = isWide ? [isBeside, setBeside] : [isOver, setOver]
  const { offerId, price, quantity, buyer, conversationId } = offer
  const answer = (
    <AnswerPanel
      available={detail?.available ?? null}
      clockAheadMs={clockAheadMs}
      hasTicks={hasTicks}
      left={detail === undefined ? null : describeLeft(detail)}
      key={`${offerId} ${price.minor} ${quantity}`}
      offer={offer}
      onAnswered={onAnswered}
      onLeave={onLeave}
      renderMessage={renderMessage}
    />
  )
  const actions = (
    <CommandIconButton
      command="inbox.context"
      icon={PanelRight}
      isPressed={hasContext}
      label="Item and buyer"
      onPress={() => setHasContext(!hasContext)}
      shortLabel="Item"
    />
  )
  return (
    <div className={styles.frame}>
      {conversationId === null ? (
        <Pane
          actions={
            <>
              {buyer !== null && (
                <CommandButton
                  command="inbox.reply"
                  onPress={() => navigate(newMessageLocation(buyer))}
                  text="Write"
                  variant="quiet"
                />
              )}
              {actions}
            </>
          }
          backLabel="Back to the list"
          footer={answer}
          onBack={closeOffer}
          subtitle={offer.title}
          title={buyer ?? 'Unknown buyer'}
        >
          <Text as="p" tone="faint">
            No messages with this buyer yet.
          </Text>
        </Pane>
      ) : (
        renderConversation({ conversationId, listing: offer, answer, actions, onBack: closeOffer })
      )}
      {hasContext && detail !== undefined && (
        <OfferContext
          buyer={buyer === null ? null : renderBuyer(buyer, conversationId)}
          offer={detail}
          onClose={isWide ? undefined : () => setOver(false)}
        />
      )}
    </div>
  )
}
