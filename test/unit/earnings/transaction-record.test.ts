import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readPayout, readTransaction } from '../../../main/earnings/records/transaction-record.ts'
import { charge, sale, usd } from './earnings-rig.ts'

const date = '2026-11-20T20:00:00.000Z'

it('FIN-01 a sale is what the buyer paid less the fees, by name', () => {
  const fees = [
    { feeType: 'FINAL_VALUE_FEE', amount: { value: '1.20', currency: 'USD' } },
    { feeType: 'AD_FEE', amount: { value: '0.30', currency: 'USD' } },
  ]
  const read = readTransaction(
    sale('1', date, { net: '8.40', fee: '1.60', orderLineItems: [{ lineItemId: '11', marketplaceFees: fees }] }),
  )
  expect(read).toMatchObject({ amount: usd(840), feeMinor: -160, lineItemIds: ['11'] })
  expect(read.fees).toEqual([
    { lineItemId: '11', type: 'FINAL_VALUE_FEE', minor: -120 },
    { lineItemId: '11', type: 'AD_FEE', minor: -30 },
    // What the lines don't name.
    { lineItemId: null, type: 'OTHER_FEES', minor: -10 },
  ])
})

it('FIN-01 the fees of a refund come back', () => {
  const read = readTransaction(
    charge('1', 'REFUND', date, '8.40', { totalFeeAmount: { value: '1.60', currency: 'USD' } }),
  )
  expect(read).toMatchObject({ amount: usd(-840), feeMinor: 160 })
})

it('FIN-01 takes the direction from the booking entry, else from the kind, and guesses none', () => {
  const amountOf = (type: string, more: object) => readTransaction(charge('1', type, date, '3.00', { ...more })).amount
  expect(amountOf('SHIPPING_LABEL', { bookingEntry: 'CREDIT' })).toEqual(usd(300))
  expect(amountOf('SHIPPING_LABEL', { bookingEntry: undefined })).toEqual(usd(-300))
  expect(amountOf('ADJUSTMENT', { bookingEntry: undefined })).toBeNull()
  expect(amountOf('SALE', { bookingEntry: 'CREDIT', amount: { value: '-3.00', currency: 'USD' } })).toEqual(usd(-300))
})

it('FIN-01 counts yen whole, and takes no part of a cent', () => {
  const read = (value: string, currency: string) =>
    readTransaction(charge('1', 'CREDIT', date, value, { currency, bookingEntry: 'CREDIT' }))
  expect(read('1500', 'JPY').amount).toEqual({ minor: 1_500, currency: 'JPY' })
  expect(read('1500.0', 'JPY').amount).toEqual({ minor: 1_500, currency: 'JPY' })
  expect(read('1500.5', 'JPY')).toMatchObject({ amount: null, currency: 'JPY' })
  expect(read('0.10', 'USD').amount).toEqual(usd(10))
})

it('FIN-01 a fee that can’t be read leaves the sale out of the sums, and in the list', () => {
  const unreadable = { totalFeeAmount: { value: '?', currency: 'USD' } }
  expect(readTransaction(sale('1', date, { net: '8.40', ...unreadable }))).toMatchObject({
    amount: null,
    currency: 'USD',
  })
  const foreign = { totalFeeAmount: { value: '1.00', currency: 'EUR' } }
  expect(readTransaction(sale('1', date, { net: '8.40', ...foreign }))).toMatchObject({ amount: null, currency: 'USD' })
})

