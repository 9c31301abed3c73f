/** Why nothing arrives, as the board says it at each subscription. */
import { describe, expect, it } from 'vitest'
import { commonProblem, standingOf, whySilent } from '../../../renderer/notifications/why-silent.ts'
import type { ReceiverView } from '../../../shared/notifications/log-contract.ts'
import type { Registration } from '../../../shared/notifications/registration.ts'
import type { Subscriptions, SubscriptionView } from '../../../shared/notifications/subscriptions-contract.ts'

const here = 'http://127.0.0.1:4000/notifications'
const receiver = { registeredUrl: here, state: 'listening' } as const

type Token = Subscriptions['destinations']['entries'][number]['token']

const boardOf = (
  status: string | null,
  endpoint = here,
  topicStatus = 'ENABLED',
  token: Token = 'ours',
): Subscriptions => ({
  config: { asOfMs: 1, problem: null, alertEmail: null },
  topics: {
    asOfMs: 1,
    problem: null,
    entries: [
      {
        topicId: 'T',
        description: null,
        status: topicStatus,
        context: null,
        scope: null,
        filterable: null,
        authorizationScopes: [],
        payloads: [],
      },
    ],
  },
  destinations: {
    asOfMs: 1,
    problem: null,
    entries: [{ destinationId: 'd', name: null, status, endpoint, token }],
  },
  subscriptions: { asOfMs: 1, problem: null, entries: [] },
})
const enabled = { destinationId: 'd', status: 'ENABLED', topicId: 'T' }

describe('why nothing arrives', () => {
  it('says nothing where everything stands', () => {
    expect(whySilent(enabled, boardOf('ENABLED'), receiver)).toBeUndefined()
    expect(whySilent(enabled, boardOf('ENABLED'), null)).toBeUndefined()
  })

  it.each([
    ['its destination is gone', { ...enabled, destinationId: 'x' }, boardOf('ENABLED'), receiver, 'not there any more'],
    ['its destination is disabled', enabled, boardOf('DISABLED'), receiver, 'Enable that first'],
    [
      'it is disabled itself',
      { ...enabled, status: 'DISABLED' },
      boardOf('ENABLED'),
      receiver,
      'nothing is delivered but',
    ],
    ['NOT-04 its destination has a status that nobody knows', enabled, boardOf('MARKED_DOWN'), receiver, 'MARKED_DOWN'],
    ['its destination has no status', enabled, boardOf(null), receiver, 'of no known status'],
    [
      'NOT-04 its topic has a status that nobody knows',
      enabled,
      boardOf('ENABLED', here, 'RETIRED'),
      receiver,
      'RETIRED',
    ],
    ['it leads elsewhere', enabled, boardOf('ENABLED', 'https://other.example/n'), receiver, 'another address'],
    [
      'its destination has another token, with which the challenge is not answered',
      enabled,
      boardOf('ENABLED', here, 'ENABLED', 'different'),
      receiver,
      'another verification token',
    ],
    [
      'the receiver does not answer',
      enabled,
      boardOf('ENABLED'),
      { ...receiver, state: 'notAnswering' } as const,
      'does not answer',
    ],
  ])('where %s', (_, subscription, board, own, words) => {
    expect(whySilent(subscription, board, own)).toContain(words)
  })
})

const registration = (state: Registration['state']): Registration => ({
  state,
  message: `It is ${state}.`,
  atMs: null,
  address: null,
  events: [],
  steps: [],
})

const wholeReceiver = (more: Partial<ReceiverView> = {}): ReceiverView => ({
  state: 'listening',
  why: null,
  portTaken: null,
  listeningUrl: here,
  registeredUrl: here,
  addressProblem: null,
  lastProbeAtMs: null,
  lastDeliveryAtMs: null,
  registration: registration('complete'),
  counts: { waiting: 0, failed: 0, quarantined: 0 },
  refusals: [],
  ...more,
})

const subscriptionTo = (destinationId: string, status = 'ENABLED'): SubscriptionView => ({
  subscriptionId: `to-${destinationId}`,
  topicId: 'T',
  destinationId,
  status,
  payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
  creationDate: null,
  filters: [],
  test: null,
  lastArrived: null,
})

const withSubscriptions = (...entries: SubscriptionView[]): Subscriptions => ({
  ...boardOf('ENABLED'),
  subscriptions: { asOfMs: 1, problem: null, entries },
})

