/**
 * The contract of earnings: what was sold, what was left of it, and what was paid out (FIN-01 to FIN-04). Every sum is of one
 * currency. What the seller paid for items never leaves this computer (FIN-02).
 */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { orderFilter } from '../orders/order-list.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const nothing = z.strictObject({})
const orderId = z.string().trim().min(1).max(100)
const sku = z.string().min(1).max(200)
const currency = z.string().regex(/^[A-Z]{3}$/)
const year = z.int().min(1990).max(2200)
/** `2026-11`, in the marketplace's days. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1_000).default(100) } as const

/** `shared/money.ts`: a whole number of the currency's smallest unit. */
const moneySchema = z.object({ minor: z.int(), currency: z.string() })

const stateSchema = z.object({
  /** Whether the platform lists earnings. If not, all that is shown is estimated from the orders (FIN-03). */
  canRead: z.boolean(),
  /** Whether all that the platform keeps is here: five years. Costs are known from then on. */
  isComplete: z.boolean(),
  /** Everything since is here; null before the first reading. */
  fromMs: z.number().nullable(),
  /** When the newest ones were last read. */
  toMs: z.number().nullable(),
  /** Transactions read so far, and in all; null while nothing is being read. */
  progress: z.object({ read: z.number(), total: z.number() }).nullable(),
  /** Why the last reading failed, and what to do. */
  problem: appErrorSchema.nullable(),
  /** The currency with the most transactions first. */
  currencies: list(z.object({ currency: z.string(), /** The newest first. */ years: list(z.number()) })),
  /** Transactions whose amount or date can't be read, by name. They are in no sum. */
  unclear: list(z.object({ label: z.string(), count: z.number() })),
})
export type EarningsState = z.infer<typeof stateSchema>

const monthSchema = z.object({
  month: z.string(),
  /** What buyers paid, and what else came in. */
  cameIn: moneySchema,
  /** Fees, refunds, labels and other charges; 0 or below. */
  wentOut: moneySchema,
  /** What the seller paid for the sold items, as far as known; 0 or below. */
  cost: moneySchema,
  /** The sum of the three. At most that, while `costUnknown` is above 0. */
  left: moneySchema,
  /** Sales with an item whose cost isn't known. */
  costUnknown: z.number(),
  /** Sales that are estimated from their orders. */
  estimated: z.number(),
})
export type EarningsMonth = z.infer<typeof monthSchema>

/** A sum by kind. `type` and `feeType`: the platform's words. */
const kindSchema = z.object({
  type: z.string(),
  feeType: z.string(),
  label: z.string(),
  count: z.number(),
  amount: moneySchema,
})
export type EarningsKind = z.infer<typeof kindSchema>

const itemSchema = z.object({
  sku: z.string(),
  listingId: z.string().nullable(),
  title: z.string().nullable(),
  /** Pieces. */
  sold: z.number(),
  /** What buyers paid for the pieces, without postage. */
  price: moneySchema,
  /** The item's share of everything about its orders: price, postage, fees, labels and refunds. */
  earned: moneySchema,
  /** Null if the cost of one of the pieces isn't known. */
  cost: moneySchema.nullable(),
  left: moneySchema.nullable(),
})
export type EarningsItem = z.infer<typeof itemSchema>

const monthDetailSchema = monthSchema.extend({
  /** By kind, what buyers paid before fees. */
  kinds: list(kindSchema),
  /** The platform's fees on sales, less those that came back with refunds. */
  fees: moneySchema,
  /** What is left before costs: what the platform pays out for the month. */
  beforeCost: moneySchema,
  /** Sales. */
  orders: z.number(),
  /** Null if it isn't known for a sale. */
  pieces: z.number().nullable(),
  /** What of the sales is postage, and for how many sales that isn't known. */
  postage: z.object({ amount: moneySchema, unknown: z.number() }),
  costKnown: z.number(),
  held: z.object({ count: z.number(), amount: moneySchema }),
  /** Money that only changed its place, such as a withdrawal. It is in no sum. */
  moved: list(kindSchema),
  unclear: list(z.object({ label: z.string(), count: z.number() })),
  /** By what is left, of the items whose cost is known. At most three, and no item is in both. */
  best: list(itemSchema),
  worst: list(itemSchema),
})
export type EarningsMonthDetail = z.infer<typeof monthDetailSchema>

