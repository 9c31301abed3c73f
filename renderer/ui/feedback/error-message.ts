/** The error's message, which main writes for the user. */
import { formatShortTime } from '../format/format-time.ts'
import type { Problem } from './why-link.tsx'

/** A field of the error as data, which an error of main carries. */
const readDetail = (error: Error, name: 'untilMs' | 'topic' | 'kind'): unknown => {
  const detail = 'detail' in error ? error.detail : undefined
  return typeof detail === 'object' && detail !== null ? Reflect.get(detail, name) : undefined
}

/** Adds the time of day, which main can't format in the seller's locale. */
export const errorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const untilMs = readDetail(error, 'untilMs')
  if (typeof untilMs !== 'number') return error.message
  return `${error.message} It accepts requests again at ${formatShortTime(untilMs, Date.now())}.`
}

/** Whether main couldn't do it without a sign-in. */
export const needsSignIn = (error: Error): boolean => readDetail(error, 'kind') === 'signInNeeded'

/** The message, and its help topic. */
export const errorProblem = (error: unknown): Problem => {
  const topic = error instanceof Error ? readDetail(error, 'topic') : undefined
  return { message: errorMessage(error), ...(typeof topic === 'string' ? { topic } : {}) }
}
