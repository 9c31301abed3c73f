import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { parseCsv, writeCsv } from '../../../main/csv-file.ts'
import { checkRow, checkRowShape, parseHeader } from '../../../main/inventory/csv/csv-check.ts'
import { requireSize } from '../../../main/inventory/csv/csv-size.ts'
import { parseSkuCell } from '../../../main/inventory/items/cell-values.ts'
import { csvHeader, toCsvCells } from '../../../main/inventory/items/columns.ts'
import type { ItemContent } from '../../../main/inventory/items/item-store.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { escapeAmongSemicolons, escapeFormula, restoreFormula } from '../../../shared/csv-text.ts'
import { joinValues, splitValues } from '../../../shared/inventory/fields/value-list.ts'
import { aspectPath, fieldPaths } from '../../../shared/inventory/item.ts'
import { applyEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'

const lamp: JsonObject = {
  availability: { shipToLocationAvailability: { quantity: 3 } },
  condition: 'NEW',
  product: {
    title: 'Lamp',
    description: '<p>One\r\ntwo</p>',
    aspects: { Brand: ['Acme'], Colour: ['Red', 'Blue'] },
    imageUrls: ['https://p.example/1.jpg'],
    upc: '012345678905',
    foo: 1,
  },
}
const known = (record: JsonObject | undefined = lamp): ItemContent => ({
  isRead: true,
  readAtMs: 0,
  record,
  edit: undefined,
  editSource: null,
})

/** Checks every row of a file against one item. */
const check = (text: string, blank: 'keep' | 'delete' = 'keep', item: ItemContent | undefined = known()) => {
  const { header, rows } = parseCsv(text)
  return rows.map((row) => checkRow(row, parseHeader(header), blank, item, platforms.neutral))
}
const states = (...given: Parameters<typeof check>) => check(...given).map(({ state }) => state)

/** Returns what a file would set on an empty item, and the problems of its rows. */
const asked = (text: string) => {
  const { header, rows } = parseCsv(text)
  const parsed = parseHeader(header)
  const lineBySku = new Map<string, number>()
  return rows.map((row) => {
    const { sku, problem } = parseSkuCell(row.cells[parsed.skuColumn.number - 1] ?? '')
    const problems = checkRowShape(row, parsed, sku, problem, lineBySku.get(sku))
    lineBySku.set(sku, row.line)
    const outcome = checkRow(row, parsed, 'keep', known({}), platforms.neutral)
    return {
      line: row.line,
      sku,
      values: outcome.edit?.changes.map((change) => (change.op === 'set' ? change.value : undefined)) ?? [],
      paths: outcome.paths,
      problems: [...problems, ...outcome.problems],
    }
  })
}

describe('a CSV file', () => {
  it('is read with commas, semicolons or tabs, LF or CRLF, with or without a byte-order mark', () => {
    for (const separator of [',', ';', '\t']) {
      for (const end of ['\n', '\r\n', '\r']) {
        for (const mark of ['', '\ufeff']) {
          const text =
            mark +
            [
              ['sku', 'title'],
              ['A-1', 'Lamp'],
              ['A-2', 'Vase'],
            ]
              .map((row) => row.join(separator))
              .join(end)
          const { header, rows } = parseCsv(text)
          expect(header).toEqual(['sku', 'title'])
          expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
            [2, 'A-1', 'Lamp'],
            [3, 'A-2', 'Vase'],
          ])
        }
      }
    }
  })

  it('keeps SKU 000123 and long barcodes as text', () => {
    expect(asked('sku,upc\n000123,00012345678905\n')[0]).toMatchObject({ sku: '000123', values: ['00012345678905'] })
  })

  it('is refused with more rows, columns or cells than can be checked', () => {
    const check = (columns: number, rows: number) => () =>
      requireSize(parseCsv(`sku${',c:x'.repeat(columns - 1)}${'\na'.repeat(rows)}\n`))
    expect(check(1, 200_000)().rows).toHaveLength(200_000)
    expect(check(1, 200_001)).toThrow(/more than 200000 rows/)
    expect(check(5_000, 1)().header).toHaveLength(5_000)
    expect(check(5_001, 1)).toThrow(/more than 5000 columns/)
    expect(check(2_000, 10_001)).toThrow(/more than 20000000 cells/)
  })

  it('names each column that repeats another, of thousands', () => {
    const names = ['sku', ...Array.from({ length: 4_000 }, (_, index) => `c:${index % 3_999}`)]
    expect(parseHeader(names).problems).toEqual(['Columns 2 (“c:0”) and 4001 (“c:0”) are the same field. Ignore one.'])
  })

  it('names a problem by its line and column, quoted line breaks and blank lines counted', () => {
    const text = 'sku,description,quantity\r\nA-1,"one\r\ntwo ""three""",3\r\n\r\nA-2,x,many\r\n'
    const rows = asked(text)
    expect(rows[0]?.values).toEqual(['one\ntwo "three"', 3])
    expect(rows[1]).toMatchObject({
      line: 5,
      problems: [{ column: 3, columnName: 'quantity', message: expect.stringContaining('“many”') }],
    })
  })

  it('reports where each column goes, and ignores those that go nowhere', () => {
    const text = 'SKU,Shelf,Title,aspect:Brand\nA-1,4,Lamp,Acme\n'
    const { header } = parseCsv(text)
    const targets = (choices = {}) => parseHeader(header, choices).targets.map(({ target }) => target)
    expect(targets()).toEqual(['sku', null, 'title', 'aspect:Brand'])
    expect(targets({ shelf: 'aspect:Shelf', title: null })).toEqual(['sku', 'aspect:Shelf', null, 'aspect:Brand'])
    expect(asked(text)[0]?.paths).toEqual([fieldPaths.title, aspectPath('Brand')])
  })

  it('is not checked without a sku column, with a field twice, and empty', () => {
    const readProblem = (text: string): string | undefined => parseHeader(parseCsv(text).header).problems[0]
    expect(readProblem('title\nLamp\n')).toContain('“sku”')
    expect(readProblem('sku,title,Name\nA-1,a,b\n')).toContain('Columns 2 (“title”) and 3 (“Name”)')
    expect(readProblem('')).toContain('empty')
  })

  it('INV-01 says why a SKU is invalid, and where a repeated one came first', () => {
    const rows = asked('sku,title\nA 1,x\nA-2,y\nA-2,z\n')
    expect(rows[0]?.problems[0]).toMatchObject({ column: 1, message: expect.stringContaining('a space') })
    expect(rows[2]?.problems[0]?.message).toBe('A-2 is already on line 3.')
  })

  it('reports a missing quotation mark, and a row with more cells than columns', () => {
    expect(asked('sku,title\nA-1,"x\nA-2,y\n')[0]?.problems[0]?.message).toContain('quotation mark')
    expect(asked('sku,title\nA-1,x,y\n')[0]?.problems[0]?.message).toContain('3 cells')
  })

  it.each([
    ['12', 12],
    ['12.0', 12],
    ['12,00', 12],
    ['1 200', 1200],
    ['0', 0],
  ])('INV-20 reads the quantity %s as %d', (cell, value) => {
    expect(asked(`sku;quantity\nA-1;${cell}\n`)[0]).toMatchObject({ values: [value], problems: [] })
  })

  it.each(['1.5', '1,000', '1.000', '-1', '1e3', 'ten'])('INV-20 does not guess what the quantity %s means', (cell) => {
    expect(asked(`sku;quantity\nA-1;${cell}\n`)[0]).toMatchObject({ values: [], problems: [{ column: 2 }] })
  })

  it('ignores blank cells, and deletes only if that was chosen', () => {
    const text = 'sku,title,upc\nA-1,,\n'
    expect(states(text)).toEqual(['unchanged'])
    expect(check(text, 'delete')[0]).toMatchObject({ state: 'changed', paths: [fieldPaths.title, fieldPaths.upc] })
    // A row that ends early leaves the other columns unchanged.
    expect(states('sku,title,upc\nA-1\n', 'delete')).toEqual(['unchanged'])
  })
})

