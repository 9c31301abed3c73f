import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTopicFields } from '../../../main/notifications/log/topic-fields.ts'
import { parseJsonEvent } from '../../../main/notifications/receiver/json-event.ts'
import { listTopics } from '../../../main/practice/delivery/topic-catalog.ts'
import { platformNames } from '../../../main/practice/names.ts'
import { listChoices } from '../../../renderer/notifications/legacy/preference-changes.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { eventTitle } from '../../../shared/notifications/event-title.ts'
import {
  eventLabel,
  eventTypes,
  findEventType,
  isRetired,
  topicMeaning,
} from '../../../shared/notifications/event-types.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'official', 'topics')
const hasContracts = existsSync(folder)

const read = (topic: string, data: object) =>
  parseJsonEvent({ metadata: { topic }, notification: { notificationId: 'n', eventDate: 'T', data } })
const fields = (topic: string, data: object) =>
  Object.fromEntries(readTopicFields(topic, read(topic, data).tree()).map(({ label, values }) => [label, values]))
const titleOf = (topic: string, data: object) =>
  eventTitle(
    { ...read(topic, data), signature: 'verified', item: null },
    {
      formatMoney: (amount) => String(amount),
      platformName: platforms.ebay.name,
    },
  )

const shipment = {
  trackingNumber: null,
  carrier: null,
  shippedDate: '2026-07-02T23:09:57.000-04:00',
  orderId: '14-14836-70653',
  itemId: 286927594550,
  transactionId: 10083032987314,
  lineItemId: '286927594550-10083032987314',
  publicUserId: 2563054206,
  username: 'my_shop',
}
const asText = Object.fromEntries(
  Object.entries(shipment).map(([name, value]) => [name, value === null ? 'X1' : `${value}`]),
)

const seller = { userId: 'u', username: 'my_shop' }
const activities = [
  ['ORDER_RETURN_ACTIVITY', 'Return', { activityType: 'RETURN_REQUESTED', orderReturn: { returnId: '1', seller } }],
  [
    'ORDER_CANCELLATION_ACTIVITY',
    'Order cancellation',
    { activityType: 'CANCELLATION_REQUESTED', orderCancellation: { cancellationId: '1', seller } },
  ],
  [
    'ORDER_INQUIRY_ACTIVITY',
    'Item not received',
    { activityType: 'INQUIRY_CREATED', orderInquiry: { inquiryId: '1', seller } },
  ],
] as const

