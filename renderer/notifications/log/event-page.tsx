/** One event: what it says, whether it is verified, its deliveries and its bytes. */
import { useState } from 'react'
import { processingLabels, signatureLabel } from '../../../shared/notifications/event.ts'
import { MAX_WIDE_TITLE } from '../../../shared/notifications/event-title.ts'
import { ACCOUNT_DELETION, eventLabel, findEventType } from '../../../shared/notifications/event-types.ts'
import type { EventPage as EventDetail, RawBody } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { locationHref } from '../../location.ts'
import { NoteField } from '../../parts/note-field.tsx'
import { Picture } from '../../parts/picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { formatSize } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { ErasureDetail } from '../receiver/erasures.tsx'
import { DeliveryTimeline } from './delivery-timeline.tsx'
import { describeEvent } from './describe-event.ts'
import styles from './event.module.css'
import { EventActions } from './event-actions.tsx'
import { EventLinks } from './event-links.tsx'
import { EventTree } from './event-tree.tsx'
import {
  describeOrigin,
  formatHeaders,
  formatTimes,
  processedMessages,
  processingTones,
  signatureTones,
} from './log-format.ts'
import { SaleSummary } from './sale-summary.tsx'

const Content = ({ event }: { readonly event: EventDetail }) => {
  const facts = event.paths.flatMap(({ label, path, values }) =>
    values.map((value, index) => ({
      label: values.length === 1 ? label : `${label} ${index + 1}`,
      value: (
        <Row align="baseline" gap={3} wrap>
          <Text mono>{value}</Text>
          <Text mono size="meta" tone="faint">
            {path}
          </Text>
        </Row>
      ),
    })),
  )
  return (
    <>
      {facts.length > 0 && <KeyValue facts={facts} />}
      {event.tree === null ? (
        <Text as="p" tone="soft">
          {event.signature === 'verified'
            ? 'This message can’t be read. See its bytes under Raw.'
            : 'Stallhand reads a message only once it knows who sent it. You can look at its bytes under Raw.'}
        </Text>
      ) : (
        <EventTree node={event.tree} />
      )}
      {event.isTreeCut && (
        <Text as="p" tone="soft">
          Only the beginning of this message is shown.
        </Text>
      )}
    </>
  )
}

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

const Body = ({ body: { text, base64, sizeBytes, isCut } }: { readonly body: RawBody }) => (
  <>
    <CodeBlock label={text === null ? 'Body (base64)' : 'Body'} text={text ?? base64 ?? ''} />
    {isCut && (
      <Text as="p" tone="soft">
        Only its beginning is shown. The whole body has {formatSize(sizeBytes)}.
      </Text>
    )}
  </>
)

/** The body of an unverified message, once the seller requests it. SECURITY: it is foreign and shown as text. */
const UnverifiedBody = ({ eventId }: { readonly eventId: number }) => {
  const [isShown, setShown] = useState(false)
  const body = useApiQuery('notifications', 'eventBody', { eventId }, { enabled: isShown })
  if (!isShown) {
    return (
      <Row>
        <Button onPress={() => setShown(true)} size="s">
          Show body
        </Button>
      </Row>
    )
  }
  return (
    <QueryView query={body} label="The body" skeleton={{ shape: 'facts' }}>
      {(loaded) => <Body body={loaded} />}
    </QueryView>
  )
}

const Raw = ({ event }: { readonly event: EventDetail }) => (
  <>
    <CodeBlock label="Headers" text={formatHeaders(event.headers)} />
    {event.raw === null ? <UnverifiedBody eventId={event.eventId} key={event.eventId} /> : <Body body={event.raw} />}
  </>
)

