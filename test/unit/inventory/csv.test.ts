import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { checkCsv, type KnownItem, outcomeOfRow } from '../../../main/inventory/csv-check.ts'
import { readCsv, writeCsv } from '../../../main/inventory/csv-file.ts'
import {
  csvCellsOf,
  csvHeadOf,
  escapeFormula,
  joinValues,
  restoreFormula,
  splitValues,
} from '../../../shared/inventory/csv-items.ts'
import { aspectPath, fieldPaths, viewOf } from '../../../shared/inventory/item.ts'
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
const known = (record: JsonObject | undefined = lamp): KnownItem => ({ isRead: true, record, edit: undefined })

const check = (text: string, blank: 'keep' | 'delete' = 'keep') => checkCsv(readCsv(text), blank, () => false)
const outcomes = (text: string, blank: 'keep' | 'delete' = 'keep', item: KnownItem | undefined = known()) =>
  check(text, blank).rows.map((row) => outcomeOfRow(row, item))

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
    const { rows } = check('sku,upc\n000123,00012345678905\n')
    expect(rows[0]).toMatchObject({ sku: '000123', requests: [{ value: '00012345678905' }] })
  })

  it('names a problem by its line and column, quoted line breaks and blank lines counted', () => {
    const text = 'sku,description,quantity\r\nA-1,"one\r\ntwo ""three""",3\r\n\r\nA-2,x,many\r\n'
    const { rows } = check(text)
    expect(rows[0]?.requests[0]?.value).toBe('one\ntwo "three"')
    expect(rows[1]).toMatchObject({
      line: 5,
      problems: [{ column: 3, columnName: 'quantity', message: expect.stringContaining('"many"') }],
    })
  })

  it('lists unknown columns and uses nothing of them', () => {
    const { unknownColumns, rows } = check('SKU,Shelf,Title,aspect:Brand\nA-1,4,Lamp,Acme\n')
    expect(unknownColumns).toEqual(['Shelf'])
    expect(rows[0]?.requests.map(({ path }) => path)).toEqual([fieldPaths.title, aspectPath('Brand')])
  })

  it('is refused whole without a sku column, with a field twice, and empty', () => {
    expect(check('title\nLamp\n').problems[0]).toContain('"sku"')
    expect(check('sku,title,Name\nA-1,a,b\n').problems[0]).toContain('Columns 2 ("title") and 3 ("Name")')
    expect(check('').problems[0]).toContain('empty')
  })

  it('INV-01 says of a row why its SKU is none, and of a second row where the first stands', () => {
    const { rows } = check('sku,title\nA 1,x\nA-2,y\nA-2,z\n')
    expect(rows[0]?.problems[0]).toMatchObject({ column: 1, message: expect.stringContaining('a space') })
    expect(rows[2]?.problems[0]?.message).toBe('A-2 stands on line 3 already.')
  })

  it('says so when a quotation mark is missing, or a row has more cells than columns', () => {
    expect(check('sku,title\nA-1,"x\nA-2,y\n').rows[0]?.problems[0]?.message).toContain('quotation mark')
    expect(check('sku,title\nA-1,x,y\n').rows[0]?.problems[0]?.message).toContain('3 cells')
  })

  it.each([
    ['12', 12],
    ['12.0', 12],
    ['12,00', 12],
    ['1 200', 1200],
    ['0', 0],
  ])('INV-20 reads the quantity %s as %d', (cell, value) => {
    expect(check(`sku;quantity\nA-1;${cell}\n`).rows[0]).toMatchObject({ requests: [{ value }], problems: [] })
  })

  it.each(['1.5', '1,000', '1.000', '-1', '1e3', 'ten'])('INV-20 does not guess what the quantity %s means', (cell) => {
    expect(check(`sku;quantity\nA-1;${cell}\n`).rows[0]).toMatchObject({ requests: [], problems: [{ column: 2 }] })
  })

  it('keeps what blank cells stand for, and deletes only where that was chosen', () => {
    const text = 'sku,title,upc\nA-1,,\n'
    expect(outcomes(text)).toEqual([{ state: 'unchanged' }])
    expect(outcomes(text, 'delete')[0]).toMatchObject({ state: 'changed', paths: [fieldPaths.title, fieldPaths.upc] })
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
    if (outcome === undefined || !('edit' in outcome)) throw new Error('The row changes nothing')
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

  it('is not judged while its item was never read', () => {
    const [row] = check('sku,title\nA-1,x\n').rows
    if (row === undefined) throw new Error('There is no row')
    expect(outcomeOfRow(row, undefined)).toEqual({ state: 'unread' })
    expect(outcomeOfRow(row, { isRead: false, record: undefined, edit: undefined })).toEqual({ state: 'unread' })
    expect(outcomeOfRow(row, { isRead: true, record: undefined, edit: undefined })).toMatchObject({ state: 'new' })
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

describe('ten thousand rows', () => {
  const head = ['sku', 'title', 'quantity', 'condition', 'description', 'images', 'upc', 'ean', 'aspect:Brand']
  const rows = Array.from({ length: 10_000 }, (_, index) => [
    `SKU-${index}`,
    `Lamp number ${index}, "quoted", with a shade`,
    String(index % 40),
    'USED_GOOD',
    `<p>Lamp ${index}</p><p>${'Words of a description; '.repeat(8)}</p>`,
    `https://p.example/${index}/1.jpg|https://p.example/${index}/2.jpg`,
    '012345678905',
    '',
    'Acme',
  ])
  const text = Papa.unparse([head, ...rows], { newline: '\r\n' })
  const items = new Map(
    rows.map((cells, index): [string, KnownItem] => [
      cells[0] ?? '',
      {
        isRead: true,
        edit: undefined,
        record: {
          availability: { shipToLocationAvailability: { quantity: index % 37 } },
          condition: 'USED_GOOD',
          product: {
            title: cells[1] ?? '',
            description: cells[4] ?? '',
            aspects: { Brand: ['Acme'] },
            imageUrls: (cells[5] ?? '').split('|'),
            upc: '012345678905',
          },
        },
      },
    ]),
  )
  const msOf = (work: () => void): number => {
    const startMs = performance.now()
    work()
    return performance.now() - startMs
  }

  it('are parsed, checked and compared in a time that grows as the file does, and no faster', () => {
    let changed = 0
    const work = (file: string) => (): void => {
      changed = 0
      for (const row of checkCsv(readCsv(file), 'keep', () => false).rows) {
        if (outcomeOfRow(row, items.get(row.sku)).state === 'changed') changed += 1
      }
    }
    const quarter = Papa.unparse([head, ...rows.slice(0, 2_500)], { newline: '\r\n' })
    // The best of several rounds each: the machine has other work.
    const rounds = Array.from({ length: 5 }, () => [msOf(work(quarter)), msOf(work(text))] as const)
    const best = (index: 0 | 1): number => Math.min(...rounds.map((round) => round[index]))
    expect(changed).toBeGreaterThan(5_000)
    // Four times the rows take about four times as long; work that looks at all rows for each would take sixteen.
    expect(best(1) / best(0), `${best(1).toFixed(1)} ms against ${best(0).toFixed(1)} ms`).toBeLessThanOrEqual(9)
  }, 30_000)
})
