/** What filing a delivery stores and reports to the seller (RCV-07, RCV-08, RCV-09, SEC-09, PLT-18, PLT-25, PLT-40). */
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { NewDelivery } from '../../../main/notifications/log/delivery-store.ts'
import { fileDelivery } from '../../../main/notifications/receiver/file-delivery.ts'
import type { Seller } from '../../../main/notifications/receiver/other-seller.ts'
import { failReading, leaveUnread, readDelivery } from '../../../main/notifications/receiver/parse-event.ts'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import type { SignatureState } from '../../../shared/notifications/event.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { SOAP, sale } from './notifications-rig.ts'

const HOUR_MS = 3_600_000
const AT_MS = Date.parse('2026-11-21T09:00:00.000Z')
const own: Seller = { userId: 'AbCdEfGh123', username: 'my_shop' }

const soap = (name: string, ...transactions: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${SOAP}"><s:Body><${name}>` +
  `<Timestamp>2026-11-21T09:00:00.000Z</Timestamp><Item><ItemID>110000000001</ItemID></Item>` +
  transactions
    .map(
      (id) =>
        `<Transaction><TransactionID>${id}</TransactionID><Buyer><UserID>buyer-${id}</UserID></Buyer></Transaction>`,
    )
    .join('') +
  `</${name}></s:Body></s:Envelope>`

const json = (topic: string, notificationId: string, data: object, eventDate = '2026-11-21T09:00:00.000Z'): string =>
  JSON.stringify({ metadata: { topic }, notification: { notificationId, eventDate, data } })

const order = (notificationId: string, user: object = own): string =>
  json('ORDER_CONFIRMATION', notificationId, {
    user,
    order: { orderLineItems: [{ orderLineItemId: 'o-1', listingId: '11' }] },
  })

const closing = (notificationId: string): string =>
  json('MARKETPLACE_ACCOUNT_DELETION', notificationId, { username: 'tom', userId: 'u1', eiasToken: 'e' })

const open = (options: { readonly erased?: string; readonly seller?: Seller; readonly quota?: number } = {}) => {
  const database = openTestDatabase()
  const limits = options.quota === undefined ? undefined : { bytes: 1_000_000, deliveries: options.quota }
  const store = createNotificationStore(database, { isErased: (name) => name === options.erased }, limits)

  /** Files a stored delivery as if its signature was just checked. */
  const file = (deliveryId: number, signature: SignatureState = 'verified', unreadable?: string) => {
    const delivery = store.delivery(deliveryId)
    if (delivery === undefined) throw new Error('no delivery')
    const reading =
      signature !== 'verified'
        ? leaveUnread(delivery.format)
        : unreadable === undefined
          ? readDelivery(delivery, store.body(deliveryId))
          : failReading(delivery.format, unreadable)
    return fileDelivery(store, delivery, reading, { signature, message: `It is ${signature}.` }, options.seller)
  }
  const keep = (text: string, over: Partial<NewDelivery> = {}): number => {
    const body = Buffer.from(text)
    return store.addDelivery({
      receivedAtMs: AT_MS,
      format: text.startsWith('{') ? 'json' : 'soap',
      origin: 'platform',
      replayOf: null,
      headers: '[]',
      body,
      bodyDigest: hash('sha256', body, 'hex'),
      sender: null,
      ...over,
    })
  }
  const arrive = (text: string, over: Partial<NewDelivery> & { readonly signature?: SignatureState } = {}) => {
    const { signature, ...rest } = over
    return file(keep(text, rest), signature)
  }
  const remove = (eventId: number): void => {
    database.run('DELETE FROM notification_deliveries WHERE event_id = ?', [eventId])
    database.run('DELETE FROM notification_events WHERE id = ?', [eventId])
  }
  const log = () => store.events({ filter: {}, search: '', offset: 0, limit: 50 }).rows
  const deliveries = () =>
    database.all('SELECT event_id AS eventId, state, signature FROM notification_deliveries ORDER BY id')
  return { database, store, file, keep, arrive, remove, log, deliveries }
}

describe('a verified sale', () => {
  it('RCV-07 is reported once, with its texts', () => {
    const { arrive, log, deliveries } = open()
    const first = arrive(sale())
    expect(first).toMatchObject({ raises: 'sale', isTest: false, otherSeller: null, signature: 'verified' })
    expect(first.fresh).toMatchObject([{ itemId: '110000000001', transactionId: '7001' }])
    expect([first.find('TransactionID'), first.find('Nothing')]).toEqual(['7001', null])
    const again = arrive(sale())
    expect(again).toMatchObject({ eventId: first.eventId, fresh: [], raises: null, isTest: false })
    expect(log()).toMatchObject([{ processing: 'processed', raises: 'sale', isUnseen: true, deliveryCount: 2 }])
    const settled = { eventId: first.eventId, state: 'settled', signature: 'verified' }
    expect(deliveries()).toEqual([settled, settled])
  })

  it('RCV-07 that another event type reported within a day is the same sale', () => {
    const { arrive, store } = open()
    const first = arrive(sale())
    const second = arrive(soap('ItemSold', '7001'), { receivedAtMs: AT_MS + 23 * HOUR_MS })
    expect(second).toMatchObject({ raises: null, fresh: [{ itemId: '110000000001' }] })
    expect(second.eventId).not.toBe(first.eventId)
    expect(store.event(second.eventId)?.sameSaleAs).toBe(first.eventId)
  })

  it('RCV-07 that another event type reports after two days is one more', () => {
    const { arrive, store } = open()
    arrive(sale())
    const late = arrive(soap('ItemSold', '7001'), { receivedAtMs: AT_MS + 48 * HOUR_MS })
    expect(late.raises).toBe('sale')
    expect(store.event(late.eventId)?.sameSaleAs).toBeNull()
  })

  it('RCV-07 of two transactions reports only the one that is new', () => {
    const { arrive, log } = open()
    const first = arrive(soap('FixedPriceTransaction', '1'))
    const both = arrive(soap('FixedPriceTransaction', '1', '2'))
    expect(both.fresh.map(({ transactionId }) => transactionId)).toEqual(['2'])
    expect(arrive(soap('FixedPriceTransaction', '2'))).toMatchObject({ eventId: both.eventId, fresh: [], raises: null })
    expect(arrive(soap('FixedPriceTransaction', '1')).eventId).toBe(first.eventId)
    expect(log().map(({ deliveryCount }) => deliveryCount)).toEqual([2, 2])
  })

  it('RCV-07 is not reported again after its event was removed, and the new event takes its claims', () => {
    const { arrive, log, remove } = open()
    const removed = arrive(soap('FixedPriceTransaction', '1', '2'))
    arrive(soap('ItemListed'))
    remove(removed.eventId)
    const again = arrive(soap('FixedPriceTransaction', '1', '2'))
    expect(again).toMatchObject({ fresh: [], raises: null })
    expect(arrive(soap('FixedPriceTransaction', '2')).eventId).toBe(again.eventId)
    expect(log()).toHaveLength(2)
  })

  it('RCV-07 joins no other event after the seller removed its own, whose id the next event may get', () => {
    const { arrive, store } = open()
    const replayed = arrive(sale({ transactionId: '1' }), { origin: 'replay', replayOf: 7 })
    store.removeReplays(replayed.eventId)
    const other = arrive(sale({ transactionId: '2' }))
    const again = arrive(sale({ transactionId: '1' }))
    expect(again).toMatchObject({ fresh: [], raises: null })
    expect(again.eventId).not.toBe(other.eventId)
  })

  it('RCV-07 joins the event that is still in the log if another one with a part of it was removed', () => {
    const { arrive, log, remove } = open()
    const removed = arrive(soap('FixedPriceTransaction', '1'))
    const kept = arrive(soap('FixedPriceTransaction', '2'))
    remove(removed.eventId)
    expect(arrive(soap('FixedPriceTransaction', '1', '2')).eventId).toBe(kept.eventId)
    expect(log()).toHaveLength(1)
  })
})

describe('other verified notifications', () => {
  it('RCV-09 raise a question, or nothing, whether or not their type is known', () => {
    const { arrive, log } = open()
    expect(arrive(soap('AskSellerQuestion')).raises).toBe('question')
    expect(arrive(soap('ItemListed'))).toMatchObject({ raises: null, isTest: false })
    expect(arrive(soap('SomethingNew'))).toMatchObject({ raises: null, isTest: false })
    expect(log().map(({ raises, sameSaleAs }) => [raises, sameSaleAs])).toEqual([
      [null, null],
      [null, null],
      ['question', null],
    ])
  })

  it('PLT-40 are one event under two ids, known by each of them afterwards', () => {
    const { arrive, log } = open()
    const ids = ['n-1', 'n-2', 'n-2', 'n-1'].map((id) => arrive(order(id)).eventId)
    expect(new Set(ids).size).toBe(1)
    // The data of a later notification with a known id may differ.
    const changed = arrive(order('n-2', { ...own, userId: null }))
    expect(changed).toMatchObject({ eventId: ids[0], fresh: [], raises: null })
    expect(log()).toHaveLength(1)
  })

  it('NOT-09 that answer a test start nothing, even if they name another seller', () => {
    const { arrive, store } = open({ seller: own })
    const test = arrive(order('TEST-1', { userId: 'x', username: 'sample' }))
    expect(test).toMatchObject({ isTest: true, raises: null, otherSeller: null })
    expect(store.event(test.eventId)).toMatchObject({ isTest: 1, why: null })
    expect(arrive(order('TEST-2', { userId: 'x', username: 'sample' })).eventId).not.toBe(test.eventId)
  })

  it('PLT-25 about another seller start nothing, and say whom they are about', () => {
    const { arrive, store } = open({ seller: own })
    const filed = arrive(order('n-1', { userId: 'ZyXwVuTs987', username: 'other_shop' }))
    expect(filed).toMatchObject({ raises: null, otherSeller: 'other_shop' })
    expect(store.event(filed.eventId)).toMatchObject({
      raises: null,
      processing: 'processed',
      why: 'It is about the seller “other_shop”, who isn’t the one signed in here, so it starts nothing.',
    })
    expect(arrive(order('n-2', own))).toMatchObject({ raises: 'sale', otherSeller: null })
  })

  it('RCV-09 that cannot be read are kept as failed with the reason, as one event for the same bytes', () => {
    const { keep, file, store, log } = open()
    const filed = file(keep(sale()), 'verified', 'It has no body.')
    expect(filed).toMatchObject({ fresh: [], raises: null })
    expect(filed.find('ItemID')).toBeNull()
    expect(store.event(filed.eventId)).toMatchObject({ processing: 'failed', why: 'It has no body.' })
    expect(file(keep(sale()), 'verified', 'It has no body.').eventId).toBe(filed.eventId)
    // A later version of the app can read them.
    const read = file(keep(sale()))
    expect(read).toMatchObject({ eventId: filed.eventId, raises: 'sale' })
    expect(log()).toMatchObject([{ processing: 'processed', deliveryCount: 3 }])
  })
})

describe('the closing of a buyer’s account', () => {
  it('PLT-18 is requested for each delivery, because each names the person', () => {
    const { arrive, store } = open()
    arrive(closing('n-1'))
    arrive(closing('n-1'))
    arrive(order('n-2'))
    expect(store.openErasures().map(({ deliveryId }) => deliveryId)).toEqual([1, 2])
  })

  it('PLT-18 NOT-09 in a test erases no person', () => {
    const { arrive, store } = open()
    arrive(closing('TEST-1'))
    expect(store.openErasures()).toEqual([])
  })

  it('PLT-18 keeps later notifications about this person without the name, in the log and in the bytes', () => {
    const { arrive, database, store } = open({ erased: 'buyer-7' })
    const { eventId, fresh, facts } = arrive(soap('FixedPriceTransaction', '7', '8'))
    expect(fresh.map(({ buyer }) => buyer)).toEqual([null, 'buyer-8'])
    expect(facts.occurrences.map(({ buyer }) => buyer)).toEqual([null, 'buyer-8'])
    expect(store.event(eventId)?.buyer).toBeNull()
    arrive(soap('FixedPriceTransaction', '8', '9'))
    const bodies = database.column<Uint8Array>('SELECT body FROM notification_captures ORDER BY id').map(String)
    expect(bodies[0]).not.toContain('buyer')
    expect(Buffer.from(store.body(1)).toString()).not.toContain('buyer-7')
    expect(Buffer.from(store.body(2)).toString()).toContain('buyer-9')
  })
})

describe('an unverified notification', () => {
  it.each([
    ['wrong', 'It isn’t proven to be genuine, so it wasn’t processed.'],
    ['none', 'It isn’t proven to be genuine, so it wasn’t processed.'],
    [
      'late',
      'Its signature matches, but its time doesn’t, so it wasn’t processed. Accept it if you know that it is genuine.',
    ],
  ] as const)('SEC-09 with the verdict “%s” is quarantined unread, with the reason', (signature, why) => {
    const { arrive, store, log, deliveries } = open()
    const filed = arrive(sale(), { signature })
    expect(filed).toMatchObject({ fresh: [], signature, facts: { name: 'Unverified', occurrences: [] } })
    expect(filed.find('ItemID')).toBeNull()
    expect(store.event(filed.eventId)).toMatchObject({ processing: 'quarantined', why, buyer: null })
    expect(arrive(sale(), { signature }).eventId).toBe(filed.eventId)
    expect(log()).toHaveLength(1)
    expect(deliveries()).toContainEqual({ eventId: filed.eventId, state: 'settled', signature })
    // The real one is still processed.
    expect(arrive(sale())).toMatchObject({ raises: 'sale' })
  })

  it('RCV-08 raises an alarm once for the same forged bytes, and none for a replay or a missing signature', () => {
    const { arrive } = open()
    const replay = { origin: 'replay', signature: 'wrong' } as const
    expect(arrive(sale({ transactionId: '1' }), replay).raises).toBeNull()
    expect(arrive(sale({ transactionId: '2' }), { signature: 'none' }).raises).toBeNull()
    expect(arrive(sale({ transactionId: '3' }), { signature: 'late' }).raises).toBeNull()
    expect(arrive(sale({ transactionId: '4' }), { signature: 'wrong' }).raises).toBe('forgery')
    expect(arrive(sale({ transactionId: '4' }), { signature: 'wrong' }).raises).toBeNull()
  })

  it('SEC-07 displaces the oldest beyond the quota, unless it is the seller’s replay', () => {
    const { arrive, log } = open({ quota: 2 })
    for (const id of ['1', '2']) arrive(sale({ transactionId: id }), { signature: 'none' })
    expect(log()).toHaveLength(2)
    arrive(sale({ transactionId: '3' }), { signature: 'none', origin: 'replay' })
    expect(log()).toHaveLength(3)
    arrive(sale({ transactionId: '4' }), { signature: 'none' })
    expect(log().map(({ eventId }) => eventId)).toEqual([4, 3])
  })
})

describe('a notification that waits for its key', () => {
  it('RCV-08 is shown as waiting, and becomes the same event once it is verified', () => {
    const { keep, file, store, log, deliveries } = open()
    const deliveryId = keep(sale())
    const waiting = file(deliveryId, 'notVerifiableNow')
    expect(waiting).toMatchObject({ fresh: [], raises: null })
    expect(store.event(waiting.eventId)).toMatchObject({
      processing: 'waiting',
      why: 'It is processed once its signature is checked.',
    })
    expect(deliveries()).toEqual([{ eventId: waiting.eventId, state: 'pending', signature: 'notVerifiableNow' }])
    store.setNote(waiting.eventId, 'Ask Tom')
    const filed = file(deliveryId)
    expect(filed).toMatchObject({ eventId: waiting.eventId, raises: 'sale' })
    expect(log()).toMatchObject([{ note: 'Ask Tom', processing: 'processed', deliveryCount: 1 }])
  })

  it('RCV-08 is one event with the others of the same bytes, before and after', () => {
    const { keep, file, log } = open()
    const [one, two] = [keep(sale()), keep(sale())]
    const { eventId } = file(one, 'notVerifiableNow')
    file(two, 'notVerifiableNow')
    expect(file(one)).toMatchObject({ eventId, raises: 'sale' })
    expect(file(two)).toMatchObject({ eventId, fresh: [], raises: null })
    expect(log()).toMatchObject([{ deliveryCount: 2 }])
  })

  it('RCV-08 stays the same event with its note if its signature turns out to be wrong', () => {
    const { keep, file, store, log } = open()
    const deliveryId = keep(sale())
    const { eventId } = file(deliveryId, 'notVerifiableNow')
    store.setNote(eventId, 'Ask Tom')
    expect(file(deliveryId, 'wrong').eventId).toBe(eventId)
    expect(log()).toMatchObject([{ processing: 'quarantined', note: 'Ask Tom' }])
  })

  it('RCV-08 moves with its note to the event that reported the same before', () => {
    const { keep, arrive, file, store, log } = open()
    const known = arrive(sale())
    const deliveryId = keep(sale({ filler: ' ' }))
    const waiting = file(deliveryId, 'notVerifiableNow')
    expect(waiting.eventId).not.toBe(known.eventId)
    store.setNote(waiting.eventId, 'Ask Tom')
    expect(file(deliveryId)).toMatchObject({ eventId: known.eventId, fresh: [] })
    expect(log()).toMatchObject([{ eventId: known.eventId, note: 'Ask Tom', deliveryCount: 2 }])
  })

  it('RCV-08 leaves the others with the same bytes waiting if its own signature is wrong', () => {
    const { keep, file, store } = open()
    const [forged, genuine] = [keep(sale()), keep(sale())]
    const { eventId } = file(forged, 'notVerifiableNow')
    expect(file(genuine, 'notVerifiableNow').eventId).toBe(eventId)
    expect(file(forged, 'wrong').eventId).not.toBe(eventId)
    expect(store.event(eventId)?.processing).toBe('waiting')
    expect(file(genuine)).toMatchObject({ eventId, raises: 'sale' })
  })

  it('RCV-09 stays the same event if it turns out to be unreadable', () => {
    const { keep, file, log } = open()
    const [one, two] = [keep(sale()), keep(sale())]
    const { eventId } = file(one, 'notVerifiableNow')
    file(two, 'notVerifiableNow')
    for (const each of [one, two]) expect(file(each, 'verified', 'It has no body.').eventId).toBe(eventId)
    expect(log()).toMatchObject([{ processing: 'failed' }])
  })

  it('PLT-18 keeps its bytes while it waits, even if it names an erased person', () => {
    const { keep, file, store } = open({ erased: 'buyer-7' })
    const deliveryId = keep(soap('FixedPriceTransaction', '7'))
    file(deliveryId, 'notVerifiableNow')
    expect(Buffer.from(store.body(deliveryId)).toString()).toContain('buyer-7')
    file(deliveryId)
    expect(Buffer.from(store.body(deliveryId)).toString()).not.toContain('buyer-7')
  })
})
