/** Files of real sellers: lines before the names, Excel's `sep=` line, names and condition ids of the platform's templates. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../main/csv-file.ts'
import { checkRow, parseHeader } from '../../../main/inventory/csv/csv-check.ts'
import { fromNamesLine } from '../../../main/inventory/csv/names-line.ts'
import { checkCell, parseCell } from '../../../main/inventory/items/cell-values.ts'
import { columnId, parseColumn, parseEditableColumn } from '../../../main/inventory/items/columns.ts'
import { orderColumns } from '../../../renderer/inventory/csv/csv-columns.tsx'
import { columnLabel, listFieldColumns } from '../../../renderer/inventory/item-labels.ts'
import { listChoosableColumns } from '../../../renderer/inventory/list/sheet/sheet-columns.ts'
import { knownConditions } from '../../../shared/connection/conditions.ts'
import { platforms } from '../../../shared/connection/platforms.ts'

const info = '#INFO,Version=1.0.0,,\n'

/** The line of the names, and the rows below it by line. */
const read = (text: string, choices = {}) => {
  const { headerLine, header, rows } = fromNamesLine(parseCsv(text), choices)
  return { headerLine, header, rows: rows.map(({ line, cells }) => [line, ...cells]) }
}

describe('a file with lines before the names', () => {
  it.each([
    ['no line', 'sku,title\nA-1,Lamp\n', 1],
    ['info lines', `${info}${info}${info}sku,title\nA-1,Lamp\n`, 4],
    ['info lines and blank ones', `${info},,\n\nsku,title\nA-1,Lamp\n`, 4],
    ['a title with no delimiter', 'My shop in May\nsku;title\nA-1;Lamp\n', 2],
    ['sep=;', 'sep=;\nsku;title\nA-1;Lamp\n', 2],
    ['sep=; after a byte-order mark', '\ufeffsep=;\r\nsku;title\r\nA-1;Lamp\r\n', 2],
    ['a quoted sep=;', '"sep=;"\nsku;title\nA-1;Lamp\n', 2],
    ['sep=|', 'sep=|\nsku|title\nA-1|Lamp\n', 2],
    ['sep= with a tab', 'sep=\t\nsku\ttitle\nA-1\tLamp\n', 2],
    ['sep=; and info lines', 'sep=;\n#INFO;Version=1.0.0;;\nsku;title\nA-1;Lamp\n', 3],
  ])('USE-03 is read by its names: %s', (_, text, line) => {
    expect(read(text)).toEqual({ headerLine: line, header: ['sku', 'title'], rows: [[line + 1, 'A-1', 'Lamp']] })
  })

  it('USE-03 keeps a data row whose only known word is “SKU”', () => {
    expect(read('Artikelnummer,Art\nA-1,SKU\n')).toMatchObject({ headerLine: 1, rows: [[2, 'A-1', 'SKU']] })
  })

  it('USE-03 leaves info lines out even if the names are unknown, so that they can be matched', () => {
    const text = `${info}Artikelnummer,Titel\nA-1,Lamp\n`
    expect(read(text)).toMatchObject({ headerLine: 2, header: ['Artikelnummer', 'Titel'], rows: [[3, 'A-1', 'Lamp']] })
    expect(read(text, { artikelnummer: 'sku' })).toMatchObject({ headerLine: 2 })
  })

  it('USE-03 loses no row below its names, whatever comes before', () => {
    const cell = fc.stringMatching(/^[a-z0-9 .=#]{0,8}$/).filter((text) => parseColumn(text).kind === 'unknown')
    const before = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 10 })
    const below = fc.array(fc.tuple(fc.stringMatching(/^[A-Z]-\d$/), fc.stringMatching(/^[a-z]{1,5}$/)), {
      maxLength: 10,
    })
    fc.assert(
      fc.property(before, below, (lines, rows) => {
        const text = [...lines, ['sku', 'title'], ...rows].map((cells) => cells.join(',')).join('\n')
        expect(read(text)).toEqual({
          headerLine: lines.length + 1,
          header: ['sku', 'title'],
          rows: rows.map((cells, index) => [lines.length + 2 + index, ...cells]),
        })
      }),
    )
  })
})

