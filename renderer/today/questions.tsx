/** Buyers who began to wait since yesterday; earlier ones as a number, thank-yous apart. */
import { localDay } from '../../shared/connection/platform-days.ts'
import { useAction, useApiQuery, useClient } from '../api/hooks.ts'
import { useListedItem } from '../api/use-listed-items.ts'
import { awaitCommand } from '../commands/registry.ts'
import { navigate } from '../location.ts'
import { isCourtesy } from '../parts/courtesy.ts'
import { Button } from '../ui/buttons/button.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { toastFailure } from '../ui/feedback/toast.tsx'
import { doUndoably } from '../ui/feedback/undo.ts'
import { formatTimeOfDay } from '../ui/format/format-time.ts'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Row, Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { rankWaiting, waitsSince } from './rank.ts'
import { Rest, WorkLine, WorkLines } from './work-line.tsx'

type Waiting = {
  readonly conversationId: string
  readonly buyer: string | null
  readonly itemId: string | null
  readonly subject: string | null
  readonly preview: string | null
  readonly waitingSinceMs: number | null
  readonly latestAtMs: number | null
}

/** Questions with a line each. */
const MAX_QUESTIONS = 12
/** Enough to find these among thank-yous. */
const MAX_READ = 100

/** Marks conversations as in need of no reply. It can be undone. */
const useNoReplyNeeded = () => {
  const client = useClient()
  const mark = (ids: readonly string[], noReplyNeeded: boolean) =>
    client.messaging.setNoReplyNeeded({ conversationIds: [...ids], noReplyNeeded })
  const action = useAction((ids: readonly string[]) =>
    doUndoably({ label: `No reply needed: ${formatCount(ids.length, 'conversation')}` }, async () => {
      await mark(ids, true)
      return {
        undo: async () => {
          await mark(ids, false)
          return undefined
        },
      }
    }),
  )
  return (rows: readonly Waiting[]): void => {
    if (action.isPending) return
    action.mutate(
      rows.map(({ conversationId }) => conversationId),
      { onError: toastFailure },
    )
  }
}

type QuestionProps = {
  readonly row: Waiting
  readonly nowMs: number
  readonly onNoReply: (rows: readonly Waiting[]) => void
}

const Question = ({ row, nowMs, onNoReply }: QuestionProps) => {
  const item = useListedItem(row.itemId)
  const to = { screen: 'inbox', path: [row.conversationId] } as const
  const buyer = row.buyer ?? 'Unknown buyer'
  return (
    <WorkLine
      actions={
        <>
          <Button aria-label={`No reply needed: ${buyer}`} onPress={() => onNoReply([row])} size="s" variant="quiet">
            No reply needed
          </Button>
          <Button
            aria-label={`Answer ${buyer}`}
            onPress={() => {
              awaitCommand('inbox.reply')
              navigate(to)
            }}
            size="s"
          >
            Answer
          </Button>
        </>
      }
      detail={<bdi>{row.preview ?? row.subject ?? ''}</bdi>}
      isQuiet
      pictureUrl={item?.pictureUrl ?? ''}
      to={to}
      when={
        <Text tone="soft">
          {localDay(waitsSince(row)) === localDay(nowMs) ? formatTimeOfDay(waitsSince(row)) : 'Yesterday'}
        </Text>
      }
    >
      <Text strong>
        <bdi>{buyer}</bdi>
      </Text>
    </WorkLine>
  )
}

const openUnanswered = { show: ['inbox.show', 'unanswered'], to: { screen: 'inbox', path: [] } } as const

/** `waiting`: how many buyers wait, so that only the newest of a long list are read. */
export const Questions = ({ waiting }: { readonly waiting: number }) => {
  const nowMs = useNow()
  const noReplyNeeded = useNoReplyNeeded()
  const query = useApiQuery(
    'messaging',
    'conversations',
    { view: 'unanswered', offset: Math.max(0, waiting - MAX_READ), limit: MAX_READ },
    { keepPrevious: true },
  )
  return (
    <Panel title="Questions since yesterday">
      <QueryView label="Waiting buyers" query={query} skeleton={{ shape: 'lines' }}>
        {({ rows, total, sync }) => {
          const isThanks = ({ preview }: Waiting): boolean => isCourtesy(preview ?? '')
          const { questions, thanks, others } = rankWaiting(rows, { total, nowMs, most: MAX_QUESTIONS, isThanks })
          return (
            <>
              {questions.length > 0 && (
                <WorkLines>
                  {questions.map((row) => (
                    <Question key={row.conversationId} nowMs={nowMs} onNoReply={noReplyNeeded} row={row} />
                  ))}
                </WorkLines>
              )}
              {(questions.length === 0 || !sync.isWaitingKnown) && (
                <Text as="p" tone="faint">
                  {!sync.isWaitingKnown
                    ? 'Still checking who is waiting.'
                    : total === 0
                      ? 'No buyer is waiting.'
                      : 'No questions since yesterday.'}
                </Text>
              )}
              {others > 0 && (
                <Rest {...openUnanswered}>
                  {questions.length < MAX_QUESTIONS ? `${formatNumber(others)} older` : `${formatNumber(others)} more`}
                </Rest>
              )}
              {thanks.length > 0 && (
                <Row gap={3} wrap>
                  <Rest {...openUnanswered}>{formatCount(thanks.length, 'thank-you')}</Rest>
                  <Button
                    aria-label={`No reply needed: ${formatCount(thanks.length, 'thank-you')}`}
                    onPress={() => noReplyNeeded(thanks)}
                    size="s"
                    variant="quiet"
                  >
                    No reply needed
                  </Button>
                </Row>
              )}
            </>
          )
        }}
      </QueryView>
    </Panel>
  )
}
