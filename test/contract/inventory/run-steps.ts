/** Shared steps for tests of runs. */
import { expect } from 'vitest'
import type { InventoryRig } from './inventory-rig.ts'

export const createSkus = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `S-${String(index).padStart(3, '0')}`)

/** Gives each item an edit of its title. */
export const stageTitles = async (rig: InventoryRig, skus: readonly string[]): Promise<void> => {
  const rows = skus.map((sku) => ({ sku, cells: [`New ${sku}`] }))
  await rig.client.stageCells({ columns: ['title'], rows })
}

/** Adds items to the platform, reads them, and edits each title. */
export const editsOf = async (rig: InventoryRig, count: number): Promise<readonly string[]> => {
  const skus = createSkus(count)
  await Promise.all(
    skus.map((sku) => rig.putElsewhere(sku, { product: { title: `Item ${sku}`, upc: '012345678905', foo: sku } })),
  )
  await rig.client.addSkus({ skus: [...skus] })
  await rig.until(async () => expect((await rig.client.items({})).toRead).toBe(0))
  await stageTitles(rig, skus)
  return skus
}

/** Plans a run of all edits and waits until it is ready to start. */
export const readyRun = async (rig: InventoryRig): Promise<number> => {
  const { runId } = await rig.client.prepareRun({ scope: { kind: 'changed' } })
  await rig.until(async () => expect((await rig.client.run({}))?.state).toBe('ready'))
  return runId
}

export const endedRun = (rig: InventoryRig): Promise<void> =>
  rig.until(async () => expect((await rig.client.run({}))?.state).toBe('done'))
