/** Starting items, and files with an item's further fields, over a practice shop. */
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'

const lamp: JsonObject = {
  availability: { shipToLocationAvailability: { quantity: 3 } },
  condition: 'USED_GOOD',
  packageWeightAndSize: { weight: { value: 2, unit: 'POUND' }, packageType: 'LETTER' },
  product: { title: 'Lamp', brand: 'Kestrel', upc: ['012345678905'], imageUrls: ['https://i.example/1.jpg'] },
}

let rig: InventoryRig
afterEach(() => rig.close())

describe('a new item', () => {
  it('LST-16 gets for an ISBN the next SKU of the series whose items have ISBNs', async () => {
    rig = await openInventory({ platform: 'ebay' })
    for (const [sku, code] of [
      ['N-0007', '9780261103344'],
      ['N-0008', '9780261103573'],
      ['CAM-0001', '4006381333931'],
      ['CAM-0002', ''],
      ['CAM-0003', ''],
    ] as const) {
      await rig.client.createItem({ sku, title: `Thing ${sku}`, code })
    }
    expect(await rig.client.proposedSku({ title: '', code: '9780140328721' })).toEqual({ sku: 'N-0009' })
    expect(await rig.client.proposedSku({ title: '', code: '5901234123457' })).toEqual({ sku: 'CAM-0004' })
  })

  it('LST-16 is an edit on this computer until it is saved', async () => {
    rig = await openInventory({ platform: 'ebay' })
    expect(await rig.client.proposedSku({ title: 'Desk lamp' })).toEqual({ sku: 'DL-0001' })
    await rig.client.createItem({ sku: 'DL-0001', title: 'Desk lamp' })
    expect(await rig.client.item({ sku: 'DL-0001' })).toMatchObject({
      view: { title: 'Desk lamp' },
      editSource: null,
    })
    expect(await rig.client.proposedSku({ title: 'Desk lamp' })).toEqual({ sku: 'DL-0002' })
    expect(rig.requests.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(await failureOfCall(rig.client.createItem({ sku: 'DL-0001', title: 'Other' }))).toMatchObject({
      kind: 'conflict',
    })
  })

  it('LST-16 that copies another has its fields, without what must differ', async () => {
    rig = await openInventory({ platform: 'ebay' }, 0, { there: { 'L-1': lamp } })
    await rig.open('L-1')
    await rig.client.createItem({ sku: 'L-2', title: 'Second lamp', like: 'L-1' })
    const { view, edit } = await rig.client.item({ sku: 'L-2' })
    expect(view).toMatchObject({ title: 'Second lamp', condition: 'USED_GOOD', quantity: null, imageUrls: [], upc: [] })
    expect(edit?.changes.map(({ path }) => path.join('.')).sort()).toEqual([
      'condition',
      'packageWeightAndSize.packageType',
      'packageWeightAndSize.weight',
      'product.brand',
      'product.title',
    ])
  })
})

describe('a template', () => {
  it('LST-16 fills in a new item what this shop always fills, unsaved changes included', async () => {
    rig = await openInventory({ platform: 'ebay' }, 0, { there: { 'L-1': lamp } })
    await rig.open('L-1')
    const change = { op: 'set', path: ['product', 'description'], value: 'Ships in a day.' } as const
    await rig.client.saveEdit({ sku: 'L-1', edit: { onto: 'existing', changes: [change] } })
    expect(await rig.client.template({})).toBeNull()
    await rig.client.saveTemplate({ sku: 'L-1' })
    expect(await rig.client.template({})).toMatchObject({ sku: 'L-1', title: 'Lamp' })

    await rig.client.createItem({ sku: 'N-1', title: 'New lamp', usesTemplate: true })
    const { edit, editSource } = await rig.client.item({ sku: 'N-1' })
    expect(editSource).toBe('your template')
    expect(edit?.changes.map(({ path }) => path.join('.')).sort()).toEqual([
      'condition',
      'packageWeightAndSize.packageType',
      'packageWeightAndSize.weight',
      'product.brand',
      'product.description',
      'product.title',
    ])
    await rig.client.createItem({ sku: 'N-2', title: 'Plain' })
    expect((await rig.client.item({ sku: 'N-2' })).edit?.changes).toHaveLength(1)
  })

  it('LST-16 is deleted, and its items stay', async () => {
    rig = await openInventory({ platform: 'ebay' }, 0, { there: { 'L-1': lamp } })
    await rig.open('L-1')
    await rig.client.saveTemplate({ sku: 'L-1' })
    await rig.client.createItem({ sku: 'N-1', title: 'New lamp', usesTemplate: true })
    await rig.client.deleteTemplate({})
    expect(await rig.client.template({})).toBeNull()
    await rig.client.createItem({ sku: 'N-2', title: 'Plain', usesTemplate: true })
    expect((await rig.client.item({ sku: 'N-2' })).edit?.changes).toHaveLength(1)
    expect((await rig.client.item({ sku: 'N-1' })).view.condition).toBe('USED_GOOD')
  })
})

describe('a file', () => {
  it('LST-16 has the further fields that occur in the items, and takes them back unchanged', async () => {
    rig = await openInventory({ platform: 'ebay' }, 0, { there: { 'L-1': lamp } })
    await rig.open('L-1')
    const { text } = await rig.client.exportCsv({})
    const [header = '', row = ''] = text.replace('\ufeff', '').split(/\r?\n/)
    expect(header).toContain(',upc,ean,brand,weight,packageType')
    expect(row).toContain('Kestrel,2 lb,LETTER')
    await rig.client.stageCsv({ name: 'items.csv', text })
    expect((await rig.client.stagedCsv({}))?.counts).toMatchObject({ unchanged: 1, problem: 0 })
  })

  it('LST-16 names a weight in the wrong unit at its cell', async () => {
    rig = await openInventory({ platform: 'ebay' }, 0, { there: { 'L-1': lamp } })
    await rig.open('L-1')
    await rig.client.stageCsv({ name: 'items.csv', text: 'sku,weight\nL-1,12 cm\n' })
    const { rows } = await rig.client.stagedCsvRows({ state: 'problem' })
    expect(rows[0]?.problems[0]?.message).toContain('“cm” measures a length')
  })

  it('INV-14 ignores those fields where the platform does not have them', async () => {
    rig = await openInventory()
    await rig.client.stageCsv({ name: 'items.csv', text: 'sku,brand\nL-1,Kestrel\n' })
    expect((await rig.client.stagedCsv({}))?.columns.map(({ target }) => target)).toEqual(['sku', null])
  })
})
