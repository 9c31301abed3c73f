/** An item with its edit, as its page shows it. */
import { expect, it } from 'vitest'
import { readDraft } from '../../../renderer/inventory/item/item-draft.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { Item } from '../../../shared/inventory/contract.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'

it('INV-08 counts the changes of an item as the preview of its save does', () => {
  const record = { sku: 'L-1', product: { title: 'Lamp' } }
  const parcel = { weight: { value: 2, unit: 'POUND' }, packageType: 'LETTER' }
  const edit = withChange(startEdit(record), record, ['packageWeightAndSize'], parcel)
  const { changes } = previewSave(record, mergeEdit(record, edit).merged)
  const item = { record, refusals: [] } as unknown as Item
  expect(edit.changes).toHaveLength(1)
  expect(changes.length).toBeGreaterThan(1)
  expect(readDraft(item, edit, platforms.ebay).changes).toBe(changes.length)
})
