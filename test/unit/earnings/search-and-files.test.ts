import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { exportSums, exportTransactions, lastMonth } from '../../../main/earnings/store/earnings-csv.ts'
import { earningsSearchIndex, indexTransaction, matchExpression } from '../../../main/earnings/store/earnings-search.ts'
import { charge, each, sale, soldOrder } from './earnings-rig.ts'
import { line, openStores } from './store-rig.ts'

const date = '2026-11-21T05:00:00.000Z'
const rowsOf = (text: string) =>
  Papa.parse<readonly string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: true }).data

it('FIN-01 a search takes the beginnings of its first twelve words', () => {
  expect(matchExpression('  -- ')).toBeUndefined()
  expect(matchExpression('14-004 "Lamp')).toBe('"14"* "004"* "Lamp"*')
  expect(matchExpression('a b c d e f g h i j k l m')).toBe([...'abcdefghijkl'].map((word) => `"${word}"*`).join(' '))
})

it('FIN-01 finds a sale by its fees, and by each of its items’ SKU, listing and title', () => {
  const { save, store, find } = openStores()
  const marketplaceFees = [{ feeType: 'AD_FEE', amount: { value: '1.00', currency: 'USD' } }]
  save(sale('1', date, { net: '9.00', fee: '1.00', orderLineItems: [{ lineItemId: 'A', marketplaceFees }] }))
  expect(find('promoted')).toEqual(['S-1'])
  store.fill([
    soldOrder('1', date, {
      value: '9.00',
      lines: [
        line('A', '4.00', { sku: 'CUP', listingId: '111', title: 'Blue' }),
        line('B', '5.00', { sku: 'MUG', listingId: '222', title: 'Green' }),
      ],
    }),
  ])
  for (const word of ['cup', '111', 'blue', 'mug', '222', 'green']) expect(find(word), word).toEqual(['S-1'])
  expect(find('mug promoted anna')).toEqual(['S-1'])
  expect(find('mug yellow')).toEqual([])
})

it('FIN-01 finds the same once the index was made again, in steps', () => {
  const { save, database, find } = openStores()
  save(...Array.from({ length: 250 }, (_, index) => charge(`T-${index}`, 'CREDIT', date, '1.00')))
  database.run(`DELETE FROM earnings_search WHERE rowid IN (SELECT id FROM earnings_transactions)`)
  expect(find('T-249')).toEqual([])
  expect([...earningsSearchIndex.refill(database)]).toHaveLength(2)
  expect(find('T-249')).toEqual(['T-249'])
  expect(find('credits')).toHaveLength(100)
  indexTransaction(database, 999)
  expect(database.get('SELECT count(*) AS count FROM earnings_search')).toEqual({ count: 250 })
})

