import { expect, it } from 'vitest'
import { checkPayout } from '../../../shared/earnings/adds-up.ts'
import { splitMinor } from '../../../shared/earnings/split.ts'

const paid = (minor: number) => ({ minor, currency: 'USD' })
const payout = { amount: paid(9_540), feeMinor: 60, transactionCount: 3 }
const lines = { count: 3, unclear: 0, minor: 9_540 }

it.each([
  ['adds up', payout, lines, { state: 'addsUp', count: 3 }],
  ['adds up with more than the platform said', payout, { ...lines, count: 4 }, { state: 'addsUp', count: 4 }],
  ['adds up where it says no number', { ...payout, transactionCount: null }, lines, { state: 'addsUp', count: 3 }],
  [
    'differs by its fee',
    payout,
    { ...lines, minor: 9_600 },
    { state: 'differs', count: 3, difference: paid(-60), name: 'payoutFee' },
  ],
  [
    'differs by something else',
    payout,
    { ...lines, minor: 9_480 },
    { state: 'differs', count: 3, difference: paid(60), name: null },
  ],
  [
    'differs without a fee',
    { ...payout, feeMinor: 0 },
    { ...lines, minor: 9_541 },
    { state: 'differs', count: 3, difference: paid(-1), name: null },
  ],
  ['isn’t read whole', payout, { ...lines, count: 2 }, { state: 'partlyRead', count: 2, of: 3 }],
  ['has a line that can’t be read', payout, { ...lines, unclear: 1 }, { state: 'partlyRead', count: 2, of: 3 }],
  [
    'has no lines',
    { ...payout, transactionCount: null },
    { count: 0, unclear: 0, minor: 9_540 },
    { state: 'partlyRead', count: 0, of: null },
  ],
  ['has no amount', { ...payout, amount: null }, lines, { state: 'partlyRead', count: 3, of: 3 }],
] as const)('FIN-01 a payout %s', (_, given, transactions, expected) => {
  expect(checkPayout(given, transactions)).toEqual(expected)
})

it.each([
  [10, [1, 1, 1], [4, 3, 3]],
  [-10, [1, 1, 1], [-4, -3, -3]],
  [10, [1, 2, 4], [1, 3, 6]],
  [100, [1, 2, 1], [25, 50, 25]],
  [5, [0, 0], [3, 2]],
  [5, [0, 3], [0, 5]],
  [0, [1, 2], [0, 0]],
  [-1, [1, 1], [-1, 0]],
  [7, [0], [7]],
  [7, [], []],
])('FIN-01 %d by %j is %j, to the cent', (total, weights, parts) => {
  expect(splitMinor(total, weights)).toEqual(parts)
})
