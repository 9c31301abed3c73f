import { expect, it } from 'vitest'
import { everything, firstPage, openOrders, order } from './orders-rig.ts'

it('FIN-01 the orders whose earnings are summed are those that the list shows, whatever the filter', async () => {
  const rig = openOrders()
  rig.platform.put(order('1'))
  rig.platform.put(order('2', { orderFulfillmentStatus: 'FULFILLED' }))
  rig.platform.put(order('3', { buyer: { username: 'ben' } }))
  await rig.start()
  const { idsOf } = rig.feature().sold
  const found: string[][] = []
  for (const part of [{}, { view: 'toShip' }, { view: 'shipped' }, { search: 'ben' }, { lateOnly: true }] as const) {
    const { rows } = await rig.call().orders({ ...firstPage, ...part })
    const shown = rows.map(({ orderId }) => orderId).toSorted()
    expect([...idsOf({ ...everything, ...part })].toSorted()).toEqual(shown)
    found.push(shown)
  }
  expect(found.slice(0, 4)).toEqual([['1', '2', '3'], ['1', '3'], ['2'], ['3']])
})
