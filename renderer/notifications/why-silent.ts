/** Why nothing of a subscription arrives here: the first thing that stands against it, from its end to its beginning. */
import type { Board, SubscriptionView } from '../../shared/notifications/board-contract.ts'
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'

/** This app's own receiver: where it is reached, and whether it answers. */
export type OwnReceiver = Pick<ReceiverView, 'registeredUrl' | 'state'>

/** A sentence, or undefined where nothing stands against it. `receiver` null: not known yet. */
export const whySilent = (
  { destinationId, status, topicId }: Pick<SubscriptionView, 'destinationId' | 'status' | 'topicId'>,
  board: Pick<Board, 'destinations' | 'topics'>,
  receiver: OwnReceiver | null,
): string | undefined => {
  const destination = board.destinations.entries.find((each) => each.destinationId === destinationId)
  if (board.destinations.asOfMs !== null && destination === undefined) {
    return 'Its destination is not there any more. Change the subscription to lead to another one.'
  }
  if (destination?.status === 'DISABLED') return 'Its destination is disabled. Enable that first.'
  if (status === 'DISABLED') return 'Disabled: nothing is delivered but a test.'
  if (destination !== undefined && destination.status !== 'ENABLED') {
    return `Its destination is ${destination.status ?? 'of no known status'}, so that deliveries may not come.`
  }
  const topic = board.topics.entries.find((each) => each.topicId === topicId)
  if (topic !== undefined && topic.status !== null && topic.status !== 'ENABLED') {
    return `Its topic is ${topic.status} at the platform, so that deliveries may not come.`
  }
  const endpoint = destination?.endpoint ?? null
  if (endpoint === null || receiver === null || receiver.registeredUrl === null) return undefined
  if (endpoint !== receiver.registeredUrl) {
    return "It leads to another address than this receiver's, so that nothing of it is seen here."
  }
  return receiver.state === 'listening'
    ? undefined
    : 'It leads to this receiver, which does not answer now. The Log says why.'
}
