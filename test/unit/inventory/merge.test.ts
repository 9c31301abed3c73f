import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffWords } from '../../../renderer/parts/save/word-diff.ts'
import { fieldPaths, findUnknownFields, readItemView } from '../../../shared/inventory/item.ts'
import {
  applyEdit,
  editAfterSave,
  editFromRecord,
  editToReach,
  type FieldChange,
  type ItemEdit,
  itemEditSchema,
  startEdit,
  withChange,
} from '../../../shared/inventory/item-edit.ts'
import {
  isJsonObject,
  isWithin,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  sameJson,
  valueAt,
} from '../../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../../shared/inventory/json-text.ts'
import { mergeEdit, resolveConflicts } from '../../../shared/inventory/merge.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import { applyPreview } from '../../support/apply-preview.ts'

const record: JsonObject = {
  sku: 'CAM-1',
  availability: { shipToLocationAvailability: { quantity: 3 }, pickup: [{ store: 'A' }] },
  condition: 'USED_GOOD',
  product: {
    title: 'Old camera',
    foo: { deep: [1, 2] },
    aspects: { Brand: ['Kodak'], Colour: ['Black', 'Chrome'] },
    imageUrls: ['https://p.example/1.jpg', 'https://p.example/2.jpg'],
    upc: '012345678905',
  },
}

const edited = (...changes: readonly (readonly [JsonPath, JsonValue | undefined])[]): ItemEdit =>
  changes.reduce((edit, [path, value]) => withChange(edit, record, path, value), startEdit(record))

const retitled = edited([fieldPaths.title, 'Old camera, works'])

describe('an edit', () => {
  it('drops a change back to the original value', () => {
    expect(withChange(retitled, record, fieldPaths.title, 'Old camera').changes).toEqual([])
  })

  it('keeps the value that the seller saw first, however often the field is edited', () => {
    const twice = withChange(retitled, record, fieldPaths.title, 'Camera')
    expect(twice.changes).toEqual([{ op: 'set', path: fieldPaths.title, value: 'Camera', was: 'Old camera' }])
  })

  it('is refused when two of its changes touch one place', () => {
    const change = (path: JsonPath): FieldChange => ({ op: 'remove', path })
    const edit = {
      onto: 'existing',
      changes: [change(['product', 'aspects']), change(['product', 'aspects', 'Brand'])],
    }
    expect(itemEditSchema.safeParse(edit).success).toBe(false)
  })

  it('keeps typing during a save, and reverts what was undone', () => {
    const saved = edited([fieldPaths.title, 'A'], [fieldPaths.condition, 'NEW'])
    const typedOn = edited([fieldPaths.title, 'AB'])
    const now = mergeEdit(record, saved).merged
    expect(editAfterSave(typedOn, saved, now).changes).toEqual([
      { op: 'set', path: fieldPaths.title, value: 'AB', was: 'A' },
      { op: 'set', path: fieldPaths.condition, value: 'USED_GOOD', was: 'NEW' },
    ])
    expect(editAfterSave(saved, saved, now).changes).toEqual([])
  })

  it('INV-08 still conflicts with another tool in a field that the save left out', () => {
    const current = edited([fieldPaths.title, 'Mine'], [fieldPaths.quantity, 2])
    const saved = edited([fieldPaths.quantity, 2])
    const theirs: JsonObject = { ...record, product: { ...(record.product as JsonObject), title: 'Theirs' } }
    const now = mergeEdit(theirs, saved).merged
    expect(mergeEdit(now, editAfterSave(current, saved, now)).conflicts).toEqual([
      { path: fieldPaths.title, was: 'Old camera', remote: 'Theirs', wanted: 'Mine' },
    ])
  })

  it('is empty if the platform already has the rest', () => {
    const current = edited([fieldPaths.title, 'Mine'], [fieldPaths.quantity, 2])
    const now = mergeEdit(record, current).merged
    expect(editAfterSave(current, edited([fieldPaths.quantity, 2]), now).changes).toEqual([])
  })
})

