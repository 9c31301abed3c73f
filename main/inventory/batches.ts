/** Splits long work into batches, so that main stays responsive. */
import { setImmediate } from 'node:timers/promises'

export const inBatches = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Works through batches and yields to the event loop after each one. */
export const forEachBatch = async <T>(
  items: readonly T[],
  size: number,
  work: (batch: readonly T[]) => void,
): Promise<void> => {
  for (const batch of inBatches(items, size)) {
    work(batch)
    await setImmediate()
  }
}
