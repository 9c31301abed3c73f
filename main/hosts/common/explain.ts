/**
 * Explains a failed start: the message of a `Failure`; for any other error, the location of the log and then the error.
 */
import { Failure } from '../../../shared/result.ts'

export const explain = (error: unknown, logFile?: string): string => {
  if (error instanceof Failure) return error.detail.message
  const reason = error instanceof Error ? error.message : String(error)
  const where = logFile === undefined ? '' : ` Its log is ${logFile}.`
  return `Stallhand couldn’t start.${where} The cause: ${reason}`
}
