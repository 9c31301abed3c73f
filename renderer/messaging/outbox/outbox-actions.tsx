/** Actions on a message in the outbox. */
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import { canWithdraw, unsentStates } from '../../../shared/outbound/state.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { openReply, writeTo } from '../locations.ts'

type OutboxActionsProps = {
  readonly entry: OutboxEntry
  /** Small, with only the likely actions, for the thread. */
  readonly isBrief?: boolean
}

export const OutboxActions = ({ entry, isBrief = false }: OutboxActionsProps) => {
  const client = useClient()
  const { id, target } = entry
  const { state } = entry.state
  // One action at a time, so that a double press acts once.
  const action = useAction((run: () => Promise<unknown>) => run())
  const shared = { size: isBrief ? 's' : 'm', isPending: action.isPending } as const
  const start = (run: () => Promise<unknown>) => (): void => action.mutate(run, { onError: toastFailure })

  const edit = async (): Promise<void> => {
    await client.messaging.withdraw({ id })
    if ('conversationId' in target) openReply(target.conversationId)
    else writeTo(target.otherPartyUsername)
  }
  const discard = async (): Promise<void> => {
    await client.messaging.discard({ id })
    const restore = (): void => void client.messaging.withdraw({ id }).catch(toastFailure)
    toast({ text: 'Message discarded.', action: { label: 'Restore as draft', onPress: restore } })
  }

  // While Stallhand is still checking the conversation, the thread offers no decision.
  if (isBrief && entry.state.state === 'unknown' && entry.state.nextReadAtMs !== null) return null
  const isUnsent = unsentStates.includes(state)
  const isSentAgain = state === 'refused' || state === 'notFound'
  return (
    <>
      {state === 'unknown' && (
        <>
          <CommandButton
            {...shared}
            command="outbox.markSent"
            onPress={start(() => client.messaging.settle({ id, arrived: true }))}
          />
          <CommandButton
            {...shared}
            command="outbox.markNotSent"
            onPress={start(() => client.messaging.settle({ id, arrived: false }))}
          />
        </>
      )}
      {isUnsent && !(isBrief && state === 'delayed') && (
        <CommandButton {...shared} command="outbox.discard" variant="quiet" onPress={start(discard)} />
      )}
      {canWithdraw(state) && (
        <CommandButton
          {...shared}
          command="outbox.edit"
          label={state === 'delayed' ? 'Undo' : undefined}
          onPress={start(edit)}
        />
      )}
      {isUnsent && (!isBrief || isSentAgain) && !entry.waitsForEarlier && (
        <CommandButton
          {...shared}
          command="outbox.send"
          sends
          label={isSentAgain ? 'Send again' : undefined}
          onPress={start(() => client.messaging.sendNow({ id }))}
        />
      )}
    </>
  )
}