describe('a row compared with its item', () => {
  it('is unchanged if it equals the item, ignoring line ends', () => {
    const header = csvHeader(['Brand', 'Colour'])
    const listing = { price: '12.00', currency: 'USD', 'listing state': 'Published' }
    expect(states(writeCsv([header, toCsvCells('A-1', lamp, header, listing)]))).toEqual(['unchanged'])
  })

  it('changes the field it names and keeps all others, unknown ones included', () => {
    const [outcome] = check('sku,title\nA-1,Desk lamp\n')
    if (outcome?.edit === undefined) throw new Error('The row changes nothing')
    expect(applyEdit(lamp, outcome.edit)).toEqual({
      ...lamp,
      product: { ...(lamp.product as JsonObject), title: 'Desk lamp' },
    })
  })

  it('INV-02 INV-05 names the column of a value that the platform would refuse', () => {
    expect(check(`sku,quantity,title\nA-1,4,${'x'.repeat(81)}\n`)[0]).toMatchObject({
      state: 'problem',
      problems: [{ column: 3, columnName: 'title', message: expect.stringContaining('at most 80 are allowed') }],
    })
    expect(check('sku,condition\nA-1,mint\n')[0]).toMatchObject({ state: 'problem', problems: [{ column: 2 }] })
    expect(check('sku,condition\nA-1,used very good\n')[0]).toMatchObject({ state: 'changed' })
  })

  it('never replaces an unsaved edit', () => {
    const edit = withChange(startEdit(lamp), lamp, fieldPaths.title, 'Typed')
    const item: ItemContent = { ...known(), edit }
    expect(check('sku,title\nA-1,From the file\n', 'keep', item)[0]).toMatchObject({
      state: 'problem',
      problems: [{ column: 2, message: expect.stringContaining('unsaved edit') }],
    })
    const [beside] = check('sku,quantity\nA-1,9\n', 'keep', item)
    expect(beside).toMatchObject({
      state: 'changed',
      edit: { changes: [{ path: fieldPaths.title }, { path: fieldPaths.quantity }] },
    })
  })

  it('shows only its own problems while its item is unread', () => {
    const text = 'sku,title,quantity\nA-1,x,2\n'
    const unread: ItemContent = { ...known(), isRead: false, record: undefined }
    expect(states(text, 'keep', unread)).toEqual(['unread'])
    const { header, rows } = parseCsv(text)
    expect(rows.map((row) => checkRow(row, parseHeader(header), 'keep', undefined, platforms.neutral).state)).toEqual([
      'unread',
    ])
    expect(states(text, 'keep', { ...unread, isRead: true })).toEqual(['new'])
    expect(states('sku,quantity\nA-1,many\n', 'keep', unread)).toEqual(['problem'])
  })
})

