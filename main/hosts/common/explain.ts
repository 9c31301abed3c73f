/** One sentence for a start that did not succeed. */
import { Failure } from '../../../shared/result.ts'

/** A `Failure` speaks for itself; anything else is ours, and says where its details are. */
export const explain = (error: unknown, logFile?: string): string => {
  if (error instanceof Failure) return error.detail.message
  const reason = error instanceof Error ? error.message : String(error)
  const where = logFile === undefined ? '' : ` Its log is ${logFile}.`
  return `Stallhand could not start: ${reason}.${where}`.replace('..', '.')
}
