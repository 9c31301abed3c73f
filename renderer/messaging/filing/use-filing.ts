/** Filing one or many: what is asked and under way, what became of each, and the way back. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import type { FilingAction, FilingResult } from '../../../shared/messaging/filing.ts'
import { useClient } from '../../api/hooks.ts'
import { formatCount } from '../../ui/locale-format.ts'
import { toast, toastFailure } from '../../ui/toast.tsx'
import { isFolderAction, stepsBack } from './filing-actions.ts'

/** What became of the conversations. */
export const doneWords: Readonly<Record<FilingAction, string>> = {
  read: 'marked as read',
  unread: 'marked as unread',
  archive: 'archived',
  archiveAndRead: 'read and archived',
  active: 'moved to the inbox',
}

export type Outcome = {
  readonly action: FilingAction | 'delete'
  readonly done: number
  readonly failed: readonly (FilingResult & { readonly row: Conversation })[]
}

/** Puts conversations back to where they were. */
const takeBack = async (
  client: StallhandClient,
  rows: readonly Conversation[],
  action: FilingAction,
): Promise<void> => {
  const failed: FilingResult[] = []
  for (const step of stepsBack(rows, action)) {
    const { results } = await client.messaging.file({ ...step, conversationIds: [...step.conversationIds] })
    failed.push(...results.filter(({ done }) => !done))
  }
  const [first] = failed
  if (first !== undefined)
    throw new Error(`${formatCount(failed.length, 'conversation')} could not be put back. ${first.problems.join(' ')}`)
}

export type Filing = {
  readonly isBusy: boolean
  readonly outcome: Outcome | null
  readonly file: (rows: readonly Conversation[], action: FilingAction) => void
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
  readonly action: FilingAction | 'delete'
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
    (rows: readonly Conversation[], action: FilingAction | 'delete', results: readonly FilingResult[]) => {
      const byId = new Map(rows.map((row) => [row.conversationId, row]))
      const failed = results.flatMap((result) => {
        const row = byId.get(result.conversationId)
        return result.done || row === undefined ? [] : [{ ...result, row }]
      })
      onDone({ rows, action, failed: new Set(failed.map(({ conversationId }) => conversationId)) })
      setOutcome(failed.length === 0 ? null : { action, done: results.length - failed.length, failed })
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
    (rows: readonly Conversation[], action: FilingAction): void => {
      if (rows.length === 0) return
      run(async () => {
        const conversationIds = rows.map(({ conversationId }) => conversationId)
        const { results } = await client.messaging.file({ conversationIds, action })
        const isAllDone = settle(rows, action, results)
        if (!isAllDone) return
        const undo = (): void => void takeBack(client, rows, action).catch(toastFailure)
        toast({
          text: `${formatCount(rows.length, 'conversation')} ${doneWords[action]}.`,
          ...(isFolderAction(action) ? { action: { label: 'Undo', onPress: undo } } : {}),
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
        if (outcome.action === 'delete') hold(rows)
        else file(rows, outcome.action)
      },
      dismiss: () => {
        setOutcome(null)
        setAsked([])
      },
    }),
    [isBusy, outcome, asked, file, hold],
  )
}
