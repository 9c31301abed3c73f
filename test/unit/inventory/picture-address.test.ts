/** Several picture addresses in one text, and addresses that only a browser repairs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCell, meansTheSame, parseCell } from '../../../main/inventory/items/cell-values.ts'
import { parseEditableColumn } from '../../../main/inventory/items/columns.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { joinValues } from '../../../shared/inventory/fields/value-list.ts'
import { imageUrlProblem, splitAddresses } from '../../../shared/inventory/picture-address.ts'

const images = parseEditableColumn('images')
if (images === undefined) throw new Error('The sheet has no pictures')
const read = (cell: string) => parseCell(images, cell, 'keep')

const first = 'https://i.example/1.jpg'
const second = 'https://i.example/2.jpg'

describe('a cell of pictures', () => {
  it.each([
    `${first}|${second}`,
    `${first}||${second}`,
    `${first} | ${second}`,
    `${first},${second}`,
    `${first}; ${second};`,
    `${first} ${second}`,
    `${first}\r\n${second}\r\n`,
    `${first},\n${second},`,
    `|${first}|${second}|`,
  ])('USE-02 reads two pictures from %j', (cell) => {
    expect(read(cell)).toEqual({ kind: 'set', value: [first, second] })
    expect(checkCell(images, cell, platforms.ebay)).toBeNull()
  })

  it.each([
    'https://cdn.example/w_100,h_100/https://i.example/1.jpg',
    'https://cdn.example/?u=https://i.example/1.jpg&w=1,2;3',
    "https://i.example/$(KGr)*~'s!.JPG?a[]=%20#top",
  ])('USE-02 reads one picture from %s', (cell) => {
    expect(read(cell)).toEqual({ kind: 'set', value: [cell] })
    expect(checkCell(images, cell, platforms.ebay)).toBeNull()
  })

  it.each([
    ['https:/i.example/1.jpg', 'https://i.example/1.jpg'],
    ['https:i.example/1.jpg', 'https://i.example/1.jpg'],
    ['https:\\\\i.example\\1.jpg', 'https://i.example/1.jpg'],
    ['https://i.example/my lamp.jpg', 'https://i.example/my%20lamp.jpg'],
    ['https://i.example/Tür.jpg', 'https://i.example/T%C3%BCr.jpg'],
    ['https://i.example/a||b.jpg', '%7C'],
    ['1.jpg, 2.jpg', 'must start with https://'],
    ['http://i.example/1.jpg', 'Use an https:// address'],
  ])('USE-02 refuses %s by name, and says how to write it', (cell, cure) => {
    const problem = checkCell(images, cell, platforms.ebay) ?? ''
    expect(problem).toContain(cell.replace('||', '|'))
    expect(problem).toContain(cure)
  })
})

describe('addresses', () => {
  const address = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })
  const list = fc.array(
    address.filter((url) => imageUrlProblem(url) === undefined && !/[|,;]/.test(url)),
    { minLength: 1, maxLength: 6 },
  )

  it.each([
    ['', []],
    [' , ', [',']],
    [` , ${first}`, [first]],
    // Without a second address, a separator may belong to the first.
    [`${first}, `, [`${first},`]],
    ['shelf 4', ['shelf 4']],
  ])('USE-02 are split from %j as %j', (text, pieces) => expect(splitAddresses(text)).toEqual(pieces))

  it('USE-02 with “|” are refused with both ways to write it', () =>
    expect(imageUrlProblem('https://i.example/a|b.jpg')).toContain('Separate several addresses'))

  it('USE-02 are found again behind any separator', () => {
    const separator = fc.stringMatching(/^ ?(?:[|,;\n]|\|\||\r\n|,\n| ) ?$/)
    fc.assert(
      fc.property(list, separator, (urls, between) => {
        expect(splitAddresses(urls.join(between))).toEqual(urls)
      }),
    )
  })

  it('USE-02 lose no character but separators', () => {
    const text = fc.string({ unit: fc.constantFrom('https://', 'http://', 'a', '|', ',', ';', ' ', '\n', '/') })
    const bare = (some: string) => some.replace(/[\s|,;]/g, '')
    fc.assert(fc.property(text, (typed) => bare(splitAddresses(typed).join('')) === bare(typed)))
  })

  it('mean the same after an export', () => {
    fc.assert(fc.property(list, (urls) => meansTheSame(images, ` ${joinValues(urls)}`, joinValues(urls))))
  })

  it('are split quickly in the longest cell', () => {
    expect(splitAddresses(`${first}${' '.repeat(600_000)}x`)).toHaveLength(1)
  })
})
