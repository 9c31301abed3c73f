/** What the seller decides about an item beside its fields: its family, its language, its whole record, what is low. */
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

  it('INV-17 is recorded with its evidence, and the other family is refused with that as the reason', async () => {
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
    expect(detail).toMatchObject({ kind: 'conflict', message: expect.stringContaining('one family only') })
    const { previewToken } = await rig.client.previewSave({ sku: 'LMP-1' })
    expect(await failureOfCall(rig.client.save({ sku: 'LMP-1', previewToken, confirmedDeletions: [] }))).toMatchObject({
      kind: 'conflict',
    })
    expect(rig.puts()).toEqual([])
    expect(await rig.client.budget({})).toMatchObject({ used: 0 })
  })

  it('INV-17 says in the steps to a listing that there is no offer to make', async () => {
    await record('trading')
    const { publishSteps } = await rig.client.item({ sku: 'LMP-1' })
    expect(publishSteps.filter(({ state }) => state === 'refused').map(({ step }) => step)).toEqual([
      'offer',
      'publish',
    ])
  })

  it('INV-17 lets the seller correct the record, and then saves', async () => {
    await record('trading')
    await record('offers', 'listing', 'Offer 77 in the seller hub')
    await rig.edit('LMP-1', [fieldPaths.title, 'Desk lamp'])
    expect(await rig.save('LMP-1')).toMatchObject({ outcome: 'saved' })
    await record(null)
    expect((await rig.client.item({ sku: 'LMP-1' })).family).toMatchObject({ family: null })
    expect(rig.database.all('SELECT family FROM item_families ORDER BY id')).toHaveLength(3)
  })

  it('INV-17 reads the listing before taking it as evidence', async () => {
    expect(await failureOfCall(record('trading', 'listing', '  '))).toMatchObject({ kind: 'validation' })
  })
})

describe('the language of an item', () => {
  it('INV-07 is carried by its saves in place of the connection’s, and shown before', async () => {
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

  it('INV-07 takes no text that is no language tag', async () => {
    const set = rig.client.setContentLanguage({ sku: 'LMP-1', contentLanguage: 'de-DE\r\nX-Evil: 1' })
    expect(await failureOfCall(set)).toMatchObject({ kind: 'validation' })
  })

  it('INV-07 a changed language makes an earlier preview void', async () => {
    await rig.edit('LMP-1', [fieldPaths.title, 'Lampe'])
    const { previewToken } = await rig.client.previewSave({ sku: 'LMP-1' })
    await rig.client.setContentLanguage({ sku: 'LMP-1', contentLanguage: 'de-DE' })
    const save = rig.client.save({ sku: 'LMP-1', previewToken, confirmedDeletions: [] })
    expect(await failureOfCall(save)).toMatchObject({ kind: 'conflict' })
  })
})

describe('replacing the whole record', () => {
  const wanted: JsonObject = { product: { title: 'Only a title', foo: { bar: 1 } } }
  const replace = async (record: JsonObject, typedSku = 'LMP-1', confirms = true) => {
    const { previewToken, deletions } = await rig.client.previewReplace({ sku: 'LMP-1', record })
    const confirmedDeletions = confirms ? deletions.map(({ id }) => id) : []
    return rig.client.replaceRecord({ sku: 'LMP-1', record, previewToken, confirmedDeletions, typedSku })
  }

  it('INV-08 sends exactly the typed record, once the SKU is typed and every deletion is confirmed', async () => {
    const { deletions } = await rig.client.previewReplace({ sku: 'LMP-1', record: wanted })
    expect(deletions.map(({ name }) => name)).toEqual(['Quantity: 4', 'Condition: USED_GOOD', 'UPC: 012345678905'])
    expect(await failureOfCall(replace(wanted, 'LMP-2'))).toMatchObject({ kind: 'validation' })
    expect(await failureOfCall(replace(wanted, 'LMP-1', false))).toMatchObject({ kind: 'validation' })
    expect(rig.puts()).toEqual([])
    expect(await replace(wanted)).toMatchObject({ outcome: 'saved' })
    expect(rig.puts()[0]?.body).toBe(JSON.stringify(wanted))
    expect(await rig.onPlatform('LMP-1')).toEqual(wanted)
  })

  it('keeps the replaced value in the history', async () => {
    await replace(wanted)
    const { saves } = await rig.client.history({ sku: 'LMP-1' })
    await rig.client.restoreVersion({ saveId: saves[0]?.id ?? 0, version: 'base' })
    await rig.save('LMP-1')
    expect(await rig.onPlatform('LMP-1')).toEqual(lamp)
  })

  it('INV-14 makes up no field: an unknown one may stay or go, and not change', async () => {
    expect(await failureOfCall(replace({ product: { foo: { bar: 2 } } }))).toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('product.foo'),
    })
    expect(await failureOfCall(replace({ mappingReferenceId: 'm-1' }))).toMatchObject({ kind: 'validation' })
  })

  it('holds the typed record to the rules (INV-20)', async () => {
    const record = { availability: { shipToLocationAvailability: { quantity: -1 } } }
    expect(await failureOfCall(replace(record))).toMatchObject({ kind: 'validation' })
  })

  it('sends nothing when the platform moved after the preview, or while an edit waits', async () => {
    const { previewToken, deletions } = await rig.client.previewReplace({ sku: 'LMP-1', record: wanted })
    await rig.putElsewhere('LMP-1', { ...lamp, condition: 'NEW' })
    const late = rig.client.replaceRecord({
      sku: 'LMP-1',
      record: wanted,
      previewToken,
      confirmedDeletions: deletions.map(({ id }) => id),
      typedSku: 'LMP-1',
    })
    expect(await failureOfCall(late)).toMatchObject({ kind: 'conflict' })
    await rig.edit('LMP-1', [fieldPaths.title, 'Typed'])
    expect(await failureOfCall(replace(wanted))).toMatchObject({ kind: 'conflict' })
    expect(rig.puts()).toEqual([])
    expect((await rig.client.item({ sku: 'LMP-1' })).view.title).toBe('Typed')
  })

  it('makes no call for the record that the platform holds', async () => {
    expect(await replace(lamp)).toMatchObject({ outcome: 'unchanged' })
    expect(rig.puts()).toEqual([])
  })
})

describe('the list', () => {
  it('counts as low what the seller calls low, at once and after a restart', async () => {
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

  it('shows conflicts alone', async () => {
    await rig.open('LMP-2')
    await rig.edit('LMP-1', [fieldPaths.title, 'Mine'])
    await rig.putElsewhere('LMP-1', { ...lamp, product: { title: 'Theirs' } })
    await rig.client.refreshItem({ sku: 'LMP-1' })
    const { rows: items, counts, total } = await rig.client.items({ filter: 'conflict' })
    expect(items.map(({ sku, state }) => [sku, state])).toEqual([['LMP-1', 'conflict']])
    expect({ conflict: counts.conflict, total }).toEqual({ conflict: 1, total: 1 })
  })
})