it('FIN-04 a file of transactions has one line for each, with its day, its items and what is not known left empty', () => {
  const { sell, save, store, list, lots, costs } = openStores()
  lots.set('MUG', [each(300)])
  sell('1', date, { net: '8.40', fee: '1.60', payoutId: 'P', transactionMemo: 'Note' }, { value: '10.00', sku: 'MUG' })
  sell('2', date, { net: '5.00' }, { value: '5.00', sku: 'CUP' })
  sell('3', date, { net: '4.00' }, { value: '4.00', sku: 'MUG' })
  // The cost of the third was known before its refund.
  costs.assign('')
  save(
    charge('R', 'REFUND', date, '4.00', { orderId: '3' }),
    charge('W', 'WITHDRAWAL', date, '7.00'),
    charge('F', 'CREDIT', date, '7.00', { transactionStatus: 'FAILED' }),
    charge('U', 'CREDIT', date, '?'),
  )
  store.saveEstimates([soldOrder('E', date, { value: '2.00' })], 1)
  costs.assign('')
  const [, ...rows] = rowsOf(
    exportTransactions(list.between('USD', '2026-11', '2026-11'), 'USD', 'America/Los_Angeles'),
  )
  expect(rows).toEqual([
    [
      '2026-11-20',
      'Sales',
      'S-1',
      '1',
      'Lamp MUG',
      'MUG',
      '10.00',
      '-1.60',
      '8.40',
      '',
      '-3.00',
      'USD',
      'P',
      '',
      'Note',
    ],
    ['2026-11-20', 'Sales', 'S-2', '2', 'Lamp CUP', 'CUP', '5.00', '0.00', '5.00', '', '', 'USD', '', '', ''],
    ['2026-11-20', 'Sales', 'S-3', '3', 'Lamp MUG', 'MUG', '4.00', '0.00', '4.00', '', '', 'USD', '', '', ''],
    ['2026-11-20', 'Refunds', 'R', '3', 'Lamp MUG', '', '-4.00', '0.00', '-4.00', '', '', 'USD', '', '', ''],
    ['2026-11-20', 'Withdrawals', 'W', '', '', '', '', '', '', '-7.00', '', 'USD', '', '', ''],
    ['2026-11-20', 'Sales, estimated', 'E', 'E', '', '', '2.00', '0.00', '2.00', '', '', 'USD', '', 'yes', ''],
  ])
  expect(list.between('USD', '2026-12', '2026-12')).toEqual([])
})

it('FIN-04 a sale of which one item’s cost is known has that part, as in the sums, and says so', () => {
  const { save, store, list, lots, costs } = openStores()
  lots.set('MUG', [each(300)])
  save(sale('1', date, { net: '9.00', fee: '0.00', transactionMemo: 'Note' }))
  store.fill([{ ...soldOrder('1', date, { value: '9.00' }), lines: [line('MUG', '4.00'), line('CUP', '5.00')] }])
  costs.assign('')
  const [, row] = rowsOf(exportTransactions(list.between('USD', '2026-11', '2026-11'), 'USD', undefined))
  expect([row?.[10], row?.at(-1)]).toEqual(['-3.00', 'Cost of some items not known. Note'])
  const [, , , cost] = rowsOf(exportSums(list.sums('USD', '2026-11', '2026-11'), 'USD'))
  expect(cost).toEqual(['2026-11', 'Cost of items sold', '', '-3.00', 'USD', 'Not known for 1 sale'])
})

it('FIN-04 a file of sums says for how many sales the cost is not known', () => {
  const { sell, list, lots, costs } = openStores()
  const noted = () => rowsOf(exportSums(list.sums('USD', '2026-11', '2026-11'), 'USD')).slice(1)
  lots.set('MUG', [each(300)])
  sell('1', date, { net: '8.40', fee: '1.60' }, { value: '10.00', sku: 'MUG' })
  costs.assign('')
  expect(noted()).toEqual([
    ['2026-11', 'Sales', '1', '10.00', 'USD', ''],
    ['2026-11', 'Fees', '', '-1.60', 'USD', ''],
    ['2026-11', 'Cost of items sold', '', '-3.00', 'USD', ''],
    ['2026-11', 'Left', '', '5.40', 'USD', ''],
  ])
  sell('2', date, { net: '5.00' }, { value: '5.00', sku: 'CUP' })
  expect(noted().slice(2)).toEqual([
    ['2026-11', 'Cost of items sold', '', '-3.00', 'USD', 'Not known for 1 sale'],
    ['2026-11', 'Left', '', '10.40', 'USD', 'At most'],
  ])
  sell('3', date, { net: '5.00' }, { value: '5.00', sku: 'CUP' })
  expect(noted()[2]?.at(-1)).toBe('Not known for 2 sales')
})

it('FIN-04 a period ends with the last of its months, also in the next year', () => {
  expect([lastMonth('2026-12', 'month'), lastMonth('2026-11', 'quarter'), lastMonth('2026-02', 'year')]).toEqual([
    '2026-12',
    '2027-01',
    '2027-01',
  ])
})
