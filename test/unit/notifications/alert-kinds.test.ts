import { describe, expect, it } from 'vitest'
import {
  findTopicsHere,
  isTickedFirst,
  listAlerts,
  listAvailableTopics,
  toAlertRequest,
} from '../../../renderer/notifications/alerts/alert-kinds.ts'
import type { Subscriptions } from '../../../shared/notifications/subscriptions-contract.ts'

const ROOT = 'https://api.ebay.com/oauth/api_scope'
const OWN = 'https://shop.example.com/notifications'
const legacy = ['FixedPriceTransaction', 'ItemSold', 'AuctionCheckoutComplete', 'BidReceived', 'FeedbackLeft']
const topics = ['ORDER_CONFIRMATION', 'NEW_MESSAGE', 'OFFER_ACTIVITY', 'ORDER_RETURN_ACTIVITY']
const alertsOf = (...names: readonly string[]) => listAlerts(new Set(names))
const idsOf = (alerts: ReturnType<typeof alertsOf>, on: ReadonlySet<string> | null) =>
  alerts.filter((alert) => isTickedFirst(alert, on)).map(({ id }) => id)

const topic = (topicId: string, scopes: readonly string[] = [ROOT], status: string | null = 'ENABLED') => ({
  ...{ topicId, status, description: null, context: null, scope: 'USER', filterable: false, payloads: [] },
  authorizationScopes: [...scopes],
})
const list = <T>(entries: T[]) => ({ asOfMs: 1, problem: null, entries })

describe('the alerts to choose', () => {
  it('NOT-01 are six sentences in a seller’s words', () => {
    const sentences = alertsOf(...legacy, ...topics).map(({ sentence }) => sentence)
    expect(sentences).toHaveLength(6)
    expect(sentences.join()).not.toMatch(/[A-Z]{2,}|[a-z][A-Z]/)
  })

  it('NOT-01 promise no part that nothing delivers', () => {
    const sentence = (...names: readonly string[]) => alertsOf(...names).find(({ id }) => id === 'asks')?.sentence
    expect(sentence('NEW_MESSAGE')).toBe('A buyer asks')
    expect(sentence('NEW_MESSAGE', 'OFFER_ACTIVITY')).toBe('A buyer asks or makes a best offer')
    expect(sentence('NEW_MESSAGE', 'OFFER_ACTIVITY', 'BidReceived')).toBe('A buyer asks, makes a best offer or bids')
  })

  it('NOT-01 have nothing to tick where the platform reports none of it', () => {
    const wrong = alertsOf(...legacy).find(({ id }) => id === 'wrong')
    expect(wrong?.names).toEqual([])
    expect(wrong && isTickedFirst(wrong, null)).toBe(false)
  })

  it('NOT-05 have no topic that the platform switched off, or whose permission is missing', () => {
    const messages = [`${ROOT}/commerce.message`]
    const listed = { topics: list([topic('BUYER_QUESTION', [ROOT], 'DISABLED'), topic('NEW_MESSAGE', messages)]) }
    expect(listAvailableTopics(listed, [ROOT])).toEqual([])
    expect(listAvailableTopics(listed, [ROOT, ...messages])).toEqual(['NEW_MESSAGE'])
  })

  it('NOT-05 begin with sales, questions and cases, and later with what arrives here', () => {
    const alerts = alertsOf(...legacy, ...topics)
    expect(idsOf(alerts, null)).toEqual(['sold', 'asks', 'wrong'])
    expect(idsOf(alerts, new Set(['ORDER_CONFIRMATION', 'FeedbackLeft']))).toEqual(['paid', 'ends'])
  })

  it('NOT-05 know what arrives at this address, and not at another', () => {
    const destination = { name: null, status: 'ENABLED', token: 'ours', planned: null } as const
    const subscription = {
      ...{ payload: { format: null, schemaVersion: null, deliveryProtocol: null }, planned: null, creationDate: null },
      ...{ filters: [], test: null, lastArrived: null },
    }
    const data: Pick<Subscriptions, 'subscriptions' | 'destinations'> = {
      destinations: list([
        { ...destination, destinationId: 'own', endpoint: OWN },
        { ...destination, destinationId: 'other', endpoint: 'https://other.example/n' },
      ]),
      subscriptions: list([
        { ...subscription, subscriptionId: '1', topicId: 'NEW_MESSAGE', destinationId: 'own', status: 'ENABLED' },
        { ...subscription, subscriptionId: '2', topicId: 'LISTING', destinationId: 'other', status: 'ENABLED' },
        { ...subscription, subscriptionId: '3', topicId: 'OFFER_ACTIVITY', destinationId: 'own', status: 'DISABLED' },
      ]),
    }
    expect([...findTopicsHere(data, OWN)]).toEqual(['NEW_MESSAGE'])
  })
})

describe('saving alerts', () => {
  const alerts = alertsOf(...legacy, ...topics)
  const request = (
    ticked: readonly string[],
    registered: readonly string[] | null,
    topicsHere: readonly string[] = [],
  ) => toAlertRequest(alerts, ({ id }) => ticked.includes(id), { topics, topicsHere: new Set(topicsHere), registered })

  it('NOT-05 requests all events of a sentence that is ticked, and switches off those of one that isn’t', () => {
    expect(request(['sold', 'asks'], null)).toEqual({
      events: ['FixedPriceTransaction', 'ItemSold', 'AuctionCheckoutComplete', 'BidReceived'],
      topics: { on: ['NEW_MESSAGE', 'OFFER_ACTIVITY'], off: [] },
    })
    expect(request(['sold'], ['ItemSold'], ['ORDER_RETURN_ACTIVITY']).topics).toEqual({
      ...{ on: [], off: ['ORDER_RETURN_ACTIVITY'] },
    })
  })

  it('NOT-05 leaves an untouched sentence exactly as it was chosen under Advanced', () => {
    expect(request(['sold', 'asks'], ['ItemSold'], ['NEW_MESSAGE'])).toEqual({
      events: ['ItemSold'],
      topics: { on: [], off: [] },
    })
  })

  it('NOT-05 keeps what belongs to no sentence', () => {
    expect(request(['sold'], ['ItemSold', 'ItemRevised'], ['LISTING'])).toEqual({
      events: ['ItemSold', 'ItemRevised'],
      topics: { on: [], off: [] },
    })
  })
})
