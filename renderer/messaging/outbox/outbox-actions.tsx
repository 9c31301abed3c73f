/** What the user can do with a message of the outbox, by its state. */
import { useState } from 'react'
import type { OutboxEntry } from '../../../shared/messaging/conversation.ts'
import { canWithdraw, unsentStates } from '../../../shared/outbound/state.ts'
import { useClient } from '../../api/hooks.ts'
import { navigate } from '../../api/location.ts'
import { useConnection } from '../../api/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastFailure } from '../../ui/toast.tsx'
import { writeTo } from '../write-to.ts'

type Action = {
  readonly id: string
  readonly label: string
  readonly can: boolean
  readonly variant?: 'quiet'
  readonly sends?: boolean
  readonly run: () => Promise<unknown>
}

export type OutboxActsProps = {
  readonly entry: OutboxEntry
  /** In its own thread: only what is likely, and editing stays where it is. */
  readonly isBrief?: boolean
}

export const OutboxActions = ({ entry, isBrief = false }: OutboxActsProps) => {
  const client = useClient()
  const connection = useConnection()
  const [isBusy, setBusy] = useState(false)
  const { id, target } = entry
  const { state } = entry.state
  const size = isBrief ? 's' : 'm'

  /** One action at a time, so that a double press is one press. */
  const run = (action: () => Promise<unknown>): void => {
    if (isBusy) return
    setBusy(true)
    action()
      .catch(toastFailure)
      .finally(() => setBusy(false))
  }

  const edit = async (): Promise<void> => {
    await client.messaging.withdraw({ id })
    if ('conversationId' in target) navigate({ screen: 'inbox', path: [target.conversationId, 'reply'] })
    else writeTo(target.otherPartyUsername)
  }

  const settle = (arrived: boolean): Promise<unknown> => client.messaging.settle({ id, arrived })

  const discard = async (): Promise<void> => {
    await client.messaging.discard({ id })
    toast({
      text: 'The message was discarded.',
      action: {
        label: 'Put it back as a draft',
        onPress: () => void client.messaging.withdraw({ id }).catch(toastFailure),
      },
    })
  }

  const isUnknown = state === 'unknown'
  const sendAgain = state === 'refused' || state === 'notFound'
  const actions: readonly Action[] = [
    { id: 'arrived', label: 'It arrived', can: isUnknown, run: () => settle(true) },
    { id: 'not arrived', label: 'It did not arrive', can: isUnknown, run: () => settle(false) },
    {
      id: 'discard',
      label: 'Discard',
      can: unsentStates.includes(state) && !(isBrief && state === 'held'),
      variant: 'quiet',
      run: discard,
    },
    {
      id: 'edit',
      label: state === 'held' ? 'Undo' : 'Edit',
      can: canWithdraw(state),
      run: edit,
    },
    {
      id: 'send now',
      label: sendAgain ? 'Send again' : 'Send now',
      can: unsentStates.includes(state) && (!isBrief || sendAgain) && !entry.waitsForEarlier,
      sends: true,
      run: () => client.messaging.sendNow({ id }),
    },
  ]
  // While reading the conversation may still tell, its own place offers nothing to decide.
  const isLeftToReading = isBrief && entry.state.state === 'unknown' && entry.state.nextReadAtMs !== null
  const possible = isLeftToReading ? [] : actions.filter(({ can }) => can)
  return possible.map(({ id: action, label, variant, sends = false, run: does }) => (
    <Button
      key={action}
      size={size}
      variant={variant}
      kind={sends ? connection?.kind : undefined}
      isPending={isBusy}
      onPress={() => run(does)}
    >
      {label}
    </Button>
  ))
}
