/** The buyer's open offers beside a conversation, above the reply. */
import { useApiQuery } from '../../api/hooks.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { answerLabel, localDeadline, offerLocation, priceText, timeLeft } from '../../parts/offers/offer-labels.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'

export const OfferBeside = ({ conversationId }: { readonly conversationId: string }) => {
  const nowMs = useNow()
  const reading = useApiQuery('offers', 'reading', {}).data
  const rows =
    useApiQuery('offers', 'open', { conversationId, limit: 3 }, { enabled: reading?.canRead === true }).data?.rows ?? []
  const [first, ...others] = rows
  if (first === undefined) return null
  const deadline = localDeadline(first, reading?.clockAheadMs ?? 0)
  const state = answerLabel(first) ?? (deadline === null ? '' : timeLeft(deadline - nowMs))
  return (
    <Row gap={3} justify="between" wrap>
      <Text>
        <Text strong>{`Offer of ${priceText(first.price)}`}</Text>
        <Text tone="soft">
          {[
            first.asked === null ? '' : ` of ${priceText(first.asked)}`,
            state === '' ? '' : ` · ${state}`,
            others.length > 0 ? ` · ${others.length} more` : '',
            ' for ',
          ].join('')}
          <bdi>{first.title}</bdi>
        </Text>
      </Text>
      <CommandButton
        command="inbox.answerOffer"
        onPress={() => navigate(offerLocation(first.offerId))}
        size="s"
        text="Answer"
      />
    </Row>
  )
}
