/**
 * The shop's money, made of its orders: sales with their fees, refunds, postage labels, advertising and the store's subscription,
 * and a payout each Monday. Nothing of it is stored: the same orders at the same time have the same ledger.
 */
import { createHash } from 'node:crypto'
import type { JsonObject } from '../json-body.ts'
import { formatTime, sumOrder } from '../orders/order-json.ts'
import type { StoredOrder } from '../orders/order-records.ts'
import type { Practice } from '../shop/shop-state.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** The first Monday after 1970 began, at eight. */
const FIRST_PAYOUT_MS = 4 * DAY_MS + 8 * 3_600_000
/** Funds are processed for this long. */
const PROCESSING_MS = 2 * DAY_MS
const FEE_PER_MILLE = 136n
const FIXED_FEE_CENTS = 40
const SUBSCRIPTION_CENTS = 2_195

export type LedgerTransaction = {
  readonly id: string
  readonly type: 'SALE' | 'REFUND' | 'SHIPPING_LABEL' | 'NON_SALE_CHARGE'
  readonly atMs: number
  /** Below 0 for what the seller pays. */
  readonly cents: number
  readonly currency: string
  readonly order: StoredOrder | null
  readonly fees: readonly { readonly lineItemId: string; readonly type: string; readonly cents: number }[]
  readonly feeType: string | null
  readonly memo: string | null
  readonly isHeld: boolean
  readonly payoutId: string | null
}

export type LedgerPayout = {
  readonly id: string
  readonly atMs: number
  readonly cents: number
  readonly currency: string
  readonly count: number
}

