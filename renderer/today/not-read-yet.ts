/** What lists of Today say before the orders or items were read once: they can't say yet that there is nothing. */
import type { OrderReading } from '../../shared/orders/contract.ts'
import type { AppError } from '../../shared/result.ts'

/** Null once the orders are known, or if the platform has none. */
export const ordersUnread = (
  reading: Pick<OrderReading, 'canRead' | 'completeToMs' | 'problem'> | undefined,
): string | null => {
  if (reading === undefined || !reading.canRead || reading.completeToMs !== null) return null
  return reading.problem === null ? 'Still reading your orders.' : 'Your orders haven’t been read yet.'
}

type ItemReading = {
  readonly toRead: number
  readonly listProblem: AppError | null
  /** Null if the platform doesn't list what other tools made. */
  readonly active: { readonly readAtMs: number | null; readonly problem: AppError | null } | null
}

/** Null once every item and listing was read. */
export const itemsUnread = ({ toRead, listProblem, active }: ItemReading): string | null => {
  const isListUnread = active !== null && active.readAtMs === null
  if (listProblem !== null || (isListUnread && active.problem !== null))
    return 'Not all of your items have been read yet.'
  return toRead > 0 || isListUnread ? 'Still reading your items.' : null
}
