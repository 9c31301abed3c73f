/** One event: what happened, the next step, and behind a closed line how we know. */
import { ACCOUNT_DELETION } from '../../../shared/notifications/event-types.ts'
import type { EventPage as EventDetail } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { NoteField } from '../../parts/note-field.tsx'
import { isOrderOfSale } from '../../parts/orders/match-sale.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { ErasureDetail } from '../receiver/erasures.tsx'
import styles from './event.module.css'
import { describeHeadline, isSale } from './event-headline.ts'
import { EventStory, readField } from './event-story.tsx'
import { HowWeKnow } from './how-we-know.tsx'
import { describeOrigin } from './log-format.ts'
import { caseTypeOf } from './next-step.ts'
import { NextStepLine } from './next-step-line.tsx'

const EventNote = ({ event: { eventId, note } }: { readonly event: EventDetail }) => {
  const setNote = useApiMutation('notifications', 'setNote')
  return (
    <NoteField
      description="Only on this computer. The search finds it."
      error={setNote.error?.detail}
      id={`notifications.note.${eventId}`}
      limit={2_000}
      minRows={4}
      save={(text) => setNote.mutateAsync({ eventId, note: text })}
      stored={note}
    />
  )
}

/** What was erased because of this notification. */
const EventErasure = ({ eventId }: { readonly eventId: number }) => {
  const { data } = useApiQuery('notifications', 'erasures', {})
  if (data === undefined) return null
  const erasure = data.erasures.find((one) => one.eventId === eventId)
  if (erasure !== undefined) return <ErasureDetail erasure={erasure} />
  return (
    <Text as="p" tone="soft">
      No data of this user was kept. The name is erased from this notification too.
    </Text>
  )
}

/** The order that a sale or a case is about, if it was read. */
const useOrderOf = (event: EventDetail) => {
  const [first] = event.occurrences
  const sold = isSale(event)
  const orderId = caseTypeOf(event) === undefined ? undefined : readField(event, 'orderId')
  const search = orderId ?? (sold ? first?.itemId : null) ?? ''
  const { data } = useApiQuery('orders', 'orders', { view: 'all', search, limit: 20 }, { enabled: search !== '' })
  return data?.rows.find((order) =>
    orderId === undefined
      ? first !== undefined && isOrderOfSale(order, { ...first, atMs: event.receivedAtMs })
      : order.orderId === orderId,
  )
}

const Detail = ({ event, onClose }: { readonly event: EventDetail; readonly onClose: () => void }) => {
  const platformName = usePlatformName()
  const isVerified = event.signature === 'verified'
  const listed = useListedItem(isVerified ? event.itemId : null)
  const order = useOrderOf(event)
  const buyer = isVerified ? (event.occurrences[0]?.buyer ?? order?.buyer ?? null) : null
  const { kind } = describeHeadline(event, listed ?? null, platformName)
  return (
    <Pane
      isTitleWrapped
      title={kind}
      subtitle={
        <Row align="baseline" as="span">
          <RelativeTime at={event.receivedAtMs} />
          {!isVerified && <Text tone="faint">{describeOrigin(event)}</Text>}
        </Row>
      }
      onBack={onClose}
      backLabel="Back to the log"
      closeLabel="Close the notification"
    >
      <Stack className={styles.page} gap={4}>
        {isVerified && <EventStory buyer={buyer} event={event} order={order} />}
        <NextStepLine buyer={buyer} event={event} order={order} />
        {event.name === ACCOUNT_DELETION && isVerified && <EventErasure eventId={event.eventId} />}
        <HowWeKnow event={event} onClose={onClose} />
        <details className={styles.how} open={event.note !== ''}>
          <summary>Note</summary>
          <EventNote event={event} key={event.eventId} />
        </details>
      </Stack>
    </Pane>
  )
}

export const EventPage = ({ eventId, onClose }: { readonly eventId: number; readonly onClose: () => void }) => {
  const event = useApiQuery('notifications', 'event', { eventId })
  if (event.data !== undefined) return <Detail event={event.data} onClose={onClose} />
  return (
    <Pane title="Notification" onBack={onClose} backLabel="Back to the log" closeLabel="Close the notification">
      <QueryView
        query={event}
        label="This notification"
        skeleton={{ shape: 'facts' }}
        whatToDo="Or choose another notification."
      >
        {() => null}
      </QueryView>
    </Pane>
  )
}
