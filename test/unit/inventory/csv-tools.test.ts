/** Files of other tools: the platform's report, several columns of pictures, what exporters and spreadsheets write for what was meant. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../main/csv-file.ts'
import { createChangedSkus } from '../../../main/inventory/csv/changed-sku.ts'
import { checkRow, checkRowShape, parseHeader } from '../../../main/inventory/csv/csv-check.ts'
import { readAsMeant } from '../../../main/inventory/csv/exporter-habits.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'

/** The changes that the file's first row makes to an item that the platform has. */
const changesOf = (text: string, record: JsonObject = {}) => {
  const { header, rows } = parseCsv(text)
  const [row] = rows
  if (row === undefined) throw new Error('The file has no row')
  const item = { record, edit: undefined, isRead: true } as unknown as Parameters<typeof checkRow>[3]
  const { edit, problems, habits } = checkRow(row, parseHeader(header), 'keep', item, platforms.ebay)
  return {
    problems,
    habits,
    values: Object.fromEntries(
      (edit?.changes ?? []).map(({ path, ...change }) => {
        const value = 'value' in change ? change.value : undefined
        return [path.join('.'), value]
      }),
    ),
  }
}

describe('the report of all active listings', () => {
  const names =
    'Item number,Title,Variation details,Custom label (SKU),Available quantity,Format,Currency,Start price,Auction Buy It Now price,Reserve price,Current price,Sold quantity,Watchers,Bids,Start date,End date,eBay category 1 name,eBay category 1 number,Condition,P:UPC,P:EAN'
  const header = parseHeader(names.split(','))

  it('USE-10 needs no matching by hand, and its price is the current one', () => {
    expect(header.problems).toEqual([])
    expect(header.offerColumns.map(({ name, id }) => [name, id])).toEqual([
      ['Current price', 'price'],
      ['eBay category 1 number', 'categoryId'],
    ])
    expect(header.skuColumn.name).toBe('Custom label (SKU)')
  })

  it('USE-10 says which of its prices is not used', () => {
    expect(header.notes).toEqual(['“Start price” isn’t used: “Current price” is the same field.'])
    expect(header.targets.find(({ name }) => name === 'Start price')?.target).toBeNull()
  })

  it('USE-10 asks where the seller chose two columns for one field', () => {
    const both = { 'start price': 'price', preis: 'price' }
    expect(parseHeader(['sku', 'Start price', 'Preis'], both).problems).toEqual([
      expect.stringContaining('are the same field. Ignore one.'),
    ])
  })
})

describe('several columns of pictures', () => {
  it('USE-10 are joined in their order, without the empty ones', () => {
    const file = 'sku,Picture 1,Picture 2,Image URL 3\nA-1,https://x.test/1.jpg,,https://x.test/3.jpg\n'
    expect(changesOf(file).values).toEqual({
      'product.imageUrls': ['https://x.test/1.jpg', 'https://x.test/3.jpg'],
    })
    expect(parseHeader(file.split('\n')[0]?.split(',') ?? []).notes).toEqual(['3 columns of pictures are read as one.'])
  })
})

describe('what exporters write', () => {
  it.each([
    ['Cups &amp; saucers', 'Cups & saucers', ['entities']],
    ['It&#39;s new', 'It’s new'.replace('’', "'"), ['entities']],
    ['two\\nlines', 'two\nlines', ['lineEnds']],
    ['a &amp; b\\r\\nc', 'a & b\nc', ['lineEnds', 'entities']],
    ['AT&T & Co', 'AT&T & Co', []],
    ['50 % & more; really', '50 % & more; really', []],
  ])('USE-10 is read as what it means: %s', (cell, text, habits) => {
    expect(readAsMeant(cell, false)).toEqual({ text, habits })
  })

  it('USE-10 leaves the entities of a description, which is HTML', () => {
    expect(readAsMeant('<p>Cups &amp; saucers</p>\\n<p>2</p>', true).text).toBe('<p>Cups &amp; saucers</p>\n<p>2</p>')
  })

  it('USE-10 changes nothing of a cell that says what the item has', () => {
    const text = 'sku,title\nA-1,Cups &amp; saucers\n'
    expect(changesOf(text, { product: { title: 'Cups &amp; saucers' } }).values).toEqual({})
    expect(changesOf(text, { product: { title: 'Cups & saucers' } }).values).toEqual({})
  })
})

describe('a specific in other capitals', () => {
  const record = { product: { aspects: { Color: ['Blue'] } } }

  it('LST-23 is the item’s own, and its value the same', () => {
    expect(changesOf('sku,C:color\nA-1,blue\n', record).values).toEqual({ 'product.aspects.Color': ['blue'] })
    expect(changesOf('sku,C:COLOR \nA-1,Blue\n', record).values).toEqual({})
  })

  it('LST-23 with one value twice has it once', () => {
    expect(changesOf('sku,C:Color\nA-1,Red|red | RED|Green\n', record).values).toEqual({
      'product.aspects.Color': ['Red', 'Green'],
    })
  })
})

describe('a SKU that a spreadsheet changed', () => {
  const find = createChangedSkus(['000123', 'MAR-04', '7-8', '123456789012', 'A-1', '9-10', '10-9', 'LAMP'])

  it.each([
    ['123', '000123'],
    ['04-Mar', 'MAR-04'],
    ['4-Mar', 'MAR-04'],
    ['Mar-04', 'MAR-04'],
    ['07/08/2026', '7-8'],
    ['2026-07-08', '7-8'],
    ['08-Jul', '7-8'],
    ['1.23457E+11', '123456789012'],
  ])('USE-10 is offered the item it came from: %s', (cell, sku) => {
    expect(find(cell)).toBe(sku)
  })

  it.each(['9/10/2026', '124', 'LAMP', '000123', 'lamp', '1.3E+11', '32-Mar'])('USE-10 is not guessed: %s', (cell) => {
    expect(find(cell)).toBeUndefined()
  })

  it('USE-10 asks before the row makes a new item', () => {
    const [row] = parseCsv('sku\n123\n').rows
    if (row === undefined) throw new Error('The file has no row')
    expect(checkRowShape(row, parseHeader(['sku']), '123', undefined, undefined, '000123')).toEqual([
      {
        column: 1,
        columnName: 'sku',
        message: '123 isn’t in your list. A spreadsheet may have changed 000123 into it.',
        cell: '123',
        meant: '000123',
      },
    ])
  })

  it('USE-10 is never offered for a SKU of the list itself', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[A-Z0-9/-]{1,8}$/), { minLength: 1, maxLength: 30 }), (skus) => {
        const among = createChangedSkus(skus)
        for (const sku of skus) expect(among(sku)).not.toBe(sku)
      }),
    )
  })
})