describe('a notification topic', () => {
  it('PLT-37 has a name and a meaning, each one that the platform offers', () => {
    const topics = listTopics(platformNames.ebay).map(({ topicId }) => topicId)
    expect(topics).toHaveLength(29)
    expect(topics.filter((topic) => eventLabel(topic) === undefined || topicMeaning(topic) === undefined)).toEqual([])
  })

  it.skipIf(!hasContracts)('FACT-121 PLT-37 is known if the published registry lists it', () => {
    const registry = JSON.parse(readFileSync(join(folder, 'topics-registry.json'), 'utf8')) as {
      readonly topics: readonly { readonly topicId: string }[]
    }
    expect(registry.topics).toHaveLength(29)
    expect(registry.topics.filter(({ topicId }) => topicMeaning(topicId) === undefined)).toEqual([])
  })

  it('FACT-121 has no invented names', () => {
    expect(eventLabel('SELLER_STANDARDS')).toBeUndefined()
    expect(eventLabel('ITEM_SOLD')).toBeUndefined()
  })

  it.skipIf(!hasContracts)('PLT-37 names every field of the published contracts', () => {
    const unnamed = readdirSync(folder)
      .filter((file) => file.endsWith('.contract.json'))
      .flatMap((file) => {
        const {
          topic,
          data,
          observed = [],
        } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
          readonly topic: string
          readonly data: object
          readonly observed?: readonly { readonly shape?: { readonly data?: object } }[]
        }
        const shapes = [data, ...observed.flatMap(({ shape }) => shape?.data ?? [])]
        return shapes.flatMap((shape) => {
          const tree = read(topic, shape).tree()
          const named = new Set(readTopicFields(topic, tree).map(({ path }) => path))
          const leaves = (value: object, path: readonly string[]): readonly string[] =>
            Object.entries(value).flatMap(([name, inner]) => {
              const first: unknown = Array.isArray(inner) ? inner[0] : inner
              if (name.startsWith('_') || first === null) return []
              return typeof first === 'object' ? leaves(first as object, [...path, name]) : [[...path, name].join('.')]
            })
          return leaves(shape, [])
            .filter((path) => !named.has(path))
            .map((path) => `${topic} ${path}`)
        })
      })
    expect(unnamed).toEqual([])
  })

  it('PLT-37 leaves an unknown topic to the whole message', () => {
    expect(fields('SOMETHING_NEW', { listingId: '1' })).toEqual({})
    expect(JSON.stringify(read('SOMETHING_NEW', { odd: { listingId: '1' } }).tree())).toContain('"odd"')
  })

  it('PLT-37 shows the platform’s constants in words, and a person’s text unchanged', () => {
    expect(
      fields('NEW_MESSAGE', { subject: 'SOLD', senderUserName: 'ANNA', conversationType: 'FROM_MEMBERS' }),
    ).toEqual({
      Subject: ['SOLD'],
      From: ['ANNA'],
      'Kind of conversation': ['With a user'],
    })
    expect(fields('ORDER_RETURN_ACTIVITY', { activityType: 'RETURN_REFERRAL_ON_HOLD' })).toEqual({
      'What happened': ['Return referral on hold'],
    })
    expect(fields('ORDER_RETURN_ACTIVITY', { orderReturn: { requester: 'EBAY' } })).toEqual({
      'Requested by': ['eBay'],
    })
  })

  it('FACT-114 names no buyer of an order', () => {
    const data = {
      user: seller,
      order: { orderId: 'o', orderLineItems: [{ orderLineItemId: 'o-1', listingId: '11', quantity: 2 }] },
    }
    expect(read('ORDER_CONFIRMATION', data).occurrences).toMatchObject([{ itemId: '11', buyer: null }])
    expect(titleOf('ORDER_CONFIRMATION', data)).toBe('Listing 11 sold')
    expect(fields('ORDER_CONFIRMATION', data)).toMatchObject({ Seller: ['my_shop'], Quantity: ['2'] })
  })

  it.each([
    ['flat as in its contract', asText],
    ['nested with numbers, as it was seen', { itemMarkedShipped: shipment }],
  ])('FACT-115 reports a shipment, %s', (_, data) => {
    expect(read('ITEM_MARKED_SHIPPED', data).occurrences).toMatchObject([
      { itemId: '286927594550', transactionId: '10083032987314', buyer: null },
    ])
    expect(titleOf('ITEM_MARKED_SHIPPED', data)).toBe('Marked as shipped: listing 286927594550')
    expect(fields('ITEM_MARKED_SHIPPED', data)).toMatchObject({ Order: ['14-14836-70653'], Seller: ['my_shop'] })
  })

  it('FACT-115 has no tracking number if the platform sends null', () => {
    const shown = fields('ITEM_MARKED_SHIPPED', { itemMarkedShipped: shipment })
    expect(Object.keys(shown)).not.toContain('Tracking number')
    expect(read('ITEM_MARKED_SHIPPED', { itemMarkedShipped: { itemId: null } }).occurrences).toMatchObject([
      { itemId: null },
    ])
  })

  it.each(activities)('FACT-116 %s names no buyer and says what happened', (topic, label, data) => {
    expect(read(topic, data).occurrences).toMatchObject([{ buyer: null }])
    expect(titleOf(topic, data)).toBe(label)
    expect(fields(topic, data)).toMatchObject({
      Seller: ['my_shop'],
      'What happened': [expect.stringMatching(/^[A-Z]/)],
    })
  })

  it('FACT-128 offers a retired legacy event only if the account still has it', () => {
    const name = 'ItemMarkedPaid'
    expect(isRetired(name)).toBe(true)
    expect(eventTypes.map((each) => each.name)).not.toContain(name)
    const current = { applicationUrl: null, applicationEnable: null, payloadType: null, alertEmail: null, events: [] }
    expect(listChoices({ current, offered: [name] })).not.toContain(name)
    const set = { ...current, events: [{ eventType: name, eventEnable: 'Enable' }] }
    expect(listChoices({ current: set, offered: [] })).toContain(name)
    expect(findEventType(name)?.label).toContain('retired')
  })
})
