import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRange, readJsonSource, valueAtPointer } from '../../../../main/notifications/filters/json-source.ts'

/** The pointers of all values inside one. */
const listPointers = (value: unknown, at = ''): readonly string[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        listPointers(inner, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      )
    : []),
]

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('JSON with positions', () => {
  it('finds the position of every value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const source = readJsonSource(text)
        for (const pointer of listPointers(JSON.parse(text))) {
          const { from, to } = findRange(source, pointer)
          expect(JSON.parse(text.slice(from, to))).toEqual(valueAtPointer(JSON.parse(text), pointer))
        }
      }),
    )
  })

  it('refuses whatever JSON.parse refuses, at a range inside the text', () => {
    const nearJson = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '"a"',
          '"',
          '1',
          '01',
          '-',
          '.5',
          'true',
          'nul',
          ' ',
          '\n',
          '\\',
          "'",
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(nearJson, (text) => {
        const source = readJsonSource(text)
        expect(source.isJson).toBe(isJson(text))
        if (source.isJson) return
        expect(source.at.from).toBeGreaterThanOrEqual(0)
        expect(source.at.to).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['{"a" 1}', '1', "This isn’t JSON. Check the commas, quotes and brackets here: expected ':' after property name."],
    [
      '{"a": {"b": 1}',
      '}',
      "This isn’t JSON. Check the commas, quotes and brackets here: expected ',' or '}' after property value.",
    ],
    ['{"a": 012}', '12', 'This isn’t JSON. Check the commas, quotes and brackets here: unexpected number.'],
  ])('says what is wrong with %j and where', (text, marked, message) => {
    const source = readJsonSource(text)
    expect(source).toMatchObject({ isJson: false, message })
    const { from, to } = findRange(source, '')
    expect(text.slice(from, to)).toBe(marked)
  })

  it('finds the last of repeated names, like JSON.parse', () => {
    const text = '{"a": 1, "a": 23}'
    expect(findRange(readJsonSource(text), '/a')).toEqual({ from: 14, to: 16 })
  })

  it('finds the value around a place that is missing', () => {
    expect(findRange(readJsonSource('{"a": {}}'), '/a/b/c')).toEqual({ from: 6, to: 8 })
  })

  it('does not overflow the stack on deep nesting', () => {
    for (const text of ['['.repeat(100_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}`]) {
      expect(findRange(readJsonSource(text), '/0').from).toBeGreaterThanOrEqual(0)
    }
  })
})