describe('rows of a file', () => {
  it('have the parser’s cells and the lines of the file, whatever their quotes', () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'ü') }),
      fc.constantFrom('plain', 'two\nlines', 'a "b" c', ''),
    )
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(rows, fc.boolean(), (many, isQuoted) => {
        // Valid and invalid quotes.
        const text = isQuoted ? Papa.unparse(many, { newline: '\n' }) : many.map((row) => row.join(',')).join('\n')
        const whole = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' }).data
        const { header, rows: found } = parseCsv(text)
        const filled = whole.filter((cells) => cells.some((inner) => inner.trim() !== ''))
        if (
          !text
            .slice(0, text.indexOf('\n'))
            .replace(/"[^"]*"/g, '')
            .includes(',')
        )
          return
        expect([header, ...found.map(({ cells }) => cells)]).toEqual(filled.length === 0 ? [[]] : filled)
        let line = 1
        const lines = whole.flatMap((cells) => {
          const at = line
          line += 1 + cells.join('').split('\n').length - 1
          return cells.some((inner) => inner.trim() !== '') ? [at] : []
        })
        expect(found.map((row) => row.line)).toEqual(lines.slice(1))
      }),
      { numRuns: 200 },
    )
  })
})

describe('cells', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      "'",
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      '－',
      '＠',
      '\t',
      '\n',
      '\r',
      'a',
      ' ',
      ',',
      ';',
      '"',
      '|',
    ),
  })
  const isFormula = (text: string): boolean => /^[=+\-@＝＋－＠\t\r\n]/.test(text)

  it.each(['=1+1', '+1', '-1-1', '@SUM(A1)', '\tx', '\nx', '\r=x', "'=1", '＝1', '＋1', '－1', '＠x'])(
    'SEC-05 do not start with a formula: %j',
    (formula) => expect(escapeFormula(formula)).toMatch(/^'/),
  )

  it('SEC-05 contain no formula, however a spreadsheet splits them', () => {
    fc.assert(
      fc.property(fc.array(fc.array(hostile, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const escaped = rows.flat().map(escapeFormula)
        expect(escaped.filter(isFormula)).toEqual([])
        // If a spreadsheet splits at semicolons, the quotes don't protect the cell.
        const pieces = escaped.flatMap((cell) => cell.split(/[;\t\r\n]/))
        expect(pieces.filter((piece) => /^[=+\-@＝＋－＠]/.test(piece))).toEqual([])
      }),
    )
  })

  it('SEC-05 contain no formula in a file with semicolons, also where a spreadsheet splits at commas', () => {
    fc.assert(
      fc.property(hostile, (cell) => {
        const pieces = escapeAmongSemicolons(cell).split(/[;,\t\r\n]/)
        expect(pieces.filter((piece) => /^[=+\-@＝＋－＠]/.test(piece))).toEqual([])
      }),
      { examples: [['A,=1+1,B']] },
    )
    expect(writeCsv([['1', 'A,=1+1,B']], ';')).toBe("\ufeff1;A,'=1+1,B\r\n")
    expect(writeCsv([['1', 'A,=1+1,B']])).toBe('\ufeff1,"A,=1+1,B"\r\n')
  })

  it('are read back unchanged', () => {
    // An accountant's spreadsheet adds it.
    expect(['-12.50', '-3'].map(escapeFormula)).toEqual(['-12.50', '-3'])
    expect(['-1+2', '-A1', "'-3", '-1;-2'].map(escapeFormula)).toEqual(["'-1+2", "'-A1", "''-3", "'-1;'-2"])
    expect(escapeFormula("'quoted'; plain")).toBe("'quoted'; plain")
    fc.assert(fc.property(hostile, (cell) => restoreFormula(escapeFormula(cell)) === cell))
  })

  it('contain several values, the separator among them', () => {
    const value = fc
      .string({ unit: fc.constantFrom('|', 'a', 'b', ' ') })
      .map((raw) => raw.trim())
      .filter((raw) => raw !== '')
    fc.assert(
      fc.property(fc.array(value), (values) => {
        expect(splitValues(joinValues(values))).toEqual(values)
      }),
    )
  })
})
