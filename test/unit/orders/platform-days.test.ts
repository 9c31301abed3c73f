/** Days that the platform states as an instant, wherever the computer stands (ORD-09, FACT-164). */
import { afterEach, describe, expect, it } from 'vitest'
import { createLine } from '../../../main/practice/orders/order-line.ts'
import { setPlatformZone } from '../../../renderer/api/platform-zone.ts'
import { deliveryText, formatPlatformDay } from '../../../renderer/parts/orders/order-labels.ts'
import { setLocale } from '../../../renderer/ui/format/locale-format.ts'
import { findDayZone, platformDay, startOfPlatformDay } from '../../../shared/connection/platform-days.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { everything, openOrders, order } from './orders-rig.ts'

const HOUR_MS = 3_600_000
const computerZones = ['America/Los_Angeles', 'UTC', 'Asia/Tokyo', 'Pacific/Honolulu', 'Europe/Berlin']
const zoneBefore = process.env.TZ
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ
  else process.env.TZ = zoneBefore
  setPlatformZone(undefined)
})

// As seen in orders: midnight in Berlin is 23:00 UTC of the day before, midnight in Los Angeles 08:00 UTC.
const marketplaces = [
  {
    marketplaceId: 'EBAY_DE',
    from: '2026-11-26T23:00:00.000Z',
    to: '2026-11-30T23:00:00.000Z',
    shipBy: '2026-11-24T22:59:59.000Z',
  },
  {
    marketplaceId: 'EBAY_US',
    from: '2026-11-27T08:00:00.000Z',
    to: '2026-12-01T08:00:00.000Z',
    shipBy: '2026-11-25T07:59:59.000Z',
  },
  {
    marketplaceId: 'EBAY_AU',
    from: '2026-11-26T13:00:00.000Z',
    to: '2026-11-30T13:00:00.000Z',
    shipBy: '2026-11-24T12:59:59.000Z',
  },
]
const zoneOf = (marketplaceId: string) => findDayZone({ platform: 'ebay', marketplaceId })

describe.each(computerZones)('on a computer in %s', (computerZone) => {
  it.each(marketplaces)(
    'ORD-09 FACT-164 the window shows the days of $marketplaceId',
    ({ marketplaceId, from, to, shipBy }) => {
      process.env.TZ = computerZone
      setLocale('en-US')
      setPlatformZone(zoneOf(marketplaceId))
      expect(formatPlatformDay(Date.parse(shipBy))).toBe('Tue, Nov 24')
      expect(deliveryText({ delivery: { fromMs: Date.parse(from), toMs: Date.parse(to) } })).toBe(
        'Fri, Nov 27 to Tue, Dec 1',
      )
    },
  )

  it('ORD-09 FACT-164 a reply and a CSV file say the days of the marketplace', async () => {
    process.env.TZ = computerZone
    const rig = openOrders()
    const [, us] = marketplaces
    const instructions = {
      minEstimatedDeliveryDate: us?.from,
      maxEstimatedDeliveryDate: us?.to,
      shipByDate: us?.shipBy,
    }
    const sold = order('1')
    const lineItems = [sold.lineItems].flat().map((line) => ({
      ...(line as object),
      lineItemFulfillmentInstructions: instructions,
    }))
    rig.platform.put({ ...sold, lineItems, fulfillmentStartInstructions: [instructions] })
    await rig.start()
    const { values } = await rig.call().replyValues({ buyer: 'anna_wolle', listingId: 'listing-1', language: null })
    expect(values).toMatchObject({ shipBy: 'November 24, 2026', delivery: 'November 27, 2026 – December 1, 2026' })
    const { text } = await rig.call().exportCsv({ ...everything, columns: ['shipBy', 'delivery'] })
    expect(text).toContain('2026-11-24')
    expect(text).toContain('2026-12-01')
  })
})

it.each([
  ['the last day begins', '2026-12-01T08:00:00.000Z', true],
  ['the last day ends', '2026-12-02T07:59:59.000Z', true],
  ['the last day is over', '2026-12-02T08:00:00.000Z', false],
])('ORD-09 when %s a delivery estimate is known: %s %s', async (_, now, isKnown) => {
  const rig = openOrders()
  const [, us] = marketplaces
  const instructions = { minEstimatedDeliveryDate: us?.from, maxEstimatedDeliveryDate: us?.to }
  rig.platform.put({
    ...order('1'),
    orderFulfillmentStatus: 'FULFILLED',
    lineItems: [{ lineItemId: 'a', legacyItemId: 'listing-1', lineItemFulfillmentInstructions: instructions }],
    fulfillmentStartInstructions: [instructions],
  })
  await rig.start()
  rig.clock.jump(Date.parse(now) - rig.clock.nowMs())
  const { values } = await rig.call().replyValues({ buyer: 'anna_wolle', listingId: 'listing-1', language: null })
  expect(values.delivery !== null).toBe(isKnown)
  expect(rig.feature().buyersWith('open')).toEqual(isKnown ? ['anna_wolle'] : [])
})

it('ORD-09 every marketplace has a zone whose days begin at midnight, on days of 23, 24 and 25 hours', () => {
  for (const { zone } of platforms.ebay.marketplaces) {
    expect(zone).toBeDefined()
    for (let atMs = Date.UTC(2026, 0, 1, 5); atMs < Date.UTC(2027, 0, 1); atMs += 29 * HOUR_MS + 1_234) {
      const startMs = startOfPlatformDay(atMs, zone)
      expect(startMs).toBeLessThanOrEqual(atMs)
      expect(platformDay(startMs, zone)).toBe(platformDay(atMs, zone))
      expect(platformDay(startMs - 1, zone)).not.toBe(platformDay(atMs, zone))
    }
  }
})

it('FACT-164 the practice platform states days as the real one does', () => {
  const zone = zoneOf('EBAY_US')
  for (let atMs = Date.UTC(2026, 0, 1, 5); atMs < Date.UTC(2027, 0, 1); atMs += 31 * HOUR_MS) {
    const line = createLine({
      ...{ lineItemId: '1', sku: 'A', quantity: 1, price: { value: '1.00', currency: 'USD' }, atMs },
      item: { itemId: '1', json: '{}' } as never,
    })
    expect(startOfPlatformDay(line.maxDeliveryMs, zone)).toBe(line.maxDeliveryMs)
    expect(startOfPlatformDay(line.minDeliveryMs, zone)).toBe(line.minDeliveryMs)
    expect(startOfPlatformDay(line.shipByMs + 1_000, zone)).toBe(line.shipByMs + 1_000)
    expect(line.shipByMs).toBeGreaterThan(atMs)
  }
})
