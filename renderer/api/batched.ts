/** Joins the reads of many components into one call: rows and cells that each need one thing. */
import type { StallhandClient } from '../../shared/ipc/contract.ts'

/**
 * Reads one thing by its id, with others that are read in the same task. `atOnce`: the limit per call. Undefined for what the answer
 * doesn't have.
 */
export const createBatched = <Value>(
  atOnce: number,
  load: (client: StallhandClient, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): ((client: StallhandClient, id: string) => Promise<Value | undefined>) => {
  type Batch = { readonly ids: Set<string>; readonly answer: Promise<ReadonlyMap<string, Value>> }
  const batches = new WeakMap<StallhandClient, Batch>()
  return async (client, id) => {
    const current = batches.get(client)
    const isOpen = current !== undefined && current.ids.size < atOnce
    const ids = isOpen ? current.ids : new Set<string>()
    ids.add(id)
    const batch: Batch = isOpen
      ? current
      : {
          ids,
          answer: Promise.resolve().then(() => {
            if (batches.get(client)?.ids === ids) batches.delete(client)
            return load(client, [...ids])
          }),
        }
    batches.set(client, batch)
    return (await batch.answer).get(id)
  }
}