it('FIN-01 reads every field of a sale, without the spaces around', () => {
  expect(
    readTransaction({
      ...sale('1', date, { net: ' 8.40 ', fee: '1.60', payoutId: ' P-1 ', transactionStatus: 'FUNDS_ON_HOLD' }),
      transactionMemo: 'x'.repeat(250),
      orderId: ' ',
      references: [
        null,
        { referenceId: 'no type' },
        { referenceType: 'order_id', referenceId: 'O-1' },
        { referenceType: 'Item_ID', referenceId: 7 },
      ],
    }),
  ).toEqual({
    ...{ transactionId: 'S-1', type: 'SALE', feeType: '', atMs: Date.parse(date), side: 'earned', currency: 'USD' },
    ...{ amount: usd(840), feeMinor: -160, isHeld: true, orderId: 'O-1', payoutId: 'P-1', listingId: '7' },
    fees: [{ lineItemId: '1', type: 'FINAL_VALUE_FEE', minor: -160 }],
    ...{ buyer: 'anna_wolle', lineItemIds: ['1'], memo: 'x'.repeat(200), status: 'FUNDS_ON_HOLD' },
  })
})

it('FIN-01 two transactions without a number are told apart by date, order and amount', () => {
  const idOf = (more: object) => readTransaction(charge('', 'CREDIT', date, '3.00', { ...more })).transactionId
  expect(idOf({ orderId: 'O-1' })).toBe(`${Date.parse(date)} O-1 300`)
  expect(idOf({ transactionDate: '', orderId: 'O-1', amount: null })).toBe('O-1')
})

it('FIN-01 names no fee that is in another currency or can’t be read, and none of a kind that has none', () => {
  const of = (...amounts: readonly object[]) => ({
    orderLineItems: [{ lineItemId: '1', marketplaceFees: amounts.map((amount) => ({ feeType: 'AD_FEE', amount })) }],
  })
  const other = (minor: number) => ({ lineItemId: null, type: 'OTHER_FEES', minor })
  const fees = (more: object) => readTransaction(sale('1', date, { net: '8.00', fee: '2.00', ...more })).fees
  const eur = { value: '1.00', currency: 'EUR' }
  expect(fees(of(eur))).toEqual([other(-200)])
  expect(fees(of({ value: '1.00' }))).toEqual([other(-200)])
  expect(fees(of({ currency: 'USD' }))).toEqual([other(-200)])
  expect(fees(of({ value: '2.00', currency: 'USD' }))).toEqual([{ lineItemId: '1', type: 'AD_FEE', minor: -200 }])
  expect(fees({ ...of({ value: '2.00', currency: 'USD' }), totalFeeAmount: { value: '?', currency: 'USD' } })).toEqual(
    [],
  )
  const label = charge('1', 'SHIPPING_LABEL', date, '3.00', {
    ...of(eur),
    totalFeeAmount: { value: '?', currency: 'USD' },
  })
  expect(readTransaction(label)).toMatchObject({ amount: usd(-300), feeMinor: 0, fees: [] })
})

it('FIN-01 a booking entry says more than the kind, and nothing paid is 0', () => {
  const read = (type: string, value: string, more: object) =>
    readTransaction(charge('1', type, date, value, { ...more }))
  expect(read('SALE', '3.00', { bookingEntry: 'DEBIT' }).amount).toEqual(usd(-300))
  expect(read('SALE', '0.00', { totalFeeAmount: { value: '0.00', currency: 'USD' } })).toMatchObject({
    ...{ amount: usd(0), feeMinor: 0, fees: [] },
  })
})

it('FIN-01 reads a payout with what the platform says of it', () => {
  const given = {
    ...{ payoutId: 'P', payoutDate: date, payoutStatus: 'SUCCEEDED', transactionCount: 2 },
    ...{ amount: { value: '9.00', currency: 'USD' }, totalFee: { value: '1.00', currency: 'USD' } },
    payoutInstrument: { instrumentType: 'BANK', accountLastFourDigits: 4471 },
  }
  const whole = {
    ...{ payoutId: 'P', atMs: Date.parse(date), currency: 'USD', amount: usd(900), feeMinor: 100 },
    ...{ status: 'SUCCEEDED', account: 'BANK 4471', transactionCount: 2 },
  }
  expect(readPayout(given)).toEqual(whole)
  expect(readPayout({ ...given, payoutInstrument: { instrumentType: 'BANK' } })).toEqual({ ...whole, account: 'BANK' })
  expect(
    readPayout({ payoutId: 'P', amount: { currency: 'USD' }, totalFee: { value: '1.00', currency: 'EUR' } }),
  ).toEqual({
    ...{ payoutId: 'P', atMs: null, currency: 'USD', amount: null, feeMinor: 0, status: '', account: '' },
    transactionCount: null,
  })
  expect([readPayout({ ...given, payoutId: ' ' }), readPayout({ ...given, amount: { value: '9.00' } })]).toEqual([
    undefined,
    undefined,
  ])
})

