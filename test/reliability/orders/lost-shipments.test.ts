import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Fault, openOrders, order } from '../../unit/orders/orders-rig.ts'

const faults = fc.array(fc.constantFrom<Fault>('offline', 'lostBefore', 'lostAfter', 429, 500), { maxLength: 3 })

it('ORD-03 whatever is lost, each shipment is made once, and shown as the platform has it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(faults, { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
      async ([writes = [], orders = [], shipments = [], lists = []], hasNumber, restarts) => {
        const rig = openOrders()
        rig.platform.put(order('1'))
        await rig.start()
        rig.platform.failNext('createShippingFulfillment', ...writes)
        rig.platform.failNext('getOrder', ...orders)
        rig.platform.failNext('getShippingFulfillments', ...shipments)
        rig.platform.failNext('getOrders', ...lists)
        const parcel = hasNumber
          ? { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
          : { carrier: null, trackingNumber: null }
        const answer = Promise.resolve(rig.call().ship({ orderId: '1', ...parcel, lines: null }))
        answer.catch(() => undefined)
        await rig.clock.advance(1)
        if (restarts) await rig.restart()
        await rig.clock.advance(3 * 3_600_000)
        const made = rig.platform.fulfillments.get('1') ?? []
        expect(made.length).toBeLessThanOrEqual(1)
        const open = rig.database.column<string>(`SELECT state FROM outbound WHERE is_open = 1`)
        // Every request that carried it out is known as sent, or left to the seller; none is waiting to go again.
        if (made.length === 1) expect(open.filter((state) => !['unknown'].includes(state))).toEqual([])
        await rig.stop()
      },
    ),
    { numRuns: 60 },
  )
})
