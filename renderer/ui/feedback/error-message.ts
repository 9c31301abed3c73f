/** The error's message, which main writes for the user. */
import { formatShortTime } from '../format/format-time.ts'

/** When the platform takes requests again, if the error says so. */
const findEnd = (error: Error): number | undefined => {
  const detail = 'detail' in error ? error.detail : undefined
  if (typeof detail !== 'object' || detail === null || !('untilMs' in detail)) return undefined
  return typeof detail.untilMs === 'number' ? detail.untilMs : undefined
}

/** Adds the time of day, which main can't format in the seller's locale. */
export const errorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const untilMs = findEnd(error)
  if (untilMs === undefined) return error.message
  return `${error.message} It accepts requests again at ${formatShortTime(untilMs, Date.now())}.`
}
