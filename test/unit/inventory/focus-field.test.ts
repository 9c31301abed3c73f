import { describe, expect, it } from 'vitest'
import { controlLabel } from '../../../renderer/inventory/item/focus-field.ts'
import { aspectPath, fieldPaths } from '../../../shared/inventory/item.ts'

describe('the control of an item field', () => {
  it('bears the name of the field', () => {
    expect(controlLabel(fieldPaths.quantity)).toBe('Quantity')
    expect(controlLabel(fieldPaths.title)).toBe('Title')
  })

  it('is the one for new entries for pictures and item specifics', () => {
    expect(controlLabel(fieldPaths.imageUrls)).toBe('Address of a new picture')
    expect(controlLabel(fieldPaths.aspects)).toBe('Name of a new item specific')
    expect(controlLabel(aspectPath('Brand'))).toBe('Name of a new item specific')
  })

  it('does not exist for the item as a whole or an unknown field', () => {
    expect(controlLabel([])).toBeUndefined()
    expect(controlLabel(['product'])).toBeUndefined()
    expect(controlLabel(['packageWeightAndSize'])).toBeUndefined()
  })
})
