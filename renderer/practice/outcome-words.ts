/** How many notifications went on their way; `nobody` is said where none did. */
import { numberText } from '../ui/locale-text.ts'

export const outcomeWords = (notifications: number, nobody: string): string => {
  if (notifications === 0) return nobody
  return notifications === 1
    ? 'One notification is on its way.'
    : `${numberText(notifications)} notifications are on their way.`
}
