import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSheetText, writeSheetText } from '../../../../renderer/ui/sheet/sheet-text.ts'

describe('a pasted block of cells', () => {
  it.each([
    [
      'Excel, with its line end at the end',
      'Lamp\t3\r\nDesk\t0\r\n',
      [
        ['Lamp', '3'],
        ['Desk', '0'],
      ],
    ],
    [
      'Google Sheets',
      'Lamp\t3\nDesk\t0',
      [
        ['Lamp', '3'],
        ['Desk', '0'],
      ],
    ],
    ['one cell', 'Lamp', [['Lamp']]],
    ['an empty clipboard', '', [['']]],
    [
      'empty cells at the ends',
      '\tLamp\t\n\t\t',
      [
        ['', 'Lamp', ''],
        ['', '', ''],
      ],
    ],
    ['a line within a cell', '"two\nlines"\t3', [['two\nlines', '3']]],
    ['a tab and quotes within a cell', '"a\t""b"""\t3', [['a\t"b"', '3']]],
    ['a size in inches, bare', '24" lamp\t3', [['24" lamp', '3']]],
    ['text in quotes, bare', '"Best" lamp\t"new"', [['"Best" lamp', '"new"']]],
    ['a quote that never closes', '"Best\tlamp\n3', [['"Best', 'lamp'], ['3']]],
  ])('reads %s', (_, text, rows) => {
    expect(readSheetText(text)).toEqual(rows)
  })

  it('SEC-05 contains no formula when it is copied', () => {
    expect(
      writeSheetText([
        ['=HYPERLINK("x")', '3'],
        ['-5;=1', '+'],
      ]),
    ).toBe(`'=HYPERLINK("x")\t3\n'-5;'=1\t'+`)
  })

  it('returns what was written, whatever the cells contain', () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^[\t\r\n"a '=＋;]{0,8}$/))
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
      )
    fc.assert(
      fc.property(block, (rows) => {
        expect(readSheetText(writeSheetText(rows))).toEqual(rows)
      }),
    )
  })
})
