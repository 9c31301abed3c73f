/** What is reported of a filed event: notices to the seller, and events with their items to the rest of the app. */
import { describe, expect, it } from 'vitest'
import type { FindItem } from '../../../main/notifications/log/listed-item.ts'
import type { FiledEvent } from '../../../main/notifications/receiver/file-delivery.ts'
import {
  createEventReporter,
  type RaisedArrival,
  type VerifiedEvent,
} from '../../../main/notifications/receiver/report-event.ts'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import type { Occurrence } from '../../../shared/notifications/occurrence.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const ALARM_INTERVAL_MS = 600_000

const sold = (over: Partial<Occurrence> = {}): Occurrence => ({
  itemId: '11',
  sku: null,
  transactionId: '7001',
  buyer: null,
  price: '1234.5',
  currency: null,
  commentType: null,
  ...over,
})

const filed = ({
  name = 'FixedPriceTransaction',
  ...over
}: Partial<FiledEvent> & { name?: string } = {}): FiledEvent => {
  const fresh = over.fresh ?? [sold()]
  return {
    eventId: 5,
    facts: { name, format: 'soap', timestamp: null, notificationId: null, occurrences: fresh },
    fresh,
    raises: 'sale',
    isTest: false,
    otherSeller: null,
    signature: 'verified',
    find: () => null,
    ...over,
  }
}

const open = (items: Readonly<Record<string, ReturnType<FindItem>>> = {}) => {
  const clock = createFakeClock()
  const store = createNotificationStore(openTestDatabase(), noErasedPersons)
  const offered = new Map<string, string>()
  const emitted: [string, unknown][] = []
  const arrivals: RaisedArrival[] = []
  const events: VerifiedEvent[] = []
  const report = createEventReporter({
    store,
    clock,
    findItem: (sku) => items[sku],
    findOffered: (listingId) => offered.get(listingId),
    locale: () => 'de-DE',
    platformName: { the: 'Acme', The: 'Acme' },
    emit: (name, data) => void emitted.push([name, data]),
    onArrival: (arrival) => void arrivals.push(arrival),
    onEvent: (event) => void events.push(event),
  })
  return { clock, store, offered, emitted, arrivals, events, report }
}

describe('a forgery', () => {
  const forgery = (eventId: number) => filed({ eventId, fresh: [], raises: 'forgery', signature: 'wrong' })

  it('SEC-07 raises one alarm every ten minutes, even right after the start of the computer', async () => {
    const { report, arrivals, clock } = open()
    report(forgery(1))
    report(forgery(2))
    await clock.advance(ALARM_INTERVAL_MS - 1)
    report(forgery(3))
    expect(arrivals.map(({ eventId }) => eventId)).toEqual([1])
    await clock.advance(1)
    report(forgery(4))
    report(forgery(5))
    expect(arrivals.map(({ eventId }) => eventId)).toEqual([1, 4])
  })

  it('SEC-07 raises no more alarms when the clock is set forward', () => {
    const { report, arrivals, clock } = open()
    report(forgery(1))
    clock.jump(ALARM_INTERVAL_MS)
    report(forgery(2))
    expect(arrivals).toHaveLength(1)
  })

  it('SEC-07 silences no sale, and a sale silences no forgery', () => {
    const { report, arrivals } = open()
    report(filed({ eventId: 1 }))
    report(forgery(2))
    report(filed({ eventId: 3 }))
    expect(arrivals.map(({ raises }) => raises)).toEqual(['sale', 'forgery', 'sale'])
  })

  it('RCV-08 starts nothing else, and names the platform that it isn’t from', () => {
    const { report, arrivals, events } = open()
    report(forgery(1))
    expect(arrivals).toMatchObject([{ title: 'Not from Acme: ignored', place: '#/notifications/1' }])
    expect(events).toEqual([])
  })
})

describe('a sale', () => {
  it('RCV-07 is shown in the window and on the desktop, with its item and its price as the seller writes it', () => {
    const { report, emitted, arrivals } = open({ 'A-1': { title: 'Kestrel 35', pictureUrl: null, currency: 'EUR' } })
    report(filed({ fresh: [sold({ sku: 'A-1' })] }))
    const notice = { raises: 'sale', eventId: 5, title: 'Sold', text: 'Kestrel 35 sold for 1.234,50\u00a0€' }
    expect(emitted).toEqual([['arrived', notice]])
    expect(arrivals).toEqual([{ ...notice, place: '#/notifications/5' }])
  })

  it.each([
    ['whose SKU is unknown', null],
    ['whose item isn’t in the inventory', 'B-1'],
  ])('RCV-07 %s names its listing', (_, sku) => {
    const { report, arrivals } = open({ 'A-1': { title: 'Kestrel 35', pictureUrl: null, currency: 'EUR' } })
    report(filed({ fresh: [sold({ sku })] }))
    expect(arrivals).toMatchObject([{ text: 'Listing 11 sold for 1.234,5' }])
  })

  it('RCV-07 that was reported before raises no notice, but reaches the rest of the app', () => {
    const { report, emitted, arrivals, events } = open()
    report(filed({ raises: null }))
    expect([emitted, arrivals]).toEqual([[], []])
    expect(events).toHaveLength(1)
  })

  it('RCV-07 of several items names each known SKU once', () => {
    const { report, offered, store, events } = open()
    offered.set('12', 'B-1')
    store.setListing('13', 'C-1')
    const itemIds = ['11', '12', '13', '12']
    report(filed({ fresh: [...itemIds.map((itemId) => sold({ itemId })), sold({ itemId: '14', sku: 'C-1' })] }))
    expect(events.map(({ skus }) => skus)).toEqual([['B-1', 'C-1']])
  })
})

describe('a verified event', () => {
  it('PLT-16 reaches the rest of the app with its name, its texts, and whether it is a test', () => {
    const { report, events } = open()
    const find = (name: string) => `the ${name}`
    report(filed({ eventId: 8, name: 'NEW_MESSAGE', raises: null, isTest: true, find }))
    expect(events).toEqual([{ name: 'NEW_MESSAGE', eventId: 8, find, isTest: true, skus: [] }])
  })

  it('RCV-07 that repeats what is known starts nothing', () => {
    const { report, events } = open()
    report(filed({ fresh: [], raises: null }))
    expect(events).toEqual([])
  })

  it('SEC-09 about another seller starts nothing', () => {
    const { report, events } = open()
    report(filed({ raises: null, otherSeller: 'other_shop' }))
    expect(events).toEqual([])
  })
})
