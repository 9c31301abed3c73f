/** One row of the inbox: buyer, time, the newest message or the search hit, and icons for its state. */
import {
  Archive,
  Check,
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
import { classNames } from '../../ui/class-names.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { buyerName, formatShortTime, hitLabels, waitLabel } from '../messaging-labels.ts'
import { FoundText } from '../thread/message-text.tsx'
import { splitAtHits } from '../thread/text-segments.ts'
import styles from './conversation-row.module.css'

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
    {row.deletion === 'failed' && <StateIcon icon={Trash2} needsAttention label="Not deleted" />}
    {row.deletion !== null && row.deletion !== 'failed' && (
      <StateIcon
        icon={Trash2}
        needsAttention
        label={row.deletion === 'waiting' ? 'Waiting to be deleted' : 'Will be deleted'}
      />
    )}
    {row.filing === 'failed' && <StateIcon icon={CircleAlert} needsAttention label="Change refused" />}
    {row.filing === 'waiting' && <StateIcon icon={Hourglass} label="Change waiting" />}
    {row.unknown > 0 && <StateIcon icon={CircleHelp} needsAttention label="Delivery unknown" />}
    {row.pending > row.unknown && <StateIcon icon={Clock} label="In outbox" />}
    {row.hasDraft && <StateIcon icon={PenLine} label="Draft" />}
    {row.archived && <StateIcon icon={Archive} label="Archived" />}
    {row.itemId !== null && <StateIcon icon={Tag} label={`About item ${row.itemId}`} />}
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

const Preview = ({ row: { subject, preview } }: { readonly row: ListedConversation }) => (
  <>
    {subject !== null && subject !== '' && (
      <span className={styles.subject} dir="auto">
        {subject}
      </span>
    )}
    {preview !== null && preview !== '' && (
      <span className={styles.preview} dir="auto">
        {preview}
      </span>
    )}
  </>
)

export type ConversationRowProps = {
  readonly row: ListedConversation
  readonly nowMs: number
  readonly isChecked: boolean
  /** Shows how long the buyer has been waiting instead of the newest message's time. */
  readonly showsWait: boolean
}

/** Memoised: scrolling, and typing in the composer, don't re-render it. */
export const ConversationRow = memo(({ row, nowMs, isChecked, showsWait }: ConversationRowProps) => (
  <div className={classNames(styles.row, row.unread && styles.unread, isChecked && styles.checked)}>
    <span aria-hidden="true" className={styles.box} data-checkbox="">
      {isChecked && <Check size={12} />}
    </span>
    <Row>
      <Text className={styles.name} truncate>
        {row.unread && <VisuallyHidden>Unread: </VisuallyHidden>}
        <bdi>{buyerName(row)}</bdi>
        <VisuallyHidden>, </VisuallyHidden>
      </Text>
      <Text className={styles.time} size="meta" tabular tone="faint">
        {showsWait && row.waitingSince !== null ? (
          <span title={`Waiting since ${formatShortTime(row.waitingSince.atMs, nowMs)}, by estimate`}>
            Waiting {waitLabel(row.waitingSince.atMs, nowMs)}
          </span>
        ) : (
          row.latestAtMs !== null && <RelativeTime at={row.latestAtMs} now={nowMs} />
        )}
        <VisuallyHidden>, </VisuallyHidden>
      </Text>
    </Row>
    <Row>
      <span className={styles.content}>{row.hit === null ? <Preview row={row} /> : <Hit hit={row.hit} />}</span>
      <StateIcons row={row} />
    </Row>
  </div>
))
