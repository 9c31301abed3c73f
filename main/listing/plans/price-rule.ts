/** How a run changes prices and quantities, as the seller typed it. Pure. */
import type { RunAction } from '../../../shared/listing/contract/listing-plan-contract.ts'
import { type MoneyStyle, readChange, readPrice } from '../../../shared/money.ts'
import { validation } from '../../../shared/result.ts'

/** The new price in cents for an old one; undefined if it would be 0 or less. */
export type PriceRule = (cents: number) => number | undefined

/** `value` has at most two decimals. */
const changePrice = (cents: number, by: 'add' | 'percent', value: number): number | undefined => {
  const hundredths = Math.round(value * 100)
  // Uses whole numbers until the rounding, so that 13.50 plus 15 % is exactly 15.53.
  const next = by === 'add' ? cents + hundredths : Math.round((cents * (10_000 + hundredths)) / 10_000)
  return next > 0 ? next : undefined
}

/** A price above 0 as the platform writes it. Throws `validation`. */
export const requirePrice = (text: string, style: MoneyStyle): string => {
  const reading = readPrice(text, style)
  if ('problem' in reading) throw validation('value', reading.problem)
  return reading.amount
}

/** Throws `validation` for a price, amount or percentage that can't be read. */
export const readPriceRule = (
  { by, value: text }: Extract<RunAction, { action: 'price' }>,
  style: MoneyStyle,
): PriceRule => {
  if (by === 'set') {
    const cents = Math.round(Number(requirePrice(text, style)) * 100)
    return () => cents
  }
  const value = readChange(text, style.locale)
  if (value === undefined) {
    throw validation(
      'value',
      by === 'percent' ? 'Enter a percentage, such as -5 or 10.' : 'Enter an amount, such as -2.50.',
    )
  }
  return (cents) => changePrice(cents, by, value)
}

/** Throws `validation` for anything but a whole number of 0 or more. */
export const readQuantity = (text: string): number => {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text.trim())
  throw validation('value', 'Enter the quantity as a whole number, such as 3.')
}
