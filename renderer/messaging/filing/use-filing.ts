/** Files one conversation or many: read, unread, archive, delete. */
import { useState } from 'react'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { DELETION_DELAY_MS, type FilingAction } from '../../../shared/messaging/filing.ts'
import type { ListedConversation } from '../../../shared/messaging/list.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import type { RowSource } from '../../ui/lists/row-source.ts'
import type { CheckedRows } from '../list/use-checked-rows.ts'
import { closeConversation } from '../locations.ts'
import { filingGroup, planUndo } from './filing-actions.ts'
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

  const request = useAction(async ({ rows, action }: Request): Promise<void> => {
    const conversationIds = rows.map(({ conversationId }) => conversationId)
    const isMark = action === 'read' || action === 'unread'
    const openNeighbour = planNeighbour(list, openId, isMark ? [] : conversationIds)
    // An open conversation is marked as read, so it is closed to stay unread.
    if (action === 'unread' && openId !== null && conversationIds.includes(openId)) closeConversation()

    if (action === 'delete') await client.messaging.deleteConversations({ conversationIds })
    else await client.messaging.file({ conversationIds, action })
    checked.uncheck(new Set(conversationIds))
    openNeighbour()
    if (action === 'delete') {
      // Its banner counts down.
      offerUndo({
        text: `${formatCount(rows.length, 'conversation')} deleted`,
        undo: () => client.messaging.cancelDeletions({ conversationIds }),
        untilMs: Date.now() + DELETION_DELAY_MS,
        whyNot: 'A deleted conversation can’t be brought back.',
        isQuiet: true,
      })
      return
    }
    const undo = planUndo(rows, action)
    const text = `${formatCount(rows.length, 'conversation')} ${doneLabels[action]}`
    if (undo === undefined) toast({ text: `${text}.` })
    else offerUndo({ text, undo: () => client.messaging.file(undo), group: filingGroup(conversationIds) })
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
