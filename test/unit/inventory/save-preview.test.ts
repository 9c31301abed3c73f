/** What a save is said to add, change and delete, before it does (INV-08). */
import { describe, expect, it } from 'vitest'
import { pathName } from '../../../shared/inventory/item.ts'
import type { JsonObject, JsonValue } from '../../../shared/inventory/json.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'

const deleted = (old: JsonValue, value: JsonValue): readonly string[] =>
  previewSave({ note: old }, { note: value }).deletions.map(({ name }) => name)

describe('the preview of a save', () => {
  it('INV-08 has changes, and says so', () => {
    expect(previewSave({ note: 'a' }, { note: 'b' })).toEqual({
      changes: [{ kind: 'changed', path: ['note'], old: 'a', value: 'b' }],
      deletions: [],
      noChange: false,
    })
  })

  it.each([
    ['', 'Note: old'],
    [null, 'Note: old'],
    [[], 'Note: old'],
    [{}, 'Note: old'],
    ['new', undefined],
    [0, undefined],
    [['new'], undefined],
    [{ a: 1 }, undefined],
  ] as const)('INV-08 a text that becomes %j is named as deleted only if nothing is left', (value, name) => {
    expect(deleted('old', value)).toEqual(name === undefined ? [] : [name])
  })

  it.each(['', null])('INV-08 %j that becomes empty in another way deletes nothing', (old) => {
    expect(previewSave({ note: old }, { note: [] }).deletions).toEqual([])
  })

  it.each([
    [['A'], ['B'], []],
    [['A'], [], ['Note: A']],
    [['A'], ['B', 'C'], ['Note: A']],
    [['A', 'B'], ['B'], ['Note, 1 of 2: A']],
    [['A', 'A'], ['A'], ['Note, 2 of 2: A']],
    [['A', 'B'], 'B', ['Note, 1 of 2: A']],
  ] as const)('INV-08 of a list %j that becomes %j, each lost element is named', (old, value, names) => {
    expect(deleted([...old], typeof value === 'string' ? value : [...value])).toEqual(names)
  })

  it('INV-08 names each part that goes with its parent', () => {
    const names = previewSave({ note: { a: 1, b: ['x', 'y'], c: '' } }, {}).deletions.map(({ name }) => name)
    expect(names).toEqual(['Note: a: 1', 'Note: b, 1 of 2: x', 'Note: b, 2 of 2: y', 'Note: c (empty)'])
  })

  it('INV-08 shortens a value of more than 60 characters', () => {
    expect(deleted('x'.repeat(60), '')).toEqual([`Note: ${'x'.repeat(60)}`])
    expect(deleted('x'.repeat(61), '')).toEqual([`Note: ${'x'.repeat(59)}…`])
  })

  it('INV-08 names the quantity of a new item as a field', () => {
    const added: JsonObject = { availability: { shipToLocationAvailability: { quantity: 2 } } }
    const names = previewSave({}, added).changes.map(({ path }) => pathName(path))
    expect(names).toEqual(['Quantity'])
  })

  it('INV-08 names a deleted value as a seller reads it', () => {
    const { deletions } = previewSave(
      { condition: 'VERY_GOOD_REFURBISHED', product: { description: '<p>Oak &amp; brass</p>' } },
      { product: {} },
    )
    expect(deletions.map(({ name }) => name)).toEqual(['Condition: Refurbished, very good', 'Description: Oak & brass'])
  })

  it('LST-16 names the fields of a new group one by one, and keeps an unknown object whole', () => {
    const added: JsonObject = {
      packageWeightAndSize: { weight: { value: 1, unit: 'KILOGRAM' }, packageType: 'LETTER' },
      extra: { a: 1 },
      product: { title: 'Lamp' },
    }
    const paths = previewSave({}, added).changes.map(({ path }) => path.join('.'))
    expect(paths).toContain('packageWeightAndSize.packageType')
    expect(paths).toContain('extra')
    expect(paths).not.toContain('packageWeightAndSize')
    expect(paths).not.toContain('extra.a')
  })

  it('LST-16 shows a new weight as one value with its unit', () => {
    const weight: JsonObject = { value: 1.5, unit: 'KILOGRAM' }
    expect(previewSave({}, { packageWeightAndSize: { weight } }).changes).toEqual([
      { kind: 'added', path: ['packageWeightAndSize', 'weight'], value: weight },
    ])
  })

  it.each(['', null, [], {}])('INV-08 names no deletion where %j is added', (value) => {
    expect(previewSave({}, { note: value }).deletions).toEqual([])
  })

  it('INV-08 shows a new empty object as itself', () => {
    expect(previewSave({}, { packageWeightAndSize: {} }).changes).toEqual([
      { kind: 'added', path: ['packageWeightAndSize'], value: {} },
    ])
  })
})

describe('a merge', () => {
  it('INV-10 into an item that is there is no item that is gone', () => {
    expect(mergeEdit({ note: 'a' }, { onto: 'existing', changes: [] }).isGone).toBe(false)
  })
})