describe('the merge', () => {
  it('INV-08 keeps an unknown field', () => {
    const { merged } = mergeEdit(record, retitled)
    expect(valueAt(merged, ['product', 'foo'])).toEqual({ deep: [1, 2] })
    expect(valueAt(merged, ['availability', 'pickup'])).toEqual([{ store: 'A' }])
    expect(findUnknownFields(merged).map(({ path }) => path.join('.'))).toEqual([
      'sku',
      'availability.pickup',
      'product.foo',
    ])
  })

  it('takes over what the platform changed elsewhere', () => {
    const remote = { ...record, condition: 'NEW' }
    expect(mergeEdit(remote, retitled)).toMatchObject({ conflicts: [], merged: { condition: 'NEW' } })
  })

  it('reports a conflict if the platform changed an edited field, and leaves it unchanged', () => {
    const remote: JsonObject = { ...record, product: { ...(record.product as JsonObject), title: 'Theirs' } }
    const merge = mergeEdit(remote, retitled)
    expect(merge.conflicts).toEqual([
      { path: fieldPaths.title, was: 'Old camera', remote: 'Theirs', wanted: 'Old camera, works' },
    ])
    expect(merge.merged).toEqual(remote)
    expect(
      mergeEdit(remote, resolveConflicts(remote, retitled, [{ path: fieldPaths.title, keep: 'mine' }])),
    ).toMatchObject({ conflicts: [], merged: { product: { title: 'Old camera, works' } } })
    expect(resolveConflicts(remote, retitled, [{ path: fieldPaths.title, keep: 'platform' }]).changes).toEqual([])
  })

  describe('a key that its field doesn’t show', () => {
    const path = ['packageWeightAndSize', 'weight']
    const weighing = (value: number, source: string): JsonObject => ({
      packageWeightAndSize: { weight: { value, unit: 'POUND', source }, packageType: 'LETTER' },
    })
    const typed = withChange(startEdit(weighing(1, 'guess')), weighing(1, 'guess'), path, {
      value: 2,
      unit: 'POUND',
      source: 'guess',
    })

    it('INV-08 is kept if others changed it between typing and sending', () => {
      const { merged, conflicts } = mergeEdit(weighing(1, 'scale'), typed)
      expect(conflicts).toEqual([])
      expect(merged).toEqual(weighing(2, 'scale'))
    })

    it('INV-08 doesn’t hide a conflict in what the field shows', () => {
      const { merged, conflicts } = mergeEdit(weighing(3, 'scale'), typed)
      expect(conflicts).toMatchObject([{ path, remote: { value: 3 }, wanted: { value: 2 } }])
      expect(merged).toEqual(weighing(3, 'scale'))
    })

    it('INV-08 isn’t overwritten if the platform has the shown value already', () => {
      expect(mergeEdit(weighing(2, 'scale'), typed)).toMatchObject({ merged: weighing(2, 'scale'), conflicts: [] })
    })

    it('INV-08 is not deleted with its field if others changed it', () => {
      const removed = withChange(startEdit(weighing(1, 'guess')), weighing(1, 'guess'), path, undefined)
      expect(mergeEdit(weighing(1, 'scale'), removed).conflicts).toHaveLength(1)
    })
  })

  it.each(['12.5', '12.50', '1.25e1'])('INV-08 has no conflict if the platform writes 12.5 as %s now', (written) => {
    const path = ['packageWeightAndSize', 'weight', 'value']
    const at = (text: string): JsonObject => ({
      packageWeightAndSize: { weight: { value: parseJson(text), unit: 'POUND' } },
    })
    const typed = withChange(startEdit(at('12.5')), at('12.5'), path.slice(0, -1), { value: 13, unit: 'POUND' })
    expect(mergeEdit(at(written), typed)).toMatchObject({ conflicts: [], merged: at('13') })
  })

  it('INV-08 removes no value that the platform changed meanwhile', () => {
    const remote = applyEdit(record, edited([fieldPaths.upc, '036000291452']))
    expect(mergeEdit(remote, edited([fieldPaths.upc, undefined]))).toMatchObject({
      merged: remote,
      conflicts: [{ path: fieldPaths.upc, was: '012345678905', remote: '036000291452' }],
    })
  })

  it('reports no conflict if both sides agree', () => {
    const remote = applyEdit(record, retitled)
    expect(mergeEdit(remote, retitled).conflicts).toEqual([])
    expect(previewSave(remote, mergeEdit(remote, retitled).merged).noChange).toBe(true)
  })

  it('reports a deleted item instead of creating one from the edit alone', () => {
    expect(mergeEdit(undefined, retitled)).toEqual({ merged: {}, conflicts: [], isGone: true })
    const again = editFromRecord(applyEdit(record, retitled))
    expect(mergeEdit(undefined, again).merged).toEqual(applyEdit(record, retitled))
  })

  it('does not overwrite a parent that is not an object', () => {
    const odd: JsonObject = { product: 'see catalogue' }
    const edit = withChange(startEdit(odd), odd, fieldPaths.title, 'Camera')
    expect(mergeEdit(odd, edit)).toMatchObject({ merged: odd, conflicts: [{ path: fieldPaths.title }] })
  })
})

