/** One row of the inbox: buyer, time, the newest message or the search hit, and icons for its state. */
import {
  AlarmClock,
  Archive,
  Check,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  Clock,
  Hourglass,
  type LucideIcon,
  PenLine,
  Tag,
  Trash2,
} from 'lucide-react'
import { memo } from 'react'
import type { ListedConversation, SearchHit } from '../../../shared/messaging/list.ts'
import type { OutboundStateName } from '../../../shared/outbound/state.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useImage } from '../../api/use-image.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Thumbnail } from '../../ui/display/thumbnail.tsx'
import { formatDue, formatShortTime } from '../../ui/format/format-time.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { buyerName, hitLabels, waitLabel } from '../messaging-labels.ts'
import { FoundText } from '../thread/message-text.tsx'
import { splitAtHits } from '../thread/text-segments.ts'
import styles from './conversation-row.module.css'

const deletionLabels: Readonly<Record<OutboundStateName, string>> = {
  delayed: 'Will be deleted',
  queued: 'Waiting to be deleted',
  waiting: 'Waiting to be deleted',
  sending: 'Will be deleted',
  unknown: 'Will be deleted',
  refused: 'Not deleted',
  notFound: 'Not deleted',
  sent: 'Deleted',
  withdrawn: 'Not deleted',
  discarded: 'Not deleted',
}

export const ROW_HEIGHT = 56

type StateIconProps = {
  readonly icon: LucideIcon
  readonly label: string
  readonly needsAttention?: boolean
}

/** A row is one option, so its icons are read out with it. */
const StateIcon = ({ icon: Icon, label, needsAttention = false }: StateIconProps) => (
  <span className={needsAttention ? styles.attention : undefined} title={label}>
    <Icon aria-hidden="true" size={14} />
    <VisuallyHidden>{label}, </VisuallyHidden>
  </span>
)

const StateIcons = ({ row }: { readonly row: ListedConversation }) => (
  <Row as="span" className={styles.icons} gap={1}>
    {row.deletion !== null && <StateIcon icon={Trash2} needsAttention label={deletionLabels[row.deletion]} />}
    {row.filing === 'failed' && <StateIcon icon={CircleAlert} needsAttention label="Change refused" />}
    {row.filing === 'waiting' && <StateIcon icon={Hourglass} label="Change waiting" />}
    {row.unknown > 0 && <StateIcon icon={CircleHelp} needsAttention label="Delivery unknown" />}
    {row.pending > row.unknown && <StateIcon icon={Clock} label="In outbox" />}
    {row.hasDraft && <StateIcon icon={PenLine} label="Draft" />}
    {row.snoozedUntilMs !== null && <StateIcon icon={AlarmClock} label="Snoozed" />}
    {row.noReplyNeeded && <StateIcon icon={CheckCheck} label="No reply needed" />}
    {row.archived && <StateIcon icon={Archive} label="Archived" />}
  </Row>
)

const Hit = ({ hit }: { readonly hit: SearchHit }) => (
  <>
    {hit.where !== 'message' && (
      <Text className={styles.where} strong tone="soft">
        {hitLabels[hit.where]}
      </Text>
    )}
    <span className={styles.preview} dir="auto">
      {hit.cutBefore && '…'}
      <FoundText parts={splitAtHits(hit.snippet, hit.ranges)} />
      {hit.cutAfter && '…'}
    </span>
  </>
)

const RowTime = ({ row, time }: Pick<ConversationRowProps, 'row' | 'time'>) => {
  const nowMs = useNow()
  if (time === 'snooze' && row.snoozedUntilMs !== null) return <>Back {formatDue(row.snoozedUntilMs, nowMs)}</>
  if (time === 'wait' && row.waitingSinceMs !== null)
    return (
      <span title={`Waiting since about ${formatShortTime(row.waitingSinceMs, nowMs)}`}>
        Waiting {waitLabel(row.waitingSinceMs, nowMs)}
      </span>
    )
  return row.latestAtMs === null ? null : <RelativeTime at={row.latestAtMs} />
}

const Preview = ({ row: { subject, preview, latestWriter } }: { readonly row: ListedConversation }) => (
  <>
    {subject !== null && subject !== '' && (
      <span className={styles.subject} dir="auto">
        {subject}
      </span>
    )}
    {preview !== null && preview !== '' && (
      <span className={styles.preview} dir="auto">
        {latestWriter === 'seller' && <span className={styles.you}>You: </span>}
        {preview}
      </span>
    )}
  </>
)

/** The item's picture at the end of the row, two lines high. */
const ItemThumbnail = ({ listingId }: { readonly listingId: string }) => {
  const item = useListedItem(listingId)
  const image = useImage(item?.pictureUrl)
  const label = `About ${item?.title ?? `item ${listingId}`}`
  return (
    <span className={styles.item} title={label}>
      {image.state === 'ready' ? <Thumbnail alt="" image={image} size="row" /> : <Tag aria-hidden="true" size={14} />}
      <VisuallyHidden>{label}, </VisuallyHidden>
    </span>
  )
}

export type ConversationRowProps = {
  readonly row: ListedConversation
  readonly isChecked: boolean
  /** The time at the end of the row: of the newest message, how long the buyer has waited, or when a snooze ends. */
  readonly time: 'newest' | 'wait' | 'snooze'
}

/** Memoised: scrolling, and typing in the composer, don't re-render it. */
export const ConversationRow = memo(({ row, isChecked, time }: ConversationRowProps) => {
  const platformName = usePlatformName()
  return (
    <div className={classNames(styles.row, row.unread && styles.unread, isChecked && styles.checked)}>
      <span aria-hidden="true" className={styles.box} data-checkbox="">
        {isChecked && <Check size={12} />}
      </span>
      {row.itemId !== null && <ItemThumbnail listingId={row.itemId} />}
      <Row>
        <Text className={styles.name} truncate>
          {row.unread && <VisuallyHidden>Unread: </VisuallyHidden>}
          <bdi>{buyerName(row, platformName)}</bdi>
          <VisuallyHidden>, </VisuallyHidden>
        </Text>
        <Text className={styles.time} size="meta" tabular tone="faint">
          <RowTime row={row} time={time} />
          <VisuallyHidden>, </VisuallyHidden>
        </Text>
      </Row>
      <Row>
        <span className={styles.content}>{row.hit === null ? <Preview row={row} /> : <Hit hit={row.hit} />}</span>
        <StateIcons row={row} />
      </Row>
    </div>
  )
})
