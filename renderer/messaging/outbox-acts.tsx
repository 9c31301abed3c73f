/** What the user can do with a message of the outbox, by its state. */
import { useState } from 'react'
import type { OutboxEntry } from '../../shared/messaging/conversation.ts'
import { discardStates, sendNowStates, takeBackStates } from '../../shared/messaging/outbox-state.ts'
import { useClient } from '../api/hooks.ts'
import { goTo } from '../api/place.ts'
import { useConnection } from '../api/use-connection.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { writeTo } from './write-to.ts'

const sayWhy = (error: unknown): void =>
  void toast({ text: error instanceof Error ? error.message : String(error), tone: 'caution' })

export type OutboxActsProps = {
  readonly entry: OutboxEntry
  /** In its own thread: only what is likely, and editing stays where it is. */
  readonly isBrief?: boolean
}

export const OutboxActs = ({ entry, isBrief = false }: OutboxActsProps) => {
  const client = useClient()
  const connection = useConnection()
  const [isBusy, setBusy] = useState(false)
  const { id, target } = entry
  const { state } = entry.state
  const size = isBrief ? 's' : 'm'

  /** One act at a time, so that a double press is one press. */
  const run = (act: () => Promise<unknown>): void => {
    if (isBusy) return
    setBusy(true)
    act()
      .catch(sayWhy)
      .finally(() => setBusy(false))
  }

  const edit = async (): Promise<void> => {
    await client.messaging.takeBack({ id })
    if ('conversationId' in target) goTo({ room: 'inbox', path: [target.conversationId, 'reply'] })
    else writeTo(target.otherPartyUsername)
  }

  const discard = async (): Promise<void> => {
    await client.messaging.discard({ id })
    toast({
      text: 'The message was discarded.',
      act: { label: 'Put it back as a draft', onPress: () => void client.messaging.takeBack({ id }).catch(sayWhy) },
    })
  }

  if (entry.state.state === 'uncertain') {
    // While reading the conversation may still tell, its own place offers nothing to decide.
    if (isBrief && entry.state.nextReadAtMs !== null) return null
    return (
      <>
        <Button
          size={size}
          isPending={isBusy}
          onPress={() => run(() => client.messaging.settle({ id, arrived: true }))}
        >
          It arrived
        </Button>
        <Button
          size={size}
          isPending={isBusy}
          onPress={() => run(() => client.messaging.settle({ id, arrived: false }))}
        >
          It did not arrive
        </Button>
      </>
    )
  }
  const sendAgain = state === 'rejected' || state === 'notFound'
  const showSendNow = sendNowStates.includes(state) && (!isBrief || sendAgain) && !entry.waitsForEarlier
  return (
    <>
      {discardStates.includes(state) && !(isBrief && state === 'held') && (
        <Button size={size} variant="quiet" isPending={isBusy} onPress={() => run(discard)}>
          Discard
        </Button>
      )}
      {takeBackStates.includes(state) && (
        <Button size={size} isPending={isBusy} onPress={() => run(edit)}>
          {state === 'held' ? 'Undo' : 'Edit'}
        </Button>
      )}
      {showSendNow && (
        <Button
          size={size}
          kind={connection?.kind}
          isPending={isBusy}
          onPress={() => run(() => client.messaging.sendNow({ id }))}
        >
          {sendAgain ? 'Send again' : 'Send now'}
        </Button>
      )}
    </>
  )
}
