/** The topics to choose from when instant alerts are set up: what happens in the shop, as far as this connection may know it. */
import { findMissingScopes } from '../../../shared/connection/scopes.ts'
import { findEventType } from '../../../shared/notifications/event-types.ts'
import type { Subscriptions, TopicChoice } from '../../../shared/notifications/subscriptions-contract.ts'

const shopPurposes: ReadonlySet<string> = new Set(['sales', 'messages', 'feedback'])

/** `granted`: the scopes of the sign-in; empty if unknown. */
export const listTopicChoices = (
  { topics }: Pick<Subscriptions, 'topics'>,
  granted: readonly string[],
): readonly string[] =>
  topics.entries
    .filter(({ topicId, status }) => {
      const purpose = findEventType(topicId)?.purpose
      return purpose !== undefined && shopPurposes.has(purpose) && (status === null || status === 'ENABLED')
    })
    .filter(({ authorizationScopes }) => findMissingScopes(authorizationScopes, granted).length === 0)
    .map(({ topicId }) => topicId)

/** The topics that arrive at this address. */
export const findTopicsHere = (
  { subscriptions, destinations }: Pick<Subscriptions, 'subscriptions' | 'destinations'>,
  ownAddress: string | null,
): ReadonlySet<string> => {
  const own = new Set(
    destinations.entries.filter(({ endpoint }) => endpoint === ownAddress).map((one) => one.destinationId),
  )
  return new Set(
    subscriptions.entries.flatMap(({ topicId, destinationId, status }) =>
      topicId !== null && status === 'ENABLED' && own.has(destinationId ?? '') ? [topicId] : [],
    ),
  )
}

/** Whether a topic is chosen before the seller chose: those that arrive, and at the first set-up sales and questions. */
export const isChosenFirst = (topicId: string, here: ReadonlySet<string>, isFirst: boolean): boolean =>
  here.has(topicId) || (isFirst && (findEventType(topicId)?.raises ?? null) !== null)

/** What changes if the seller chooses these of the offered topics. */
export const findTopicChange = (
  offered: readonly string[],
  here: ReadonlySet<string>,
  isChosen: (topicId: string) => boolean,
): TopicChoice => ({
  on: offered.filter((topicId) => isChosen(topicId) && !here.has(topicId)),
  off: offered.filter((topicId) => !isChosen(topicId) && here.has(topicId)),
})
