/** Filing on screen: acts on one or many, what became of each, and deletions that can still be stopped. */
import { Archive, ArchiveRestore, ListChecks, Mail, MailOpen, Trash2, X } from 'lucide-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import type { Conversation } from '../../shared/messaging/conversation.ts'
import { DELETION_HELD_MS, type FilingAct, type FilingResult } from '../../shared/messaging/filing.ts'
import { useClient, useQueryOf } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { useNow } from '../api/use-now.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { numberText } from '../ui/locale-text.ts'
import { toast, toastFailure } from '../ui/toast.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './filing.module.css'
import type { Marks } from './use-marks.ts'
import { countOf, nameOf } from './words.ts'

const MOST_NAMED = 8

const doneWords: Readonly<Record<FilingAct, string>> = {
  read: 'marked as read',
  unread: 'marked as unread',
  archive: 'archived',
  archiveAndRead: 'read and archived',
  active: 'moved to the inbox',
}

type Outcome = {
  readonly act: FilingAct | 'delete'
  readonly done: number
  readonly failed: readonly (FilingResult & { readonly row: Conversation })[]
}

const isFolder = (act: FilingAct): boolean => act !== 'read' && act !== 'unread'

/** What the key and the button that file these away do: what is all archived comes back, what is unread is read as well. */
export const folderActOf = (rows: readonly Conversation[]): FilingAct => {
  if (rows.length > 0 && rows.every(({ archived }) => archived)) return 'active'
  return rows.some(({ unread }) => unread) ? 'archiveAndRead' : 'archive'
}

/** Puts conversations back to where they were, what was unread included. */
const takeBack = async (client: StallhandClient, rows: readonly Conversation[], act: FilingAct): Promise<void> => {
  const fileAll = async (those: readonly Conversation[], reverse: FilingAct): Promise<readonly FilingResult[]> => {
    const conversationIds = those.map(({ conversationId }) => conversationId)
    return conversationIds.length === 0 ? [] : (await client.messaging.file({ conversationIds, act: reverse })).results
  }
  const results = [...(await fileAll(rows, act === 'active' ? 'archive' : 'active'))]
  if (act === 'archiveAndRead')
    results.push(
      ...(await fileAll(
        rows.filter(({ unread }) => unread),
        'unread',
      )),
    )
  const failed = results.filter(({ done }) => !done)
  if (failed.length > 0) {
    throw new Error(
      `${countOf(failed.length, 'conversation')} could not be put back. ${failed[0]?.problems.join(' ') ?? ''}`,
    )
  }
}

export type Filing = {
  readonly isBusy: boolean
  readonly outcome: Outcome | null
  readonly file: (rows: readonly Conversation[], act: FilingAct) => void
  readonly askDelete: (rows: readonly Conversation[]) => void
  /** Asked about now, before the deletion is held. */
  readonly asked: readonly Conversation[]
  readonly confirmDelete: () => void
  readonly retry: () => void
  readonly dismiss: () => void
}

/** What was done to which conversations, and which of them it failed for. */
export type Filed = {
  readonly rows: readonly Conversation[]
  readonly act: FilingAct | 'delete'
  readonly failed: ReadonlySet<string>
}

