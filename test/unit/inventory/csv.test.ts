import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { type CsvRow, openCsv, writeCsv } from '../../../main/csv-file.ts'
import {
  type KnownItem,
  outcomeByTexts,
  outcomeOfRow,
  problemsOfRow,
  readHead,
} from '../../../main/inventory/csv-check.ts'
import { createNoteSku } from '../../../main/inventory/csv-dry-run.ts'
import { escapeFormula, restoreFormula } from '../../../shared/csv-text.ts'
import { csvCellsOf, csvHeadOf, joinValues, readSku, splitValues } from '../../../shared/inventory/csv-items.ts'
import { aspectPath, fieldPaths, viewOf } from '../../../shared/inventory/item.ts'
import { applyEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import { LINE_SEPARATOR, linesOf, writeTexts } from '../../../shared/inventory/item-texts.ts'
import type { JsonObject, JsonValue } from '../../../shared/inventory/json.ts'

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
const known = (record: JsonObject | undefined = lamp): KnownItem => ({ isRead: true, record, edit: undefined })

const readCsv = (text: string) => {
  const file = openCsv(text)
  return { ...file, rows: [...file.parts()].flat() }
}
/** Every row of a file held against one item. */
const outcomes = (text: string, blank: 'keep' | 'delete' = 'keep', item: KnownItem | undefined = known()) => {
  const { head, rows } = readCsv(text)
  return rows.map((row) => outcomeOfRow(row, readHead(head), blank, item))
}
const empty: KnownItem = { isRead: true, record: {}, edit: undefined }
/** What a file asks for, of an item that has nothing: the values that it would set, and what is wrong. */
const asked = (text: string) => {
  const { head, rows } = readCsv(text)
  const noteSku = createNoteSku()
  const read = readHead(head)
  return rows.map((row) => {
    const { sku, problem } = readSku(row.cells[read.skuColumn.number - 1] ?? '')
    const problems = problemsOfRow(row, read, sku, problem, noteSku(sku, row.line))
    const outcome = outcomeOfRow(row, read, 'keep', empty)
    return {
      line: row.line,
      sku,
      values: outcome.edit?.changes.map((change) => (change.op === 'set' ? change.value : undefined)) ?? [],
      paths: 'columns' in outcome ? outcome.columns.map(({ path }) => path) : [],
      problems: [...problems, ...(outcome.state === 'problem' ? outcome.problems : [])],
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
          const { head, rows } = readCsv(text)
          expect(head).toEqual(['sku', 'title'])
          expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
            [2, 'A-1', 'Lamp'],
            [3, 'A-2', 'Vase'],
          ])
        }
      }
    }
  })

  it('keeps SKU 000123 and long barcodes letter by letter', () => {
    expect(asked('sku,upc\n000123,00012345678905\n')[0]).toMatchObject({ sku: '000123', values: ['00012345678905'] })
  })

  it('names a problem by its line and column, quoted line breaks and blank lines counted', () => {
    const text = 'sku,description,quantity\r\nA-1,"one\r\ntwo ""three""",3\r\n\r\nA-2,x,many\r\n'
    const rows = asked(text)
    expect(rows[0]?.values).toEqual(['one\ntwo "three"', 3])
    expect(rows[1]).toMatchObject({
      line: 5,
      problems: [{ column: 3, columnName: 'quantity', message: expect.stringContaining('"many"') }],
    })
  })

  it('lists unknown columns and uses nothing of them', () => {
    const text = 'SKU,Shelf,Title,aspect:Brand\nA-1,4,Lamp,Acme\n'
    expect(readHead(readCsv(text).head).unknownColumns).toEqual(['Shelf'])
    expect(asked(text)[0]?.paths).toEqual([fieldPaths.title, aspectPath('Brand')])
  })

  it('is refused whole without a sku column, with a field twice, and empty', () => {
    const problemOf = (text: string): string | undefined => readHead(readCsv(text).head).problems[0]
    expect(problemOf('title\nLamp\n')).toContain('"sku"')
    expect(problemOf('sku,title,Name\nA-1,a,b\n')).toContain('Columns 2 ("title") and 3 ("Name")')
    expect(problemOf('')).toContain('empty')
  })

  it('INV-01 says of a row why its SKU is none, and of a second row where the first stands', () => {
    const rows = asked('sku,title\nA 1,x\nA-2,y\nA-2,z\n')
    expect(rows[0]?.problems[0]).toMatchObject({ column: 1, message: expect.stringContaining('a space') })
    expect(rows[2]?.problems[0]?.message).toBe('A-2 stands on line 3 already.')
  })

  it('says so when a quotation mark is missing, or a row has more cells than columns', () => {
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

  it('keeps what blank cells stand for, and deletes only where that was chosen', () => {
    const text = 'sku,title,upc\nA-1,,\n'
    expect(outcomes(text)).toEqual([{ state: 'unchanged' }])
    expect(outcomes(text, 'delete')[0]).toMatchObject({
      state: 'changed',
      columns: [{ path: fieldPaths.title }, { path: fieldPaths.upc }],
    })
    // A row that ends early says nothing of the rest.
    expect(outcomes('sku,title,upc\nA-1\n', 'delete')).toEqual([{ state: 'unchanged' }])
  })
})