describe('a template of the platform', () => {
  it('USE-03 names fields as its own columns do', () => {
    const names = 'Action,Custom label (SKU),*Title,P:EAN,*ConditionID,Item photo URL,C:Brand,Available quantity'
    expect(parseHeader(names.split(',')).targets.map(({ target }) => target)).toEqual([
      null,
      'sku',
      'title',
      'ean',
      'condition',
      'images',
      'aspect:Brand',
      'quantity',
    ])
  })

  it.each([
    ['3000', 'USED_EXCELLENT'],
    ['3000-Used', 'USED_EXCELLENT'],
    ['1500 - New other', 'NEW_OTHER'],
    ['5000.0', 'USED_GOOD'],
    ['Used, very good', 'USED_VERY_GOOD'],
    ['like new', 'LIKE_NEW'],
    ['Refurbished, very good', 'VERY_GOOD_REFURBISHED'],
    ['Refurbished by the seller', 'SELLER_REFURBISHED'],
    ['Very Good - Refurbished', 'VERY_GOOD_REFURBISHED'],
    ['for parts or not working', 'FOR_PARTS_OR_NOT_WORKING'],
  ])('PLT-12 writes the condition %s for %s', (cell, value) => {
    const condition = parseEditableColumn('condition')
    if (condition === undefined) throw new Error('The sheet has no condition')
    expect(knownConditions).toContain(value)
    expect(parseCell(condition, cell, 'keep')).toEqual({ kind: 'set', value })
    expect(checkCell(condition, cell, platforms.ebay)).toBeNull()
  })

  it('PLT-12 names the conditions to choose from as the item’s page does', () => {
    const condition = parseEditableColumn('condition')
    if (condition === undefined) throw new Error('The sheet has no condition')
    expect(checkCell(condition, 'Shiny', { ...platforms.ebay, conditions: ['NEW', 'USED_EXCELLENT'] })).toBe(
      'The condition “Shiny” can’t be used. Choose one of these: New; Used, excellent.',
    )
  })

  it('USE-03 knows every column by its label in the sheet', () => {
    const labels = listChoosableColumns(true).filter(({ id }) => parseColumn(id).kind !== 'unknown')
    expect(labels.length).toBeGreaterThan(30)
    for (const { id, label } of labels) expect(columnId(parseColumn(label)), label).toBe(id)
  })

  it('USE-03 lists the columns without a field first', () => {
    const columns = ['SKU', 'Colour', 'Title', 'Cost'].map((name) => ({ name, target: null, sample: '' }))
    const names = orderColumns(columns, new Set(['Cost', 'Colour'])).map(({ name }) => name)
    expect(names).toEqual(['Colour', 'Cost', 'SKU', 'Title'])
  })

  it('USE-03 offers the columns of the sheet in the same words', () => {
    const sheet = new Map(listChoosableColumns(true).map(({ id, label }) => [id, label]))
    for (const { id, label } of listFieldColumns(true)) expect(sheet.get(id) ?? label, id).toBe(label)
    expect(columnLabel(['pricingSummary', 'price'])).toBe('Price')
    expect(columnLabel(['availableQuantity'])).toBe('Quantity of the listing')
  })

  it.each(['9999', '30000', '3000 Used', '3'])('PLT-12 names the unknown condition %s', (cell) => {
    const { header, rows } = parseCsv(`sku,condition\nA-1,${cell}\n`)
    const [row] = rows
    if (row === undefined) throw new Error('The file has no row')
    const { problems } = checkRow(row, parseHeader(header), 'keep', undefined, platforms.ebay)
    expect(problems).toMatchObject([
      { column: 2, cell, message: expect.stringContaining(`The condition “${cell}” can’t`) },
    ])
  })
})