/** `onDone` is told what was filed, so that marks can go and the next conversation can come. */
export const useFiling = (onDone: (filed: Filed) => void): Filing => {
  const client = useClient()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [asked, setAsked] = useState<readonly Conversation[]>([])
  const busy = useRef(false)

  const settle = useCallback(
    (rows: readonly Conversation[], act: FilingAct | 'delete', results: readonly FilingResult[]) => {
      const byId = new Map(rows.map((row) => [row.conversationId, row]))
      const failed = results.flatMap((result) => {
        const row = byId.get(result.conversationId)
        return result.done || row === undefined ? [] : [{ ...result, row }]
      })
      onDone({ rows, act, failed: new Set(failed.map(({ conversationId }) => conversationId)) })
      setOutcome(failed.length === 0 ? null : { act, done: results.length - failed.length, failed })
      return failed.length === 0
    },
    [onDone],
  )

  const run = useCallback((work: () => Promise<unknown>): void => {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    work()
      .catch(toastFailure)
      .finally(() => {
        busy.current = false
        setBusy(false)
      })
  }, [])

  const file = useCallback(
    (rows: readonly Conversation[], act: FilingAct): void => {
      if (rows.length === 0) return
      run(async () => {
        const conversationIds = rows.map(({ conversationId }) => conversationId)
        const { results } = await client.messaging.file({ conversationIds, act })
        const isAllDone = settle(rows, act, results)
        if (!isAllDone) return
        const undo = (): void => void takeBack(client, rows, act).catch(toastFailure)
        toast({
          text: `${countOf(rows.length, 'conversation')} ${doneWords[act]}.`,
          ...(isFolder(act) ? { act: { label: 'Undo', onPress: undo } } : {}),
        })
      })
    },
    [client, run, settle],
  )

  const hold = useCallback(
    (rows: readonly Conversation[]): void =>
      run(async () => {
        const { results } = await client.messaging.deleteConversations({
          conversationIds: rows.map(({ conversationId }) => conversationId),
        })
        settle(rows, 'delete', results)
        setAsked([])
      }),
    [client, run, settle],
  )

  return useMemo(
    () => ({
      isBusy,
      outcome,
      file,
      askDelete: (rows) => setAsked(rows.filter(({ deletion }) => deletion === null)),
      asked,
      confirmDelete: () => hold(asked),
      retry: () => {
        if (outcome === null) return
        const rows = outcome.failed.map(({ row }) => row)
        if (outcome.act === 'delete') hold(rows)
        else file(rows, outcome.act)
      },
      dismiss: () => {
        setOutcome(null)
        setAsked([])
      },
    }),
    [isBusy, outcome, asked, file, hold],
  )
}

const names = (rows: readonly Conversation[]) => (
  <ul className={styles.names}>
    {rows.slice(0, MOST_NAMED).map((row) => (
      <li key={row.conversationId}>
        {nameOf(row)}
        {row.subject === null || row.subject === '' ? '' : `: ${row.subject}`}
        {row.hasDraft ? ' (with a draft)' : ''}
      </li>
    ))}
    {rows.length > MOST_NAMED && <li>and {numberText(rows.length - MOST_NAMED)} more</li>}
  </ul>
)

