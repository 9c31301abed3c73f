/**
 * Recognises one sale that the platform reports with several event types, such as FixedPriceTransaction, ItemSold and
 * ORDER_CONFIRMATION, so that the seller gets one notice.
 */
import type { EventFormat } from '../../../shared/notifications/event.ts'
import type { Occurrence } from '../../../shared/notifications/occurrence.ts'

export type Sale = {
  readonly name: string
  readonly format: EventFormat
  /** The sale's own time, or else the arrival time. */
  readonly atMs: number
  readonly occurrences: readonly Pick<Occurrence, 'itemId' | 'transactionId' | 'buyer'>[]
}

/** `sameSaleAs`: the event that reported this sale first, if it was another. */
export type KnownSale = Sale & { readonly eventId: number; readonly sameSaleAs: number | null }

/** The times in events about one sale differ by at most this much. */
const MAX_APART_MS = 10 * 60_000

type Part = Sale & { readonly occurrence: Sale['occurrences'][number] }

const parts = (sale: Sale): readonly Part[] => sale.occurrences.map((occurrence) => ({ ...sale, occurrence }))

/** An auction sale has `0` instead of a transaction number. */
const transactionOf = ({ occurrence: { transactionId } }: Part): string | null =>
  transactionId === '0' ? null : transactionId

/** SOAP and REST number a transaction differently, so their numbers can't be compared. */
const compareTransactions = (one: Part, other: Part): 'same' | 'different' | 'unknown' => {
  const [a, b] = [transactionOf(one), transactionOf(other)]
  if (one.format !== other.format || a === null || b === null) return 'unknown'
  return a === b ? 'same' : 'different'
}

/** Whether two parts can't be the same sale. One event type never reports a sale twice. */
const contradict = (one: Part, other: Part): boolean => {
  const [a, b] = [one.occurrence, other.occurrence]
  if (a.itemId !== b.itemId) return false
  const transactions = compareTransactions(one, other)
  if (transactions !== 'unknown') return transactions === 'different' || one.name === other.name
  return one.name === other.name || (a.buyer !== null && b.buyer !== null && a.buyer !== b.buyer)
}

const match = (one: Part, other: Part): boolean =>
  one.occurrence.itemId !== null &&
  one.occurrence.itemId === other.occurrence.itemId &&
  !contradict(one, other) &&
  (compareTransactions(one, other) === 'same' || Math.abs(one.atMs - other.atMs) <= MAX_APART_MS)

/**
 * The event that reported this sale first; null if this one does. `known`: earlier events, in any order and possibly
 * repeated.
 */
export const findSameSale = (sale: Sale, known: readonly KnownSale[]): number | null => {
  const groups = new Map<number, Part[]>()
  for (const each of known) {
    const first = each.sameSaleAs ?? each.eventId
    groups.set(first, [...(groups.get(first) ?? []), ...parts(each)])
  }
  const findGroup = (part: Part): number | undefined =>
    [...groups].find(
      ([, members]) =>
        members.some((member) => match(part, member)) && !members.some((member) => contradict(part, member)),
    )?.[0]
  const found = parts(sale).map(findGroup)
  // An order of two items counts as known only if both items are.
  return found.every((first) => first !== undefined) ? (found[0] ?? null) : null
}
