/** Sums of the chart of sales. Pure. */

type Day = {
  readonly startMs: number
  readonly orders: number
  readonly totals: readonly { readonly value: string; readonly currency: string }[]
}

export type CurrencySales = {
  readonly currency: string
  readonly today: number
  readonly week: number
  /** As many as there are days. */
  readonly days: readonly number[]
}

/** The start of this week's Monday on this computer. */
export const startOfWeek = (nowMs: number): number => {
  const now = new Date(nowMs)
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7)).getTime()
}

/** Sales of each currency on its own, the largest first. The last day is today. */
export const sumSales = (
  days: readonly Day[],
  nowMs: number,
): { readonly currencies: readonly CurrencySales[]; readonly ordersToday: number; readonly ordersThisWeek: number } => {
  const weekMs = startOfWeek(nowMs)
  const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
  const names = [...new Set(days.flatMap(({ totals }) => totals.map(({ currency }) => currency)))]
  const currencies = names.map((currency) => {
    const ofDay = days.map(({ totals }) =>
      total(totals.filter((one) => one.currency === currency).map(({ value }) => Number(value))),
    )
    return {
      currency,
      today: ofDay.at(-1) ?? 0,
      week: total(ofDay.filter((_, index) => (days[index]?.startMs ?? 0) >= weekMs)),
      days: ofDay,
    }
  })
  return {
    currencies: currencies.toSorted((a, b) => total(b.days) - total(a.days)),
    ordersToday: days.at(-1)?.orders ?? 0,
    ordersThisWeek: total(days.filter(({ startMs }) => startMs >= weekMs).map(({ orders }) => orders)),
  }
}
