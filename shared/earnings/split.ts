/** Splits an amount without losing or making a cent. Pure. */

/**
 * Parts of `total` in proportion to `weights`, which are 0 or more; in equal parts if all are 0. All are whole numbers, and the
 * parts sum to `total`: what rounding leaves goes one by one to the parts with the largest rest, the first ones among equals.
 */
export const splitMinor = (total: number, weights: readonly number[]): readonly number[] => {
  const even = weights.every((weight) => weight === 0)
  const whole = (even ? weights.map(() => 1) : weights).map(BigInt)
  const sum = whole.reduce((all, weight) => all + weight, 0n)
  const sign = total < 0 ? -1n : 1n
  const amount = BigInt(total) * sign
  const parts = whole.map((weight) => (amount * weight) / sum)
  const rests = whole.map((weight) => (amount * weight) % sum)
  const left = Number(amount - parts.reduce((all, part) => all + part, 0n))
  const largest = rests
    .map((rest, index) => ({ rest, index }))
    .sort((a, b) => Number(b.rest - a.rest))
    .slice(0, left)
  const more = new Set(largest.map(({ index }) => index))
  return parts.map((part, index) => Number((part + (more.has(index) ? 1n : 0n)) * sign))
}
