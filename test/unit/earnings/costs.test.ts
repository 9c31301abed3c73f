import { expect, it } from 'vitest'
import { each, sale, soldOrder } from './earnings-rig.ts'
import { line, openStores } from './store-rig.ts'

const date = '2026-11-20T20:00:00.000Z'
const next = '2026-11-21T20:00:00.000Z'

/** Mugs of three sales, one on each of three days. */
const sellMugs = () => {
  const stores = openStores()
  for (const [index, at] of [date, next, '2026-11-22T20:00:00.000Z'].entries()) {
    stores.sell(`${index + 1}`, at, { net: '9.00' }, { value: '9.00', sku: 'MUG' })
  }
  const kept = () => stores.database.column('SELECT cost_minor FROM earnings_lines ORDER BY transaction_row')
  return { ...stores, kept }
}

it('FIN-02 finds costs, says of how many sales and up to which item, and keeps them', () => {
  const { costs, lots, kept, sell, store, database } = sellMugs()
  expect(costs.assign('')).toEqual({ found: 0, lastSku: 'MUG' })
  lots.set('MUG', [each(100, { pieces: 2 })])
  lots.set('CUP', [each(70)])
  sell('4', date, { net: '9.00' }, { value: '9.00', sku: 'CUP' })
  sell('5', date, { net: '9.00' }, { value: '9.00', sku: null })
  expect(costs.assign('')).toEqual({ found: 3, lastSku: 'MUG' })
  expect(kept()).toEqual([100, 100, null, 70, null])
  expect(costs.assign('MUG')).toEqual({ found: 0, lastSku: null })
  // The first two keep theirs, and have used up two pieces of the new lots.
  lots.set('MUG', [each(200, { pieces: 2 }), each(300)])
  expect(costs.assign('')).toEqual({ found: 1, lastSku: 'MUG' })
  expect(kept()).toEqual([100, 100, 300, 70, null])
  expect(costs.assign('')).toEqual({ found: 0, lastSku: null })
  expect(database.column('SELECT cost_minor FROM earnings_transactions ORDER BY id')).toEqual([100, 100, 300, 70, 0])
  expect(store.wantedOrders(10, 0)).toEqual([])
})

it('FIN-02 an item that has no lots any more finds nothing', () => {
  const { costs, lots, sell } = openStores()
  lots.set('MUG', [])
  sell('1', date, { net: '9.00' }, { value: '9.00', sku: 'MUG', quantity: 1 })
  expect(costs.assign('')).toEqual({ found: 0, lastSku: 'MUG' })
  expect([costs.countOutdated('MUG'), costs.useForPast('MUG')]).toEqual([0, []])
})

it('FIN-02 goes through the items a hundred at a time', () => {
  const { costs, save, store, lots } = openStores()
  const lines = Array.from({ length: 101 }, (_, index) => line(`I-${String(index).padStart(3, '0')}`, '1.00'))
  for (const { sku } of lines) lots.set(String(sku), [each(5)])
  save(sale('1', date, { net: '9.00', lines: [] }))
  expect(store.fill([soldOrder('1', date, { value: '101.00', lines })])).toBe(1)
  expect(costs.assign('')).toEqual({ found: 100, lastSku: 'I-099' })
  expect(costs.assign('I-099')).toEqual({ found: 1, lastSku: 'I-100' })
  expect(costs.assign('I-100')).toEqual({ found: 0, lastSku: null })
})

it('FIN-02 a lot serves sales from its day on, in the marketplace’s days', () => {
  const { costs, lots, sell, database } = openStores()
  lots.set('MUG', [each(100, { boughtOn: '2026-11-21' })])
  // Still the 20th where the marketplace is.
  sell('1', '2026-11-21T05:00:00.000Z', { net: '9.00' }, { value: '9.00', sku: 'MUG' })
  sell('2', '2026-11-21T09:00:00.000Z', { net: '9.00' }, { value: '9.00', sku: 'MUG' })
  costs.assign('')
  expect(database.column('SELECT cost_minor FROM earnings_lines ORDER BY transaction_row')).toEqual([null, 100])
})

it('FIN-02 a sale without a date is served by lots without a day alone', () => {
  const { costs, lots, sell, database } = openStores()
  lots.set('MUG', [each(100, { boughtOn: '1960-01-01' }), each(200)])
  sell('1', 'soon', { net: '9.00' }, { value: '9.00', sku: 'MUG' })
  costs.assign('')
  expect(database.column('SELECT cost_minor FROM earnings_lines')).toEqual([200])
})

it('FIN-02 a sale that was refunded whole uses up no pieces', () => {
  const { costs, lots, kept, database } = sellMugs()
  database.run('UPDATE earnings_transactions SET is_undone = 1 WHERE id = 1')
  lots.set('MUG', [each(100, { pieces: 1 }), each(200)])
  costs.assign('')
  expect(kept()).toEqual([null, 100, 200])
})

it('FIN-02 counts the past sales that have another cost than now, and changes those without one too', () => {
  const { costs, lots, kept, database } = sellMugs()
  lots.set('MUG', [each(100, { pieces: 2 })])
  costs.assign('')
  lots.set('MUG', [each(100, { pieces: 1 }), each(150)])
  expect(costs.countOutdated('MUG')).toBe(1)
  const former = costs.useForPast('MUG')
  expect(former).toEqual([
    { sale: 2, lineItemId: '2', cost: 100 },
    { sale: 3, lineItemId: '3', cost: null },
  ])
  expect(kept()).toEqual([100, 150, 150])
  expect([costs.countOutdated('MUG'), costs.useForPast('MUG')]).toEqual([0, []])
  costs.restore('CUP', former)
  expect(kept()).toEqual([100, 150, 150])
  costs.restore('MUG', [...former, { sale: 99, lineItemId: '1', cost: 5 }])
  expect(kept()).toEqual([100, 100, null])
  expect(database.all('SELECT cost_minor AS cost, lacks_cost AS lacks FROM earnings_transactions')).toEqual([
    { cost: 100, lacks: 0 },
    { cost: 100, lacks: 0 },
    { cost: 0, lacks: 1 },
  ])
})
