/** Barcodes that a spreadsheet changed: mended where that is certain, named otherwise, in the sheet and in a file alike. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCell, parseCell } from '../../../main/inventory/items/cell-values.ts'
import { type EditableColumn, parseEditableColumn } from '../../../main/inventory/items/columns.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import {
  barcodeProblem,
  checkDigit,
  isbnProblem,
  mendBarcode,
  unavailableText,
} from '../../../shared/inventory/barcode.ts'

const columnOf = (name: string): EditableColumn => {
  const column = parseEditableColumn(name)
  if (column === undefined) throw new Error(`${name} is no column`)
  return column
}
const read = (name: string, cell: string) => parseCell(columnOf(name), cell, 'keep')
const problemOf = (name: string, cell: string) => checkCell(columnOf(name), cell, platforms.ebay)

const gtinOf = (digits: string): string => digits + checkDigit(digits)
const gtin = (length: number) =>
  fc
    .stringMatching(new RegExp(`^\\d{${length - 1}}$`))
    .map(gtinOf)
    .filter((code) => /[1-9]/.test(code))
const anyGtin = fc.constantFrom(8, 12, 13, 14).chain(gtin)

describe('a barcode cell', () => {
  it.each([
    ['ean', '4006381333931', '4006381333931'],
    ['ean', '="4006381333931"', '4006381333931'],
    ['ean', "'4006381333931", '4006381333931'],
    ['ean', '4006381333931.0', '4006381333931'],
    ['ean', '4006381333931,00', '4006381333931'],
    ['ean', '400638 1333931', '4006381333931'],
    ['ean', '978-3-16-148410-0', '9783161484100'],
    ['upc', '12345678905', '012345678905'],
    ['ean', '36000291452', '0036000291452'],
    ['upc', '00012345678905', '00012345678905'],
    ['ean', '96385074', '96385074'],
    ['ean', ' =" 4006381333931 " ', '4006381333931'],
    ['ean', 'Does not apply', 'Does not apply'],
    ['ean', 'Nicht zutreffend', 'Nicht zutreffend'],
    ['upc', "Ne s'applique pas", "Ne s'applique pas"],
  ])('USE-01 reads the %s %s as %s', (name, cell, value) => {
    expect(read(name, cell)).toEqual({ kind: 'set', value })
    expect(problemOf(name, cell)).toBeNull()
  })

  it.each([
    ['ean', '4.00638E+12', 'format that column as text'],
    ['ean', '4,00638E+12', 'format that column as text'],
    ['upc', '1e11', 'format that column as text'],
    ['ean', '4006381333932', 'wrong digit'],
    ['ean', '4006381333000', 'wrong digit'],
    ['upc', '12345', '8, 12, 13 or 14 digits'],
    ['upc', '12345678901', '8, 12, 13 or 14 digits'],
    ['ean', '00000000', 'wrong digit'],
    ['ean', '#N/A', 'isn’t a barcode'],
    ['ean', '="4.00638E+12"', 'format that column as text'],
    ['ean', '=" 4.00638E+12 "', 'format that column as text'],
    ['ean', '4006381333931|4.00638E+12', '“4.00638E+12”'],
  ])('USE-01 keeps the %s %s as typed, and names the cure', (name, cell, cure) => {
    expect(read(name, cell)).toEqual({ kind: 'set', value: cell.includes('|') ? cell.split('|') : cell })
    expect(problemOf(name, cell)).toContain(cure)
  })
})

it('USE-01 sees that a code typed with spaces around it lost its digits', () => {
  expect(barcodeProblem('EAN', ' 4.00638E+12 ')).toContain('format that column as text')
})

describe('a product without a barcode', () => {
  it.each([
    ['de-CH', 'Nicht zutreffend'],
    ['fr', 'Non applicable'],
    ['en-US', 'Does not apply'],
  ])('USE-01 is described in the language %s', (language, text) => {
    expect(unavailableText(language)).toBe(text)
    expect(barcodeProblem('EAN', ` ${text} `)).toBeUndefined()
    expect(isbnProblem(text)).toBeUndefined()
  })
})

describe('an ISBN', () => {
  it.each(['0-306-40615-2', '080442957X', '978-3-16-148410-0'])('USE-01 %s is right', (text) =>
    expect(isbnProblem(text)).toBeUndefined(),
  )

  it.each([
    ['0306406153', 'wrong digit'],
    ['9783161484101', 'wrong digit'],
    ['012345678905', '10 or 13 digits'],
    ['X306406152', '10 or 13 digits'],
  ])('USE-01 %s is refused', (text, cure) => expect(isbnProblem(text)).toContain(cure))
})

describe('mending', () => {
  it('USE-01 never changes a right code that is as long as its column’s', () => {
    fc.assert(fc.property(gtin(12), (code) => mendBarcode(code, 12) === code))
    fc.assert(fc.property(gtin(13), (code) => mendBarcode(code, 13) === code))
  })

  it('USE-01 finds the code again in whatever form a spreadsheet gave it', () => {
    const form = fc.constantFrom<(code: string) => string>(
      (code) => `="${code}"`,
      (code) => `'${code}`,
      (code) => `${code}.0`,
      (code) => ` ${code} `,
      (code) => ` ="${code}" `,
      (code) => `${code.slice(0, 1)} ${code.slice(1, 7)}-${code.slice(7)}`,
    )
    fc.assert(fc.property(gtin(13), form, (code, write) => mendBarcode(write(code), 13) === code))
    fc.assert(fc.property(gtin(12), (rest) => mendBarcode(rest, 13) === `0${rest}`))
  })

  it('USE-01 gives back any other text unchanged, and only a right code has no problem', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('0', '1', '9', '.', 'E', '+', '-', '=', '"') }),
    )
    fc.assert(
      fc.property(text, fc.constantFrom<12 | 13>(12, 13), (typed, digits) => {
        const mended = mendBarcode(typed, digits)
        if (mended !== typed) expect(barcodeProblem('EAN', mended)).toBeUndefined()
      }),
    )
  })

  it('USE-01 notices every single wrong digit', () => {
    fc.assert(
      fc.property(anyGtin, fc.nat(), fc.integer({ min: 1, max: 9 }), (code, at, by) => {
        const index = at % code.length
        const wrong = code.slice(0, index) + ((Number(code[index]) + by) % 10) + code.slice(index + 1)
        return barcodeProblem('EAN', wrong) !== undefined
      }),
    )
  })
})
