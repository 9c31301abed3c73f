/** What was done today, by whom, with what it changed and a way back where there is one. */
import { MailCheck } from 'lucide-react'
import type { DoneEntry } from '../../shared/outbound/done-contract.ts'
import { writeRunChanges } from '../../shared/outbound/run-change.ts'
import { useApiQuery, useClient, useReportedMutation } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { runTitle } from '../runs/run-labels.ts'
import { undoRun } from '../runs/undo-run.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { dropNewest } from '../ui/feedback/acts.ts'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { EmptyState } from '../ui/feedback/states.tsx'
import { toastFailure } from '../ui/feedback/toast.tsx'
import { formatShortTime } from '../ui/format/format-time.ts'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
import { filingGroup, findReplaced, isFiling, reversals } from './done-filings.ts'
import styles from './done-page.module.css'
import { pageLinks } from './page-links.ts'

const MAX_ENTRIES = 500

const byLabels: Readonly<Record<DoneEntry['by'], string>> = { you: 'You', run: 'A run', app: 'Stallhand' }

type WayBackProps = {
  readonly entry: DoneEntry
  /** A newer change of the list has replaced it. */
  readonly isReplaced: boolean
}

const WayBack = ({ entry, isReplaced }: WayBackProps) => {
  const client = useClient()
  const file = useReportedMutation('messaging', 'file')
  const { kind, run, page } = entry
  if (run !== null) {
    if (!run.canRevert) return <Text tone="faint">Can’t be put back</Text>
    return (
      <Button onPress={() => void undoRun(client, run.runId).catch(toastFailure)} size="s">
        Put back…
      </Button>
    )
  }
  if (isReplaced) return <Text tone="faint">Changed again since</Text>
  if (isFiling(kind) && page?.page === 'conversation') {
    const conversationIds = [page.id]
    return (
      <Button
        isPending={file.isPending}
        onPress={() =>
          file.mutate(
            { conversationIds, action: reversals[kind] },
            // The undo key then undoes what was done before.
            { onSuccess: () => dropNewest(filingGroup(conversationIds)) },
          )
        }
        size="s"
      >
        Undo
      </Button>
    )
  }
  if (kind === 'message') return <Text tone="faint">A sent message stays sent</Text>
  if (kind === 'delete') return <Text tone="faint">A deleted conversation stays deleted</Text>
  return null
}

const DoneRow = ({ entry, isReplaced, nowMs }: WayBackProps & { readonly nowMs: number }) => {
  const { atMs, by, changes, run, title } = entry
  const [link] = pageLinks(entry)
  const what = run === null ? title : `${runTitle(run)}: ${formatCount(run.count, 'item')}`
  return (
    <li className={styles.entry}>
      <Text size="meta" tone="faint">
        {formatShortTime(atMs, nowMs)}
      </Text>
      <Stack gap={1}>
        <Row gap={2} wrap>
          {link === undefined ? <Text>{what}</Text> : <a href={link.href}>{what}</a>}
          <Badge tone={by === 'app' ? 'neutral' : 'info'}>{byLabels[by]}</Badge>
        </Row>
        {changes.length > 0 && (
          <Text size="meta" tone="soft">
            {writeRunChanges(changes)}
          </Text>
        )}
      </Stack>
      <WayBack entry={entry} isReplaced={isReplaced} />
    </li>
  )
}

const startOfDay = (nowMs: number): number => new Date(nowMs).setHours(0, 0, 0, 0)

export const DonePage = ({ onClose }: { readonly onClose: () => void }) => {
  const { the } = usePlatformName()
  const nowMs = useNow()
  const query = useApiQuery('outbound', 'done', { sinceMs: startOfDay(nowMs), limit: MAX_ENTRIES })
  const total = query.data?.total ?? 0
  return (
    <Pane
      backLabel="Back to the outbox"
      isFilled
      onBack={onClose}
      subtitle={total === 0 ? null : formatCount(total, 'change')}
      title="Done today"
    >
      <QueryView label="What was done today" query={query} skeleton={{ rowHeight: 48, shape: 'rows' }}>
        {({ entries }) => {
          const replaced = findReplaced(entries)
          return entries.length === 0 ? (
            <EmptyState
              heading="Nothing was sent today"
              icon={MailCheck}
              text={`Messages, filed conversations, saves and runs appear here once ${the} has them.`}
            />
          ) : (
            <>
              <ul aria-label="Done today" className={styles.list}>
                {entries.map((entry) => (
                  <DoneRow entry={entry} isReplaced={replaced.has(entry.id)} key={entry.id} nowMs={nowMs} />
                ))}
              </ul>
              {total > entries.length && (
                <Text as="p" tone="soft">{`Only the newest ${formatNumber(entries.length)} are shown.`}</Text>
              )}
            </>
          )
        }}
      </QueryView>
    </Pane>
  )
}
