import { describe, expect, it } from 'vitest'
import {
  findCommonProblem,
  findSilenceReason,
  summarizeReach,
} from '../../../../renderer/notifications/subscriptions/reach.ts'
import { platforms } from '../../../../shared/connection/platforms.ts'
import type { ReceiverView } from '../../../../shared/notifications/log-contract.ts'
import type { Registration } from '../../../../shared/notifications/registration.ts'
import type { Subscriptions, SubscriptionView } from '../../../../shared/notifications/subscriptions-contract.ts'

const { name: platformName } = platforms.ebay
const here = 'http://127.0.0.1:4000/notifications'
const receiver = { registeredUrl: here, state: 'listening' } as const

type Token = Subscriptions['destinations']['entries'][number]['token']

const withDestination = (
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
    entries: [{ destinationId: 'd', name: null, status, endpoint, token, planned: null }],
  },
  subscriptions: { asOfMs: 1, problem: null, entries: [] },
})
const enabled = { destinationId: 'd', status: 'ENABLED', topicId: 'T' }

describe('the reason a subscription is silent', () => {
  it('is undefined if nothing is wrong', () => {
    expect(findSilenceReason(enabled, withDestination('ENABLED'), receiver, platformName)).toBeUndefined()
    expect(findSilenceReason(enabled, withDestination('ENABLED'), null, platformName)).toBeUndefined()
  })

  it.each([
    [
      'its destination no longer exists',
      { ...enabled, destinationId: 'x' },
      withDestination('ENABLED'),
      receiver,
      'no longer exists',
    ],
    ['its destination is disabled', enabled, withDestination('DISABLED'), receiver, 'Enable the destination first'],
    [
      'it is disabled itself',
      { ...enabled, status: 'DISABLED' },
      withDestination('ENABLED'),
      receiver,
      'only tests are delivered',
    ],
    ['NOT-04 its destination has an unknown status', enabled, withDestination('MARKED_DOWN'), receiver, 'MARKED_DOWN'],
    ['its destination has no status', enabled, withDestination(null), receiver, 'in an unknown status'],
    [
      'NOT-04 its topic has an unknown status',
      enabled,
      withDestination('ENABLED', here, 'RETIRED'),
      receiver,
      'RETIRED',
    ],
    [
      'it delivers elsewhere',
      enabled,
      withDestination('ENABLED', 'https://other.example/n'),
      receiver,
      'another address',
    ],
    [
      'its destination has another token',
      enabled,
      withDestination('ENABLED', here, 'ENABLED', 'different'),
      receiver,
      'Stallhand’s verification token',
    ],
    [
      'the receiver doesn’t answer',
      enabled,
      withDestination('ENABLED'),
      { ...receiver, state: 'notAnswering' } as const,
      'not answering',
    ],
    [
      'the receiver can’t store what arrives',
      enabled,
      withDestination('ENABLED'),
      { ...receiver, state: 'refusing' } as const,
      'refusing notifications',
    ],
  ])('names that %s', (_, subscription, data, own, reason) => {
    expect(findSilenceReason(subscription, data, own, platformName)).toContain(reason)
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
  quarantineDays: 30,
  why: null,
  portTaken: null,
  listeningUrl: here,
  registeredUrl: here,
  addressProblem: null,
  lastDeliveryAtMs: null,
  registration: registration('complete'),
  counts: { waiting: 0, failed: 0, quarantined: 0, unseen: 0 },
  missingLegacyIds: [],
  refusals: [],
  ...more,
})

const subscriptionTo = (destinationId: string, status = 'ENABLED'): SubscriptionView => ({
  subscriptionId: `to-${destinationId}`,
  topicId: 'T',
  destinationId,
  status,
  payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
  planned: null,
  creationDate: null,
  filters: [],
  test: null,
  lastArrived: null,
})

const withSubscriptions = (...entries: SubscriptionView[]): Subscriptions => ({
  ...withDestination('ENABLED'),
  subscriptions: { asOfMs: 1, problem: null, entries },
})

const legacy = (eventEnable: string, applicationUrl = here, applicationEnable = 'Enable') => ({
  current: { applicationUrl, applicationEnable, events: [{ eventType: 'ItemSold', eventEnable }] },
})

describe('the summary of notifications', () => {
  it.each([
    [
      'the receiver is down',
      withSubscriptions(subscriptionTo('d')),
      legacy('Enable'),
      wholeReceiver({ state: 'failed', why: 'Another program uses the port.' }),
      'danger',
      'Another program uses the port.',
      'none',
    ],
    [
      'RCV-14 the platform would refuse the address',
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
      'Set up instant alerts',
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
      'every enabled subscription delivers elsewhere',
      withSubscriptions(subscriptionTo('x')),
      legacy('Enable', 'https://other.example/n'),
      wholeReceiver(),
      'caution',
      'None of 1 enabled subscription',
      'none',
    ],
    [
      'one of two is silent',
      withSubscriptions(subscriptionTo('d'), subscriptionTo('x')),
      legacy('Disable'),
      wholeReceiver(),
      'caution',
      'T: see the reason',
      'none',
    ],
    [
      'a subscription reaches this computer',
      withSubscriptions(subscriptionTo('d')),
      legacy('Disable'),
      wholeReceiver(),
      'good',
      'Send a test',
      'none',
    ],
    [
      'a legacy event reaches this computer',
      withSubscriptions(),
      legacy('Enable'),
      wholeReceiver(),
      'good',
      'Send a test',
      'none',
    ],
    [
      'the legacy events are not loaded',
      withSubscriptions(),
      undefined,
      wholeReceiver(),
      'info',
      'aren’t loaded',
      'none',
    ],
  ] as const)('reports that %s', (_, data, preferences, own, tone, text, help) => {
    const reach = summarizeReach({ data, isSignedIn: true, preferences, receiver: own, platformName })
    expect(reach).toMatchObject({ tone, help })
    expect(reach.text).toContain(text)
  })

  const unread = (problem: string, asOfMs: number | null): Subscriptions => {
    const data = withSubscriptions()
    return {
      config: { ...data.config, problem, asOfMs },
      topics: { ...data.topics, problem, asOfMs },
      destinations: { ...data.destinations, problem, asOfMs },
      subscriptions: { ...data.subscriptions, problem, asOfMs },
    }
  }

  it('shows a problem of all parts once, with a way to sign in', () => {
    const own = { preferences: undefined, receiver: wholeReceiver({ registration: registration('never') }) }
    const signedOut = summarizeReach({
      data: unread('No seller has signed in.', null),
      isSignedIn: false,
      platformName,
      ...own,
    })
    expect(signedOut).toMatchObject({ help: 'signIn', text: 'No seller has signed in.' })
    expect(signedOut.title).toContain('couldn’t be loaded')
    const offline = summarizeReach({ data: unread('No connection.', 5), isSignedIn: true, platformName, ...own })
    expect(offline).toMatchObject({ help: 'none', text: 'No connection.' })
    expect(offline.title).toContain('may be outdated')
  })

  it('finds only a problem that all parts share', () => {
    const data = unread('No connection.', 5)
    expect(findCommonProblem(data)).toBe('No connection.')
    expect(findCommonProblem({ ...data, topics: { ...data.topics, problem: 'Another.' } })).toBeNull()
    expect(findCommonProblem({ ...data, topics: { ...data.topics, problem: null } })).toBeNull()
    expect(findCommonProblem(withSubscriptions())).toBeNull()
  })
})