describe('the preview', () => {
  const listNames = (edit: ItemEdit): readonly string[] =>
    previewSave(record, mergeEdit(record, edit).merged).deletions.map(({ name }) => name)

  it('INV-08 names a removed barcode, picture and item specific', () => {
    const edit = edited(
      [fieldPaths.upc, undefined],
      [fieldPaths.imageUrls, ['https://p.example/2.jpg']],
      [[...fieldPaths.aspects, 'Colour'], ['Chrome']],
      [[...fieldPaths.aspects, 'Brand'], undefined],
    )
    expect(listNames(edit)).toEqual([
      'Item specific “Brand”: Kodak',
      'Item specific “Colour”, 1 of 2: Black',
      'Pictures, 1 of 2: https://p.example/1.jpg',
      'UPC: 012345678905',
    ])
  })

  it('INV-08 names a removed copy of a value that stays once', () => {
    const twice = applyEdit(
      record,
      edited([fieldPaths.imageUrls, ['https://p.example/1.jpg', 'https://p.example/1.jpg']]),
    )
    const once = applyEdit(record, edited([fieldPaths.imageUrls, ['https://p.example/1.jpg']]))
    expect(previewSave(twice, once).deletions.map(({ name }) => name)).toEqual([
      'Pictures, 2 of 2: https://p.example/1.jpg',
    ])
  })

  it('shows a new order and a replaced single value as changes, not as losses', () => {
    const edit = edited(
      [fieldPaths.imageUrls, ['https://p.example/2.jpg', 'https://p.example/1.jpg']],
      [[...fieldPaths.aspects, 'Brand'], ['Agfa']],
    )
    expect(listNames(edit)).toEqual([])
    expect(previewSave(record, mergeEdit(record, edit).merged).changes.map(({ kind }) => kind)).toEqual([
      'changed',
      'changed',
    ])
  })

  it('reads upc and ean as text or list', () => {
    expect(readItemView({ product: { upc: ['1', '2'], ean: '3' } })).toMatchObject({ upc: ['1', '2'], ean: ['3'] })
  })
})

describe('changed text', () => {
  it('marks the words that changed and no others', () => {
    expect(diffWords('Old red camera', 'Old blue camera, works')).toEqual([
      { change: 'same', text: 'Old ' },
      { change: 'removed', text: 'red' },
      { change: 'added', text: 'blue' },
      { change: 'same', text: ' camera' },
      { change: 'added', text: ', works' },
    ])
  })

  it('INV-08 marks a number as a whole', () => {
    expect(diffWords('66.10', '77.10')).toEqual([
      { change: 'removed', text: '66.10' },
      { change: 'added', text: '77.10' },
    ])
    expect(diffWords('66.10', '66.10')).toEqual([{ change: 'same', text: '66.10' }])
  })

  it('shows a rewritten phrase as one removal and one addition', () => {
    expect(diffWords('Field guide to birds', 'Typed quite another way')).toEqual([
      { change: 'removed', text: 'Field guide to birds' },
      { change: 'added', text: 'Typed quite another way' },
    ])
  })

  it('loses no letter of either text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const spans = diffWords(before, after)
        const without = (change: string) =>
          spans
            .filter((span) => span.change !== change)
            .map(({ text }) => text)
            .join('')
        expect(without('added')).toBe(before)
        expect(without('removed')).toBe(after)
      }),
    )
  })
})

/** A few keys, including the most dangerous ones, so that base, remote and edit often touch the same places. */
const key = fc.constantFrom('product', 'title', 'aspects', 'foo', 'a.b', '1', '0', '', '__proto__', 'constructor')
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, 0, 7, '', 'x', 'y z', { '#number': '1.10' }, { '#number': '1.1000' }),
  fc.array(fc.constantFrom<JsonValue>('x', 'y', 3, null), { maxLength: 4 }),
)
const tree = fc.letrec<{ node: JsonObject; value: JsonValue }>((tie) => ({
  node: fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  value: fc.oneof({ depthSize: 'small', maxDepth: 4 }, leaf, tie('node')),
}))
const editOn = (base: JsonObject): fc.Arbitrary<ItemEdit> =>
  fc
    .array(fc.tuple(fc.array(key, { minLength: 1, maxLength: 3 }), fc.option(leaf, { nil: undefined })), {
      maxLength: 4,
    })
    .map((changes) =>
      changes.reduce((edit, [path, value]) => {
        const next = withChange(edit, base, path, value)
        return itemEditSchema.safeParse(next).success ? next : edit
      }, startEdit(base)),
    )
