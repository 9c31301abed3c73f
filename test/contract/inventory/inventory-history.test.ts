/** Every save keeps three versions; each can be restored. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'

const lamp: JsonObject = {
  condition: 'USED_GOOD',
  packageWeightAndSize: { weight: { value: 1.5 } },
  product: { title: 'Lamp', upc: '012345678905', foo: { bar: 1 } },
}
const readProduct = (record: JsonObject): JsonObject => record.product as JsonObject

let rig: InventoryRig

beforeEach(async () => {
  rig = await openInventory()
  await rig.putElsewhere('LMP-1', lamp)
  await rig.open('LMP-1')
})
afterEach(async () => {
  await rig.close()
})

const saveTitle = async (title: string): Promise<void> => {
  await rig.edit('LMP-1', [fieldPaths.title, title])
  expect(await rig.save('LMP-1')).toMatchObject({ state: 'sent' })
}

describe('the history', () => {
  it('keeps the base, sent and after versions of every save, newest first', async () => {
    await saveTitle('Desk lamp')
    await rig.edit('LMP-1', [fieldPaths.upc, undefined])
    await rig.save('LMP-1')
    const { saves } = await rig.client.history({ sku: 'LMP-1' })
    expect(saves.map(({ state, changes, deletions }) => ({ state, changes, deletions }))).toEqual([
      {
        state: 'sent',
        changes: [{ kind: 'deleted', path: fieldPaths.upc }],
        deletions: ['UPC: 012345678905'],
      },
      { state: 'sent', changes: [{ kind: 'changed', path: fieldPaths.title }], deletions: [] },
    ])
    const first = saves[1]
    const retitled = { ...lamp, product: { ...readProduct(lamp), title: 'Desk lamp' } }
    expect(await rig.client.savedVersions({ saveId: first?.id ?? 0 })).toEqual({
      sku: 'LMP-1',
      base: lamp,
      sent: retitled,
      after: retitled,
    })
  })

  it('restores an earlier version, including unknown fields, as an edit with its own preview and call cost', async () => {
    await saveTitle('Desk lamp')
    const { saves } = await rig.client.history({ sku: 'LMP-1' })
    // Another tool dropped unknown fields and added one.
    await rig.putElsewhere('LMP-1', { product: { title: 'Desk lamp' }, extra: true })
    await rig.client.refreshItem({ sku: 'LMP-1' })
    const puts = rig.puts().length
    await rig.client.restoreVersion({ saveId: saves[0]?.id ?? 0, version: 'base' })
    expect(rig.puts()).toHaveLength(puts)
    const preview = await rig.client.previewSave({ sku: 'LMP-1' })
    expect(preview.deletions.map(({ name }) => name)).toEqual(['Extra: Yes'])
    expect(preview.budget).toMatchObject({ used: 1 })
    expect(await rig.save('LMP-1')).toMatchObject({ state: 'sent' })
    expect(await rig.onPlatform('LMP-1')).toEqual(lamp)
    expect(await rig.client.budget({})).toMatchObject({ used: 2 })
  })

  it('restores a deleted item with all fields', async () => {
    await saveTitle('Desk lamp')
    await rig.fault({ operation: 'getInventoryItem', fault: 'status', status: 404, count: 2 })
    await rig.client.refreshItem({ sku: 'LMP-1' })
    const { saves } = await rig.client.history({ sku: 'LMP-1' })
    await rig.client.restoreVersion({ saveId: saves[0]?.id ?? 0, version: 'base' })
    expect(await rig.client.previewSave({ sku: 'LMP-1' })).toMatchObject({ isNew: true, isGone: false })
  })

  it('INV-14 allows editing a restored version, but adding no unknown field', async () => {
    await saveTitle('Desk lamp')
    const { saves } = await rig.client.history({ sku: 'LMP-1' })
    await rig.putElsewhere('LMP-1', { product: { title: 'Desk lamp' } })
    await rig.client.refreshItem({ sku: 'LMP-1' })
    await rig.client.restoreVersion({ saveId: saves[0]?.id ?? 0, version: 'base' })
    await rig.edit('LMP-1', [fieldPaths.title, 'Lamp with a shade'])
    const { edit, record } = await rig.client.item({ sku: 'LMP-1' })
    if (edit === null) throw new Error('There is no edit')
    const invented = withChange(edit, record ?? undefined, ['product', 'foo', 'baz'], 2)
    expect(await failureOfCall(rig.client.saveEdit({ sku: 'LMP-1', edit: invented }))).toMatchObject({
      kind: 'validation',
    })
    await rig.save('LMP-1')
    expect(await rig.onPlatform('LMP-1')).toEqual({
      ...lamp,
      product: { ...readProduct(lamp), title: 'Lamp with a shade' },
    })
  })

  it('takes a restored version back after it was discarded, unknown fields included', async () => {
    await saveTitle('Desk lamp')
    const { saves } = await rig.client.history({ sku: 'LMP-1' })
    await rig.putElsewhere('LMP-1', { product: { title: 'Desk lamp' } })
    await rig.client.refreshItem({ sku: 'LMP-1' })
    await rig.client.restoreVersion({ saveId: saves[0]?.id ?? 0, version: 'base' })
    const restored = await rig.client.item({ sku: 'LMP-1' })
    if (restored.edit === null) throw new Error('There is no edit')
    await rig.client.discardEdit({ sku: 'LMP-1' })
    await rig.client.saveEdit({ sku: 'LMP-1', edit: restored.edit })
    expect(await rig.client.item({ sku: 'LMP-1' })).toMatchObject({
      edit: restored.edit,
      editSource: 'an earlier version',
    })
  })

  it('replaces an unsaved edit only on request', async () => {
    await saveTitle('Desk lamp')
    const { saves } = await rig.client.history({ sku: 'LMP-1' })
    const saveId = saves[0]?.id ?? 0
    await rig.edit('LMP-1', [fieldPaths.condition, 'NEW'])
    expect(await failureOfCall(rig.client.restoreVersion({ saveId, version: 'base' }))).toMatchObject({
      kind: 'conflict',
    })
    expect((await rig.client.item({ sku: 'LMP-1' })).view.condition).toBe('NEW')
    await rig.client.restoreVersion({ saveId, version: 'base', replaceEdit: true })
    expect((await rig.client.item({ sku: 'LMP-1' })).view).toMatchObject({ title: 'Lamp', condition: 'USED_GOOD' })
  })

  it('explains why nothing can be restored', async () => {
    await saveTitle('Desk lamp')
    const { saves } = await rig.client.history({ sku: 'LMP-1' })
    expect(
      await failureOfCall(rig.client.restoreVersion({ saveId: saves[0]?.id ?? 0, version: 'after' })),
    ).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('already'),
    })
    await rig.open('NEW-1')
    await rig.edit('NEW-1', [fieldPaths.title, 'Vase'])
    await rig.save('NEW-1')
    const made = (await rig.client.history({ sku: 'NEW-1' })).saves[0]
    expect(made).toMatchObject({ isNew: true })
    expect(await failureOfCall(rig.client.restoreVersion({ saveId: made?.id ?? 0, version: 'base' }))).toMatchObject({
      kind: 'notFound',
    })
    expect(await failureOfCall(rig.client.restoreVersion({ saveId: 999, version: 'base' }))).toMatchObject({
      kind: 'notFound',
    })
  })
})