const describeDeliveries = ({ deliveryCount, replayCount, processing, origin }: EventDetail): string => {
  const text = [
    ...(origin === 'platform' ? [`delivered ${formatTimes(deliveryCount)}`] : []),
    ...(replayCount > 0 || origin === 'replay' ? [`processed again ${formatTimes(replayCount)}`] : []),
    processedMessages[processing],
  ].join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const ItemLine = ({ item }: { readonly item: NonNullable<EventDetail['item']> }) => (
  <Row gap={3}>
    <Picture size="card" url={item.pictureUrl} />
    <Stack gap={0}>
      <strong>{item.title ?? item.sku}</strong>
      <Text mono size="meta" tone="faint">
        {item.sku}
      </Text>
    </Stack>
  </Row>
)

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

const isSale = ({ name, signature, occurrences }: EventDetail): boolean =>
  signature === 'verified' && findEventType(name)?.raises === 'sale' && occurrences.length > 0

const Summary = ({ event }: { readonly event: EventDetail }) => {
  const platformName = usePlatformName()
  return (
    <Stack className={styles.summary}>
      {isSale(event) ? <SaleSummary event={event} /> : event.item !== null && <ItemLine item={event.item} />}
      <EventLinks event={event} />
      {event.isTest && <Banner tone="info">A test that was requested here. Its item and buyer don’t exist.</Banner>}
      {event.signature === 'wrong' && event.origin === 'platform' && (
        <Banner title="Someone else may have sent this." tone="danger">
          Its signature doesn’t match, so it was ignored. The sender knows the address of your instant alerts, and
          nothing more.
        </Banner>
      )}
      {event.sameSaleAs !== null && (
        <Text as="p" tone="soft">
          {`${platformName.The} also reported this sale with another event type:`}{' '}
          <a href={locationHref({ screen: 'notifications', path: [String(event.sameSaleAs)] })}>
            open the first report
          </a>
          .
        </Text>
      )}
      {event.name === ACCOUNT_DELETION && event.signature === 'verified' && <EventErasure eventId={event.eventId} />}
      <Row align="baseline" as="div">
        <Badge tone={signatureTones[event.signature]}>{signatureLabel(event.signature, platformName)}</Badge>
        <span className={styles.breaking}>{event.signatureMessage}</span>
      </Row>
      <Row align="baseline" as="div">
        <Badge tone={processingTones[event.processing]}>{processingLabels[event.processing]}</Badge>
        <span>{describeDeliveries(event)}</span>
      </Row>
      {event.copyOf !== null && (
        <Row align="baseline" as="div">
          <Badge tone="accent">Edited copy</Badge>
          <a href={locationHref({ screen: 'notifications', path: [String(event.copyOf)] })}>Open the original event</a>
        </Row>
      )}
      {event.why !== null && event.signature !== 'wrong' && (
        <Banner tone={event.processing === 'failed' ? 'danger' : 'caution'}>{event.why}</Banner>
      )}
    </Stack>
  )
}

const Detail = ({ event, onClose }: { readonly event: EventDetail; readonly onClose: () => void }) => {
  const [tab, setTab] = useState('content')
  const platformName = usePlatformName()
  const label = eventLabel(event.name) ?? event.name
  const words = describeEvent(event, platformName, MAX_WIDE_TITLE)
  const tabs = [
    { id: 'content', label: 'Details', content: <Content event={event} /> },
    {
      id: 'deliveries',
      label: 'Deliveries',
      content: <DeliveryTimeline event={event} />,
      count: event.deliveries.length + event.moreDeliveries,
    },
    { id: 'raw', label: 'Raw', content: <Raw event={event} /> },
    {
      id: 'note',
      label: 'Note',
      content: <EventNote event={event} key={event.eventId} />,
      ...(event.note === '' ? {} : { count: 1 }),
    },
  ]
  return (
    <Pane
      isTitleWrapped
      title={words}
      subtitle={
        <Row align="baseline" as="span">
          {event.signature !== 'verified' && <Text tone="faint">{describeOrigin(event)}</Text>}
          {/* The type's own name is in the details. */}
          {event.signature === 'verified' && label !== words && <Text mono={label === event.name}>{label}</Text>}
          <RelativeTime at={event.receivedAtMs} />
        </Row>
      }
      actions={<EventActions event={event} onClose={onClose} />}
      onBack={onClose}
      backLabel="Back to the log"
      closeLabel="Close the event"
      isFilled
    >
      <Stack className={styles.whole} gap={0} grow>
        <Summary event={event} />
        <Tabs
          label="Event"
          selected={tab}
          onChange={setTab}
          tabs={tabs.map(({ content, ...each }) => ({
            ...each,
            content: (
              <Stack gap={4} pad={4}>
                {content}
              </Stack>
            ),
          }))}
        />
      </Stack>
    </Pane>
  )
}

export const EventPage = ({ eventId, onClose }: { readonly eventId: number; readonly onClose: () => void }) => {
  const event = useApiQuery('notifications', 'event', { eventId })
  if (event.data !== undefined) return <Detail event={event.data} onClose={onClose} />
  return (
    <Pane title="Event" onBack={onClose} backLabel="Back to the log" closeLabel="Close the event">
      <QueryView query={event} label="The event" skeleton={{ shape: 'facts' }} whatToDo="Or choose another event.">
        {() => null}
      </QueryView>
    </Pane>
  )
}
