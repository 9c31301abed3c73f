import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** An id nobody has seen before; runs of the platform never share one, so an app's old data cannot be mistaken for new. */
export const newId = (): string => randomUUID()

/** Twenty-five letters and digits, the form of task and mapping reference ids. */
export const newShortId = (): string =>
  BigInt(`0x${randomBytes(20).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
    .slice(-25)

/** Twelve digits, as listings and transactions have. */
export const newNumber = (): string => `3${String(randomInt(1e11)).padStart(11, '0')}`
