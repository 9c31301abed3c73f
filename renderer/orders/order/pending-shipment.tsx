/** A shipment that was entered here and is not finished. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { Order } from '../../../shared/orders/order.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'

type PendingShipmentProps = { readonly orderId: string; readonly pending: NonNullable<Order['pending']> }

const texts = ({ The }: PlatformName): Readonly<Partial<Record<PendingShipmentProps['pending']['state'], string>>> => ({
  sending: 'Marking the order as shipped.',
  unknown: `${The} didn’t answer. Stallhand is reading whether the order is marked as shipped.`,
  refused: `${The} refused the shipment.`,
  notFound: `${The} doesn’t have the shipment.`,
})

export const PendingShipment = ({ pending }: PendingShipmentProps) => {
  const sendNow = useApiMutation('outbound', 'sendNow')
  const discard = useApiMutation('outbound', 'discard')
  const { outboundId, state, carrier, trackingNumber, message } = pending
  const isFailed = state === 'refused' || state === 'notFound'
  const platformName = usePlatformName()
  const shipment = [carrier, trackingNumber].filter((part) => part !== null).join(' ')
  return (
    <Banner
      title={shipment === '' ? undefined : `${shipment}:`}
      tone={isFailed ? 'danger' : state === 'unknown' ? 'caution' : 'info'}
    >
      <Stack gap={2}>
        {message === '' ? (texts(platformName)[state] ?? 'Waiting to be sent.') : message}
        <MutationError of={[sendNow, discard]} />
        <Row gap={2} wrap>
          {pending.canSendNow && (
            <Button isPending={sendNow.isPending} onPress={() => sendNow.mutate({ ids: [outboundId] })} sends size="s">
              {isFailed ? 'Send again' : 'Send now'}
            </Button>
          )}
          {pending.canDiscard && (
            <Button isPending={discard.isPending} onPress={() => discard.mutate({ ids: [outboundId] })} size="s">
              Discard
            </Button>
          )}
        </Row>
      </Stack>
    </Banner>
  )
}
