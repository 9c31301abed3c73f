/** Wherever a name from outside is looked up in a table of ours, it may be one that every JavaScript object knows. */
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { createChoicesClient } from '../../../main/listing/platform/choices-client.ts'
import { describeFault } from '../../../main/notifications/filters/filter-check.ts'
import { errorMeaning } from '../../../renderer/mapping/mapping-labels.ts'
import { guessMedia } from '../../../renderer/messaging/composer/guess-media.ts'
import { StatusBadge } from '../../../renderer/notifications/status-badge.tsx'
import { TopicEntry } from '../../../renderer/notifications/subscriptions/topic-entry.tsx'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { renderWindow } from '../../support/render-window.ts'

const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__']

const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ')

const profile = completeProfile(
  { kind: 'practice', name: 'Practice', platform: 'ebay', baseUrl: 'http://127.0.0.1:1' },
  undefined,
)

const conditionsOf = (conditionId: string) => {
  const itemConditions = [{ conditionId, conditionDescription: 'Any' }]
  const body = Buffer.from(JSON.stringify({ itemConditionPolicies: [{ categoryId: '1', itemConditions }] }))
  const send = async () => ({ status: 200, headers: {}, body, bodyCut: false })
  return createChoicesClient({ profile, send }).getConditions('1')
}

const topicOf = (owner: string) => {
  const topic = {
    ...{ topicId: 'T', description: null, status: 'ENABLED', context: null, scope: owner, filterable: null },
    ...{ authorizationScopes: [], payloads: [] },
  }
  const props = { topic, isSubscribed: false, cannotSubscribe: undefined, onSubscribe: () => undefined }
  return textOf(renderWindow(createElement(TopicEntry, props)))
}

describe.each(names)('the name %s from outside', (name) => {
  it('NOT-04 is shown unchanged as the status of a subscription', () => {
    expect(textOf(renderWindow(createElement(StatusBadge, { status: name })))).toContain(name)
  })

  it('NOT-04 is shown unchanged as the owner of a topic', () => {
    expect(topicOf(name)).toContain(`For ${name} `)
  })

  it('NOT-04 is shown unchanged as the type that a filter demands', () => {
    const fault = { keyword: 'type', message: 'must be it', params: { type: name }, instancePath: '', schemaPath: '' }
    expect(describeFault(fault, 'price')).toBe(`price must be ${name}.`)
  })

  it('MAP-05 is no known error of a mapping task', () => {
    expect(errorMeaning(name)).toBeUndefined()
  })

  it('LST-06 is no known condition of a category', async () => {
    expect(await conditionsOf(name)).toEqual([])
  })
})

it('MSG-10 the ending of an attachment’s address that is no known type counts as a picture, even "constructor"', () => {
  expect(guessMedia('https://files.example/list.constructor').mediaType).toBe('IMAGE')
})
