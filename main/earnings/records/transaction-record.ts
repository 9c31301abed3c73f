/**
 * Reads a transaction of the platform. SECURITY (ORD-11): what isn't named here is not kept. The reader is tolerant: what can't be
 * read is null, and an amount that can't be read leaves the transaction countable by its name (FIN-01).
 *
 * https://developer.ebay.com/api-docs/sell/finances/types/pay:Transaction
 */
import * as z from 'zod'
import { findSide, type Side } from '../../../shared/earnings/kinds.ts'
import { type Money, parseMoney } from '../../../shared/money.ts'

const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null)
  .transform((value) => (value == null || value.trim() === '' ? null : value.trim()))
export const time = text.transform((value) => {
  const atMs = Date.parse(value ?? '')
  return Number.isNaN(atMs) ? null : atMs
})
/** Undefined if it is there and can't be read. */
export const amount = z
  .looseObject({ value: text, currency: text })
  .nullish()
  .catch({ value: null, currency: null })
  .transform((money): Money | null | undefined => {
    if (money == null) return null
    return money.value === null || money.currency === null ? undefined : parseMoney(money.value, money.currency)
  })
const currencyOf = z.looseObject({ currency: text }).nullish().catch(null)
const listOf = <T extends z.ZodType>(element: T) =>
  z
    .array(z.unknown())
    .nullish()
    .catch([])
    .transform((elements) =>
      (elements ?? []).flatMap((each): z.output<T>[] => {
        const parsed = element.safeParse(each)
        return parsed.success ? [parsed.data] : []
      }),
    )

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const feeSchema = z.looseObject({ feeType: text, amount })
const schema = z.looseObject({
  transactionId: text,
  transactionType: text,
  transactionDate: time,
  transactionStatus: text,
  transactionMemo: text,
  bookingEntry: text,
  amount,
  totalFeeAmount: amount,
  feeType: text,
  orderId: text,
  payoutId: text,
  buyer: z.looseObject({ username: text }).nullish().catch(null),
  references: listOf(z.looseObject({ referenceId: text, referenceType: text })),
  orderLineItems: listOf(z.looseObject({ lineItemId: text, marketplaceFees: listOf(feeSchema) })),
})

export type TransactionFee = { readonly lineItemId: string | null; readonly type: string; readonly minor: number }

export type TransactionRecord = {
  readonly transactionId: string
  readonly type: string
  readonly feeType: string
  readonly atMs: number | null
  readonly side: Side
  readonly currency: string | null
  /** With its sign for the seller; null if it can't be read. */
  readonly amount: Money | null
  /** Below 0 for fees, above for fees that came back. Part of the amount. */
  readonly feeMinor: number
  readonly isHeld: boolean
  readonly orderId: string | null
  readonly payoutId: string | null
  readonly listingId: string | null
  readonly buyer: string | null
  /** By name, as `feeMinor`, which they sum to. */
  readonly fees: readonly TransactionFee[]
  readonly lineItemIds: readonly string[]
  /** The platform's note, such as the postage service of a label. */
  readonly memo: string | null
  readonly status: string | null
}

const MAX_MEMO = 200

const usualSigns: Readonly<Record<string, 1 | -1>> = {
  SALE: 1,
  CREDIT: 1,
  REFUND: -1,
  DISPUTE: -1,
  SHIPPING_LABEL: -1,
  NON_SALE_CHARGE: -1,
  TRANSFER: -1,
  WITHDRAWAL: -1,
  LOAN_REPAYMENT: -1,
}

/** Amounts have no sign of their own: `bookingEntry` says which way they go. One with a minus goes out in any case. */
const withSign = (money: Money, type: string, bookingEntry: string | null): Money | null => {
  const sign = bookingEntry === 'DEBIT' ? -1 : bookingEntry === 'CREDIT' ? 1 : (usualSigns[type] ?? null)
  if (sign === null) return null
  return { minor: (sign === -1 ? -Math.abs(money.minor) : money.minor) + 0, currency: money.currency }
}

/** Fees take from a sale, and come back with a refund. Others have none: what they charge is their amount. */
const feeSigns: Readonly<Record<string, 1 | -1>> = { SALE: -1, REFUND: 1, DISPUTE: 1 }

