/** Why nothing arrives, as the board says it at each subscription. */
import { describe, expect, it } from 'vitest'
import { whySilent } from '../../../renderer/notifications/why-silent.ts'
import type { Board } from '../../../shared/notifications/board-contract.ts'

const here = 'http://127.0.0.1:4000/notifications'
const receiver = { registeredUrl: here, state: 'listening' } as const

const boardOf = (status: string | null, endpoint = here, topicStatus = 'ENABLED'): Board => ({
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
    entries: [{ destinationId: 'd', name: null, status, endpoint, token: 'kept' }],
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
