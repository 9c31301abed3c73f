/**
 * What money came in and went out for: the platform's types of transactions and fees, in a seller's words. A type that isn't
 * known here is named by its own word, and counted like any other (FIN-01).
 *
 * https://developer.ebay.com/api-docs/sell/finances/types/pay:TransactionTypeEnum
 * https://developer.ebay.com/api-docs/sell/finances/types/pay:FeeTypeEnum
 */

/** An order of which the platform's transaction isn't known yet, or can't be read (FIN-03). */
export const ESTIMATED_SALE = 'ESTIMATED_SALE'
export const ESTIMATED_REFUND = 'ESTIMATED_REFUND'

const typeLabels: Readonly<Record<string, string>> = {
  SALE: 'Sales',
  [ESTIMATED_SALE]: 'Sales, estimated',
  SHIPPING_LABEL: 'Postage labels',
  REFUND: 'Refunds',
  [ESTIMATED_REFUND]: 'Refunds, estimated',
  DISPUTE: 'Payment disputes',
  CREDIT: 'Credits',
  ADJUSTMENT: 'Adjustments',
  NON_SALE_CHARGE: 'Other charges',
  TRANSFER: 'Charges paid back',
  LOAN_REPAYMENT: 'Loan repayments',
  WITHDRAWAL: 'Withdrawals',
}

const feeLabels: Readonly<Record<string, string>> = {
  AD_FEE: 'Promoted listings',
  BELOW_STANDARD_FEE: 'Fee for seller performance',
  BELOW_STANDARD_SHIPPING_FEE: 'Fee for seller performance, postage',
  BOLD_FEE: 'Bold title',
  CHARITY_DONATION: 'Donation',
  DEPOSIT_PROCESSING_FEE: 'Deposit processing',
  EXPRESS_PAYOUT_FEE: 'Express payout fee',
  FINAL_VALUE_FEE: 'Final value fee',
  FINAL_VALUE_FEE_FIXED_PER_ORDER: 'Final value fee, fixed part',
  FINAL_VALUE_SHIPPING_FEE: 'Final value fee on postage',
  HIGH_ITEM_NOT_AS_DESCRIBED_FEE: 'Fee for many returns',
  INCOME_TAX_WITHHOLDING: 'Income tax withheld',
  INSERTION_FEE: 'Listing fee',
  INTERNATIONAL_FEE: 'International fee',
  PAYMENT_DISPUTE_FEE: 'Payment dispute fee',
  PREMIUM_AD_FEES: 'Promoted listings, priority',
  REGULATORY_OPERATING_FEE: 'Regulatory operating fee',
  STORE_SUBSCRIPTION_FEE: 'Store subscription',
  TAX_DEDUCTION_AT_SOURCE: 'Tax deducted at source',
  VAT_WITHHOLDING: 'VAT withheld',
}

/** `SOME_NEW_FEE` as people read it: `Some new fee`. */
const readWord = (word: string): string => {
  const text = word
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return text === '' ? 'Without a name' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const label = (labels: Readonly<Record<string, string>>, word: string): string =>
  (Object.hasOwn(labels, word) ? labels[word] : undefined) ?? readWord(word)

/** `Final value fee`. */
export const feeLabel = (feeType: string): string => label(feeLabels, feeType)

/** `Postage labels`; for a charge apart from sales, the name of its fee. */
export const kindLabel = (type: string, feeType: string): string =>
  type === 'NON_SALE_CHARGE' && feeType !== '' ? feeLabel(feeType) : label(typeLabels, type)

const order = Object.keys(typeLabels)

/** Sorts kinds as a statement lists them: sales first, unknown ones last and by their names. */
export const compareKinds = (
  a: { readonly type: string; readonly feeType: string },
  b: { readonly type: string; readonly feeType: string },
): number => {
  const place = (type: string): number => (order.includes(type) ? order.indexOf(type) : order.length)
  const [one, other] = [`${a.type} ${a.feeType}`, `${b.type} ${b.feeType}`]
  return place(a.type) - place(b.type) || (one < other ? -1 : one > other ? 1 : 0)
}

/**
 * `moved`: money that only changed its place, such as a withdrawal to the bank or the repayment of a loan. It is neither earned
 * nor spent. `none`: it didn't happen.
 */
export type Side = 'earned' | 'moved' | 'none'

export const findSide = (type: string, status: string | null): Side => {
  if (status === 'FAILED') return 'none'
  return type === 'WITHDRAWAL' || type === 'LOAN_REPAYMENT' ? 'moved' : 'earned'
}
