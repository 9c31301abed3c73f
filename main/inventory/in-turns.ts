/** Long work in short turns. */
import { setImmediate } from 'node:timers/promises'

/** Does the work for each part, and lets the rest of the app have its turn after every one. */
export const inTurns = async <T>(parts: Iterable<T>, work: (part: T) => void): Promise<void> => {
  for (const part of parts) {
    work(part)
    await setImmediate()
  }
}
