/** What the practice platform sent, as text. */
import { formatNumber } from '../ui/format/locale-format.ts'

/** How many notifications were sent, or `noneMessage` for none. */
export const sentMessage = (notifications: number, noneMessage: string): string => {
  if (notifications === 0) return noneMessage
  return notifications === 1 ? '1 notification sent.' : `${formatNumber(notifications)} notifications sent.`
}