/** MSG-16: the second question; it names what goes, and until when it can be stopped. */
export const DeleteDialog = ({ filing }: { readonly filing: Filing }) => {
  const connection = useConnection()
  const { asked } = filing
  const what = countOf(asked.length, 'conversation')
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

const folderWords: Readonly<Record<FilingAct, string>> = {
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
  const folderAct = folderActOf(rows)
  const isPending = filing.isBusy || marks.isMarking
  return (
    <div aria-label="Marked conversations" className={styles.bar} role="toolbar">
      <span className={styles.count} role="status">
        {marks.isMarking ? 'Marking' : `${numberText(rows.length)} marked`}
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
        icon={folderAct === 'active' ? ArchiveRestore : Archive}
        label={folderWords[folderAct]}
        hint="e"
        isPending={isPending}
        onPress={() => filing.file(rows, folderAct)}
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
  const named = rows.slice(0, MOST_NAMED).map(nameOf)
  const more = rows.length - named.length
  const last = more > 0 ? `${numberText(more)} more` : named.pop()
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} and ${last}`
}

/** MSG-18: what failed, why, and trying exactly that again. */
export const FilingOutcome = ({ filing }: { readonly filing: Filing }) => {
  const { outcome } = filing
  if (outcome === null) return null
  const { act, done, failed } = outcome
  const words = act === 'delete' ? 'about to be deleted' : doneWords[act]
  return (
    <div className={styles.strip}>
      <Banner
        tone="caution"
        title={
          done === 0
            ? `${countOf(failed.length, 'conversation')} not ${words}`
            : `${numberText(done)} of ${countOf(done + failed.length, 'conversation')} ${words}, ${numberText(failed.length)} failed`
        }
        onDismiss={filing.dismiss}
      >
        {[...byReason(failed)].map(([reason, rows]) => (
          <p className={styles.reason} key={reason}>
            {namesOf(rows)}: {reason}
          </p>
        ))}
        <Button size="s" isPending={filing.isBusy} onPress={filing.retry}>
          {failed.length === 1 ? 'Try it again' : `Try the ${numberText(failed.length)} again`}
        </Button>
      </Banner>
    </div>
  )
}

/** Never more than was promised: the time on screen may be a moment old. */
const secondsLeft = (atMs: number, nowMs: number): number =>
  Math.ceil(Math.min(DELETION_HELD_MS, Math.max(0, atMs - nowMs)) / 1000)

/** Deletions in sight until they are final: how long they can be stopped, and which failed. */
export const DeletionStrip = memo(() => {
  const client = useClient()
  const nowMs = useNow('second')
  const deletions = useQueryOf('messaging', 'deletions', {}).data?.deletions ?? []
  const held = deletions.filter(({ state }) => state === 'held')
  const going = deletions.filter(({ state }) => state === 'deleting')
  const failed = deletions.filter(({ state }) => state === 'failed')

  const seenGoing = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const still = new Set(deletions.map(({ conversationId }) => conversationId))
    const gone = [...seenGoing.current].filter((id) => !still.has(id))
    seenGoing.current = new Set(
      deletions
        .filter(({ state, deleteAtMs }) => state === 'deleting' || (state === 'held' && deleteAtMs <= Date.now()))
        .map(({ conversationId }) => conversationId),
    )
    if (gone.length > 0) toast({ text: `${countOf(gone.length, 'conversation')} deleted for good.` })
  }, [deletions])

  const ids = (list: typeof deletions) => list.map(({ conversationId }) => conversationId)
  const firstAtMs = Math.min(...held.map(({ deleteAtMs }) => deleteAtMs))
  return (
    <>
      {held.length > 0 && (
        <div className={styles.strip}>
          <Banner
            tone="caution"
            act={{
              label: held.length === 1 ? 'Keep it' : 'Keep them',
              onPress: () => void client.messaging.stopDeletions({ conversationIds: ids(held) }).catch(toastFailure),
            }}
          >
            {countOf(held.length, 'conversation')} will be deleted for good in {/* Seen every second, said once. */}
            <span aria-hidden="true">{secondsLeft(firstAtMs, nowMs)} s.</span>
            <VisuallyHidden>{DELETION_HELD_MS / 1000} seconds at most.</VisuallyHidden>
          </Banner>
        </div>
      )}
      {going.length > 0 && (
        <div className={styles.strip}>
          <Banner tone="info">Deleting {countOf(going.length, 'conversation')}.</Banner>
        </div>
      )}
      {failed.length > 0 && (
        <div className={styles.strip}>
          <Banner
            tone="caution"
            title={`${countOf(failed.length, 'conversation')} not deleted`}
            act={{
              label: 'Try again',
              onPress: () =>
                void client.messaging.deleteConversations({ conversationIds: ids(failed) }).catch(toastFailure),
            }}
            onDismiss={() => void client.messaging.stopDeletions({ conversationIds: ids(failed) }).catch(toastFailure)}
          >
            {failed[0]?.problem}
          </Banner>
        </div>
      )}
    </>
  )
})

/** In the conversation itself. */
export const DeletionNotice = ({ conversation }: { readonly conversation: Conversation }) => {
  const client = useClient()
  if (conversation.deletion !== 'held') return null
  return (
    <div className={styles.strip}>
      <Banner tone="caution">
        This conversation is about to be deleted for good.{' '}
        <Button
          size="s"
          onPress={() =>
            void client.messaging.stopDeletions({ conversationIds: [conversation.conversationId] }).catch(toastFailure)
          }
        >
          Keep this conversation
        </Button>
      </Banner>
    </div>
  )
}
