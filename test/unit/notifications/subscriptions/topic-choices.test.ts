import { describe, expect, it } from 'vitest'
import {
  findTopicChange,
  findTopicsHere,
  isChosenFirst,
  listTopicChoices,
} from '../../../../renderer/notifications/subscriptions/topic-choices.ts'
import type { Subscriptions } from '../../../../shared/notifications/subscriptions-contract.ts'

const ROOT = 'https://api.ebay.com/oauth/api_scope'
const OWN = 'https://shop.example.com/notifications'

const topic = (topicId: string, scopes: readonly string[] = [ROOT], status: string | null = 'ENABLED') => ({
  ...{ topicId, status, description: null, context: null, scope: 'USER', filterable: false, payloads: [] },
  authorizationScopes: [...scopes],
})
const list = <T>(entries: T[]) => ({ asOfMs: 1, problem: null, entries })
const listed = (...entries: ReturnType<typeof topic>[]): Pick<Subscriptions, 'topics'> => ({ topics: list(entries) })

describe('the alerts to choose when they are set up', () => {
  it('NOT-05 have a buyer’s question, a sale, a return and a shipment, if the platform has their topics', () => {
    const names = ['NEW_MESSAGE', 'ORDER_CONFIRMATION', 'ORDER_RETURN_ACTIVITY', 'ITEM_MARKED_SHIPPED', 'LISTING']
    expect(listTopicChoices(listed(...names.map((name) => topic(name))), [])).toEqual(names.slice(0, 4))
  })

  it('NOT-05 have no topic that the platform switched off, that nobody knows, or whose permission is missing', () => {
    const messages = [`${ROOT}/commerce.message`]
    const topics = listed(
      topic('BUYER_QUESTION', [ROOT], 'DISABLED'),
      topic('SOMETHING_NEW'),
      topic('NEW_MESSAGE', messages),
    )
    expect(listTopicChoices(topics, [ROOT])).toEqual([])
    expect(listTopicChoices(topics, [ROOT, ...messages])).toEqual(['NEW_MESSAGE'])
  })

  it('NOT-05 begin with questions and sales, and later with what arrives here', () => {
    const destination = { name: null, status: 'ENABLED', token: 'ours', planned: null } as const
    const subscription = {
      ...{ payload: { format: null, schemaVersion: null, deliveryProtocol: null }, planned: null, creationDate: null },
      ...{ filters: [], test: null, lastArrived: null },
    }
    const here = findTopicsHere(
      {
        destinations: list([
          { ...destination, destinationId: 'own', endpoint: OWN },
          { ...destination, destinationId: 'other', endpoint: 'https://other.example/n' },
        ]),
        subscriptions: list([
          { ...subscription, subscriptionId: '1', topicId: 'NEW_MESSAGE', destinationId: 'own', status: 'ENABLED' },
          { ...subscription, subscriptionId: '2', topicId: 'LISTING', destinationId: 'other', status: 'ENABLED' },
          { ...subscription, subscriptionId: '3', topicId: 'OFFER_ACTIVITY', destinationId: 'own', status: 'DISABLED' },
        ]),
      },
      OWN,
    )
    expect([...here]).toEqual(['NEW_MESSAGE'])
    const names = ['NEW_MESSAGE', 'ORDER_CONFIRMATION', 'FEEDBACK_RECEIVED']
    expect(names.filter((name) => isChosenFirst(name, new Set(), true))).toEqual(names.slice(0, 2))
    expect(names.filter((name) => isChosenFirst(name, here, false))).toEqual(['NEW_MESSAGE'])
    expect(findTopicChange(names, here, (name) => name === 'FEEDBACK_RECEIVED')).toEqual({
      on: ['FEEDBACK_RECEIVED'],
      off: ['NEW_MESSAGE'],
    })
  })
})
