/** How many notifications went on their way; `nobody` is said where none did. */
import { formatNumber } from '../ui/locale-format.ts'

export const outcomeWords = (notifications: number, nobody: string): string => {
  if (notifications === 0) return nobody
  return notifications === 1
    ? 'One notification is on its way.'
    : `${formatNumber(notifications)} notifications are on their way.`
}
