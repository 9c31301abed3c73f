/** What accepting an offer does, as far as it is known: the buyer's time to pay isn't. Pure. */

/** `Sells 1 of 2 left for $40.00.` `price`: as shown. `available`: pieces left; null if that isn't known. */
export const describeAccepting = (quantity: number, available: number | null, price: string): string => {
  if (available === null) return `Sells ${quantity} for ${price}.`
  return available < quantity
    ? `The buyer wants ${quantity}, and ${available === 0 ? 'none is' : `only ${available} ${available === 1 ? 'is' : 'are'}`} left.`
    : `Sells ${quantity} of ${available} left for ${price}.`
}
