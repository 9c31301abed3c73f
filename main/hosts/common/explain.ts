/** One sentence for a failed start: the message of a `Failure`, or the error and where its log is. */
import { Failure } from '../../../shared/result.ts'

export const explain = (error: unknown, logFile?: string): string => {
  if (error instanceof Failure) return error.detail.message
  const reason = error instanceof Error ? error.message : String(error)
  const where = logFile === undefined ? '' : ` Its log is ${logFile}.`
  return `Stallhand could not start: ${reason}.${where}`.replace('..', '.')
}
