/**
 * A ledger written for tests: a hundred and ten orders over three months in two currencies, with refunds in part and in whole, a
 * dispute, labels, charges, a hold, a loan, split payouts, one that is negative, and a correction a month later.
 */
import { charge, type Json, payout, sale, soldOrder } from './earnings-rig.ts'

const pad = (number: number): string => String(number).padStart(3, '0')
const text = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** What the ledger says of one transaction, in the plainest form: cents with their signs. */
export type Entry = {
  readonly month: string
  readonly type: string
  readonly currency: string
  readonly gross: number
  readonly fee: number
  readonly orderId: string | null
  readonly payoutId: string | null
  readonly isMoved: boolean
  readonly json: Json
}

const entries: Entry[] = []
const add = (
  entry: Omit<Entry, 'month' | 'isMoved' | 'json' | 'payoutId' | 'orderId'> & {
    readonly date: string
    readonly json: Json
    readonly payoutId?: string
    readonly orderId?: string
  },
): void => {
  const { date, payoutId = null, orderId = null, json, ...rest } = entry
  entries.push({
    ...rest,
    orderId,
    payoutId,
    month: date.slice(0, 7),
    isMoved: ['WITHDRAWAL', 'LOAN_REPAYMENT'].includes(entry.type),
    json: payoutId === null ? json : { ...json, payoutId, transactionStatus: 'PAYOUT' },
  })
}

const months = ['2026-09', '2026-10', '2026-11'] as const
const orders = []
for (let number = 0; number < 110; number += 1) {
  const month = months[number % 3] ?? months[0]
  // Noon, so that the day is the same in every zone of the platform.
  const date = `${month}-${String(3 + (number % 24)).padStart(2, '0')}T20:00:00.000Z`
  const currency = number % 11 === 10 ? 'EUR' : 'USD'
  const orderId = `14-${pad(number)}`
  const paid = 1_003 + number * 137
  const postage = number % 4 === 0 ? 0 : 490
  const fee = Math.round(paid * 0.1325) + 30
  const payoutId = number % 7 === 6 ? undefined : `P-${currency}-${month}`
  const isHeld = number === 20
  add({
    date,
    type: 'SALE',
    currency,
    gross: paid,
    fee: -fee,
    orderId,
    ...(payoutId === undefined || isHeld ? {} : { payoutId }),
    json: sale(orderId, date, {
      net: text(paid - fee),
      fee: text(fee),
      currency,
      ...(isHeld ? { transactionStatus: 'FUNDS_ON_HOLD', transactionMemo: 'Funds on hold.' } : {}),
    }),
  })
  orders.push(
    soldOrder(orderId, date, {
      value: text(paid - postage),
      currency,
      sku: `ITEM-${number % 10}`,
      total: { value: text(paid), currency },
      postage: { value: text(postage), currency },
    }),
  )
  if (number % 2 === 0) {
    const cost = 395 + number
    add({
      date,
      type: 'SHIPPING_LABEL',
      currency,
      gross: -cost,
      fee: 0,
      orderId,
      ...(payoutId === undefined ? {} : { payoutId }),
      json: charge(`L-${orderId}`, 'SHIPPING_LABEL', date, text(cost), {
        currency,
        orderId,
        transactionMemo: 'Ground',
      }),
    })
  }
  // A refund in part, of 3.21, and one in whole with a part of the fees; both a month later where there is one.
  if (number % 17 === 5 || number % 23 === 4) {
    const isWhole = number % 23 === 4
    const returned = isWhole ? fee - 30 : 0
    const refunded = isWhole ? paid : 321
    const later = `${months[Math.min(2, (number % 3) + 1)]}-28T08:00:00.000Z`
    add({
      date: later,
      type: 'REFUND',
      currency,
      gross: -refunded,
      fee: returned,
      orderId,
      json: charge(`R-${orderId}`, 'REFUND', later, text(refunded - returned), {
        currency,
        orderId,
        totalFeeAmount: { value: text(returned), currency },
        buyer: { username: 'anna_wolle' },
      }),
    })
  }
}
const one = (
  id: string,
  type: string,
  date: string,
  cents: number,
  more: Json & { readonly currency?: string; readonly payoutId?: string } = {},
): void => {
  const { payoutId, currency = 'USD', ...json } = more
  add({
    date,
    type,
    currency,
    gross: cents,
    fee: 0,
    ...(payoutId === undefined ? {} : { payoutId }),
    ...(typeof json.orderId === 'string' ? { orderId: json.orderId } : {}),
    json: charge(id, type, date, text(Math.abs(cents)), {
      currency,
      bookingEntry: cents < 0 ? 'DEBIT' : 'CREDIT',
      ...json,
    }),
  })
}
one('D-1', 'DISPUTE', '2026-10-20T20:00:00.000Z', -4_000, { orderId: '14-001' })
one('C-1', 'CREDIT', '2026-10-22T20:00:00.000Z', 250, { payoutId: 'P-USD-2026-10' })
one('AD-1', 'NON_SALE_CHARGE', '2026-10-25T20:00:00.000Z', -1_240, { feeType: 'AD_FEE' })
one('ST-1', 'NON_SALE_CHARGE', '2026-11-01T20:00:00.000Z', -2_195, { feeType: 'STORE_SUBSCRIPTION_FEE' })
one('T-1', 'TRANSFER', '2026-11-05T20:00:00.000Z', -777)
one('W-1', 'WITHDRAWAL', '2026-11-06T20:00:00.000Z', -10_000)
one('LO-1', 'LOAN_REPAYMENT', '2026-11-07T20:00:00.000Z', -5_000, { payoutId: 'P-USD-2026-11' })
one('X-1', 'CASHBACK_BONUS', '2026-11-08T20:00:00.000Z', 111)
// The platform took more than it paid: a negative payout.
one('N-1', 'NON_SALE_CHARGE', '2026-09-15T20:00:00.000Z', -3_333, { feeType: 'OTHER_FEES', payoutId: 'P-NEG' })
// A month later the platform corrects what a label of September cost.
one('A-1', 'ADJUSTMENT', '2026-10-15T20:00:00.000Z', 37, { orderId: '14-000' })

export const ledger: readonly Entry[] = entries
export const ledgerOrders = orders
export const ledgerMonths = months

/** The payouts as the platform lists them: each is what its transactions sum to. */
export const ledgerPayouts: readonly Json[] = [
  ...Map.groupBy(
    entries.filter(({ payoutId }) => payoutId !== null),
    ({ payoutId }) => payoutId ?? '',
  ),
].map(([payoutId, of]) => {
  const cents = of.reduce((sum, { gross, fee }) => sum + gross + fee, 0)
  const last = of.map(({ json }) => String(json.transactionDate)).toSorted()
  return payout(payoutId, last.at(-1) ?? '', text(cents), of.length, { currency: of[0]?.currency ?? 'USD' })
})
