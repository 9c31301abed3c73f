/** Filing on screen: what can be done with the marked ones, the question before a deletion, and what became of each. */
import { Archive, ArchiveRestore, ListChecks, Mail, MailOpen, Trash2, X } from 'lucide-react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { DELETION_HELD_MS, type FilingAction } from '../../../shared/messaging/filing.ts'
import { useConnection } from '../../api/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import type { Marks } from '../list/use-marks.ts'
import { buyerName } from '../messaging-labels.ts'
import styles from './filing.module.css'
import { folderActionOf } from './filing-actions.ts'
import { doneWords, type Filing, type Outcome } from './use-filing.ts'

const MOST_NAMED = 8

const names = (rows: readonly Conversation[]) => (
  <ul className={styles.names}>
    {rows.slice(0, MOST_NAMED).map((row) => (
      <li key={row.conversationId}>
        {buyerName(row)}
        {row.subject === null || row.subject === '' ? '' : `: ${row.subject}`}
        {row.hasDraft ? ' (with a draft)' : ''}
      </li>
    ))}
    {rows.length > MOST_NAMED && <li>and {formatNumber(rows.length - MOST_NAMED)} more</li>}
  </ul>
)

/** MSG-16: the second question; it names what goes, and until when it can be stopped. */
export const DeleteDialog = ({ filing }: { readonly filing: Filing }) => {
  const connection = useConnection()
  const { asked } = filing
  const what = formatCount(asked.length, 'conversation')
  return (
    <ConfirmDialog
      isOpen={asked.length > 0}
      onClose={filing.dismiss}
      onConfirm={filing.confirmDelete}
      isPending={filing.isBusy}
      kind={connection?.kind}
      title={`Delete ${what}?`}
      consequence={
        <>
          {names(asked)}
          <p className={styles.consequence}>
            You can stop it for {DELETION_HELD_MS / 1000} seconds. After that it is final: the platform cannot bring a
            deleted conversation back.
          </p>
        </>
      }
      confirmLabel={`Delete ${what}`}
    />
  )
}

const folderWords: Readonly<Record<FilingAction, string>> = {
  read: 'Mark as read',
  unread: 'Mark as unread',
  archive: 'Archive',
  archiveAndRead: 'Mark as read and archive',
  active: 'Move to the inbox',
}

export type FilingBarProps = {
  readonly marks: Marks
  /** The marked ones, as they are now. */
  readonly rows: readonly Conversation[]
  readonly filing: Filing
}

/** What can be done with the marked ones. While a stretch is still being read, nothing: what is marked is what is filed. */
export const FilingBar = ({ marks, rows, filing }: FilingBarProps) => {
  const folderAction = folderActionOf(rows)
  const isPending = filing.isBusy || marks.isMarking
  return (
    <div aria-label="Marked conversations" className={styles.bar} role="toolbar">
      <span className={styles.count} role="status">
        {marks.isMarking ? 'Marking' : `${formatNumber(rows.length)} marked`}
      </span>
      <IconButton
        icon={ListChecks}
        label="Mark all of this list"
        hint="Ctrl or ⌘ with A"
        isPending={isPending}
        onPress={marks.markAll}
      />
      <IconButton
        icon={MailOpen}
        label="Mark as read"
        hint="i"
        isPending={isPending}
        onPress={() => filing.file(rows, 'read')}
      />
      <IconButton
        icon={Mail}
        label="Mark as unread"
        hint="u"
        isPending={isPending}
        onPress={() => filing.file(rows, 'unread')}
      />
      <IconButton
        icon={folderAction === 'active' ? ArchiveRestore : Archive}
        label={folderWords[folderAction]}
        hint="e"
        isPending={isPending}
        onPress={() => filing.file(rows, folderAction)}
      />
      <IconButton
        icon={Trash2}
        label="Delete"
        hint="Delete"
        isPending={isPending}
        onPress={() => filing.askDelete(rows)}
      />
      <IconButton icon={X} label="Unmark all" hint="Escape" onPress={marks.clear} />
    </div>
  )
}

const byReason = (failed: Outcome['failed']): ReadonlyMap<string, readonly Conversation[]> => {
  const reasons = new Map<string, Conversation[]>()
  for (const { row, problems } of failed) {
    const reason = problems.join(' ')
    const those = reasons.get(reason)
    if (those === undefined) reasons.set(reason, [row])
    else those.push(row)
  }
  return reasons
}

/** "anna, bob and 12 more". */
const namesOf = (rows: readonly Conversation[]): string => {
  const named = rows.slice(0, MOST_NAMED).map(buyerName)
  const more = rows.length - named.length
  const last = more > 0 ? `${formatNumber(more)} more` : named.pop()
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} and ${last}`
}

/** MSG-18: what failed, why, and trying exactly that again. */
export const FilingOutcome = ({ filing }: { readonly filing: Filing }) => {
  const { outcome } = filing
  if (outcome === null) return null
  const { action, done, failed } = outcome
  const words = action === 'delete' ? 'about to be deleted' : doneWords[action]
  return (
    <div className={styles.strip}>
      <Banner
        tone="caution"
        title={
          done === 0
            ? `${formatCount(failed.length, 'conversation')} not ${words}`
            : `${formatNumber(done)} of ${formatCount(done + failed.length, 'conversation')} ${words}, ${formatNumber(failed.length)} failed`
        }
        onDismiss={filing.dismiss}
      >
        {[...byReason(failed)].map(([reason, rows]) => (
          <p className={styles.reason} key={reason}>
            {namesOf(rows)}: {reason}
          </p>
        ))}
        <Button size="s" isPending={filing.isBusy} onPress={filing.retry}>
          {failed.length === 1 ? 'Try it again' : `Try the ${formatNumber(failed.length)} again`}
        </Button>
      </Banner>
    </div>
  )
}
