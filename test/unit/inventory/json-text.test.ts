import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldPaths, findUnknownFields, readItemView } from '../../../shared/inventory/item.ts'
import { itemEditSchema, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import {
  isJsonValue,
  type JsonObject,
  jsonObjectSchema,
  sameInValue,
  sameJson,
} from '../../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../../shared/inventory/json-text.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import { applyPreview } from '../../support/apply-preview.ts'

/** Numbers as a platform may write them; JavaScript rewrites most of them. */
const numberToken = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '1',
    '1.0',
    '1.10',
    '-0.0',
    '0.1',
    '0.0000001',
    '1e3',
    '1E+400',
    '-1e-7',
    '12345678901234567890',
  ),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.bigInt({ min: 0n, max: 10n ** 22n }),
      fc.option(fc.stringMatching(/^[0-9]{1,9}$/)),
      fc.option(fc.stringMatching(/^[eE][+-]?[0-9]{1,2}$/)),
    )
    .map(([sign, whole, decimals, exponent]) => {
      return `${sign}${whole}${decimals === null ? '' : `.${decimals}`}${exponent ?? ''}`
    }),
)
// JavaScript moves integer-like keys to the front, which changes their order but not their meaning.
const key = fc.oneof(
  fc.constantFrom('#number', '##number', '###number', '#numbers', 'number', '__proto__', 'a.b', '', 'product'),
  fc.string().filter((text) => !/^\d+$/.test(text)),
)
const literal = fc.oneof(
  numberToken,
  fc.constantFrom('null', 'true', 'false', '""', '" 1.10"', '",1.10"', '"#number"'),
  fc.string().map((text) => JSON.stringify(text)),
)
/** JSON text written without JavaScript's numbers. */
const anyText = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, depthSize: 'small' }, literal, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }).map((values) => `[${values.join(',')}]`),
  object: fc
    .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 5, selector: ([name]) => name })
    .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
}))

describe('JSON without loss', () => {
  it('INV-08 keeps every number as written, and every other value', () => {
    fc.assert(
      fc.property(anyText.value, (text) => {
        expect(jsonText(parseJson(text))).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })

  it('survives the bridge to the window and the database, which carry only plain data', () => {
    fc.assert(
      fc.property(anyText.object, (text) => {
        const value = parseJson(text)
        expect(jsonObjectSchema.safeParse(value).success).toBe(true)
        expect(jsonText(jsonObjectSchema.parse(structuredClone(value)))).toBe(text)
        expect(jsonText(parseJson(JSON.stringify(value)))).toBe(JSON.stringify(value))
        expect(jsonText(JSON.parse(JSON.stringify(value)) as JsonObject)).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })

  it('refuses values that the window may not invent', () => {
    for (const wrong of [{ '#number': 'x' }, { '#number': '01' }, { '#number': 5 }, { '#number': '1', other: 1 }]) {
      expect(isJsonValue(wrong)).toBe(false)
    }
    expect(isJsonValue({ price: { '#number': '1.10' } })).toBe(true)
  })

  it('is checked however deep it is nested', () => {
    const nest = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    expect([10, 200, 100_000].map((levels) => isJsonValue(nest(levels)))).toEqual([true, true, false])
  })

  it('distinguishes numbers that are written differently', () => {
    expect(sameJson(parseJson('1.10'), parseJson('1.1'))).toBe(false)
    expect(sameJson(parseJson('12345678901234567890'), parseJson('12345678901234567891'))).toBe(false)
    expect(sameJson(parseJson('[1.10]'), parseJson(' [ 1.10 ] '))).toBe(true)
  })

  it('INV-20 reads a quantity written as 3.0', () => {
    const record = parseJson('{"availability":{"shipToLocationAvailability":{"quantity":3.0}}}') as JsonObject
    expect(readItemView(record).quantity).toBe(3)
    expect(findUnknownFields(record)).toEqual([])
  })

  it('INV-08 sends the original bytes, except what the edit names', () => {
    const known = fc.constantFrom(fieldPaths.title, fieldPaths.quantity, fieldPaths.upc)
    fc.assert(
      fc.property(anyText.object, known, fc.constantFrom('x', 7, undefined), (text, path, value) => {
        const remote = parseJson(`{"condition":"NEW","product":{"title":"T","foo":${text}},"price":1.10}`) as JsonObject
        const edit = withChange(startEdit(remote), remote, path, value)
        expect(itemEditSchema.safeParse(edit).success).toBe(true)
        const { merged } = mergeEdit(remote, edit)
        const sent = jsonText(merged)
        expect(sent).toContain(`"foo":${text}`)
        expect(sent).toContain('"price":1.10')
        expect(jsonText(applyPreview(remote, previewSave(remote, merged)))).toBe(sent)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the same number', () => {
  it.each([
    ['12.5', '12.50', true],
    ['12.50', '1.250e1', true],
    ['100', '1.00e2', true],
    ['0', '-0.00', true],
    ['12345678901234567890', '12345678901234567891', false],
    ['12.50', '-12.50', false],
    ['1.10', '11.0', false],
  ])('INV-08 is recognised in %s and %s: %s', (one, other, isSame) => {
    expect(sameInValue({ at: [parseJson(one)] }, { at: [parseJson(other)] })).toBe(isSame)
    expect(sameInValue(parseJson(other), parseJson(one))).toBe(isSame)
  })
})
