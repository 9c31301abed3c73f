/** One row of the inbox: who, when, what about or where a search hit, and quiet marks for what else there is to know. */
import { Archive, Check, CircleHelp, Clock, type LucideIcon, PenLine, Tag, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { ListedConversation, SearchHit } from '../../../shared/messaging/list.ts'
import { classNames } from '../../ui/class-names.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { buyerName, formatShortTime, hitLabels, waitLabel } from '../messaging-labels.ts'
import { FoundText } from '../thread/message-text.tsx'
import { splitAtHits } from '../thread/text-segments.ts'
import styles from './conversation-row.module.css'

export const ROW_HEIGHT = 56

type MarkProps = {
  readonly icon: LucideIcon
  /** For the pointer. */
  readonly words: string
  /** For those who listen: a row is one option, and its marks are read with it. */
  readonly said: string
  readonly isGrave?: boolean
}

const Mark = ({ icon: Icon, words, said, isGrave = false }: MarkProps) => (
  <span className={isGrave ? styles.grave : undefined} title={words}>
    <Icon aria-hidden="true" size={14} />
    <VisuallyHidden>{said}, </VisuallyHidden>
  </span>
)

const RowMarks = ({ row }: { readonly row: ListedConversation }) => (
  <span className={styles.marks}>
    {row.deletion === 'failed' && <Mark icon={Trash2} isGrave words="Not deleted" said="not deleted" />}
    {row.deletion !== null && row.deletion !== 'failed' && (
      <Mark icon={Trash2} isGrave words="About to be deleted" said="about to be deleted" />
    )}
    {row.unknown > 0 && (
      <Mark icon={CircleHelp} isGrave words="Not known yet whether a message arrived" said="uncertain" />
    )}
    {row.pending > row.unknown && <Mark icon={Clock} words="A message waits in the outbox" said="in outbox" />}
    {row.hasDraft && <Mark icon={PenLine} words="Draft" said="draft" />}
    {row.archived && <Mark icon={Archive} words="Archived" said="archived" />}
    {row.itemId !== null && <Mark icon={Tag} words={`About item ${row.itemId}`} said="about an item" />}
  </span>
)

/** Where the search hit and the words around it. */
const Hit = ({ hit }: { readonly hit: SearchHit }) => (
  <span className={styles.words}>
    {hit.where !== 'message' && <span className={styles.where}>{hitLabels[hit.where]}</span>}
    <span className={styles.preview} dir="auto">
      {hit.cutBefore && '…'}
      <FoundText parts={splitAtHits(hit.snippet, hit.ranges)} />
      {hit.cutAfter && '…'}
    </span>
  </span>
)

/** Subject and first words of the newest message. */
const FirstWords = ({ row }: { readonly row: ListedConversation }) => (
  <span className={styles.words}>
    {row.subject !== null && row.subject !== '' && (
      <span className={styles.subject} dir="auto">
        {row.subject}
      </span>
    )}
    {row.preview !== null && row.preview !== '' && (
      <span className={styles.preview} dir="auto">
        {row.preview}
      </span>
    )}
  </span>
)

export type ConversationRowProps = {
  readonly row: ListedConversation
  readonly nowMs: number
  readonly isMarked: boolean
  /** Says how long the buyer seems to wait instead of when the newest message came. */
  readonly showsWait: boolean
}

/** Drawn again only when it changes: a list that scrolls, and a reply that is typed, leave it alone. */
export const ConversationRow = memo(({ row, nowMs, isMarked, showsWait }: ConversationRowProps) => (
  <div className={classNames(styles.row, row.unread && styles.unread, isMarked && styles.marked)}>
    <span aria-hidden="true" className={styles.box} data-mark="">
      {isMarked && <Check size={12} />}
    </span>
    <div className={styles.line}>
      <span className={styles.name}>
        {isMarked && <VisuallyHidden>Marked: </VisuallyHidden>}
        {row.unread && <VisuallyHidden>Unread: </VisuallyHidden>}
        <bdi>{buyerName(row)}</bdi>
        <VisuallyHidden>, </VisuallyHidden>
      </span>
      <span className={styles.time}>
        {showsWait && row.waitingSince !== null ? (
          <span
            title={`Seems to wait since ${formatShortTime(row.waitingSince.atMs, nowMs)}. A guess: open it to see what it rests on.`}
          >
            waits {waitLabel(row.waitingSince.atMs, nowMs)}
          </span>
        ) : (
          row.latestAtMs !== null && <RelativeTime at={row.latestAtMs} now={nowMs} />
        )}
        <VisuallyHidden>, </VisuallyHidden>
      </span>
    </div>
    <div className={styles.line}>
      {row.hit === null ? <FirstWords row={row} /> : <Hit hit={row.hit} />}
      <RowMarks row={row} />
    </div>
  </div>
))
