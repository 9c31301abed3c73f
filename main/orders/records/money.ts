/** Sums of decimal amounts, exact and within one currency only. Pure. */

type Amount = { readonly value: string; readonly currency: string }

/** A decimal as a whole number of its last digit; undefined for what is not a decimal. */
const parseDecimal = (value: string): { readonly units: bigint; readonly digits: number } | undefined => {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value.trim())
  if (match === null) return undefined
  const [, sign = '', whole = '0', fraction = ''] = match
  return { units: BigInt(`${sign}${whole}${fraction}`), digits: fraction.length }
}

const addDecimals = (a: string, b: string): string => {
  const [x, y] = [parseDecimal(a), parseDecimal(b)]
  if (x === undefined) return b
  if (y === undefined) return a
  const digits = Math.max(x.digits, y.digits)
  const sum = x.units * 10n ** BigInt(digits - x.digits) + y.units * 10n ** BigInt(digits - y.digits)
  const text = (sum < 0n ? -sum : sum).toString().padStart(digits + 1, '0')
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return sum < 0n ? `-${whole}` : whole
}

/** One sum for each currency, in the order of their first appearance. */
export const sumByCurrency = (amounts: readonly Amount[]): readonly Amount[] => {
  const sums = new Map<string, string>()
  for (const { value, currency } of amounts) {
    const sum = sums.get(currency)
    sums.set(currency, sum === undefined ? value : addDecimals(sum, value))
  }
  return [...sums].map(([currency, value]) => ({ value, currency }))
}