describe('a row held against its item', () => {
  it('is unchanged when it says what the item has, line ends aside', () => {
    const [head, cells] = [csvHeadOf(['Brand', 'Colour']), csvCellsOf('A-1', viewOf(lamp), ['Brand', 'Colour'])]
    expect(outcomes(writeCsv([head, cells]))).toEqual([{ state: 'unchanged' }])
  })

  it('changes the field it names and keeps all others, unknown ones included', () => {
    const [outcome] = outcomes('sku,title\nA-1,Desk lamp\n')
    if (outcome?.edit === undefined) throw new Error('The row changes nothing')
    expect(applyEdit(lamp, outcome.edit)).toEqual({
      ...lamp,
      product: { ...(lamp.product as JsonObject), title: 'Desk lamp' },
    })
  })

  it('INV-02 INV-05 names the column of a value that the platform would refuse', () => {
    expect(outcomes(`sku,quantity,title\nA-1,4,${'x'.repeat(81)}\n`)[0]).toMatchObject({
      state: 'problem',
      problems: [{ column: 3, columnName: 'title', message: expect.stringContaining('25004') }],
    })
    expect(outcomes('sku,condition\nA-1,mint\n')[0]).toMatchObject({ state: 'problem', problems: [{ column: 2 }] })
    expect(outcomes('sku,condition\nA-1,used very good\n')[0]).toMatchObject({ state: 'changed' })
  })

  it('never goes over an edit that was not saved', () => {
    const edit = withChange(startEdit(lamp), lamp, fieldPaths.title, 'Typed')
    const item: KnownItem = { isRead: true, record: lamp, edit }
    expect(outcomes('sku,title\nA-1,From the file\n', 'keep', item)[0]).toMatchObject({
      state: 'problem',
      problems: [{ column: 2, message: expect.stringContaining('not saved') }],
    })
    const [beside] = outcomes('sku,quantity\nA-1,9\n', 'keep', item)
    expect(beside).toMatchObject({
      state: 'changed',
      edit: { changes: [{ path: fieldPaths.title }, { path: fieldPaths.quantity }] },
    })
  })

  it('is not judged while its item was never read, but for what is wrong by itself', () => {
    const text = 'sku,title,quantity\nA-1,x,2\n'
    const unread: KnownItem = { isRead: false, record: undefined, edit: undefined }
    expect(outcomes(text, 'keep', unread)).toEqual([{ state: 'unread' }])
    const { head, rows } = readCsv(text)
    expect(rows.map((row) => outcomeOfRow(row, readHead(head), 'keep', undefined))).toEqual([{ state: 'unread' }])
    expect(outcomes(text, 'keep', { ...unread, isRead: true })).toMatchObject([{ state: 'new' }])
    expect(outcomes('sku,quantity\nA-1,many\n', 'keep', unread)).toMatchObject([{ state: 'problem' }])
  })

  it('is judged by the texts of its item as it is by the record', () => {
    const word = fc.constantFrom(
      '',
      ' ',
      'Lamp',
      ' Lamp',
      "'=1",
      '=1',
      'a|b',
      'a||b',
      '7',
      '7.0',
      'NEW',
      'new',
      'x'.repeat(81),
    )
    const list = fc.array(fc.constantFrom('a', 'b', 'a|b', ' c', ''), { maxLength: 3 })
    const value = fc.oneof(word, list, fc.constantFrom<JsonValue>(7, null, { '#number': '7.0' }, { x: 1 }))
    const product = fc.oneof(
      fc.record(
        {
          title: value,
          description: fc.oneof(word, fc.constant('one\r\ntwo')),
          upc: value,
          ean: value,
          imageUrls: value,
          aspects: fc.oneof(
            fc.dictionary(fc.constantFrom('Brand', 'Colour', 'a\u001fb'), value),
            fc.constant<JsonValue>('odd'),
          ),
        },
        { requiredKeys: [] },
      ),
      fc.constant<JsonValue>('odd'),
    )
    const record = fc.record(
      {
        product,
        condition: value,
        availability: fc.oneof(
          fc.record({ shipToLocationAvailability: fc.record({ quantity: value }) }),
          fc.constant<JsonValue>(1),
        ),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonObject>
    const names = [...csvHeadOf(['Brand', 'Colour'])]
    const cells = fc.array(fc.oneof(word, fc.constantFrom('one\ntwo', 'https://p.example/1.jpg')), {
      minLength: names.length - 1,
      maxLength: names.length - 1,
    })
    fc.assert(
      fc.property(
        fc.option(record, { nil: undefined }),
        cells,
        fc.constantFrom('keep', 'delete'),
        (item, row, blank) => {
          const head = readHead(names)
          const csvRow: CsvRow = { line: 2, cells: ['A-1', ...row], problem: undefined }
          const { edit, ...exact } = outcomeOfRow(csvRow, head, blank, { isRead: true, record: item, edit: undefined })
          if (edit !== undefined) expect(exact.state).toMatch(/^(changed|new)$/)
          // Among the lines of others, as the database hands them out.
          const skus = ['A-0', 'A-1', 'A-2']
          const text = [writeTexts('A-0', lamp, false), writeTexts('A-1', item, false), ''].join(LINE_SEPARATOR)
          const line = linesOf(text, skus)[1]
          if (line !== undefined) expect(outcomeByTexts(csvRow, head, blank, text, line)).toEqual(exact)
          expect(linesOf(text, skus)[2]).toBeUndefined()
          expect(linesOf(text, ['A-1', 'A-0', 'A-2'])).toEqual([undefined, undefined, undefined])
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('has a line that says all of an ordinary item, and none where an edit waits or the record is odd', () => {
    const lineOf = (record: JsonObject | undefined, hasEdit: boolean) =>
      linesOf(writeTexts('A-1', record, hasEdit), ['A-1'])[0]
    expect(lineOf(lamp, false)).toMatchObject({ isOnPlatform: true })
    expect(lineOf(undefined, false)).toMatchObject({ isOnPlatform: false })
    expect(lineOf(lamp, true)).toBeUndefined()
    for (const odd of [{ product: 'x' }, { product: { title: 'a\u001fb' } }, { product: { title: 5 } }]) {
      expect(lineOf(odd, false)).toBeUndefined()
    }
  })
})

describe('SKUs that stand twice', () => {
  it('are found whatever their order, as a list of all of them finds them', () => {
    const skus = fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'), { maxLength: 12 })
    fc.assert(
      fc.property(skus, fc.boolean(), (given, isSorted) => {
        const noteSku = createNoteSku()
        const all = isSorted ? given.toSorted() : given
        expect(all.map((sku, index) => noteSku(sku, index + 1))).toEqual(
          all.map((sku, index) => {
            const first = all.indexOf(sku)
            return first === index ? undefined : first + 1
          }),
        )
      }),
    )
  })
})

describe('a file in parts', () => {
  it('has the rows and lines that it has as a whole, whatever its quotes and lengths', () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'ü') }),
      fc.constantFrom('plain', 'two\nlines', 'a "b" c', ''),
    )
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(rows, fc.boolean(), fc.integer({ min: 1, max: 30 }), (given, isQuoted, times) => {
        const many = Array.from({ length: times }, () => given).flat()
        // Quotes as they should be, and as they should not.
        const text = isQuoted ? Papa.unparse(many, { newline: '\n' }) : many.map((row) => row.join(',')).join('\n')
        const whole = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' }).data
        const { head, rows: found } = readCsv(text)
        const filled = whole.filter((cells) => cells.some((inner) => inner.trim() !== ''))
        if (
          !text
            .slice(0, text.indexOf('\n'))
            .replace(/"[^"]*"/g, '')
            .includes(',')
        )
          return
        expect([head, ...found.map(({ cells }) => cells)]).toEqual(filled.length === 0 ? [[]] : filled)
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
  it('hand a spreadsheet no formula, and come back as they were', () => {
    for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', "'=1", '=HYPERLINK("https://evil.invalid")']) {
      expect(escapeFormula(formula)).toMatch(/^'/)
    }
    expect(escapeFormula("'quoted'")).toBe("'quoted'")
    const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', 'a', ' ', ',', ';', '"', '|') })
    fc.assert(fc.property(text, (cell) => restoreFormula(escapeFormula(cell)) === cell))
  })

  it('hold several values, the sign between them included', () => {
    const value = fc
      .string({ unit: fc.constantFrom('|', 'a', 'b', ' ') })
      .map((raw) => raw.trim())
      .filter((raw) => raw !== '' && !raw.startsWith('|') && !raw.endsWith('|'))
    fc.assert(
      fc.property(fc.array(value), (values) => {
        expect(splitValues(joinValues(values))).toEqual(values)
      }),
    )
  })
})
