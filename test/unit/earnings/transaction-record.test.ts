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
