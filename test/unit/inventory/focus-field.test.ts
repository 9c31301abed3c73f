import { describe, expect, it } from 'vitest'
import { controlLabels } from '../../../renderer/inventory/item/focus-field.ts'
import { aspectPath, fieldPaths } from '../../../shared/inventory/item.ts'

describe('the control of an item field', () => {
  it('bears the name of the field', () => {
    expect(controlLabels(fieldPaths.quantity)).toEqual(['Quantity'])
    expect(controlLabels(fieldPaths.title)).toEqual(['Title'])
  })

  it('is the one for new entries for pictures and item specifics', () => {
    expect(controlLabels(fieldPaths.imageUrls)).toEqual(['Choose pictures', 'Address of a new picture'])
    expect(controlLabels(fieldPaths.aspects)).toEqual(['Name of a new item specific'])
    expect(controlLabels(aspectPath('Brand'))).toEqual(['Name of a new item specific'])
  })

  it('does not exist for the item as a whole or an unknown field', () => {
    expect(controlLabels([])).toEqual([])
    expect(controlLabels(['product'])).toEqual([])
    expect(controlLabels(['packageWeightAndSize'])).toEqual([])
  })
})
