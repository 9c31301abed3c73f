import { describe, expect, it } from 'vitest'
import { parsePastedAspects, parsePastedValues } from '../../../renderer/inventory/item/specifics/pasted-aspects.ts'

describe('item specifics pasted from a sheet', () => {
  it.each([
    [
      'names and values',
      'Brand\tVeld\nColour\tRed',
      [
        ['Brand', ['Veld']],
        ['Colour', ['Red']],
      ],
    ],
    ['several values beside a name', 'Colour\tRed\tBlue\t', [['Colour', ['Red', 'Blue']]]],
    ['values below a name', 'Colour\tRed\n\tBlue', [['Colour', ['Red', 'Blue']]]],
    [
      'a name that comes again',
      'Colour\tRed\nBrand\tVeld\nColour\tBlue',
      [
        ['Colour', ['Red', 'Blue']],
        ['Brand', ['Veld']],
      ],
    ],
    ['a value twice', 'Colour\tRed\nColour\tRed', [['Colour', ['Red']]]],
    ['rows without a value', 'Brand\t\nColour\tRed', [['Colour', ['Red']]]],
    ['spaces around cells', ' Brand \t Veld ', [['Brand', ['Veld']]]],
  ])('takes %s', (_, text, wanted) => {
    expect(parsePastedAspects(text).map(({ name, values }) => [name, values])).toEqual(wanted)
  })

  it('leaves text of one column to the field', () => {
    expect(parsePastedAspects('Brand')).toEqual([])
    expect(parsePastedAspects('Brand\nColour')).toEqual([])
  })

  it('takes any block as the values of one', () => {
    expect(parsePastedValues('Red\nBlue\tGreen\n\n')).toEqual(['Red', 'Blue', 'Green'])
  })
})
