/** The seller's choices about an item besides its fields: family, language, whole record, low-stock threshold. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'

const lamp: JsonObject = {
  availability: { shipToLocationAvailability: { quantity: 4 } },
  condition: 'USED_GOOD',
  product: { title: 'Lamp', upc: '012345678905', foo: { bar: 1 } },
}

let rig: InventoryRig

beforeEach(async () => {
  rig = await openInventory()
  await rig.putElsewhere('LMP-1', lamp)
  await rig.open('LMP-1')
})
afterEach(async () => {
  await rig.close()
})

describe('the family of a SKU', () => {
  const record = (family: 'offers' | 'trading' | null, evidence: 'seller' | 'listing' = 'seller', note = '') =>
    rig.client.recordFamily({ sku: 'LMP-1', family, evidence, note })

  it('INV-17 is recorded with its evidence, which is the reason for refusing the other family', async () => {
    expect((await rig.client.item({ sku: 'LMP-1' })).family).toBeNull()
    await record('trading', 'listing', 'Listing 110022, made with another tool')
    expect((await rig.client.item({ sku: 'LMP-1' })).family).toMatchObject({
      family: 'trading',
      evidence: 'listing',
      note: 'Listing 110022, made with another tool',
      atMs: rig.clock.nowMs(),
    })
    await rig.edit('LMP-1', [fieldPaths.title, 'Desk lamp'])
    expect((await rig.client.previewSave({ sku: 'LMP-1' })).refusal).toContain('Listing 110022, made with another tool')
    const detail = await failureOfCall(rig.save('LMP-1'))
    expect(detail).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('was made with another tool'),
    })
    const { previewToken } = await rig.client.previewSave({ sku: 'LMP-1' })
    expect(await failureOfCall(rig.client.save({ sku: 'LMP-1', previewToken, confirmedDeletions: [] }))).toMatchObject({
      kind: 'conflict',
    })
    expect(rig.puts()).toEqual([])
    expect(await rig.client.budget({})).toMatchObject({ used: 0 })
  })

  it('INV-17 can be corrected by the seller, and then saves', async () => {
    await record('trading')
    await record('offers', 'listing', 'Offer 77 in the seller hub')
    await rig.edit('LMP-1', [fieldPaths.title, 'Desk lamp'])
    expect(await rig.save('LMP-1')).toMatchObject({ state: 'sent' })
    await record(null)
    expect((await rig.client.item({ sku: 'LMP-1' })).family).toMatchObject({ family: null })
    expect(rig.database.all('SELECT family FROM item_families ORDER BY id')).toHaveLength(3)
  })

  it('INV-17 reads the listing before taking it as evidence', async () => {
    expect(await failureOfCall(record('trading', 'listing', '  '))).toMatchObject({ kind: 'validation' })
  })
})

describe('the language of an item', () => {
  it('INV-07 is sent with its saves in place of the connection’s, and shown before', async () => {
    await rig.client.setContentLanguage({ sku: 'LMP-1', contentLanguage: 'de-DE' })
    await rig.edit('LMP-1', [fieldPaths.title, 'Lampe'])
    expect(await rig.client.previewSave({ sku: 'LMP-1' })).toMatchObject({ contentLanguage: 'de-DE' })
    await rig.save('LMP-1')
    expect(rig.puts()[0]?.headers['content-language']).toBe('de-DE')
    await rig.client.setContentLanguage({ sku: 'LMP-1', contentLanguage: null })
    await rig.edit('LMP-1', [fieldPaths.title, 'Lamp'])
    await rig.save('LMP-1')
    expect(rig.puts()[1]?.headers['content-language']).toBe('en-US')
  })

  it('INV-07 accepts only language tags', async () => {
    const set = rig.client.setContentLanguage({ sku: 'LMP-1', contentLanguage: 'de-DE\r\nX-Evil: 1' })
    expect(await failureOfCall(set)).toMatchObject({ kind: 'validation' })
  })

  it('INV-07 invalidates an earlier preview if it changes', async () => {
    await rig.edit('LMP-1', [fieldPaths.title, 'Lampe'])
    const { previewToken } = await rig.client.previewSave({ sku: 'LMP-1' })
    await rig.client.setContentLanguage({ sku: 'LMP-1', contentLanguage: 'de-DE' })
    const save = rig.client.save({ sku: 'LMP-1', previewToken, confirmedDeletions: [] })
    expect(await failureOfCall(save)).toMatchObject({ kind: 'conflict' })
  })
})

describe('the list', () => {
  it('counts low stock by the seller’s threshold, at once and after a restart', async () => {
    expect(await rig.client.items({})).toMatchObject({ lowStockAtMost: 1, counts: { lowStock: 0 } })
    await rig.client.setLowStock({ atMost: 4 })
    expect(await rig.client.items({ filter: 'lowStock' })).toMatchObject({
      lowStockAtMost: 4,
      counts: { lowStock: 1 },
      rows: [{ sku: 'LMP-1', isLowStock: true }],
    })
    await rig.restart()
    await rig.edit('LMP-1', [fieldPaths.quantity, 5])
    expect(await rig.client.items({})).toMatchObject({ lowStockAtMost: 4, counts: { lowStock: 0 } })
  })

  it('can show only conflicts', async () => {
    await rig.open('LMP-2')
    await rig.edit('LMP-1', [fieldPaths.title, 'Mine'])
    await rig.putElsewhere('LMP-1', { ...lamp, product: { title: 'Theirs' } })
    await rig.client.refreshItem({ sku: 'LMP-1' })
    const { rows: items, counts, total } = await rig.client.items({ filter: 'conflict' })
    expect(items.map(({ sku, state }) => [sku, state])).toEqual([['LMP-1', 'conflict']])
    expect({ conflict: counts.conflict, total }).toEqual({ conflict: 1, total: 1 })
  })
})
