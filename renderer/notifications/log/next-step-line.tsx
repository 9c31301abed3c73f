/** The next step about an event in one line: what to do, quiet buttons, and one green one. */
import { useState } from 'react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useClient, useReportedMutation } from '../../api/hooks.ts'
import { usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { listingLocation } from '../../parts/listing-path.ts'
import { newMessageLocation, replyLocation } from '../../parts/message-path.ts'
import type { OrderOfEvent } from '../../parts/orders/match-sale.ts'
import { formatPlatformDay } from '../../parts/orders/order-labels.ts'
import { RestockButton } from '../../runs/restock-button.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { AcceptLate } from './accept-late.tsx'
import styles from './event.module.css'
import { isSale } from './event-headline.ts'
import { readField } from './event-story.tsx'
import { caseTypeOf, findNextStep } from './next-step.ts'

type NextStepLineProps = {
  readonly event: EventPage
  readonly order: OrderOfEvent | undefined
  /** The person to write to; null if unknown, or if the event isn't verified. */
  readonly buyer: string | null
}

const caseIdFields = ['returnId', 'inquiryId', 'cancellationId']

export const NextStepLine = ({ event, order, buyer }: NextStepLineProps) => {
  const { capabilities } = usePlatform()
  const platformName = usePlatformName()
  const [isAccepting, setAccepting] = useState(false)
  const openCase = useReportedMutation('orders', 'openCase')
  const isVerified = event.signature === 'verified'
  const item = useListedItem(isVerified ? event.itemId : null)
  const sku = isVerified ? (item?.sku ?? event.item?.sku ?? null) : null
  const client = useClient()
  const find = async (): Promise<string | undefined> => {
    if (event.conversationId !== null) return event.conversationId
    const { rows } = await client.messaging.conversations({ view: 'all', otherParty: buyer, limit: 1 })
    return rows[0]?.conversationId
  }
  const write = (): void =>
    void find()
      .then((id) => navigate(id === undefined ? newMessageLocation(buyer ?? '') : replyLocation(id)))
      .catch(toastFailure)
  const showOrder = (): void => {
    if (order !== undefined) navigate({ screen: 'orders', path: [order.orderId] })
  }
  const itemLocation =
    sku !== null
      ? ({ screen: 'items', path: [sku] } as const)
      : item?.isElsewhere === true && event.itemId !== null
        ? listingLocation(event.itemId)
        : null
  const step = findNextStep(event, {
    order,
    platformName,
    hasOrders: capabilities.orders,
    hasItem: itemLocation !== null,
    formatDay: formatPlatformDay,
  })
  const caseType = caseTypeOf(event)
  const caseId = caseIdFields.map((field) => readField(event, field)).find((id) => id !== undefined)
  const canWrite = event.conversationId !== null || buyer !== null
  const showCase = (): void => {
    if (order !== undefined) showOrder()
    else if (caseType !== undefined && caseId !== undefined) openCase.mutate({ type: caseType, caseId })
  }
  const main = {
    ship: <CommandButton command="notifications.shipIt" onPress={showOrder} variant="primary" />,
    showOrder: <CommandButton command="notifications.showOrder" onPress={showOrder} variant="primary" />,
    orders: (
      <CommandButton
        command="notifications.lookInOrders"
        onPress={() => navigate({ screen: 'orders', path: [] })}
        variant="primary"
      />
    ),
    answer: canWrite && (
      <CommandButton command="notifications.writeToBuyer" label="Answer" onPress={write} variant="primary" />
    ),
    openCase: (order !== undefined || caseId !== undefined) && (
      <CommandButton
        command="notifications.openCase"
        isPending={openCase.isPending}
        onPress={showCase}
        variant="primary"
      />
    ),
    openItem: itemLocation !== null && (
      <CommandButton command="notifications.openItem" onPress={() => navigate(itemLocation)} variant="primary" />
    ),
    accept: <CommandButton command="notifications.acceptLate" onPress={() => setAccepting(true)} />,
  } as const
  return (
    <section aria-label="Next step" className={styles.step} data-tone={step.tone ?? undefined}>
      <Stack gap={0} grow>
        <Text as="p" strong tone={step.tone ?? undefined}>
          {step.title}
        </Text>
        {step.text !== '' && (
          <Text as="p" className={styles.breaking} size="meta" tone="soft">
            {step.text}
          </Text>
        )}
      </Stack>
      <Row gap={2} wrap>
        {isSale(event) && sku !== null && (
          <RestockButton command="notifications.restock" quantity={item?.quantity ?? null} sku={sku} />
        )}
        {isVerified && step.main !== 'answer' && canWrite && (
          <CommandButton command="notifications.writeToBuyer" onPress={write} variant="quiet" />
        )}
        {order !== undefined && step.main === 'ship' && (
          <CommandButton command="notifications.showOrder" onPress={showOrder} variant="quiet" />
        )}
        {step.main !== null && main[step.main]}
      </Row>
      {isAccepting && <AcceptLate event={event} onClose={() => setAccepting(false)} />}
    </section>
  )
}
