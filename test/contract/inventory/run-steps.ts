/** Shared steps for tests of runs. */
import { expect } from 'vitest'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { Exclusion, Run, RunPlan, RunRow } from '../../../shared/outbound/run-contract.ts'
import type { InventoryRig } from './inventory-rig.ts'

export const createSkus = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `S-${String(index).padStart(3, '0')}`)

/** Gives each item an edit of its title. */
export const stageTitles = async (rig: InventoryRig, skus: readonly string[]): Promise<void> => {
  const rows = skus.map((sku) => ({ sku, cells: [`New ${sku}`] }))
  await rig.client.stageCells({ columns: ['title'], rows })
}

/** Adds items to the platform, reads them, and edits each title. */
export const editsOf = async (
  rig: InventoryRig,
  count: number,
  more: (sku: string) => JsonObject = (sku) => ({ upc: '012345678905', foo: sku }),
): Promise<readonly string[]> => {
  const skus = createSkus(count)
  await Promise.all(skus.map((sku) => rig.putElsewhere(sku, { product: { title: `Item ${sku}`, ...more(sku) } })))
  await rig.client.addSkus({ skus: [...skus] })
  await rig.until(async () => expect((await rig.client.items({})).toRead).toBe(0))
  await stageTitles(rig, skus)
  return skus
}

/** Plans a run of all edits. */
export const planOf = (rig: InventoryRig, excluded: readonly Exclusion[] = []): Promise<RunPlan> =>
  rig.client.planRun({ scope: { kind: 'changed' }, excluded: [...excluded] })

/** Plans a run of all edits and starts it. Returns its id. */
export const startRun = async (rig: InventoryRig, deletions?: 'confirmed' | 'leftOut'): Promise<number> => {
  const { planToken } = await planOf(rig)
  const { runId } = await rig.runs.startRun({ planToken, ...(deletions === undefined ? {} : { deletions }) })
  return runId
}

/** The newest run. */
export const newestRun = async (rig: InventoryRig): Promise<Run> => {
  const [run] = (await rig.runs.runs({})).runs
  if (run === undefined) throw new Error('There is no run')
  return run
}

export const endedRun = (rig: InventoryRig): Promise<void> =>
  rig.until(async () => expect(await newestRun(rig)).toMatchObject({ isOpen: false }))

export const rowsOf = async (rig: InventoryRig, runId: number): Promise<readonly RunRow[]> =>
  (await rig.runs.runRows({ runId })).rows
