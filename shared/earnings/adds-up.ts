/** Whether the transactions of a payout sum to what was paid out (FIN-01). Pure. */
import type { Money } from '../money.ts'

export type PayoutCheck =
  | { readonly state: 'addsUp'; readonly count: number }
  /** Not all transactions are read, or an amount can't be read, so nothing is summed. `of`: null if the platform doesn't say. */
  | { readonly state: 'partlyRead'; readonly count: number; readonly of: number | null }
  /** `difference`: what was paid out, less the transactions. `name`: what it is, if that is known. */
  | {
      readonly state: 'differs'
      readonly count: number
      readonly difference: Money
      readonly name: 'payoutFee' | null
    }

export const checkPayout = (
  payout: { readonly amount: Money | null; readonly feeMinor: number; readonly transactionCount: number | null },
  lines: { readonly count: number; readonly unclear: number; readonly minor: number },
): PayoutCheck => {
  const { amount, feeMinor, transactionCount: of } = payout
  const { count, unclear, minor } = lines
  if (amount === null || count === 0 || unclear > 0 || (of !== null && count < of))
    return { state: 'partlyRead', count: count - unclear, of }
  const difference = { minor: amount.minor - minor, currency: amount.currency }
  if (difference.minor === 0) return { state: 'addsUp', count }
  return {
    state: 'differs',
    count,
    difference,
    name: difference.minor === -feeMinor ? 'payoutFee' : null,
  }
}
