/** What a seller can be alerted to, as six sentences, and the events of the platform that deliver each. Pure. */
import { findMissingScopes } from '../../../shared/connection/scopes.ts'
import type { Subscriptions, TopicChoice } from '../../../shared/notifications/subscriptions-contract.ts'

/** A part of a sentence, and the legacy events and topics that report it. */
type Part = { readonly words: string; readonly names: readonly string[] }

type AlertKind = {
  readonly id: 'sold' | 'paid' | 'asks' | 'wrong' | 'parcel' | 'ends'
  readonly lead: string
  readonly parts: readonly Part[]
  /** What follows the parts. */
  readonly end?: string
}

const kinds: readonly AlertKind[] = [
  {
    id: 'sold',
    lead: '',
    parts: [{ words: 'Something is sold', names: ['FixedPriceTransaction', 'ItemSold', 'AuctionCheckoutComplete'] }],
  },
  {
    id: 'paid',
    lead: '',
    parts: [{ words: 'An order is paid', names: ['ORDER_CONFIRMATION'] }],
    end: ', and can be shipped',
  },
  {
    id: 'asks',
    lead: 'A buyer ',
    parts: [
      { words: 'asks', names: ['BUYER_QUESTION', 'NEW_MESSAGE', 'AskSellerQuestion', 'MyMessagesM2MMessage'] },
      { words: 'makes a best offer', names: ['OFFER_ACTIVITY'] },
      { words: 'bids', names: ['BidReceived', 'AUCTION_ACTIVITY'] },
    ],
  },
  {
    id: 'wrong',
    lead: 'Something goes wrong: ',
    parts: [
      { words: 'a return', names: ['ORDER_RETURN_ACTIVITY'] },
      { words: 'a missing parcel', names: ['ORDER_INQUIRY_ACTIVITY'] },
      {
        words: 'a cancellation',
        names: ['ORDER_CANCELLATION_ACTIVITY', 'ITEM_COMMITMENT_CANCELLATION_ACTIVITY'],
      },
    ],
  },
  {
    id: 'parcel',
    lead: '',
    parts: [{ words: 'A parcel is on its way', names: ['ITEM_MARKED_SHIPPED', 'ItemMarkedShipped'] }],
  },
  {
    id: 'ends',
    lead: '',
    parts: [
      {
        words: 'A listing ends',
        names: ['AUCTION_ENDED', 'EndOfAuction', 'ItemUnsold', 'ItemEndedBySeller', 'ItemClosed'],
      },
      { words: 'you get feedback', names: ['FEEDBACK_RECEIVED', 'FeedbackReceived', 'FeedbackLeft'] },
    ],
  },
]

export type AlertId = AlertKind['id']

/** A sentence that can be kept: `names` are the events that can be chosen here; empty if the platform delivers none of it. */
export type AlertChoice = Pick<AlertKind, 'id'> & {
  readonly sentence: string
  readonly names: readonly string[]
}

const join = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/**
 * The sentences with only what can be delivered: a part of which no event is available isn't promised (NOT-01). `available`: the
 * legacy events and the topics that this connection can get.
 */
export const listAlerts = (available: ReadonlySet<string>): readonly AlertChoice[] =>
  kinds.map(({ id, lead, parts, end = '' }) => {
    const here = parts.filter(({ names }) => names.some((name) => available.has(name)))
    const said = here.length === 0 ? parts : here
    return {
      id,
      sentence: upper(`${lead}${join(said.map(({ words }) => words))}${end}`),
      names: here.flatMap(({ names }) => names.filter((name) => available.has(name))),
    }
  })

/** The topics that this connection may subscribe to. `granted`: the scopes of the sign-in; empty if unknown. */
export const listAvailableTopics = (
  { topics }: Pick<Subscriptions, 'topics'>,
  granted: readonly string[],
): readonly string[] =>
  topics.entries
    .filter(({ status }) => status === null || status === 'ENABLED')
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

/** What is ticked at the first set-up. */
const FIRST: ReadonlySet<AlertId> = new Set(['sold', 'asks', 'wrong'])

/** `on`: the events that arrive now; null before the first set-up. */
export const isTickedFirst = (
  { id, names }: Pick<AlertChoice, 'id' | 'names'>,
  on: ReadonlySet<string> | null,
): boolean => names.length > 0 && (on === null ? FIRST.has(id) : names.some((name) => on.has(name)))

export type AlertRequest = { readonly events: readonly string[]; readonly topics: TopicChoice }

/**
 * What to register for the ticked sentences. Whatever belongs to no sentence stays as it is: it was chosen under Advanced.
 * An untouched sentence keeps exactly the events that it has.
 */
export const toAlertRequest = (
  alerts: readonly AlertChoice[],
  isTicked: (alert: AlertChoice) => boolean,
  current: {
    readonly topics: readonly string[]
    readonly topicsHere: ReadonlySet<string>
    /** The legacy events that are registered; null before the first set-up. */
    readonly registered: readonly string[] | null
  },
): AlertRequest => {
  const { topics, topicsHere, registered } = current
  const on = registered === null ? null : new Set([...registered, ...topicsHere])
  const isTopic = new Set(topics)
  const covered = new Set(alerts.flatMap(({ names }) => names))
  const wanted = new Set(
    alerts.filter(isTicked).flatMap((alert) => {
      const isKept = on !== null && isTickedFirst(alert, on)
      return isKept ? alert.names.filter((name) => on.has(name)) : alert.names
    }),
  )
  return {
    events: [
      ...[...wanted].filter((name) => !isTopic.has(name)),
      ...(registered ?? []).filter((name) => !covered.has(name)),
    ],
    topics: {
      on: [...wanted].filter((name) => isTopic.has(name) && !topicsHere.has(name)),
      off: [...covered].filter((name) => isTopic.has(name) && topicsHere.has(name) && !wanted.has(name)),
    },
  }
}