const legacy = (eventEnable: string, applicationUrl = here, applicationEnable = 'Enable') => ({
  current: { applicationUrl, applicationEnable, events: [{ eventType: 'ItemSold', eventEnable }] },
})

describe('whether anything arrives at all', () => {
  it.each([
    [
      'the receiver is down, whatever leads to it',
      withSubscriptions(subscriptionTo('d')),
      legacy('Enable'),
      wholeReceiver({ state: 'failed', why: 'Port 80 is taken.' }),
      'danger',
      'Port 80 is taken.',
      'none',
    ],
    [
      'RCV-14 the address would be refused',
      withSubscriptions(),
      legacy('Enable'),
      wholeReceiver({ addressProblem: 'Not HTTPS.' }),
      'caution',
      'Not HTTPS.',
      'address',
    ],
    [
      'nothing was ever registered',
      withSubscriptions(),
      legacy('Disable'),
      wholeReceiver({ registration: registration('never') }),
      'caution',
      'does not know this receiver',
      'register',
    ],
    [
      'the registration is outdated',
      withSubscriptions(subscriptionTo('d')),
      legacy('Enable'),
      wholeReceiver({ registration: registration('outdated') }),
      'caution',
      'It is outdated.',
      'register',
    ],
    [
      'everything is disabled',
      withSubscriptions(subscriptionTo('d', 'DISABLED')),
      legacy('Disable'),
      wholeReceiver(),
      'caution',
      'Enable a subscription',
      'none',
    ],
    [
      'SOAP-02 the legacy events are switched off as a whole',
      withSubscriptions(),
      legacy('Enable', here, 'Disable'),
      wholeReceiver(),
      'caution',
      'Enable a subscription',
      'none',
    ],
    [
      'all that is enabled leads elsewhere',
      withSubscriptions(subscriptionTo('x')),
      legacy('Enable', 'https://other.example/n'),
      wholeReceiver(),
      'caution',
      'none leads to this receiver',
      'none',
    ],
    [
      'one of two is silent',
      withSubscriptions(subscriptionTo('d'), subscriptionTo('x')),
      legacy('Disable'),
      wholeReceiver(),
      'caution',
      'T: the reason',
      'none',
    ],
    [
      'a subscription leads here',
      withSubscriptions(subscriptionTo('d')),
      legacy('Disable'),
      wholeReceiver(),
      'good',
      'a test shows',
      'none',
    ],
    [
      'a legacy event leads here',
      withSubscriptions(),
      legacy('Enable'),
      wholeReceiver(),
      'good',
      'a test shows',
      'none',
    ],
    [
      'the legacy events are not known, nothing is claimed',
      withSubscriptions(),
      undefined,
      wholeReceiver(),
      'info',
      'not known',
      'none',
    ],
  ] as const)('where %s', (_, board, preferences, own, tone, words, help) => {
    const standing = standingOf({ board, isSignedIn: true, preferences, receiver: own })
    expect(standing).toMatchObject({ tone, help })
    expect(standing.text).toContain(words)
  })

  const unread = (problem: string, asOfMs: number | null): Subscriptions => {
    const board = withSubscriptions()
    return {
      config: { ...board.config, problem, asOfMs },
      topics: { ...board.topics, problem, asOfMs },
      destinations: { ...board.destinations, problem, asOfMs },
      subscriptions: { ...board.subscriptions, problem, asOfMs },
    }
  }

  it('where nothing could be asked it says so once, leads to the sign-in, and claims nothing', () => {
    const own = { preferences: undefined, receiver: wholeReceiver({ registration: registration('never') }) }
    const signedOut = standingOf({ board: unread('No seller has signed in.', null), isSignedIn: false, ...own })
    expect(signedOut).toMatchObject({ help: 'signIn', text: 'No seller has signed in.' })
    expect(signedOut.title).toContain('not known')
    const offline = standingOf({ board: unread('No connection.', 5), isSignedIn: true, ...own })
    expect(offline).toMatchObject({ help: 'none', text: 'No connection.' })
    expect(offline.title).toContain('may be old')
  })

  it('parts with problems of their own each say theirs', () => {
    const board = unread('No connection.', 5)
    expect(commonProblem(board)).toBe('No connection.')
    expect(commonProblem({ ...board, topics: { ...board.topics, problem: 'Another.' } })).toBeNull()
    expect(commonProblem({ ...board, topics: { ...board.topics, problem: null } })).toBeNull()
    expect(commonProblem(withSubscriptions())).toBeNull()
  })
})
