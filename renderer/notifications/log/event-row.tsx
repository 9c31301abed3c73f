/** One notification in the log: picture, what happened, and what it is about. */
import { Bell, CircleHelp, MessageSquare, ShieldAlert, Star } from 'lucide-react'
import { findEventType } from '../../../shared/notifications/event-types.ts'
import type { EventRow as EventRowData } from '../../../shared/notifications/log-contract.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { Picture } from '../../parts/picture.tsx'
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { describeHeadline } from './event-headline.ts'
import styles from './log.module.css'

/** Two lines and their padding. */
export const EVENT_ROW_HEIGHT = 56

export const EventPicture = ({ event }: { readonly event: EventRowData }) => {
  const listed = useListedItem(event.signature === 'verified' ? event.itemId : null)
  if (event.signature === 'verified' && event.itemId !== null)
    return <Picture size="medium" url={event.item?.pictureUrl ?? listed?.pictureUrl} />
  const type = findEventType(event.name)
  const Icon =
    event.signature === 'verified'
      ? type?.raises === 'question'
        ? MessageSquare
        : type?.purpose === 'feedback'
          ? Star
          : Bell
      : event.signature === 'notVerifiableNow'
        ? CircleHelp
        : ShieldAlert
  return (
    <span className={styles.symbol} data-signature={event.signature}>
      <Icon aria-hidden="true" size={16} />
    </span>
  )
}

export const EventLine = ({ event }: { readonly event: EventRowData }) => {
  const platformName = usePlatformName()
  const listed = useListedItem(event.signature === 'verified' ? event.itemId : null)
  const { kind, rest, about } = describeHeadline(event, listed ?? null, platformName)
  return (
    <span className={styles.event}>
      <span className={styles.line}>
        {event.isUnseen && <span className={styles.unseen} />}
        {event.isUnseen && <VisuallyHidden>New: </VisuallyHidden>}
        <strong>{kind}</strong>
        {rest !== '' && <span className={styles.rest}>{` ${rest}`}</span>}
        {event.isTest && <Badge tone="info">Test</Badge>}
        {event.origin !== 'platform' && <Badge tone="accent">Processed again</Badge>}
        {event.sameSaleAs !== null && <Badge>Same sale</Badge>}
        {event.processing === 'failed' && <Badge tone="danger">Can’t be read</Badge>}
      </span>
      <Text size="meta" tone="soft" truncate>
        {about === '' ? '\u00a0' : about}
      </Text>
    </span>
  )
}
