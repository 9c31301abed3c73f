/** What the seller paid for an item (FIN-02): kept here alone, never sent to the platform. Read and written as a line of text. */
import { type Money, type MoneyStyle, moneyText, parseMoney, readPrice } from '../money.ts'

/** Pieces bought together. Lots are used up in order of their date (first in, first out). */
export type CostLot = {
  /** What one piece cost, packing included if the seller counts it. */
  readonly each: Money
  /** Pieces bought; null for all that follow, as where an item has one cost. Only the last lot may have null. */
  readonly pieces: number | null
  /** `2026-11-28`; null for the first lot where the seller gave no date. */
  readonly boughtOn: string | null
}

export type CostReading = { readonly lots: readonly CostLot[] } | { readonly problem: string }

const EXAMPLE = 'Enter what one piece cost, such as 4.50, or lots: 3 × 4.50 on 2026-10-01; 5.00.'

const MAX_PIECES = 1_000_000

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

const readEach = (text: string, style: MoneyStyle): Money | string => {
  // Found or given: a cost of 0 is one.
  if (/^0+(?:[.,]0+)?$/.test(text.trim())) return { minor: 0, currency: style.currency }
  const reading = readPrice(text, style)
  if ('problem' in reading) return reading.problem.replace('price', 'cost')
  return parseMoney(reading.amount, style.currency) ?? `${style.currency} has no smaller unit. Enter a whole number.`
}

const readLot = (text: string, style: MoneyStyle): CostLot | string => {
  const [, pieces, amount = '', day = null] =
    /^(?:(\d+)\s*(?:[x×*@]|at)\s*)?(.+?)(?:\s+(?:on\s+)?(\d{4}-\d{2}-\d{2}))?$/isu.exec(text) ?? []
  const each = readEach(amount, style)
  if (typeof each === 'string') return each
  if (pieces !== undefined && (Number(pieces) < 1 || Number(pieces) > MAX_PIECES)) return EXAMPLE
  if (day !== null && !isDay(day)) return `${day} isn’t a date. Write it as 2026-10-01.`
  return { each, pieces: pieces === undefined ? null : Number(pieces), boughtOn: day }
}

/**
 * Reads `4.50`, or lots such as `3 × 4.50 on 2026-10-01; 5 × 4.80 on 2026-11-02; 5.00`. Lots are put in order of their date; one
 * without a date comes first, one without pieces last. An empty text has no lots: the cost isn't known.
 */
export const readCost = (text: string, style: MoneyStyle): CostReading => {
  const parts = text
    .split(/[;\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const read = parts.map((part) => readLot(part, style))
  const problem = read.find((one) => typeof one === 'string')
  if (problem !== undefined) return { problem }
  const lots = read.filter((one) => typeof one !== 'string')
  const key = ({ pieces, boughtOn }: CostLot): string => (pieces === null ? '~' : (boughtOn ?? ''))
  const sorted = lots.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
  if (sorted.filter(({ pieces }) => pieces === null).length > 1) {
    return { problem: 'Say how many pieces each lot has: 3 × 4.50; 5 × 4.80. Only one can be without.' }
  }
  return { lots: sorted }
}

/** The text that `readCost` reads as these lots. */
export const costText = (lots: readonly CostLot[]): string =>
  lots
    .map(({ each, pieces, boughtOn }) =>
      [pieces === null ? '' : `${pieces} × `, moneyText(each), boughtOn === null ? '' : ` on ${boughtOn}`].join(''),
    )
    .join('; ')
