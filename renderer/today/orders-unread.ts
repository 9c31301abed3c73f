/** What the due list says before the orders were read once: it can't say yet that nothing is due. */
import type { OrderReading } from '../../shared/orders/contract.ts'

/** Null once the orders are known, or if the platform has none. */
export const ordersUnread = (
  reading: Pick<OrderReading, 'canRead' | 'completeToMs' | 'problem'> | undefined,
): string | null => {
  if (reading === undefined || !reading.canRead || reading.completeToMs !== null) return null
  return reading.problem === null ? 'Still reading your orders.' : 'Your orders have not been read yet.'
}
