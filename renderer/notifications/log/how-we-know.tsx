/** How we know: the signature, the deliveries, the documented elements and the bytes of a notification. Closed at first. */
import { useState } from 'react'
import { processingLabels, signatureLabel } from '../../../shared/notifications/event.ts'
import { eventLabel } from '../../../shared/notifications/event-types.ts'
import type { EventPage as EventDetail, RawBody } from '../../../shared/notifications/log-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { locationHref } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { formatSize } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { DeliveryTimeline } from './delivery-timeline.tsx'
import styles from './event.module.css'
import { EventActions } from './event-actions.tsx'
import { EventLinks } from './event-links.tsx'
import { EventTree } from './event-tree.tsx'
import { formatHeaders, formatTimes, processedMessages, processingTones, signatureTones } from './log-format.ts'

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
            ? 'This message can’t be read. Its bytes are below.'
            : 'Stallhand reads a message only once it knows who sent it. Its bytes are below.'}
        </Text>
      ) : (
        <details>
          <summary>Elements</summary>
          <EventTree node={event.tree} />
        </details>
      )}
      {event.isTreeCut && (
        <Text as="p" tone="soft">
          Only the beginning of this message is shown.
        </Text>
      )}
    </>
  )
}

const Body = ({ body: { text, base64, sizeBytes, isCut } }: { readonly body: RawBody }) => (
  <>
    <CodeBlock label={text === null ? 'Body (base64)' : 'Body'} text={text ?? base64 ?? ''} />
    {isCut && (
      <Text as="p" tone="soft">
        Only its beginning is shown. The whole body is {formatSize(sizeBytes)}.
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

/** "Delivered 3 times, processed once." */
const describeDeliveries = ({ deliveryCount, replayCount, processing, origin }: EventDetail): string => {
  const text = [
    ...(origin === 'platform' ? [`delivered ${formatTimes(deliveryCount)}`] : []),
    ...(replayCount > 0 || origin === 'replay' ? [`processed again ${formatTimes(replayCount)}`] : []),
    processedMessages[processing],
  ].join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** "signed by eBay, delivered twice": what the closed line says. */
const describeProof = ({ signature, deliveryCount, origin }: EventDetail, the: string): string => {
  if (origin !== 'platform' && signature !== 'verified') return 'made here'
  const signed = {
    verified: `signed by ${the}`,
    late: `signed by ${the}, but late`,
    wrong: 'its signature is wrong',
    notVerifiableNow: 'its signature hasn’t been checked yet',
    none: 'it has no signature',
  }[signature]
  return deliveryCount === 0 ? signed : `${signed}, delivered ${formatTimes(deliveryCount)}`
}

const Evidence = ({ event, onClose }: HowWeKnowProps) => {
  const platformName = usePlatformName()
  return (
    <Stack className={styles.evidence} gap={4}>
      <Stack gap={2}>
        <Row align="baseline" as="div">
          <Badge tone={signatureTones[event.signature]}>{signatureLabel(event.signature, platformName)}</Badge>
          <span className={styles.breaking}>{event.signatureMessage}</span>
        </Row>
        <Row align="baseline" as="div">
          <Badge tone={processingTones[event.processing]}>{processingLabels[event.processing]}</Badge>
          <span>{describeDeliveries(event)}</span>
        </Row>
        {event.why !== null && <Text as="p">{event.why}</Text>}
        {event.signature === 'verified' && (
          <Text as="p" size="meta" tone="faint">
            {eventLabel(event.name) === undefined ? '' : `${eventLabel(event.name)} · `}
            <span className="mono">{event.name}</span>
          </Text>
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
        {event.copyOf !== null && (
          <Row align="baseline" as="div">
            <Badge tone="accent">Edited copy</Badge>
            <a href={locationHref({ screen: 'notifications', path: [String(event.copyOf)] })}>
              Open the original event
            </a>
          </Row>
        )}
      </Stack>
      <EventLinks event={event} />
      <Content event={event} />
      <DeliveryTimeline event={event} />
      <details>
        <summary>Bytes</summary>
        <Stack gap={4}>
          <Raw event={event} />
        </Stack>
      </details>
      <Row gap={2} wrap>
        <EventActions event={event} onClose={onClose} />
      </Row>
    </Stack>
  )
}

type HowWeKnowProps = { readonly event: EventDetail; readonly onClose: () => void }

/** A message may have thousands of elements, so nothing is drawn while it is closed. */
export const HowWeKnow = (props: HowWeKnowProps) => {
  const { the } = usePlatformName()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.how} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>How we know: {describeProof(props.event, the)}</summary>
      {isOpen && <Evidence {...props} />}
    </details>
  )
}