const transactionSchema = z.object({
  id: z.number(),
  transactionId: z.string(),
  type: z.string(),
  label: z.string(),
  atMs: z.number().nullable(),
  /** What was paid, before fees; null if it can't be read. */
  gross: moneySchema.nullable(),
  fees: moneySchema.nullable(),
  /** What the seller gets of it. */
  net: moneySchema.nullable(),
  orderId: z.string().nullable(),
  payoutId: z.string().nullable(),
  buyer: z.string().nullable(),
  /** The first title, and how many lines the sale has. */
  title: z.string().nullable(),
  lines: z.number(),
  memo: z.string().nullable(),
  isHeld: z.boolean(),
  isEstimate: z.boolean(),
  /** It failed, so it is in no sum. */
  isVoid: z.boolean(),
})
export type EarningsTransaction = z.infer<typeof transactionSchema>

const checkSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('addsUp'), count: z.number() }),
  z.object({ state: z.literal('partlyRead'), count: z.number(), of: z.number().nullable() }),
  z.object({
    state: z.literal('differs'),
    count: z.number(),
    difference: moneySchema,
    name: z.literal('payoutFee').nullable(),
  }),
])

const payoutSchema = z.object({
  payoutId: z.string(),
  atMs: z.number().nullable(),
  /** Null if it can't be read. */
  amount: moneySchema.nullable(),
  /** What an express payout cost, which is not part of the amount. */
  fee: moneySchema,
  /** `INITIATED`, `SUCCEEDED`, `RETRYABLE_FAILED`, `TERMINAL_FAILED`, `REVERSED`, or another word of the platform. */
  status: z.string(),
  /** Such as `BANK 4471`; empty if the platform doesn't say. */
  account: z.string(),
  check: checkSchema,
})
export type EarningsPayout = z.infer<typeof payoutSchema>

const orderSchema = z.object({
  orderId: z.string(),
  /** What the buyer paid for the items and for postage. Null: the platform's transactions don't tell it apart. */
  price: moneySchema.nullable(),
  postage: moneySchema.nullable(),
  /** Both together. */
  paid: moneySchema,
  fees: list(z.object({ label: z.string(), amount: moneySchema })),
  /** Labels, refunds, disputes and others, by kind. */
  others: list(kindSchema),
  beforeCost: moneySchema,
  /** Null if it isn't known for one of the items. */
  cost: moneySchema.nullable(),
  /** Null if the cost isn't known. */
  left: moneySchema.nullable(),
  isEstimate: z.boolean(),
  /** What isn't known yet: `sale`, the platform's own figures; `cost`; `label`, none was bought from the platform. */
  unknown: list(z.enum(['sale', 'cost', 'label'])),
  isHeld: z.boolean(),
  payoutIds: list(z.string()),
  transactions: list(transactionSchema),
})
export type EarningsOrder = z.infer<typeof orderSchema>

const ordersSumSchema = z.object({
  /** What is left. At most that, while `costUnknown` is above 0. */
  left: moneySchema,
  orders: z.number(),
  costUnknown: z.number(),
  estimated: z.number(),
})
export type OrdersSum = z.infer<typeof ordersSumSchema>

/** What a line of a sale cost, in the smallest unit of its currency; null if it wasn't known. */
const saleCostSchema = z.strictObject({
  sale: z.int().min(0),
  lineItemId: z.string().max(100),
  cost: z.int().min(0).nullable(),
})

