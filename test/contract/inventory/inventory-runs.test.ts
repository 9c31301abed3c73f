/** Many edits sent as one run, over real HTTP against the practice platform. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { type JsonObject, valueAt } from '../../../shared/inventory/json.ts'
import { parseJson } from '../../../shared/inventory/json-text.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'
import { editsOf, endedRun, readyRun } from './run-steps.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let rig: InventoryRig

beforeEach(async () => {
  rig = await openInventory()
})
afterEach(async () => {
  await rig.close()
})

const withEdits = (count: number) => editsOf(rig, count)
const ready = () => readyRun(rig)
const ended = () => endedRun(rig)

const titleOnPlatform = async (sku: string) => valueAt(await rig.onPlatform(sku), fieldPaths.title)

describe('a run', () => {
  it('INV-11 INV-12 saves 57 of 60 and keeps the other three as typed, with their errors at the fields', async () => {
    const skus = await withEdits(60)
    const wrong = [skus[3], skus[30], skus[59]] as string[]
    // The practice platform refuses a list of two UPCs; this app does not check that.
    for (const sku of wrong) await rig.edit(sku, [fieldPaths.upc, ['012345678905', '036000291452']])
    const runId = await ready()
    const before = await rig.client.run({})
    expect(before).toMatchObject({ counts: { all: 60, planned: 60 }, plan: { items: 60, calls: 3 } })
    expect(rig.requests.filter(({ method }) => method !== 'GET')).toEqual([])

    await rig.client.startRun({ runId })
    await ended()
    expect((await rig.client.run({}))?.counts).toMatchObject({ saved: 57, refused: 3 })
    expect(rig.requests.filter(({ method }) => method === 'POST')).toHaveLength(3)
    for (const sku of skus) {
      const item = await rig.client.item({ sku })
      if (wrong.includes(sku)) {
        expect(item).toMatchObject({
          state: 'changed',
          view: { title: `New ${sku}`, upc: ['012345678905', '036000291452'] },
          lastSave: { state: 'refused' },
          refusals: [{ path: fieldPaths.upc, column: 'upc' }],
        })
        expect(await titleOnPlatform(sku)).toBe(`Item ${sku}`)
      } else {
        expect(item).toMatchObject({ state: 'saved', edit: null, lastSave: { state: 'saved' } })
        expect(await rig.onPlatform(sku)).toEqual({ product: { title: `New ${sku}`, upc: '012345678905', foo: sku } })
      }
    }
    const { rows, counts } = await rig.client.items({ filter: 'refused' })
    expect(rows.map(({ sku }) => sku)).toEqual(wrong)
    expect(counts.refused).toBe(3)
    expect(rows[0]?.problems).toMatchObject([{ column: 'upc', from: 'platform' }])
    expect(await rig.client.budget({})).toMatchObject({ used: 60, calls: 3 })
  })

  it('keeps the base, sent and after versions of every save', async () => {
    await withEdits(2)
    await rig.client.startRun({ runId: await ready() })
    await ended()
    const [save] = (await rig.client.history({ sku: 'S-001' })).saves
    expect(save).toMatchObject({ state: 'saved', changes: [{ kind: 'changed', path: fieldPaths.title }] })
    expect(await rig.client.savedVersions({ saveId: save?.id ?? 0 })).toMatchObject({
      base: { product: { title: 'Item S-001' } },
      sent: { product: { title: 'New S-001' } },
      after: { product: { title: 'New S-001' } },
    })
  })

  it('INV-15 sends what the limit allows, and the rest once changes are free, even after a restart', async () => {
    await rig.close()
    rig = await openInventory({ limits: { itemChangesPerDay: 30, productsPerTask: 10 } })
    await rig.client.setChangeReserve({ changes: 5 })
    const skus = await withEdits(30)
    const runId = await ready()
    const plan = (await rig.client.run({}))?.plan
    expect(plan).toMatchObject({ items: 30, calls: 2, now: { items: 25, calls: 1 } })
    expect(plan?.endsAtMs).toBeGreaterThan(rig.clock.nowMs() + DAY_MS - 60_000)
    await rig.client.startRun({ runId })
    await rig.until(async () => expect((await rig.client.run({}))?.waits?.reason).toBe('budget'))
    expect(await rig.client.budget({})).toMatchObject({ used: 25, left: 5, reserve: 5 })
    await rig.restart()
    await rig.clock.advance(DAY_MS - 120_000)
    expect((await rig.client.run({}))?.counts).toMatchObject({ saved: 25, planned: 5 })
    await rig.clock.advance(180_000)
    await ended()
    expect(await titleOnPlatform(skus[29] ?? '')).toBe('New S-029')
  })

  it('INV-08 is reverted as a new run, which keeps what others changed since', async () => {
    const [first = '', second = '', third = ''] = await withEdits(3)
    const runId = await ready()
    await rig.client.startRun({ runId })
    await ended()
    // Since the run, one item was sold elsewhere, one retitled elsewhere, and one left alone.
    const availability = { shipToLocationAvailability: { quantity: 4 } }
    await rig.putElsewhere(first, { product: { title: `New ${first}`, upc: '012345678905', foo: first }, availability })
    await rig.putElsewhere(second, { product: { title: 'Theirs' } })
    for (const sku of [first, second]) await rig.client.refreshItem({ sku })
    const reverted = await rig.client.revertRun({ runId })
    expect(reverted.skipped).toMatchObject([{ sku: second }])
    await rig.until(async () => expect((await rig.client.run({}))?.state).toBe('ready'))
    expect(await rig.client.run({})).toMatchObject({ runId: reverted.runId, counts: { planned: 2 } })
    await rig.client.startRun({ runId: reverted.runId })
    await ended()
    expect(await rig.onPlatform(first)).toEqual({
      product: { title: `Item ${first}`, upc: '012345678905', foo: first },
      availability,
    })
    expect(await titleOnPlatform(second)).toBe('Theirs')
    expect(await titleOnPlatform(third)).toBe(`Item ${third}`)
  })

  it('shows a number in the plan as the platform wrote it', async () => {
    await rig.putElsewhere(
      'S-1',
      parseJson('{"availability":{"shipToLocationAvailability":{"quantity":3.0}}}') as JsonObject,
    )
    await rig.client.addSkus({ skus: ['S-1'] })
    await rig.client.refreshItem({ sku: 'S-1' })
    await rig.edit('S-1', [fieldPaths.quantity, 4])
    expect((await rig.client.runCells({ runId: await ready() })).rows).toMatchObject([{ old: '3.0', value: '4' }])
  })

  it('INV-08 leaves out a field the seller excluded: it stays an edit, and is not reverted with the rest', async () => {
    const [sku = '', other = ''] = await withEdits(2)
    await rig.edit(sku, [fieldPaths.quantity, 9], [fieldPaths.upc, undefined])
    const runId = await ready()
    const cells = async () => (await rig.client.runCells({ runId })).rows.filter((cell) => cell.sku === sku)
    expect(await cells()).toMatchObject([
      { path: fieldPaths.title, old: `Item ${sku}`, value: `New ${sku}`, isExcluded: false },
      { path: fieldPaths.quantity, old: null, value: '9' },
      { path: fieldPaths.upc, old: '012345678905', value: null },
    ])
    const left = [fieldPaths.title, fieldPaths.upc].map((path) => ({ sku, path: [...path] }))
    await rig.client.excludeRunCells({ runId, cells: left, isExcluded: true })
    expect(await rig.client.run({})).toMatchObject({
      deletions: { all: 0 },
      plan: { items: 2, stockCorrections: 1 },
    })
    await rig.client.startRun({ runId })
    await ended()
    expect(await rig.onPlatform(sku)).toMatchObject({ product: { title: `Item ${sku}`, upc: '012345678905' } })
    expect((await rig.client.item({ sku })).edit?.changes).toMatchObject([
      { path: fieldPaths.title, value: `New ${sku}` },
      { path: fieldPaths.upc, op: 'remove' },
    ])
    expect(await cells()).toMatchObject([
      { state: 'saved', isExcluded: true },
      { state: 'saved', isExcluded: false },
      { state: 'saved', isExcluded: true },
    ])
    await rig.client.discardEdit({ sku })
    await rig.client.revertRun({ runId })
    expect((await rig.client.item({ sku })).edit?.changes).toMatchObject([{ path: fieldPaths.quantity, op: 'remove' }])
    expect((await rig.client.item({ sku: other })).edit?.changes).toHaveLength(1)
  })

  it('INV-08 sends an item without its field in conflict, and includes the field once it is resolved', async () => {
    const [sku = ''] = await withEdits(1)
    await rig.edit(sku, [fieldPaths.quantity, 9])
    await rig.putElsewhere(sku, { product: { title: 'Theirs' } })
    const runId = await ready()
    const cells = [{ sku, path: [...fieldPaths.title] }]
    const planned = async () => (await rig.client.run({}))?.counts.planned
    expect((await rig.client.runCells({ runId, state: 'held' })).rows).toMatchObject([
      { isProblem: true, path: fieldPaths.title },
      { isProblem: false, path: fieldPaths.quantity },
    ])
    await rig.client.excludeRunCells({ runId, cells, isExcluded: true })
    expect(await planned()).toBe(1)
    await rig.client.excludeRunCells({ runId, cells, isExcluded: false })
    expect(await planned()).toBe(0)
    await rig.client.excludeRunCells({ runId, cells, isExcluded: true })
    await rig.client.startRun({ runId })
    await ended()
    expect(await rig.onPlatform(sku)).toMatchObject({ product: { title: 'Theirs' } })
    expect(valueAt(await rig.onPlatform(sku), fieldPaths.quantity)).toBe(9)
    expect(await failureOfCall(rig.client.excludeRunCells({ runId, cells, isExcluded: false }))).toMatchObject({
      kind: 'conflict',
    })
  })

  it('INV-08 deletes nothing that was not confirmed', async () => {
    await withEdits(3)
    await rig.edit('S-001', [fieldPaths.upc, undefined])
    const runId = await ready()
    expect(await failureOfCall(rig.client.startRun({ runId }))).toMatchObject({ kind: 'validation' })
    expect((await rig.client.run({}))?.deletions).toEqual({
      all: 1,
      first: [{ sku: 'S-001', name: 'UPC: 012345678905' }],
    })
    await rig.client.startRun({ runId, deletions: 'confirmed' })
    await ended()
    expect((await rig.onPlatform('S-001'))?.product).toEqual({ title: 'New S-001', foo: 'S-001' })
  })
})
