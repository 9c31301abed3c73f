/** Marks one order as shipped, in full or in part. */
import { useState } from 'react'
import type { OrderDetail } from '../../../shared/orders/order.ts'
import type { ShipmentInput } from '../../../shared/orders/shipment.ts'
import { useAction, useApiQuery, useClient } from '../../api/hooks.ts'
import { useCommand } from '../../commands/registry.ts'
import { ConfirmBox } from '../../parts/save/confirm-box.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { undoShipment } from './ship-parcel.ts'
import { useNumberGuess } from './use-number-guess.ts'
import { useTypedNumbers } from './use-typed-numbers.ts'

export const ShipForm = ({ order, onClose }: { readonly order: OrderDetail; readonly onClose: () => void }) => {
  const { orderId } = order
  const typed = useTypedNumbers()
  // A null carrier is guessed from the number.
  const { text: trackingNumber, carrier: chosen } = typed.find([orderId])
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(order.lines.filter(({ isRefunded }) => isRefunded).map(({ lineItemId }) => lineItemId)),
  )
  const wantsCancel = order.cancel?.state === 'requested'
  const [despiteCancel, setDespiteCancel] = useState(false)
  const carriers = useApiQuery('orders', 'carriers', { orderId }).data?.carriers ?? []
  const guess = useNumberGuess(orderId, trackingNumber, chosen)
  const client = useClient()
  const ship = useAction((shipment: Omit<ShipmentInput, 'carrier'>) =>
    doUndoably({ label: `Order ${orderId} marked as shipped` }, async () => {
      const carrier = await guess.findCarrier()
      const { id, state } = await client.orders.ship({ ...shipment, carrier })
      // Also if the form was left meanwhile: the number isn't that of the next parcel.
      typed.forget([orderId])
      if (state === 'sent') toast({ text: 'Marked as shipped.', tone: 'good' })
      return {
        undo: () => undoShipment(client, id),
        isQuiet: true,
      }
    }),
  )
  // Registered after the screen, so Escape closes the form first.
  useCommand('orders.back', onClose)
  const hasNumber = trackingNumber.trim() !== ''
  const unsent = order.lines.filter(({ quantity, shippedQuantity }) => (shippedQuantity ?? 0) < (quantity ?? 1))
  const sent = unsent.filter(({ lineItemId }) => !left.has(lineItemId))
  const missing =
    sent.length === 0
      ? 'Choose what is in the parcel'
      : guess.isUnknown
        ? 'Choose the carrier of this number'
        : !hasNumber && chosen !== null
          ? 'Enter the tracking number, or choose no carrier'
          : wantsCancel && !despiteCancel
            ? 'Confirm that you ship it anyway'
            : undefined

  const giveUp = (): void => {
    typed.forget([orderId])
    onClose()
  }
  const submit = (): void => {
    if (missing !== undefined || ship.isPending) return
    ship.mutate(
      {
        orderId,
        despiteCancel,
        trackingNumber: hasNumber ? trackingNumber.trim() : null,
        lines:
          sent.length === unsent.length && !unsent.some(({ isRefunded }) => isRefunded)
            ? null
            : sent.map(({ lineItemId, quantity, shippedQuantity }) => ({
                lineItemId,
                quantity: (quantity ?? 1) - (shippedQuantity ?? 0),
              })),
      },
      { onSuccess: onClose },
    )
  }

  return (
    <Panel isRaised title="Mark as shipped">
      <Stack gap={3}>
        <MutationError of={ship} title="Not marked." />
        <TextField
          autoFocus
          description={hasNumber ? guess.doubts : 'Leave empty for a parcel without tracking.'}
          isMono
          label="Tracking number"
          onChange={(text) => typed.set(orderId, { text })}
          onSubmit={submit}
          value={trackingNumber}
        />
        <ComboBox
          description={
            chosen === null && guess.carrier !== null
              ? `${guess.carrier.label}, recognized from the number.`
              : undefined
          }
          emptyText="No carrier with this name."
          label="Carrier"
          onChange={(carrier) => typed.set(orderId, { carrier })}
          options={carriers.map(({ code, label }) => ({ id: code, label }))}
          placeholder="Recognized from the number"
          value={chosen ?? guess.carrier?.code ?? null}
        />
        {wantsCancel && (
          <ConfirmBox names={<li>The buyer asked to cancel this order.</li>} title="Ship it anyway?">
            <Checkbox isSelected={despiteCancel} onChange={setDespiteCancel}>
              Ship it anyway
            </Checkbox>
          </ConfirmBox>
        )}
        {(unsent.length > 1 || unsent.some(({ isRefunded }) => isRefunded)) && (
          <Stack aria-label="In this parcel" role="group">
            <Text size="meta" strong tone="soft">
              In this parcel
            </Text>
            {unsent.map(({ lineItemId, title, sku, isRefunded }) => (
              <Checkbox
                isSelected={!left.has(lineItemId)}
                key={lineItemId}
                onChange={(isIn) =>
                  setLeft((now) => new Set(isIn ? [...now].filter((id) => id !== lineItemId) : [...now, lineItemId]))
                }
              >
                {`${title ?? sku ?? lineItemId}${isRefunded ? ', refunded' : ''}`}
              </Checkbox>
            ))}
          </Stack>
        )}
        <Text as="p" size="meta" tone="soft">
          The buyer is notified at once, and it can’t be undone here.
        </Text>
        <Row gap={2} justify="end">
          <Button onPress={giveUp}>Cancel</Button>
          <Button disabledReason={missing} isPending={ship.isPending} onPress={submit} sends variant="primary">
            Mark as shipped
          </Button>
        </Row>
      </Stack>
    </Panel>
  )
}