/** SECURITY (ORD-11): a note with an address of a person is not kept. */
const keepMemo = (memo: string | null): string | null =>
  memo === null || memo.includes('@') ? null : memo.slice(0, MAX_MEMO)

/** Never throws. */
export const readTransaction = (given: unknown): TransactionRecord => {
  const read = schema.parse(isRecord(given) ? given : {})
  const type = read.transactionType ?? ''
  const feeSign = feeSigns[type] ?? null
  const found = read.amount == null ? null : withSign(read.amount, type, read.bookingEntry)
  const totalFee = feeSign === null ? null : read.totalFeeAmount
  const named = read.orderLineItems.flatMap(({ lineItemId, marketplaceFees }) =>
    marketplaceFees.map((fee) => ({ lineItemId, type: fee.feeType ?? '', amount: fee.amount })),
  )
  const currency = found?.currency
  const isFeeClear = totalFee !== undefined && (totalFee === null || totalFee.currency === currency)
  const feeMinor = feeSign === null || totalFee == null || !isFeeClear ? 0 : feeSign * totalFee.minor + 0
  const fees = named.flatMap(({ lineItemId, type: feeType, amount: fee }): TransactionFee[] =>
    fee == null || fee.currency !== currency || feeSign === null || !isFeeClear
      ? []
      : [{ lineItemId, type: feeType, minor: feeSign * fee.minor + 0 }],
  )
  // What the lines don't name.
  const rest = feeMinor - fees.reduce((sum, { minor }) => sum + minor, 0)
  const reference = (word: string): string | null =>
    read.references.find(({ referenceType }) => referenceType?.toUpperCase().includes(word))?.referenceId ?? null
  const orderId = read.orderId ?? reference('ORDER')
  const stated = isRecord(given) ? given.amount : null
  return {
    transactionId:
      read.transactionId ?? `${read.transactionDate ?? ''} ${orderId ?? ''} ${read.amount?.minor ?? ''}`.trim(),
    type,
    feeType: read.feeType ?? '',
    atMs: read.transactionDate,
    side: findSide(type, read.transactionStatus),
    currency: currencyOf.parse(stated)?.currency ?? null,
    // A fee that can't be read leaves open what the buyer paid.
    amount: isFeeClear ? found : null,
    feeMinor,
    isHeld: read.transactionStatus === 'FUNDS_ON_HOLD',
    orderId,
    payoutId: read.payoutId,
    listingId: reference('ITEM'),
    buyer: read.buyer?.username ?? null,
    fees: rest === 0 ? fees : [...fees, { lineItemId: null, type: 'OTHER_FEES', minor: rest }],
    lineItemIds: [...new Set(read.orderLineItems.flatMap(({ lineItemId }) => lineItemId ?? []))],
    memo: keepMemo(read.transactionMemo),
    status: read.transactionStatus,
  }
}

const payoutSchema = z.looseObject({
  payoutId: text,
  payoutDate: time,
  payoutStatus: text,
  amount,
  totalFee: amount,
  transactionCount: z.number().int().min(0).nullish().catch(null),
  payoutInstrument: z.looseObject({ instrumentType: text, accountLastFourDigits: text }).nullish().catch(null),
})

export type PayoutRecord = {
  readonly payoutId: string
  readonly atMs: number | null
  readonly currency: string
  /** Null if it can't be read. */
  readonly amount: Money | null
  readonly feeMinor: number
  readonly status: string
  /** `BANK 4471`. */
  readonly account: string
  readonly transactionCount: number | null
}

/** Undefined without a number or a currency. */
export const readPayout = (given: unknown): PayoutRecord | undefined => {
  const read = payoutSchema.parse(isRecord(given) ? given : {})
  const currency = isRecord(given) ? currencyOf.parse(given.amount)?.currency : null
  if (read.payoutId === null || currency == null) return undefined
  const { instrumentType, accountLastFourDigits } = read.payoutInstrument ?? {}
  return {
    payoutId: read.payoutId,
    atMs: read.payoutDate,
    currency,
    amount: read.amount ?? null,
    feeMinor: read.totalFee?.currency === currency ? read.totalFee.minor : 0,
    status: read.payoutStatus ?? '',
    account: [instrumentType, accountLastFourDigits].filter((part) => part != null).join(' '),
    transactionCount: read.transactionCount ?? null,
  }
}
