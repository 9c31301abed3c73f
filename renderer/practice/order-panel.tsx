/** Plays what happens to an order: shipped with another tool, cancelled, or a buyer who wants something. */
import { useState } from 'react'
import type { PracticeOrder } from '../../shared/practice/contract.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { ActionStatus } from './action-status.tsx'
import styles from './practice.module.css'

const stateLabels: Readonly<Record<PracticeOrder['state'], string>> = {
  open: 'to ship',
  partly: 'shipped in part',
  shipped: 'shipped',
  cancelled: 'cancelled',
  refunded: 'refunded',
}

const caseLabels = { return: 'return', inquiry: 'missing parcel', cancellation: 'cancellation' } as const

const buyerActs = [
  { kind: 'cancellation', label: 'Ask to cancel' },
  { kind: 'inquiry', label: 'Report it missing' },
  { kind: 'return', label: 'Return it' },
] as const

export const OrderPanel = () => {
  const { the } = usePlatformName()
  const [orderId, setOrderId] = useState<string | null>(null)
  const [carrier, setCarrier] = useState('')
  const [trackingNumber, setTrackingNumber] = useState('')
  const list = useApiQuery('practice', 'orders', {})
  const act = useApiMutation('practice', 'actOnOrder')
  const orders = list.data?.orders ?? []
  const order = orders.find((one) => one.orderId === orderId)

  if (list.data?.canBeRead === false) {
    return (
      <Panel isRaised title="Orders">
        <Text tone="soft">This platform has no orders: a sale is known from its notification alone.</Text>
      </Panel>
    )
  }
  const isSent = order === undefined || order.state === 'shipped' || order.state === 'cancelled'
  const ship = (id: string): void => {
    const named = carrier.trim() === '' ? {} : { carrier: carrier.trim() }
    const tracked = trackingNumber.trim() === '' ? {} : { trackingNumber: trackingNumber.trim() }
    act.mutate({ act: 'ship', orderId: id, ...named, ...tracked })
  }
  return (
    <Panel description={`As the buyer, or as the seller on ${the}’s own pages.`} isRaised title="Orders">
      <Stack gap={3}>
        <ComboBox
          emptyText="No order with this number or buyer."
          error={list.error?.detail}
          label="Order"
          onChange={(id) => {
            act.reset()
            setOrderId(id)
          }}
          options={orders.map((one) => ({
            id: one.orderId,
            label: `${one.buyer} · ${one.titles[0] ?? one.orderId}`,
            description: `${one.orderId} · ${stateLabels[one.state]}`,
          }))}
          placeholder={orders.length === 0 ? 'Nothing has been bought yet' : 'Choose an order'}
          value={orderId}
        />
        {order !== undefined && (
          <>
            <div className={styles.pair}>
              <TextField label="Carrier" onChange={setCarrier} placeholder="None" value={carrier} />
              <TextField
                label="Tracking number"
                onChange={setTrackingNumber}
                placeholder="None"
                value={trackingNumber}
              />
            </div>
            <Row gap={3} wrap>
              <Button
                disabledReason={isSent ? `This order is ${stateLabels[order.state]}.` : undefined}
                onPress={() => ship(order.orderId)}
              >
                Ship with another tool
              </Button>
              <Button
                disabledReason={order.state === 'cancelled' ? 'This order is cancelled.' : undefined}
                onPress={() => act.mutate({ act: 'cancel', orderId: order.orderId })}
              >
                Cancel and refund
              </Button>
              {buyerActs.map(({ kind, label }) => (
                <Button
                  disabledReason={
                    order.cases.some((one) => one.kind === kind) ? 'The buyer has asked for this already.' : undefined
                  }
                  key={kind}
                  onPress={() => act.mutate({ act: 'openCase', orderId: order.orderId, kind, comment: '' })}
                >
                  {label}
                </Button>
              ))}
            </Row>
            {order.cases.map(({ caseId, kind }) => (
              <Row gap={3} key={caseId} wrap>
                <Text>{`Open: ${caseLabels[kind]} ${caseId}`}</Text>
                <Button onPress={() => act.mutate({ act: 'closeCase', caseId, outcome: 'accepted' })}>
                  Accept and refund
                </Button>
                <Button onPress={() => act.mutate({ act: 'closeCase', caseId, outcome: 'declined' })}>Decline</Button>
              </Row>
            ))}
          </>
        )}
        <ActionStatus error={act.error}>{act.isSuccess ? 'Done.' : ''}</ActionStatus>
      </Stack>
    </Panel>
  )
}
