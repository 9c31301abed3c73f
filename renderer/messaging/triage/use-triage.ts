/** The seller's own marks on conversations: no reply needed, snoozed. They stay on this computer. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { ListedConversation, ListFilter } from '../../../shared/messaging/list.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { formatDue } from '../../ui/format/format-time.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import type { RowSource } from '../../ui/lists/row-source.ts'
import { planNeighbour } from '../filing/find-neighbour.ts'
import type { CheckedRows } from '../list/use-checked-rows.ts'
import { type Mark, planUndo } from './marks.ts'

export type Triage = {
  readonly isPending: boolean
  readonly setNoReplyNeeded: (rows: readonly Conversation[], noReplyNeeded: boolean) => void
  /** Null ends the snooze. */
  readonly snooze: (rows: readonly Conversation[], untilMs: number | null) => void
}

/** Whether marked conversations leave the list of a view. */
const leavesView = (view: ListFilter['view'], mark: Mark): boolean => {
  if ('noReplyNeeded' in mark) return view === 'unanswered' && mark.noReplyNeeded
  const inboxViews: readonly ListFilter['view'][] = ['all', 'unread', 'unanswered']
  return mark.snoozedUntilMs === null ? view === 'snoozed' : inboxViews.includes(view)
}

const describe = (mark: Mark, conversations: string): string => {
  if ('noReplyNeeded' in mark)
    return mark.noReplyNeeded ? `No reply needed: ${conversations}` : `Unanswered again: ${conversations}`
  const { snoozedUntilMs } = mark
  return snoozedUntilMs === null
    ? `Back in the inbox: ${conversations}`
    : `${conversations} snoozed; back ${formatDue(snoozedUntilMs, Date.now())}`
}

export const useTriage = (
  list: RowSource<ListedConversation>,
  view: ListFilter['view'],
  openId: string | null,
  checked: Pick<CheckedRows, 'uncheck'>,
): Triage => {
  const client = useClient()

  const apply = async (conversationIds: readonly string[], mark: Mark): Promise<void> => {
    const ids = [...conversationIds]
    if ('noReplyNeeded' in mark)
      await client.messaging.setNoReplyNeeded({ conversationIds: ids, noReplyNeeded: mark.noReplyNeeded })
    else await client.messaging.snooze({ conversationIds: ids, untilMs: mark.snoozedUntilMs })
  }

  const action = useAction(async ({ rows, mark }: { readonly rows: readonly Conversation[]; readonly mark: Mark }) => {
    const ids = rows.map(({ conversationId }) => conversationId)
    const openNeighbour = planNeighbour(list, openId, leavesView(view, mark) ? ids : [])
    await doUndoably({ label: describe(mark, formatCount(rows.length, 'conversation')) }, async () => {
      await apply(ids, mark)
      checked.uncheck(new Set(ids))
      openNeighbour()
      return {
        undo: async () => {
          for (const former of planUndo(rows, mark)) await apply(former.conversationIds, former.mark)
          return undefined
        },
      }
    })
  })
  const run = (rows: readonly Conversation[], mark: Mark): void => {
    if (rows.length > 0 && !action.isPending) action.mutate({ rows, mark }, { onError: toastFailure })
  }

  return {
    isPending: action.isPending,
    setNoReplyNeeded: (rows, noReplyNeeded) => run(rows, { noReplyNeeded }),
    snooze: (rows, snoozedUntilMs) => run(rows, { snoozedUntilMs }),
  }
}
