/** By which day an order is to be shipped, and whether it is late (ORD-09, FACT-164). */
import { afterEach, expect, it } from 'vitest'
import { findDayZone } from '../../../shared/connection/platform-days.ts'
import { type ShipDue, shipDue } from '../../../shared/orders/ship-due.ts'
import { firstPage, line, openOrders, order } from './orders-rig.ts'

const zoneBefore = process.env.TZ
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ
  else process.env.TZ = zoneBefore
})

const dueAt = (computerZone: string, marketplaceId: string, shipBy: string, now: string): ShipDue => {
  process.env.TZ = computerZone
  return shipDue(Date.parse(shipBy), Date.parse(now), findDayZone({ platform: 'ebay', marketplaceId }))
}

// The last second of Saturday, November 28, in Los Angeles.
const SATURDAY = '2026-11-29T07:59:59.000Z'

it.each([
  ['on Friday evening', 'America/New_York', '2026-11-28T04:59:59Z', 'tomorrow', '2026-11-28'],
  ['on Saturday', 'America/New_York', '2026-11-28T05:00:00Z', 'today', '2026-11-28'],
  ['after midnight, until it ends', 'America/New_York', '2026-11-29T07:59:59Z', 'today', '2026-11-29'],
  ['once it is over', 'America/New_York', '2026-11-29T08:00:00Z', 'late', '2026-11-28'],
  ['on Saturday', 'UTC', '2026-11-28T00:00:00Z', 'today', '2026-11-28'],
  ['on Sunday morning', 'UTC', '2026-11-29T02:11:00Z', 'today', '2026-11-29'],
  ['on Sunday afternoon, until it ends', 'Asia/Tokyo', '2026-11-29T07:59:00Z', 'today', '2026-11-29'],
  ['before midnight', 'America/Los_Angeles', '2026-11-29T07:59:59Z', 'today', '2026-11-28'],
  ['after midnight', 'America/Los_Angeles', '2026-11-29T08:00:00Z', 'late', '2026-11-28'],
  ['before Saturday', 'Pacific/Honolulu', '2026-11-28T09:59:59Z', 'tomorrow', '2026-11-28'],
  ['on Thursday', 'Europe/Berlin', '2026-11-26T12:00:00Z', 'day', '2026-11-28'],
])('ORD-09 what is to be shipped by Saturday is due %s in %s as of %s: %s', (_, zone, now, kind, day) => {
  expect(dueAt(zone, 'EBAY_US', SATURDAY, now)).toEqual({ kind, day })
})

it.each([
  // The clocks go back in Los Angeles on November 1, and in Berlin on October 25.
  ['America/Los_Angeles', 'EBAY_US', '2026-11-02T07:59:59Z', '2026-11-01T06:59:59Z', 'tomorrow', '2026-11-01'],
  ['America/Los_Angeles', 'EBAY_US', '2026-11-02T07:59:59Z', '2026-11-01T07:00:00Z', 'today', '2026-11-01'],
  ['America/Los_Angeles', 'EBAY_US', '2026-11-02T07:59:59Z', '2026-11-02T07:59:59Z', 'today', '2026-11-01'],
  ['America/Los_Angeles', 'EBAY_US', '2026-11-02T07:59:59Z', '2026-11-02T08:00:00Z', 'late', '2026-11-01'],
  ['Europe/Berlin', 'EBAY_DE', '2026-10-25T22:59:59Z', '2026-10-24T22:00:00Z', 'today', '2026-10-25'],
  ['Europe/Berlin', 'EBAY_DE', '2026-10-25T22:59:59Z', '2026-10-24T21:59:59Z', 'tomorrow', '2026-10-25'],
  // They go forward in Berlin on March 29.
  ['Europe/Berlin', 'EBAY_DE', '2026-03-29T21:59:59Z', '2026-03-28T22:59:59Z', 'tomorrow', '2026-03-29'],
  ['Europe/Berlin', 'EBAY_DE', '2026-03-29T21:59:59Z', '2026-03-28T23:00:00Z', 'today', '2026-03-29'],
  ['Europe/Berlin', 'EBAY_DE', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z', 'late', '2026-03-29'],
])('ORD-09 days of 23 and 25 hours in %s, %s until %s, as of %s: %s', (zone, marketplace, shipBy, now, kind, day) => {
  expect(dueAt(zone, marketplace, shipBy, now)).toEqual({ kind, day })
})

/** A shop whose only order is to be shipped by Saturday. */
const open = async (computerZone: string, now: string) => {
  process.env.TZ = computerZone
  const rig = openOrders()
  rig.clock.jump(Date.parse(now) - rig.clock.nowMs())
  rig.platform.put(
    order('1', { lineItems: [line('1', { lineItemFulfillmentInstructions: { shipByDate: SATURDAY } })] }),
  )
  await rig.start()
  const read = async () => ({
    list: (await rig.call().orders(firstPage)).rows.map(({ due }) => due.kind),
    desk: (await rig.call().pile({})).parcels.map(({ due }) => due.kind),
    late: (await rig.call().counts({})).late,
  })
  return { rig, read }
}

it.each([
  ['UTC', '2026-11-29T02:11:00Z', 'today'],
  ['America/New_York', '2026-11-29T05:30:00Z', 'today'],
  ['America/New_York', '2026-11-29T08:00:00Z', 'late'],
])('ORD-09 the list, the packing desk and the counts agree in %s at %s: %s', async (zone, now, kind) => {
  const { read } = await open(zone, now)
  expect(await read()).toEqual({ list: [kind], desk: [kind], late: kind === 'late' ? 1 : 0 })
})

it('ORD-09 the window is told when midnight and the last moment pass', async () => {
  const { rig } = await open('America/New_York', '2026-11-28T12:00:00Z')
  const changes = () => rig.events.filter((name) => name === 'ordersChanged').length
  const before = changes()
  await rig.clock.advance(Date.parse('2026-11-29T05:00:00Z') - rig.clock.nowMs() - 1)
  const untilMidnight = changes()
  await rig.clock.advance(1)
  const atMidnight = changes()
  await rig.clock.advance(Date.parse(SATURDAY) - rig.clock.nowMs())
  const untilDeadline = changes()
  await rig.clock.advance(1)
  expect([untilMidnight - before, atMidnight - before, untilDeadline - before, changes() - before]).toEqual([
    0, 1, 1, 2,
  ])
})

it('ORD-09 an order of which all that is left was refunded is due never, and not late', async () => {
  const rig = openOrders()
  const shipped = line('a', { lineItemFulfillmentStatus: 'FULFILLED' })
  const refunded = line('b', { refunds: [{ amount: { value: '20.00', currency: 'USD' } }] })
  rig.platform.put(order('1', { orderFulfillmentStatus: 'IN_PROGRESS', lineItems: [shipped, refunded] }))
  rig.platform.put(order('2'))
  await rig.start()
  await rig.clock.advance(30 * 86_400_000)
  expect((await rig.call().counts({})).late).toBe(1)
  const [due] = (await rig.call().orders({ ...firstPage, search: '1' })).rows
  expect(due).toMatchObject({ isLate: false, shipByMs: null })
})
