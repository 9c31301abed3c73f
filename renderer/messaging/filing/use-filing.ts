/** Files one conversation or many: read, unread, archive, delete. */
import { useState } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction } from '../../../shared/messaging/filing.ts'
import type { ListedConversation } from '../../../shared/messaging/list.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { currentLocation } from '../../api/location.ts'
import { formatCount } from '../../ui/locale-format.ts'
import type { RowSource } from '../../ui/row-source.ts'
import { toast, toastFailure } from '../../ui/toast.tsx'
import type { CheckedRows } from '../list/use-checked-rows.ts'
import { closeConversation, openConversation } from '../locations.ts'
import { isMove, planUndo } from './filing-actions.ts'
import { findNeighbour } from './find-neighbour.ts'

/** "3 conversations archived". */
export const doneLabels: Readonly<Record<FilingAction | 'delete', string>> = {
  read: 'marked as read',
  unread: 'marked as unread',
  archive: 'archived',
  active: 'moved to the inbox',
  delete: 'deleted',
}

const undo = async (
  client: StallhandClient,
  rows: readonly Conversation[],
  action: 'archive' | 'active',
): Promise<void> => {
  const step = planUndo(rows, action)
  if (step === undefined) return
  const { results } = await client.messaging.file(step)
  const failed = results.filter(({ problem }) => problem !== null)
  const [first] = failed
  if (first !== undefined)
    throw new Error(`Could not undo ${formatCount(failed.length, 'conversation')}. ${first.problem ?? ''}`)
}

type Request = { readonly rows: readonly Conversation[]; readonly action: FilingAction | 'delete' }

type Outcome = {
  readonly action: FilingAction | 'delete'
  readonly done: number
  readonly failed: readonly { readonly row: Conversation; readonly problem: string }[]
}

export type Filing = {
  readonly isPending: boolean
  /** The conversations whose wish could not be kept; null if all were. */
  readonly outcome: Outcome | null
  readonly error: Error | null
  readonly file: (rows: readonly Conversation[], action: FilingAction) => void
  /** Asks before deleting. */
  readonly askDelete: (rows: readonly Conversation[]) => void
  /** The conversations the user is asked about. */
  readonly toDelete: readonly Conversation[]
  readonly confirmDelete: () => void
  readonly cancelDelete: () => void
  /** Tries the failed conversations again. */
  readonly retry: () => void
  readonly reset: () => void
}

export const useFiling = (
  list: RowSource<ListedConversation>,
  openId: string | null,
  checked: Pick<CheckedRows, 'uncheck'>,
): Filing => {
  const client = useClient()
  const [toDelete, setToDelete] = useState<readonly Conversation[]>([])

  const request = useAction(async ({ rows, action }: Request): Promise<Outcome> => {
    const byId = new Map(rows.map((row) => [row.conversationId, row]))
    const conversationIds = [...byId.keys()]
    const leaves = action !== 'read' && action !== 'unread' && openId !== null && byId.has(openId)
    const neighbour = leaves ? findNeighbour(list, openId, new Set(conversationIds)) : null
    // An open conversation is marked as read, so it is closed to stay unread.
    if (action === 'unread' && openId !== null && byId.has(openId)) closeConversation()

    const { results } =
      action === 'delete'
        ? await client.messaging.deleteConversations({ conversationIds })
        : await client.messaging.file({ conversationIds, action })
    const failed = results.flatMap((result) => {
      const row = byId.get(result.conversationId)
      return result.problem === null || row === undefined ? [] : [{ row, problem: result.problem }]
    })
    const failedIds = new Set(failed.map(({ row }) => row.conversationId))
    checked.uncheck(new Set(conversationIds.filter((id) => !failedIds.has(id))))
    if (leaves && !failedIds.has(openId) && currentLocation().path[0] === openId) {
      if (neighbour === null) closeConversation()
      else openConversation(neighbour)
    }
    if (failed.length === 0 && action !== 'delete') {
      const undoMove = isMove(action)
        ? { label: 'Undo', onPress: () => void undo(client, rows, action).catch(toastFailure) }
        : undefined
      toast({
        text: `${formatCount(rows.length, 'conversation')} ${doneLabels[action]}.`,
        ...(undoMove === undefined ? {} : { action: undoMove }),
      })
    }
    return { action, done: results.length - failed.length, failed }
  })

  const run = (next: Request): void => {
    if (next.rows.length > 0 && !request.isPending) request.mutate(next, { onSuccess: () => setToDelete([]) })
  }
  const outcome = request.data !== undefined && request.data.failed.length > 0 ? request.data : null
  return {
    isPending: request.isPending,
    outcome,
    error: request.error,
    file: (rows, action) => run({ rows, action }),
    askDelete: (rows) => setToDelete(rows.filter(({ deletion }) => deletion === null)),
    toDelete,
    confirmDelete: () => run({ rows: toDelete, action: 'delete' }),
    cancelDelete: () => setToDelete([]),
    retry: () => {
      if (outcome !== null) run({ rows: outcome.failed.map(({ row }) => row), action: outcome.action })
    },
    reset: request.reset,
  }
}