it('ORD-11 keeps nothing of a transaction that isn’t named: no address, no e-mail, no unknown field', () => {
  const read = readTransaction(
    sale('1', date, {
      net: '8.40',
      buyer: { username: 'anna_wolle', email: 'anna@hidden.invalid', fullName: 'Anna Hidden' },
      shipTo: { addressLine1: 'Secret Lane 5' },
      transactionMemo: 'Refund for anna@hidden.invalid',
      someNewField: 'Hidden too',
    }),
  )
  expect(JSON.stringify(read)).not.toMatch(/hidden|secret/i)
  expect(read.buyer).toBe('anna_wolle')
})

it('FIN-01 reads anything without throwing', () => {
  fc.assert(
    fc.property(fc.anything(), fc.object(), (given, amount) => {
      for (const one of [given, { amount, transactionType: given, orderLineItems: [given], totalFeeAmount: amount }]) {
        expect(typeof readTransaction(one).transactionId).toBe('string')
        readPayout(one)
      }
    }),
  )
})

const whole = {
  transactionId: ' 90-1 ',
  transactionType: 'SALE',
  transactionDate: date,
  transactionStatus: 'FUNDS_ON_HOLD',
  transactionMemo: 'Paid late',
  bookingEntry: 'CREDIT',
  amount: { value: '8.40', currency: 'USD' },
  totalFeeAmount: { value: '1.60', currency: 'USD' },
  feeType: 'X',
  orderId: 12,
  payoutId: '',
  buyer: { username: 'anna' },
  references: [{ referenceId: '110012345678', referenceType: 'item_id' }],
  orderLineItems: [
    { lineItemId: '11', marketplaceFees: [{ feeType: 'AD_FEE', amount: { value: '1.60', currency: 'USD' } }] },
    { lineItemId: '11', marketplaceFees: 'none' },
    { marketplaceFees: [] },
  ],
}

it('FIN-01 reads every field that is kept', () => {
  expect(readTransaction(whole)).toEqual({
    transactionId: '90-1',
    type: 'SALE',
    feeType: 'X',
    atMs: Date.parse(date),
    side: 'earned',
    currency: 'USD',
    amount: usd(840),
    feeMinor: -160,
    isHeld: true,
    orderId: '12',
    payoutId: null,
    listingId: '110012345678',
    buyer: 'anna',
    fees: [{ lineItemId: '11', type: 'AD_FEE', minor: -160 }],
    lineItemIds: ['11'],
    memo: 'Paid late',
    status: 'FUNDS_ON_HOLD',
  })
})

it('FIN-01 leaves empty what isn’t there, and what can’t be read', () => {
  const empty = {
    ...{
      transactionId: '',
      type: '',
      feeType: '',
      atMs: null,
      side: 'earned',
      currency: null,
      amount: null,
      feeMinor: 0,
    },
    ...{ isHeld: false, orderId: null, payoutId: null, listingId: null, buyer: null, fees: [], lineItemIds: [] },
    ...{ memo: null, status: null },
  }
  expect(readTransaction({})).toEqual(empty)
  expect(readTransaction('text')).toEqual(empty)
  expect(
    readTransaction({ transactionDate: 'soon', amount: 'much', buyer: 'anna', references: [{ referenceType: 5 }] }),
  ).toEqual(empty)
})

it('FIN-01 finds the order in the references, and makes a number for a transaction without one', () => {
  const references = [
    { referenceId: '110012345678', referenceType: 'ITEM_ID' },
    { referenceId: '12-34567-89012', referenceType: 'ORDER_ID' },
  ]
  const read = readTransaction({ ...whole, transactionId: null, orderId: null, references })
  expect(read).toMatchObject({
    orderId: '12-34567-89012',
    listingId: '110012345678',
    transactionId: `${Date.parse(date)} 12-34567-89012 840`,
  })
})