/** A base, its later state on the platform, and an edit of it. */
const triple = tree.node.chain((base) =>
  fc.record({
    base: fc.constant(base),
    remote: fc.oneof(
      fc.constant(base),
      tree.node,
      editOn(base).map((edit) => applyEdit(base, edit)),
    ),
    edit: editOn(base),
  }),
)

const listLeaves = (value: JsonValue, at: JsonPath = []): readonly (readonly [JsonPath, JsonValue])[] =>
  isJsonObject(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([name, inner]) => listLeaves(inner, [...at, name]))
    : [[at, value]]

// Ten thousand runs take a few seconds on a busy machine.
describe('any base, remote and edit', () => {
  it('INV-08 removes nothing that is not in the list of deletions', () => {
    fc.assert(
      fc.property(triple, ({ remote, edit }) => {
        const { merged } = mergeEdit(remote, edit)
        const { deletions, changes } = previewSave(remote, merged)
        const isListed = (path: JsonPath, value: JsonValue): boolean =>
          deletions.some((deletion) => sameJson([...deletion.path], [...path]) && sameJson(deletion.old, value))
        for (const [path, value] of listLeaves(remote)) {
          if (path.length === 0) continue
          const now = valueAt(merged, path)
          if (now === undefined) {
            const parts = Array.isArray(value) && value.length > 0 ? (value as readonly JsonValue[]) : [value]
            for (const part of parts) expect(isListed(path, part)).toBe(true)
          } else if (Array.isArray(value) && Array.isArray(now) && !(value.length === 1 && now.length === 1)) {
            for (const element of value as readonly JsonValue[]) {
              const has = now.some((other: JsonValue) => sameJson(other, element))
              expect(has || isListed(path, element)).toBe(true)
            }
          } else if (!sameJson(value, now) && !(isJsonObject(value) && isJsonObject(now))) {
            expect(changes.some((change) => change.kind === 'changed' && sameJson([...change.path], [...path]))).toBe(
              true,
            )
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('INV-08 sends exactly the remote record with the preview applied', () => {
    fc.assert(
      fc.property(triple, ({ remote, edit }) => {
        const { merged } = mergeEdit(remote, edit)
        expect(jsonText(applyPreview(remote, previewSave(remote, merged)))).toBe(jsonText(merged))
      }),
      { numRuns: 1_000 },
    )
  })

  it('INV-08 changes nothing that the edit does not name', () => {
    fc.assert(
      fc.property(triple, ({ remote, edit }) => {
        const { merged } = mergeEdit(remote, edit)
        for (const [path, value] of listLeaves(remote)) {
          // A change may fill an empty object from below, so check both directions.
          const isNamed = edit.changes.some((change) => isWithin(change.path, path) || isWithin(path, change.path))
          if (!isNamed) expect(valueAt(merged, path)).toEqual(value)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('INV-08 keeps an unknown product.foo, whatever the edit', () => {
    const known = fc.constantFrom<JsonPath>(...Object.values(fieldPaths), [...fieldPaths.aspects, 'Brand'])
    const changes = fc.array(fc.tuple(known, fc.option(leaf, { nil: undefined })), { maxLength: 6 })
    fc.assert(
      fc.property(tree.value, changes, (foo, list) => {
        const base: JsonObject = { ...record, product: { ...(record.product as JsonObject), foo } }
        const edit = list.reduce((patch, [path, value]) => withChange(patch, base, path, value), startEdit(base))
        expect(valueAt(mergeEdit(base, edit).merged, ['product', 'foo'])).toEqual(foo)
      }),
      { numRuns: 500 },
    )
  })

  it('restores any earlier state exactly, by an edit that can be saved', () => {
    fc.assert(
      fc.property(tree.node, tree.node, (now, earlier) => {
        const edit = editToReach(now, earlier)
        expect(itemEditSchema.safeParse(edit).success).toBe(true)
        const { merged, conflicts } = mergeEdit(now, edit)
        expect(conflicts).toEqual([])
        expect(sameJson(merged, earlier)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('leaves no conflict once every one is decided', () => {
    fc.assert(
      fc.property(triple, fc.constantFrom('mine', 'platform'), ({ remote, edit }, keep) => {
        const { conflicts } = mergeEdit(remote, edit)
        const resolved = resolveConflicts(
          remote,
          edit,
          conflicts.map(({ path }) => ({ path, keep })),
        )
        const left = mergeEdit(remote, resolved).conflicts
        // A value that doesn't fit the platform's record can't be resolved for the seller's side.
        expect(left.filter(({ was, remote: now }) => !sameJson(was, now))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