const hashNumber = (text: string, max: number): number =>
  Number(BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 12)}`) % BigInt(max))

const toCents = (value: string): number => Math.round(Number(value) * 100)
const toFee = (cents: number): number => Number((BigInt(cents) * FEE_PER_MILLE + 500n) / 1_000n)

const cents = (amount: { readonly value: string }): number => toCents(amount.value)

/** The postage is part of what the fee of the first line is of. */
const listFees = (order: StoredOrder): LedgerTransaction['fees'] =>
  order.lines.flatMap(({ lineItemId, price, quantity }, index) => {
    const basis = toCents(price) * quantity + (index === 0 ? toCents(order.shippingCost) : 0)
    return [
      { lineItemId, type: 'FINAL_VALUE_FEE', cents: toFee(basis) },
      ...(index === 0 ? [{ lineItemId, type: 'FINAL_VALUE_FEE_FIXED_PER_ORDER', cents: FIXED_FEE_CENTS }] : []),
    ]
  })

type Entry = Omit<LedgerTransaction, 'isHeld' | 'payoutId'>

const listOfOrder = (order: StoredOrder): readonly Entry[] => {
  const { total } = sumOrder(order)
  const { currency } = total
  const fees = listFees(order)
  const feeCents = fees.reduce((sum, fee) => sum + fee.cents, 0)
  // The fixed part doesn't come back.
  const returned = fees.filter(({ type }) => type === 'FINAL_VALUE_FEE')
  const returnedCents = returned.reduce((sum, fee) => sum + fee.cents, 0)
  const common = { currency, order, feeType: null, memo: null }
  const labels = order.fulfillments.flatMap(({ carrier, trackingNumber, shippedAtMs }): readonly Entry[] =>
    carrier === 'USPS' && trackingNumber !== null
      ? [
          {
            ...common,
            id: `L-${trackingNumber}`,
            type: 'SHIPPING_LABEL',
            atMs: shippedAtMs,
            cents: -(395 + hashNumber(trackingNumber, 500)),
            fees: [],
            memo: 'USPS Ground Advantage',
          },
        ]
      : [],
  )
  return [
    { ...common, id: order.orderId, type: 'SALE', atMs: order.createdAtMs, cents: cents(total) - feeCents, fees },
    ...labels,
    ...(order.refundedAtMs === null
      ? []
      : [
          {
            ...common,
            id: `R-${order.orderId}`,
            type: 'REFUND' as const,
            atMs: order.refundedAtMs,
            cents: returnedCents - cents(total),
            fees: returned,
          },
        ]),
  ]
}

/** Advertising of a week on its Sunday, and the subscription on the first of a month. */
const listCharges = (fromMs: number, nowMs: number): readonly Entry[] => {
  const common = { type: 'NON_SALE_CHARGE', currency: 'USD', order: null, fees: [], memo: null } as const
  const charges: Entry[] = []
  for (let atMs = Math.ceil(fromMs / DAY_MS) * DAY_MS; atMs <= nowMs; atMs += DAY_MS) {
    const date = new Date(atMs)
    const day = date.toISOString().slice(0, 10)
    const ad = { id: `AD-${day}`, feeType: 'AD_FEE', cents: -(240 + hashNumber(`ad ${day}`, 900)) }
    if (date.getUTCDay() === 0) charges.push({ ...common, ...ad, atMs })
    const subscription = { id: `ST-${day}`, feeType: 'STORE_SUBSCRIPTION_FEE', cents: -SUBSCRIPTION_CENTS }
    if (date.getUTCDate() === 1) charges.push({ ...common, ...subscription, atMs })
  }
  return charges
}

/** A case holds the order's money while it is open. */
const isHeldAt = ({ state }: Practice, order: StoredOrder | null, atMs: number): boolean =>
  state.cases.some(
    ({ orderId, kind, openedAtMs, closedAtMs }) =>
      orderId === order?.orderId && kind !== 'cancellation' && openedAtMs <= atMs && (closedAtMs ?? atMs + 1) > atMs,
  )

/** The newest first. */
export const createLedger = (
  practice: Practice,
): { readonly transactions: readonly LedgerTransaction[]; readonly payouts: readonly LedgerPayout[] } => {
  const nowMs = practice.now()
  const orders = practice.state.orders.filter(({ readableAtMs }) => readableAtMs <= nowMs)
  const firstMs = orders.reduce((first, { createdAtMs }) => Math.min(first, createdAtMs), nowMs)
  const entries = [...orders.flatMap(listOfOrder), ...listCharges(firstMs, nowMs)].filter(({ atMs }) => atMs <= nowMs)
  const payoutIds = new Map<Entry, string>()
  const payouts: LedgerPayout[] = []
  const weeks = Math.ceil((firstMs - FIRST_PAYOUT_MS) / WEEK_MS)
  for (let atMs = FIRST_PAYOUT_MS + weeks * WEEK_MS; atMs <= nowMs; atMs += WEEK_MS) {
    const open = entries.filter(
      (entry) => !payoutIds.has(entry) && entry.atMs <= atMs - PROCESSING_MS && !isHeldAt(practice, entry.order, atMs),
    )
    for (const [currency, ofCurrency] of Map.groupBy(open, (entry) => entry.currency)) {
      const sum = ofCurrency.reduce((all, entry) => all + entry.cents, 0)
      // What the seller owes waits for the next sales.
      if (sum <= 0) continue
      const id = String(5_000_000_000 + hashNumber(`payout ${currency} ${atMs}`, 1_000_000_000))
      for (const entry of ofCurrency) payoutIds.set(entry, id)
      payouts.push({ id, atMs, cents: sum, currency, count: ofCurrency.length })
    }
  }
  const transactions = entries.map((entry) => ({
    ...entry,
    payoutId: payoutIds.get(entry) ?? null,
    isHeld: !payoutIds.has(entry) && entry.type === 'SALE' && isHeldAt(practice, entry.order, nowMs),
  }))
  return {
    transactions: transactions.toSorted((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1)),
    payouts: payouts.toSorted((a, b) => b.atMs - a.atMs),
  }
}

const amount = (value: number, currency: string): JsonObject => ({
  value: (Math.abs(value) / 100).toFixed(2),
  currency,
})

const findStatus = ({ payoutId, isHeld, atMs }: LedgerTransaction, nowMs: number): string => {
  if (payoutId !== null) return 'PAYOUT'
  if (isHeld) return 'FUNDS_ON_HOLD'
  return atMs > nowMs - PROCESSING_MS ? 'FUNDS_PROCESSING' : 'FUNDS_AVAILABLE_FOR_PAYOUT'
}

const toLineItems = ({ order, fees, currency }: LedgerTransaction): readonly JsonObject[] =>
  (order?.lines ?? []).map(({ lineItemId, price, quantity }, index) => ({
    lineItemId,
    feeBasisAmount: amount(
      toCents(price) * quantity + (index === 0 ? toCents(order?.shippingCost ?? '0') : 0),
      currency,
    ),
    marketplaceFees: fees
      .filter((fee) => fee.lineItemId === lineItemId)
      .map((fee) => ({ feeType: fee.type, amount: amount(fee.cents, currency) })),
  }))

export const toTransactionJson = (one: LedgerTransaction, nowMs: number): JsonObject => {
  const { currency, order, type, fees, payoutId, feeType, memo } = one
  const hasFees = type === 'SALE' || type === 'REFUND'
  const feeCents = fees.reduce((sum, fee) => sum + fee.cents, 0)
  const heldMemo = one.isHeld ? 'Funds on hold. A case about the order is open.' : null
  return {
    transactionId: one.id,
    transactionType: type,
    transactionStatus: findStatus(one, nowMs),
    transactionDate: formatTime(one.atMs),
    bookingEntry: one.cents < 0 ? 'DEBIT' : 'CREDIT',
    amount: amount(one.cents, currency),
    paymentsEntity: 'eBay Commerce Inc.',
    ...(payoutId === null ? {} : { payoutId }),
    ...(order === null ? {} : { orderId: order.orderId, salesRecordReference: '0', buyer: { username: order.buyer } }),
    ...((heldMemo ?? memo) === null ? {} : { transactionMemo: heldMemo ?? memo }),
    ...(feeType === null ? {} : { feeType }),
    ...(hasFees
      ? {
          totalFeeBasisAmount: amount(Math.abs(one.cents) + feeCents, currency),
          totalFeeAmount: amount(feeCents, currency),
          orderLineItems: toLineItems(one),
        }
      : {}),
  }
}

export const toPayoutJson = ({ id, atMs, cents: sum, currency, count }: LedgerPayout, nowMs: number): JsonObject => {
  const isSent = atMs <= nowMs - PROCESSING_MS
  return {
    payoutId: id,
    payoutStatus: isSent ? 'SUCCEEDED' : 'INITIATED',
    payoutStatusDescription: isSent ? 'Funds sent' : 'Preparing to send',
    payoutDate: formatTime(atMs),
    amount: amount(sum, currency),
    totalAmount: amount(sum, currency),
    totalFee: amount(0, currency),
    payoutInstrument: { instrumentType: 'BANK', nickname: 'Shop account', accountLastFourDigits: '4471' },
    transactionCount: count,
  }
}
