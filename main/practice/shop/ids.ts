/** New ids in the platform's forms. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** A random id. Never repeats between runs, so an app can't mistake old data for new. */
export const newId = (): string => randomUUID()

/** Twenty-five letters and digits, the form of task and mapping reference ids. */
export const newShortId = (): string =>
  BigInt(`0x${randomBytes(20).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
    .slice(-25)

/** Twelve digits, the form of listing and transaction ids. */
export const newNumber = (): string => `3${String(randomInt(1e11)).padStart(11, '0')}`
