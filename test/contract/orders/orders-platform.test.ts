/** Orders of a whole app against the practice platform: as eBay, which has orders to read, and as neutral, which has none. */
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import type { OrderCase } from '../../../shared/orders/case.ts'
import type { OrderReading } from '../../../shared/orders/contract.ts'
import type { Order, OrderDetail } from '../../../shared/orders/order.ts'
import { handIn, takeOut } from '../../reliability/exports.ts'
import { waitFor } from '../../support/wait-for.ts'
import { createTestHost, type TestHost } from '../connection/open-app.ts'

type Listed = { readonly rows: readonly Order[]; readonly total: number }
type Address = { readonly lines: readonly string[] }
type Json = Readonly<Record<string, unknown>>

const UPS = '1Z999AA10123456784'
const SKU = 'CAM-0101'
const everything = { view: 'all', lateOnly: false, caseOnly: false, buyer: null, sku: null, search: '' } as const

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const createDriver = (platform: PracticePlatform, host: TestHost) => {
  const control = async <T = Json>(path: string, body: object): Promise<T> => {
    const answer = await fetch(`${platform.url}/practice/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const list = (filter: object = {}): Promise<Listed> =>
    host.ask('orders.orders', { ...everything, offset: 0, limit: 100, ...filter })
  return {
    host,
    control,
    list,
    /** A buyer buys. Resolves with the order's id, once the platform returns the order. */
    buy: async (purchase: object = {}): Promise<string> => {
      const { orderId } = await control<{ orderId: string }>('purchases', {
        buyer: 'anna_wolle',
        sku: SKU,
        ...purchase,
      })
      await control('clock', { advanceMs: 5_000 })
      return orderId
    },
    order: (orderId: string): Promise<OrderDetail | null> => host.ask('orders.order', { orderId }),
    /** How often the platform received this operation. */
    count: async (operation: string): Promise<number> => {
      const status = (await (await fetch(`${platform.url}/practice/status`)).json()) as {
        requests: readonly { readonly operation: string }[]
      }
      return status.requests.filter((request) => request.operation === operation).length
    },
  }
}

/** A shop on eBay, and its first orders are read. */
const openEbay = async () => {
  const platform = await startPracticePlatform({ platform: 'ebay', conversations: 20, items: 6 })
  closing.push(platform.stop)
  const host = createTestHost()
  closing.push(host.close)
  const profile = { id: 'shop', kind: 'practice', name: 'Shop', platform: 'ebay', baseUrl: platform.url } as const
  await host.start({ profile, file: 'shop.json' })
  await waitFor(async () => {
    expect((await host.ask<OrderReading>('orders.reading')).completeToMs).not.toBeNull()
  })
  return createDriver(platform, host)
}

describe('the orders of an eBay shop', () => {
  it('ORD-01 lists what a buyer bought, with its listing, money as stated and what is due', async () => {
    const { buy, list, host } = await openEbay()
    const orderId = await buy({ quantity: 1 })
    await host.ask('orders.refresh')
    const { rows } = await list({ search: orderId })
    expect(rows).toMatchObject([
      { orderId, source: 'platform', buyer: 'anna_wolle', stage: 'toShip', isLate: false, lines: [{ sku: SKU }] },
    ])
    const [order] = rows
    expect(order?.total).toMatchObject({ value: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' })
    expect(order?.shipByMs).toBeGreaterThan(order?.createdAtMs ?? Number.POSITIVE_INFINITY)
    expect(order?.delivery?.toMs).toBeGreaterThan(order?.shipByMs ?? Number.POSITIVE_INFINITY)
  })

  it('FACT-118 ORD-01 an order that a sale was announced for is read once the platform returns it', async () => {
    const { control, order, host, list } = await openEbay()
    const { orderId } = await control<{ orderId: string }>('purchases', { buyer: 'anna_wolle', sku: SKU })
    expect(await host.refusal('orders.refreshOrder', { orderId })).toMatchObject({ kind: 'notFound' })
    expect(await order(orderId)).toBeNull()
    await control('clock', { advanceMs: 5_000 })
    await host.ask('orders.refreshOrder', { orderId })
    await host.ask('orders.refresh')
    expect((await list({ search: orderId })).total).toBe(1)
  })

  it('ORD-03 FACT-139 marks an order as shipped once, and reads the shipment back with the carrier entered here', async () => {
    const { buy, host, order, count, list } = await openEbay()
    const orderId = await buy()
    await host.ask('orders.refresh')
    const shipment = { orderId, carrier: 'UPS', trackingNumber: UPS, lines: null }
    expect(await host.ask('orders.ship', shipment)).toMatchObject({ state: 'sent', known: 'answer' })
    await waitFor(async () => {
      expect(await order(orderId)).toMatchObject({
        stage: 'shipped',
        shipments: [{ carrier: 'UPS', trackingNumber: UPS }],
        pending: null,
      })
    })
    expect((await list({ view: 'shipped', search: UPS })).rows.map((row) => row.orderId)).toEqual([orderId])
    expect(await count('createShippingFulfillment')).toBe(1)
    expect(await host.refusal('orders.ship', { ...shipment, trackingNumber: 'OTHER1' })).toMatchObject({
      kind: 'conflict',
    })
  })

  it('ORD-03 a lost answer is settled by reading the shipments, without a second send', async () => {
    const { buy, host, order, control, count } = await openEbay()
    const orderId = await buy()
    await host.ask('orders.refresh')
    await control('faults', { operation: 'createShippingFulfillment', fault: 'dropAfterActing', count: 1 })
    const shipment = { orderId, carrier: 'UPS', trackingNumber: UPS, lines: null }
    expect(await host.ask('orders.ship', shipment)).toMatchObject({ state: 'unknown' })
    await waitFor(async () => {
      expect(await order(orderId)).toMatchObject({
        stage: 'shipped',
        pending: null,
        shipments: [{ trackingNumber: UPS }],
      })
    })
    expect(await count('createShippingFulfillment')).toBe(1)
  })

  it('ORD-03 a shipment made with another tool meanwhile is not sent again', async () => {
    const { buy, host, control, count, order } = await openEbay()
    const orderId = await buy()
    await host.ask('orders.refresh')
    await control(`orders/${orderId}/ship`, { trackingNumber: UPS, carrier: 'UPS' })
    await host.ask('orders.ship', { orderId, carrier: 'UPS', trackingNumber: UPS, lines: null })
    expect(await count('createShippingFulfillment')).toBe(0)
    await waitFor(async () => expect((await order(orderId))?.stage).toBe('shipped'))
  })

  it('FACT-137 ORD-01 a request to cancel is read from the whole order, with who asked', async () => {
    const { buy, host, control, order } = await openEbay()
    const orderId = await buy()
    await control('cases', { orderId, kind: 'cancellation' })
    await host.ask('orders.refresh')
    await waitFor(async () => {
      expect((await order(orderId))?.cancel).toMatchObject({ state: 'requested', by: 'buyer' })
    })
  })

  it('ORD-01 a cancelled and refunded order is listed as such', async () => {
    const { buy, host, control, list } = await openEbay()
    const orderId = await buy()
    await control(`orders/${orderId}/cancel`, {})
    await host.ask('orders.refresh')
    expect((await list({ view: 'cancelled', search: orderId })).rows).toMatchObject([
      { orderId, stage: 'cancelled', refunded: 'full' },
    ])
    const shipment = { orderId, carrier: 'UPS', trackingNumber: UPS, lines: null }
    expect(await host.refusal('orders.ship', shipment)).toMatchObject({ kind: 'conflict' })
  })

  it.each([
    ['return', 'Answer the return request'],
    ['inquiry', 'Say where the parcel is, or refund the buyer'],
    ['cancellation', 'Accept or decline the cancellation'],
  ] as const)('FACT-141 ORD-04 a %s is shown on its order with what is due, until it is closed', async (kind, todo) => {
    const { buy, host, control, order, list } = await openEbay()
    const orderId = await buy()
    await host.ask('orders.refresh')
    const { caseId } = await control<{ caseId: string }>('cases', { orderId, kind })
    await host.ask('orders.refresh')
    const [found] = (await order(orderId))?.cases ?? []
    expect(found).toMatchObject({ caseId, type: kind, orderId, buyer: 'anna_wolle', isOpen: true, todo })
    expect((found as OrderCase).dueAtMs).toBeGreaterThan((found as OrderCase).openedAtMs ?? Number.POSITIVE_INFINITY)
    expect((await list({ caseOnly: true })).rows.map((row) => row.orderId)).toEqual([orderId])
    await control(`cases/${caseId}/close`, { outcome: 'declined' })
    await host.ask('orders.refresh')
    expect((await order(orderId))?.cases).toMatchObject([{ caseId, isOpen: false, todo: null }])
  })

  it('ORD-06 shows the address where it is asked for, and nowhere in a list, a search or a CSV file', async () => {
    const { buy, host, list, order } = await openEbay()
    const orderId = await buy()
    await host.ask('orders.refresh')
    const { lines } = await host.ask<Address>('orders.address', { orderId })
    const [name = '', street = ''] = lines
    expect(lines.length).toBeGreaterThan(2)
    expect((await list({ search: street })).total).toBe(0)
    const { text } = await host.ask<{ text: string }>('orders.exportCsv', everything)
    for (const shown of [JSON.stringify(await list()), JSON.stringify(await order(orderId)), text]) {
      expect(shown).toContain(orderId)
      expect(shown).not.toContain(name)
      expect(shown).not.toContain(street)
    }
  })
})

describe('the packing desk', () => {
  it('FACT-168 has no order for pick-up, and the address of a parcel only in its details', async () => {
    const { buy, host } = await openEbay()
    const fetched = await buy({ buyer: 'fetches_it', isForPickup: true })
    const sent = await buy({ buyer: 'gets_it', sku: 'CER-0103' })
    await host.ask('orders.refresh')
    const pile = await host.ask<{ parcels: readonly { orderIds: readonly string[] }[] }>('orders.pile')
    const packed = pile.parcels.flatMap(({ orderIds }) => orderIds)
    expect(packed).toContain(sent)
    expect(packed).not.toContain(fetched)
    const { lines } = await host.ask<Address>('orders.address', { orderId: sent })
    expect(JSON.stringify(pile)).not.toContain(lines[1])
    const { parcels } = await host.ask<{ parcels: readonly Json[] }>('orders.parcels', { parcels: [[sent]] })
    expect(parcels).toMatchObject([{ key: sent, address: lines }])
  })
})

describe('an export of a shop', () => {
  it('ORD-06 contains no address, not even in a free page, and the shop keeps it', async () => {
    const { buy, host, order } = await openEbay()
    const orderId = await buy()
    await host.ask('orders.refresh')
    const { lines } = await host.ask<Address>('orders.address', { orderId })
    const content = gunzipSync(await takeOut(host)).toString('latin1')
    // Null control: the order itself is exported.
    expect(content).toContain(orderId)
    for (const line of [lines[0] ?? '', lines[1] ?? '']) {
      expect(content).not.toContain(Buffer.from(line).toString('latin1'))
    }
    expect(await host.ask('orders.address', { orderId })).toMatchObject({ lines })
    expect(await order(orderId)).toMatchObject({ hasAddress: true })
  })

  it('ORD-06 is imported without addresses, and reads those of orders to ship again', async () => {
    const { buy, host, order } = await openEbay()
    const orderId = await buy()
    await host.ask('orders.refresh')
    const { lines } = await host.ask<Address>('orders.address', { orderId })
    const id = await handIn(host, await takeOut(host))
    await host.ask('storage.lookAtImport', { id })
    await host.ask('storage.import', { id })
    await waitFor(async () => expect(await order(orderId)).toMatchObject({ hasAddress: true, stage: 'toShip' }))
    expect(await host.ask('orders.address', { orderId })).toMatchObject({ lines })
  })
})

describe('the sales of a neutral shop', () => {
  it('ORD-01 are its orders: each once, marked as notified, and nothing can be shipped', async () => {
    const platform = await startPracticePlatform({ platform: 'neutral', conversations: 3, items: 6 })
    closing.push(platform.stop)
    const host = createTestHost()
    closing.push(host.close)
    await host.start()
    const oauth = { clientId: practiceCredentials.clientId }
    const profile = { name: 'Shop', kind: 'sandbox', baseUrl: platform.url, oauth }
    const { id } = await host.ask<{ id: string }>('connection.create', { profile })
    await host.ask('connection.open', { id })
    const { clientId: _, ...secrets } = practiceCredentials
    await host.ask('connection.keepSecrets', secrets)
    const input = { events: ['FixedPriceTransaction'], alertEmail: 'seller@example.com' }
    expect(await host.ask('notifications.register', input)).toMatchObject({ state: 'complete' })
    const { control, list } = createDriver(platform, host)
    await control('faults', {
      operation: 'FixedPriceTransaction',
      fault: 'duplicateDeliveries',
      duplicateDeliveries: 2,
    })
    await control('purchases', { buyer: 'anna_wolle', sku: SKU })
    await control('purchases', { buyer: 'anna_wolle', sku: SKU })
    await waitFor(async () => expect((await list()).total).toBe(2))
    const [order] = (await list()).rows
    // The notification names no buyer, and no date by which to ship.
    expect(order).toMatchObject({ source: 'notification', buyer: null, stage: 'unknown', shipByMs: null })
    expect(order?.lines).toMatchObject([{ sku: SKU, quantity: null }])
    const shipment = { orderId: order?.orderId, carrier: 'UPS', trackingNumber: UPS, lines: null }
    expect(await host.refusal('orders.ship', shipment)).toMatchObject({ kind: 'conflict' })
    expect(await host.refusal('orders.refresh')).toMatchObject({ kind: 'conflict' })
    expect(await host.ask('orders.reading')).toMatchObject({ canRead: false })
  })
})
