/** What the earnings feature tells the offers feature of the platform's fees (FIN-01). */

/** The shop's own last sales in a currency, summed, in its smallest unit. */
export type LastSales = {
  readonly sales: number
  /** What buyers paid for the items, without postage. Above 0. */
  readonly priceMinor: number
  /** What the platform kept of it. Above 0. */
  readonly feesMinor: number
}

export type FeesPort = {
  /** Undefined with too few sales to tell, or if none of them names its fees. */
  readonly lastSales: (currency: string) => LastSales | undefined
}
