/** What the seller can do with a change in the outbox. */
import type { OutboundEntry } from '../../shared/outbound/contract.ts'
import { useAction, useClient } from '../api/hooks.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { navigate } from '../location.ts'
import { toast, toastFailure } from '../ui/feedback/toast.tsx'
import { draftLocation } from './page-links.ts'

/** Labels of the commands for a change that sends no text to a person. */
const changeLabels = { done: 'Mark as done', notDone: 'Not done', discard: 'Don’t send' }

type EntryActionsProps = {
  readonly entry: OutboundEntry
  /** Small, with only the likely actions, for the thread. */
  readonly isBrief?: boolean
}

export const EntryActions = ({ entry, isBrief = false }: EntryActionsProps) => {
  const client = useClient()
  const { id, state, page, nextAtMs, canEdit } = entry
  // One action at a time, so that a double press acts once.
  const action = useAction((run: () => Promise<unknown>) => run())
  const shared = { size: isBrief ? 's' : 'm', isPending: action.isPending } as const
  const start = (run: () => Promise<unknown>) => (): void => action.mutate(run, { onError: toastFailure })
  const labels = entry.written === null ? changeLabels : undefined

  const edit = async (): Promise<void> => {
    await client.outbound.withdraw({ id })
    if (page !== null) navigate(draftLocation(page))
  }
  const discard = async (): Promise<void> => {
    await client.outbound.discard({ ids: [id] })
    if (!canEdit) return
    const restore = (): void => void client.outbound.withdraw({ id }).catch(toastFailure)
    toast({ text: 'Message discarded.', action: { label: 'Restore as draft', onPress: restore } })
  }

  // While Stallhand is still checking the conversation, the thread offers no decision.
  if (isBrief && state === 'unknown' && nextAtMs !== null) return null
  const isSentAgain = state === 'refused' || state === 'notFound'
  return (
    <>
      {entry.canSettle && (
        <>
          <CommandButton
            {...shared}
            command="outbox.markSent"
            label={labels?.done}
            onPress={start(() => client.outbound.settle({ id, isDone: true }))}
          />
          <CommandButton
            {...shared}
            command="outbox.markNotSent"
            label={labels?.notDone}
            onPress={start(() => client.outbound.settle({ id, isDone: false }))}
          />
        </>
      )}
      {entry.canDiscard && !(isBrief && state === 'delayed') && (
        <CommandButton
          {...shared}
          command="outbox.discard"
          label={labels?.discard}
          variant="quiet"
          onPress={start(discard)}
        />
      )}
      {canEdit && (
        <CommandButton
          {...shared}
          command="outbox.edit"
          label={state === 'delayed' ? 'Undo' : undefined}
          onPress={start(edit)}
        />
      )}
      {entry.canSendNow && (!isBrief || isSentAgain) && (
        <CommandButton
          {...shared}
          command="outbox.send"
          sends
          label={isSentAgain ? 'Send again' : undefined}
          onPress={start(() => client.outbound.sendNow({ ids: [id] }))}
        />
      )}
    </>
  )
}