export const earningsPeriods = ['month', 'quarter', 'year'] as const

export const earningsContract = {
  state: query({ input: nothing, output: stateSchema }),
  /** The months of a year that have transactions, the first one first. */
  months: query({ input: z.strictObject({ currency, year }), output: z.object({ months: list(monthSchema) }) }),
  month: query({ input: z.strictObject({ currency, month }), output: monthDetailSchema }),
  /** The newest first. */
  payouts: query({
    input: z.strictObject({ currency, ...page }),
    output: z.object({ payouts: list(payoutSchema), total: z.number() }),
  }),
  /** A payout with its transactions; null if it isn't known. */
  payout: query({
    input: z.strictObject({ payoutId: z.string().min(1).max(100) }),
    output: payoutSchema.extend({ transactions: list(transactionSchema) }).nullable(),
  }),
  /** What an order earned, by currency: usually one. Empty if nothing is known of it. */
  order: query({ input: z.strictObject({ orderId }), output: z.object({ earned: list(orderSchema) }) }),
  /** What orders earned, for a column. Orders of which nothing is known are missing. */
  orders: query({
    input: z.strictObject({ orderIds: z.array(orderId).max(1_000) }),
    output: z.object({
      orders: list(
        z.object({
          orderId: z.string(),
          beforeCost: moneySchema,
          cost: moneySchema.nullable(),
          left: moneySchema.nullable(),
          isEstimate: z.boolean(),
        }),
      ),
    }),
  }),
  /** What all orders of a list earned, by currency. Orders of which nothing is known are in no sum. */
  ordersSum: query({ input: z.strictObject(orderFilter), output: z.object({ sums: list(ordersSumSchema) }) }),
  /** What the orders sold since then earned, by currency. */
  soldSince: query({
    input: z.strictObject({ fromMs: z.number().min(0).max(8.64e15) }),
    output: z.object({ sums: list(ordersSumSchema) }),
  }),
  /** What items earned so far. An item that sold in two currencies has two entries; one that never sold has none. */
  items: query({
    input: z.strictObject({ skus: z.array(sku).max(1_000) }),
    output: z.object({ items: list(itemSchema) }),
  }),
  /** How many past sales of an item keep another cost than it has now (FIN-02). */
  pastCosts: query({ input: z.strictObject({ sku }), output: z.object({ sales: z.number() }) }),
  /** Gives past sales of an item the cost that it has now, where it says one: it was typed wrong. Returns what they had. */
  recostPastSales: command({ input: z.strictObject({ sku }), output: z.object({ former: list(saleCostSchema) }) }),
  /** Takes that back. Sales that are gone are left out. */
  restorePastCosts: command({
    input: z.strictObject({ sku, former: z.array(saleCostSchema).max(100_000) }),
    output: done,
  }),
  /**
   * One page of transactions, the newest first. A search matches if every word starts a word of the numbers, buyer, titles, SKUs,
   * fees and notes together.
   */
  transactions: query({
    input: z.strictObject({
      currency,
      month: month.nullable().default(null),
      type: z.string().max(100).nullable().default(null),
      search: z.string().max(200).default(''),
      ...page,
    }),
    output: z.object({ rows: list(transactionSchema), total: z.number() }),
  }),
  /**
   * A month, quarter or year as CSV: one line a transaction, or the sums by month and kind, which are those on screen (FIN-04).
   * `month`: the first month of the period.
   */
  exportFile: query({
    input: z.strictObject({
      currency,
      month,
      period: z.enum(earningsPeriods),
      content: z.enum(['transactions', 'sums']),
    }),
    output: z.object({ text: z.string() }),
  }),
  /** Reads the newest transactions and payouts now. If they can't be read, `state` says why. Errors: `conflict` if the platform has none. */
  readNow: command({ input: nothing, output: done }),

  earningsChanged: event(nothing),
  stateChanged: event(nothing),
} as const satisfies FeatureContract
