/** Runs on a platform that accepts few calls in a second (MSG-20). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type InventoryRig, openInventory } from './inventory-rig.ts'
import { editsOf, endedRun, rowsOf, startRun } from './run-steps.ts'

let rig: InventoryRig
beforeEach(async () => {
  rig = await openInventory()
})
afterEach(() => rig.close())

const PER_SECOND = 4

/** A read before and after each save, and the calls that save. */
const MAX_REFUSED_SHARE = 0.15

it.each([1, 6, 60])('MSG-20 a run of %i items makes about the calls that it needs', async (count) => {
  await editsOf(rig, count)
  rig.limitCalls(PER_SECOND)
  const before = rig.requests.length
  const runId = await startRun(rig)
  await endedRun(rig)
  const rows = await rowsOf(rig, runId)
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'sent'))
  const calls = rig.requests.slice(before)
  const needed = 2 * count + calls.filter(({ method }) => method !== 'GET').length
  expect(calls.length).toBeLessThanOrEqual(needed + Math.max(4, MAX_REFUSED_SHARE * needed))
})
