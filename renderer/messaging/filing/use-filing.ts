/** Files one conversation or many: read, unread, archive, delete. */
import { useState } from 'react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'
import type { ListedConversation } from '../../../shared/messaging/list.ts'
import { waitingStates } from '../../../shared/outbound/state.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { filingGroup } from '../../outbox/done-filings.ts'
import { undoUnlessSent } from '../../runs/undo-queued.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import type { RowSource } from '../../ui/lists/row-source.ts'
import type { CheckedRows } from '../list/use-checked-rows.ts'
import { closeConversation } from '../locations.ts'
import { describeUndone, planUndo } from './filing-actions.ts'
import { planNeighbour } from './find-neighbour.ts'

/** "3 conversations archived". */
const doneLabels: Readonly<Record<FilingAction, string>> = {
  read: 'marked as read',
  unread: 'marked as unread',
  archive: 'archived',
  active: 'moved to the inbox',
}

type Request = { readonly rows: readonly Conversation[]; readonly action: FilingAction | 'delete' }

export type Filing = {
  readonly isPending: boolean
  readonly error: Error | null
  readonly file: (rows: readonly Conversation[], action: FilingAction) => void
  /** Asks before deleting. */
  readonly askDelete: (rows: readonly Conversation[]) => void
  /** The conversations to confirm deleting. */
  readonly toDelete: readonly Conversation[]
  readonly confirmDelete: () => void
  readonly cancelDelete: () => void
  readonly reset: () => void
}

export const useFiling = (
  list: RowSource<ListedConversation>,
  openId: string | null,
  checked: Pick<CheckedRows, 'uncheck'>,
): Filing => {
  const client = useClient()
  const [toDelete, setToDelete] = useState<readonly Conversation[]>([])

  const isAnyWaiting = async (conversationIds: readonly string[]): Promise<boolean> => {
    const { deletions } = await client.messaging.deletions({})
    return deletions.some(
      ({ conversationId, state }) => conversationIds.includes(conversationId) && waitingStates.includes(state),
    )
  }

  const request = useAction(async ({ rows, action }: Request): Promise<void> => {
    const conversationIds = rows.map(({ conversationId }) => conversationId)
    const isMark = action === 'read' || action === 'unread'
    const openNeighbour = planNeighbour(list, openId, isMark ? [] : conversationIds)
    // An open conversation is marked as read, so it is closed to stay unread.
    if (action === 'unread' && openId !== null && conversationIds.includes(openId)) closeConversation()
    const label = `${formatCount(rows.length, 'conversation')} ${action === 'delete' ? 'deleted' : doneLabels[action]}`
    const finish = (): void => {
      checked.uncheck(new Set(conversationIds))
      openNeighbour()
    }
    if (action === 'delete') {
      await doUndoably({ label, mayWait: true }, async () => {
        await client.messaging.deleteConversations({
          conversations: rows.map(({ conversationId, latestAtMs }) => ({ conversationId, latestAtMs })),
        })
        finish()
        return {
          undo: () =>
            undoUnlessSent(
              () => client.messaging.cancelDeletions({ conversationIds }),
              'A deleted conversation can’t be brought back.',
            ),
          waits: () => isAnyWaiting(conversationIds),
          // Its banner counts down.
          isQuiet: true,
        }
      })
      return
    }
    const changed = planUndo(rows, action)
    await doUndoably({ label, group: filingGroup(conversationIds) }, async () => {
      await client.messaging.file({ conversationIds, action })
      finish()
      if (changed === undefined) {
        toast({ text: `${label}.` })
        return null
      }
      return {
        undo: async () => describeUndone(await client.messaging.undoFiling({ conversationIds: changed, action })),
      }
    })
  })

  const run = (next: Request): void => {
    if (next.rows.length > 0 && !request.isPending) request.mutate(next, { onSuccess: () => setToDelete([]) })
  }
  return {
    isPending: request.isPending,
    error: request.error,
    file: (rows, action) => run({ rows, action }),
    askDelete: (rows) => setToDelete(rows.filter(({ deletion }) => deletion === null)),
    toDelete,
    confirmDelete: () => run({ rows: toDelete, action: 'delete' }),
    cancelDelete: () => setToDelete([]),
    reset: request.reset,
  }
}