it.each([
  ['SALE', 300],
  ['CREDIT', 300],
  ['REFUND', -300],
  ['DISPUTE', -300],
  ['SHIPPING_LABEL', -300],
  ['NON_SALE_CHARGE', -300],
  ['TRANSFER', -300],
  ['WITHDRAWAL', -300],
  ['LOAN_REPAYMENT', -300],
])('FIN-01 a %s without a booking entry is %d', (type, minor) => {
  expect(readTransaction(charge('1', type, date, '3.00', { bookingEntry: undefined })).amount).toEqual(usd(minor))
})

it('FIN-01 nothing is nothing, whichever way it goes', () => {
  expect(readTransaction(charge('1', 'REFUND', date, '0.00', { bookingEntry: 'DEBIT' })).amount).toEqual(usd(0))
})

it.each([
  ['SALE', -160],
  ['REFUND', 160],
  ['DISPUTE', 160],
  ['SHIPPING_LABEL', 0],
  ['CREDIT', 0],
])('FIN-01 the fees of a %s are %d, whole or none', (type, minor) => {
  const read = readTransaction({ ...whole, transactionType: type })
  expect([read.feeMinor, read.fees.reduce((sum, fee) => sum + fee.minor, 0)]).toEqual([minor, minor])
  expect(read.amount).not.toBeNull()
})

it('FIN-01 a fee of a line in another currency counts among those without a name', () => {
  const marketplaceFees = [
    { feeType: 'AD_FEE', amount: { value: '1.00', currency: 'EUR' } },
    { feeType: 'FIXED_FEE', amount: { value: '?', currency: 'USD' } },
    { amount: { value: '0.60', currency: 'USD' } },
  ]
  expect(readTransaction({ ...whole, orderLineItems: [{ lineItemId: '11', marketplaceFees }] }).fees).toEqual([
    { lineItemId: '11', type: '', minor: -60 },
    { lineItemId: null, type: 'OTHER_FEES', minor: -100 },
  ])
})

it('ORD-11 keeps the beginning of a long note', () => {
  expect(readTransaction({ ...whole, transactionMemo: 'x'.repeat(201) }).memo).toBe('x'.repeat(200))
})

it('FIN-01 reads a payout, and none without its number or currency', () => {
  const payout = {
    payoutId: '5000000001',
    payoutDate: date,
    payoutStatus: 'SUCCEEDED',
    amount: { value: '95.40', currency: 'USD' },
    totalFee: { value: '0.60', currency: 'USD' },
    transactionCount: 3,
    payoutInstrument: { instrumentType: 'BANK', accountLastFourDigits: '4471' },
  }
  const read = {
    ...{ payoutId: '5000000001', atMs: Date.parse(date), currency: 'USD', amount: usd(9_540), feeMinor: 60 },
    ...{ status: 'SUCCEEDED', account: 'BANK 4471', transactionCount: 3 },
  }
  expect(readPayout(payout)).toEqual(read)
  expect(readPayout({ ...payout, payoutId: null })).toBeUndefined()
  expect(readPayout({ ...payout, amount: { value: '95.40' } })).toBeUndefined()
  expect(readPayout(null)).toBeUndefined()
  const bare = { ...payout, payoutStatus: null, amount: { value: '?', currency: 'USD' }, transactionCount: -1 }
  const little = { totalFee: { value: '0.60', currency: 'EUR' }, payoutInstrument: { instrumentType: 'BANK' } }
  expect(readPayout({ ...bare, ...little })).toEqual({
    ...read,
    ...{ amount: null, feeMinor: 0, status: '', account: 'BANK', transactionCount: null },
  })
  expect(readPayout({ ...payout, payoutInstrument: 'bank' })).toMatchObject({ account: '' })
})
