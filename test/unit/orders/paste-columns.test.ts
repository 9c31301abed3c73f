import { describe, expect, it } from 'vitest'
import { findColumns } from '../../../main/orders/shipments/paste-columns.ts'

const ORDER = '12-34567-89012'
const UPS = '1Z999AA10123456784'
const ROYAL = 'RB123456785GB'

/** The only order that is known. */
const findOrder = (number: string) =>
  number === 'A100' ? { orderId: 'A100', itemNames: ['SKU-1', '110012345678'] } : undefined

type Case = readonly [
  name: string,
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
  columns: readonly (string | null)[],
]

describe('the columns of a list of shipments', () => {
  it.each<Case>([
    ['a known order before what only looks like one', null, [[ORDER, 'A100', UPS]], [null, 'order', 'tracking']],
    ['the order by its name, of two', ['Reference', 'Order'], [[ORDER, '12-34567-89013']], [null, 'order']],
    [
      'the order, of which most rows have none',
      null,
      [[ORDER, UPS], ...Array(5).fill(['', UPS])],
      ['order', 'tracking'],
    ],
    ['an item of the known order', null, [['A100', 'SKU-1', UPS]], ['order', 'item', 'tracking']],
    ['no item of an order that isn’t known', null, [[ORDER, 'SKU-1', UPS]], ['order', 'carrier', 'tracking']],
    ['an item by its name', ['Order', 'SKU', 'Tracking'], [[ORDER, 'x', UPS]], ['order', 'item', 'tracking']],
    ['an empty column by its name', ['Order', 'SKU', 'Tracking'], [[ORDER, '', UPS]], ['order', 'item', 'tracking']],
    [
      'a carrier by its name',
      ['Order', 'Courier', 'Tracking'],
      [[ORDER, 'Fastbox', UPS]],
      ['order', 'carrier', 'tracking'],
    ],
    [
      'no carrier where few cells are one',
      null,
      [
        [ORDER, 'Anna', UPS, '-'],
        ['12-34567-89013', 'TNT', UPS, '-'],
        ['12-34567-89014', 'Berta', UPS, '-'],
      ],
      ['order', 'buyer', 'tracking', null],
    ],
    ['the number with a right check digit, of two', null, [[ORDER, '12345678', UPS]], ['order', null, 'tracking']],
    [
      'the number by its name, of two',
      ['Order', 'Reference', 'Tracking number'],
      [[ORDER, UPS, ROYAL]],
      ['order', null, 'tracking'],
    ],
    [
      'an empty column of numbers by its name, beside telephones',
      ['Order', 'Phone', 'Tracking'],
      [[ORDER, '4915112345678', '']],
      ['order', null, 'tracking'],
    ],
    [
      'no number in a column that is named as something else',
      ['Order', 'Phone'],
      [[ORDER, '4915112345678']],
      ['order', null],
    ],
    ['a quantity beside an item', null, [['A100', 'SKU-1', '2', UPS]], ['order', 'item', 'quantity', 'tracking']],
    ['no quantity without an item', null, [[ORDER, '2', UPS]], ['order', null, 'tracking']],
    ['a quantity by its name', ['Order', 'Qty', 'Tracking'], [[ORDER, '2', UPS]], ['order', 'quantity', 'tracking']],
    ['it as well if it says no number', ['Order', 'Qty'], [[ORDER, 'two']], ['order', 'quantity']],
    [
      'a carrier that isn’t known, as the third part',
      null,
      [[ORDER, 'Fastbox', UPS]],
      ['order', 'carrier', 'tracking'],
    ],
    ['a buyer among four', null, [[ORDER, 'Anna Berg', UPS, '-']], ['order', 'buyer', 'tracking', null]],
    ['a buyer under a name', ['Order', 'Who', 'Tracking'], [[ORDER, 'Anna Berg', UPS]], ['order', 'buyer', 'tracking']],
    ['a buyer without an order', null, [['Anna Berg', UPS, '-']], ['buyer', 'tracking', null]],
    ['a buyer without a number', null, [[ORDER, 'Anna Berg', '2026-11-28']], ['order', 'buyer', 'date']],
    [
      'the buyer by its name, of two',
      ['Order', 'Where', 'Buyer', 'Tracking'],
      [[ORDER, 'Berlin', 'Anna Berg', UPS]],
      ['order', null, 'buyer', 'tracking'],
    ],
    ['no buyer in an empty column', ['Order', 'Buyer', 'Tracking'], [[ORDER, '', UPS]], ['order', null, 'tracking']],
    [
      'a date and a state',
      null,
      [[ORDER, UPS, '28.11.2026', 'Delivered', '2']],
      ['order', 'tracking', 'date', 'status', null],
    ],
    ['nothing of no rows', null, [], []],
  ])('ORD-07 find %s', (_, header, rows, columns) => {
    expect(findColumns(rows, header, findOrder).columns).toEqual(columns)
  })

  it.each<readonly [name: string, cells: readonly string[], columns: readonly number[] | null]>([
    ['asked about, of two that are as good', [ORDER, UPS, ROYAL], [1, 2]],
    ['not asked about, of two that aren’t', [ORDER, '12345678', UPS], null],
    ['not asked about alone', [ORDER, UPS], null],
    ['not asked about where there is none', [ORDER], null],
  ])('ORD-07 a column of numbers is %s', (_, cells, columns) => {
    expect(findColumns([cells], null, findOrder).question).toEqual(columns && { kind: 'tracking', columns })
  })
})
