/** The criteria by which getTransactions and getPayouts list. */
import { createRefusals } from '../api/refusal.ts'
import type { LedgerPayout, LedgerTransaction } from './ledger.ts'

const { refuse } = createRefusals('API_FINANCES')

const DAY_MS = 86_400_000
const DEFAULT_RANGE_MS = 90 * DAY_MS
const MAX_YEARS = 5
const MAX_MONTHS = 36

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const addMonths = (atMs: number, months: number): number => {
  const date = new Date(atMs)
  return date.setUTCMonth(date.getUTCMonth() + months)
}

type Range = { readonly fromMs: number; readonly toMs: number }

/** `[from..to]`, at most 36 months and five years back (FACT-171). Without an end, ninety days. */
const readRange = (value: string, nowMs: number, errorId: number): Range => {
  const invalid = (): never => refuse(400, errorId, `The date filter ${value} is invalid.`)
  const inside = /^\[(.*)\.\.(.*)\]$/.exec(value)
  if (inside === null) return invalid()
  const [, from = '', to = ''] = inside
  if (!TIME.test(from) || !(to === '' || TIME.test(to))) return invalid()
  const fromMs = Date.parse(from)
  const toMs = to === '' ? Math.min(nowMs, fromMs + DEFAULT_RANGE_MS) : Date.parse(to)
  if (Number.isNaN(fromMs) || Number.isNaN(toMs) || fromMs > nowMs || fromMs > toMs) return invalid()
  if (toMs > addMonths(fromMs, MAX_MONTHS) || fromMs < addMonths(nowMs, -12 * MAX_YEARS)) return invalid()
  return { fromMs, toMs }
}

const readWord = (value: string, errorId: number): string =>
  /^\{([^{}|]+)\}$/.exec(value)?.[1] ?? refuse(400, errorId, `The filter ${value} is invalid.`)

/** Every criterion by its name: separated by commas, or in several `filter` parameters. */
const readCriteria = (filters: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    filters
      .flatMap((filter) => filter.split(/,(?=[A-Za-z]+:)/))
      .filter((criterion) => criterion !== '')
      .map((criterion) => {
        const at = criterion.indexOf(':')
        return [criterion.slice(0, at), criterion.slice(at + 1)] as const
      }),
  )

const types = [
  ...['SALE', 'REFUND', 'CREDIT', 'DISPUTE', 'NON_SALE_CHARGE', 'SHIPPING_LABEL', 'TRANSFER', 'ADJUSTMENT'],
  ...['WITHDRAWAL', 'LOAN_REPAYMENT'],
]
const isWithin = (atMs: number, { fromMs, toMs }: Range): boolean => atMs >= fromMs && atMs <= toMs

/** Without a date, the last ninety days are listed, unless one order, payout or transaction is named. */
export const parseTransactionFilter = (
  filters: readonly string[],
  nowMs: number,
  statusOf: (transaction: LedgerTransaction) => string,
): ((transaction: LedgerTransaction) => boolean) => {
  const criteria = readCriteria(filters)
  const tests: ((transaction: LedgerTransaction) => boolean)[] = []
  let range: Range | undefined = { fromMs: nowMs - DEFAULT_RANGE_MS, toMs: nowMs }
  for (const [name, value] of criteria) {
    if (name === 'transactionDate') {
      range = readRange(value, nowMs, 135008)
      continue
    }
    const word = readWord(value, 135008)
    if (name === 'transactionType') {
      if (!types.includes(word)) refuse(400, 135006, 'The value of transaction type filter is invalid.')
      tests.push(({ type }) => type === word)
    } else if (name === 'transactionStatus') tests.push((one) => statusOf(one) === word)
    else if (name === 'buyerUsername') tests.push(({ order }) => order?.buyer === word)
    else if (name === 'orderId' || name === 'payoutId' || name === 'transactionId') {
      if (!criteria.has('transactionDate')) range = undefined
      if (name === 'transactionId' && !criteria.has('transactionType')) {
        refuse(400, 135009, 'Transaction type filter is missing.')
      }
      tests.push(({ id, order, payoutId }) => word === { orderId: order?.orderId, payoutId, transactionId: id }[name])
    } else refuse(400, 135008, `The filter ${name} is unknown.`)
  }
  return (transaction) =>
    (range === undefined || isWithin(transaction.atMs, range)) && tests.every((test) => test(transaction))
}

export const parsePayoutFilter = (
  filters: readonly string[],
  nowMs: number,
  statusOf: (payout: LedgerPayout) => string,
): ((payout: LedgerPayout) => boolean) => {
  let range: Range = { fromMs: nowMs - DEFAULT_RANGE_MS, toMs: nowMs }
  let status: string | undefined
  for (const [name, value] of readCriteria(filters)) {
    if (name === 'payoutDate') range = readRange(value, nowMs, 135004)
    else if (name === 'payoutStatus') status = readWord(value, 135002)
    else refuse(400, 135004, `The filter ${name} is unknown.`)
  }
  return (payout) => isWithin(payout.atMs, range) && (status === undefined || statusOf(payout) === status)
}
