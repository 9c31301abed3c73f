/** The table of an item's and an offer's fields (LST-16). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEditableColumn, toCellText } from '../../../../main/inventory/items/columns.ts'
import { platforms } from '../../../../shared/connection/platforms.ts'
import { type Field, fieldProblem, fieldText, typedValue } from '../../../../shared/inventory/fields/field.ts'
import { itemFields, listItemFields, moreItemFields } from '../../../../shared/inventory/fields/item-fields.ts'
import { moreOfferFields } from '../../../../shared/inventory/fields/offer-fields.ts'
import { listPlainFacts } from '../../../../shared/inventory/fields/plain-facts.ts'
import { findUnknownFields, isEditablePath } from '../../../../shared/inventory/item.ts'
import { startEdit, withChange } from '../../../../shared/inventory/item-edit.ts'
import { checkEdit } from '../../../../shared/inventory/item-rules.ts'
import { isWithin, type JsonValue, sameJson, valueAt, withValueAt } from '../../../../shared/inventory/json.ts'
import { previewSave } from '../../../../shared/inventory/save-preview.ts'

const all: readonly Field[] = [...itemFields, ...moreOfferFields]
const byId = (id: string): Field => {
  const field = all.find((one) => one.id === id)
  if (field === undefined) throw new Error(`There is no field ${id}`)
  return field
}
const context = { was: undefined, currency: 'USD' }
const read = (id: string, text: string) => byId(id).kind.parse(text, context)
const problem = (id: string, text: string): string => {
  const field = byId(id)
  const value = typedValue(field, text, context)
  return (value === undefined ? undefined : fieldProblem(field, value)) ?? ''
}

describe('the table', () => {
  it('LST-16 names every field once, and no path contains another', () => {
    for (const fields of [itemFields, moreOfferFields] as readonly (readonly Field[])[]) {
      expect(new Set(fields.map(({ id }) => id.toLowerCase())).size).toBe(fields.length)
      for (const { path, id } of fields) {
        expect(fields.filter((other) => isWithin(path, other.path)).map((other) => other.id)).toEqual([id])
      }
    }
  })

  it('INV-14 has only the documents’ fields for a platform without more', () => {
    expect(listItemFields(false).map(({ id }) => id)).toEqual([
      'title',
      'quantity',
      'condition',
      'description',
      'images',
      'upc',
      'ean',
    ])
    expect(isEditablePath(['product', 'brand'], false)).toBe(false)
    expect(parseEditableColumn('brand', false)).toBeUndefined()
    expect(findUnknownFields({ product: { brand: 'Kestrel' } }, false)).toEqual([
      { path: ['product', 'brand'], value: 'Kestrel' },
    ])
  })

  it('LST-16 reads back every text that it writes', () => {
    const texts: Readonly<Record<string, string>> = {
      weight: '1.2 kg',
      size: '30 × 20 × 10 cm',
      irregularPackage: 'yes',
      packageType: 'LETTER',
      isbn: '9783161484100|316148410X',
      conditionDescriptors: 'Name: 27501; Values: 275010|Name: 27502; Values: 275020; More: 12345',
      storeCategories: '/Fashion/Shirts|/Sale',
      vatPercentage: '19',
      donationPercentage: '15',
      autoAcceptPrice: '24.00',
      manufacturer: 'Company: Acme;; Sons; City: Berlin; Country: DE',
      hazmat: 'Component: Battery; Pictograms: GHS01, GHS02; Statements: H200; Signal word: Danger',
      listingStartDate: '2026-12-01T18:00:00.000Z',
    }
    for (const [id, text] of Object.entries(texts)) {
      const value = typedValue(byId(id), text, context)
      expect([id, value === undefined ? '' : fieldText(byId(id), value)]).toEqual([id, text])
      expect([id, problem(id, text)]).toEqual([id, ''])
    }
  })

  it('LST-16 keeps any text that it cannot read as typed, and refuses it before it is sent', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.string({ minLength: 1 }), (field, text) => {
        const value = typedValue(field, text, context)
        if (value === undefined) return text.trim() === ''
        const shown = fieldText(field, value)
        const parsed = field.kind.parse(text, context)
        // Reading what is shown again gives the same value: nothing is lost on the way to the screen.
        if ('problem' in parsed) return shown === text && fieldProblem(field, value) !== undefined
        return shown === '' || sameJson(typedValue(field, shown, { ...context, was: value }), value)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a weight', () => {
  it.each([
    ['1.2 kg', 1.2, 'KILOGRAM'],
    ['850g', 850, 'GRAM'],
    ['0,25 kg', 0.25, 'KILOGRAM'],
    ['2 lb 3 oz', 35, 'OUNCE'],
    ['1 200 g', 1200, 'GRAM'],
  ])('LST-16 is read from %s', (text, value, unit) => {
    expect(read('weight', text)).toEqual({ value: { value, unit } })
  })

  it.each([
    ['1200', 'has no unit'],
    ['12 cm', 'measures a length'],
    ['3 stone', 'isn’t a unit of weight'],
    ['1.250 kg', 'can mean 1.25 or 1250'],
    ['0 g', 'The weight is 0'],
  ])('LST-16 in the wrong unit or form is refused at its field: %s', (text, why) => {
    expect(problem('weight', text)).toContain(why)
  })

  it('LST-16 keeps parts that the field does not show', () => {
    const was = { value: 1, unit: 'GRAM', source: 'scale' }
    expect(byId('weight').kind.parse('2 kg', { was, currency: '' })).toEqual({
      value: { source: 'scale', value: 2, unit: 'KILOGRAM' },
    })
    expect(findUnknownFields({ packageWeightAndSize: { weight: was } })).toEqual([
      { path: ['packageWeightAndSize', 'weight', 'source'], value: 'scale' },
    ])
  })
})

describe('amounts and other fields', () => {
  it.each([
    ['autoAcceptPrice', '1.000,50', 'isn’t a number'],
    ['autoAcceptPrice', '1,000.50', 'isn’t a number'],
    ['autoAcceptPrice', '$24', 'Enter the number alone'],
    ['size', '30 × 20 cm', 'three sides'],
    ['size', '30 × 20 × 10 kg', 'measures a weight'],
    ['donationPercentage', '12', 'in steps of 5'],
    ['lotSize', '1', 'from 2'],
    ['vatPercentage', '120', '0 to 100'],
    ['brand', 'x'.repeat(66), 'at most 65'],
    ['storeCategories', '/A|/B|/C', 'at most 2'],
    ['manufacturer', 'Acme', 'doesn’t say what it is'],
    ['bestOffer', 'perhaps', 'neither yes nor no'],
    ['listingStartDate', 'tomorrow', 'isn’t a time'],
  ])('LST-16 refuses %s: %s', (id, text, why) => {
    expect(problem(id, text)).toContain(why)
  })
})

describe('an edit of such a field', () => {
  const record = { product: { title: 'Lamp', foo: 1 }, sku: 'L-1' }
  const put = (id: string, text: string) => {
    const field = byId(id)
    return withChange(startEdit(record), record, field.path, typedValue(field, text, context))
  }

  it('LST-16 blocks a save with a weight that cannot be read', () => {
    const edit = put('weight', '12 cm')
    const draft = withValueAt(record, byId('weight').path, '12 cm')
    expect(checkEdit(draft, edit, platforms.ebay)).toMatchObject([
      { path: ['packageWeightAndSize', 'weight'], rule: 'LST-16' },
    ])
  })

  it('LST-16 names each new field in the preview, not its container', () => {
    const draft = withValueAt(
      withValueAt(record, byId('weight').path, { value: 1, unit: 'KILOGRAM' }),
      byId('packageType').path,
      'LETTER',
    )
    expect(previewSave(record, draft).changes.map(({ path }) => path.join('.'))).toEqual([
      'packageWeightAndSize.weight',
      'packageWeightAndSize.packageType',
    ])
  })

  it('LST-16 has a cell in the sheet and in CSV files for each field that can be changed', () => {
    for (const { id, kind, path } of moreItemFields) {
      const column = parseEditableColumn(id)
      if (column === undefined) throw new Error(`${id} has no column`)
      const value = kind.parse('yes', context)
      if ('problem' in value) continue
      expect(toCellText(withValueAt({}, path, value.value), column)).toBe(kind.format(value.value))
    }
  })
})

describe('fields outside the table', () => {
  it('LST-16 are shown in words, never as JSON', () => {
    const facts = listPlainFacts(['availability', 'pickupAtLocationAvailability'], [
      { quantity: 3, merchantLocationKey: 'berlin', fulfillmentTime: { value: 2, unit: 'BUSINESS_DAY' } },
    ] as JsonValue)
    expect(facts).toEqual([
      { label: 'Availability: pickup at location availability: 1: quantity', text: '3' },
      { label: 'Availability: pickup at location availability: 1: merchant location key', text: 'berlin' },
      { label: 'Availability: pickup at location availability: 1: fulfillment time', text: '2 business day' },
    ])
  })

  it('LST-16 lose no leaf, whatever the value', () => {
    const countLeaves = (value: JsonValue): number => {
      if (typeof value !== 'object' || value === null) return 1
      const inner = Object.values(value) as readonly JsonValue[]
      return inner.length === 0 ? 1 : inner.reduce((sum: number, one) => sum + countLeaves(one), 0)
    }
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.oneof(fc.integer(), fc.string())), (value) => {
        const facts = listPlainFacts(['x'], value as JsonValue)
        return facts.length >= Math.min(1, countLeaves(value as JsonValue)) && facts.every(({ text }) => text !== '')
      }),
    )
  })

  it('LST-16 together with the table hold every value of a record', () => {
    const anyRecord = fc.dictionary(
      fc.constantFrom('product', 'condition', 'packageWeightAndSize', 'availability', 'other'),
      fc.dictionary(fc.constantFrom('brand', 'weight', 'title', 'aspects', 'else'), fc.jsonValue({ maxDepth: 2 })),
    )
    fc.assert(
      fc.property(anyRecord, (record) => {
        const unknown = findUnknownFields(record as never).map(({ path }) => path)
        for (const { path, kind } of itemFields) {
          const value = valueAt(record as never, path)
          if (value === undefined) continue
          const isShown = (kind as Field['kind']).format(value) !== undefined
          const isListed = unknown.some((own) => isWithin(own, path))
          if (!isShown && !isListed) return false
        }
        return true
      }),
    )
  })
})
