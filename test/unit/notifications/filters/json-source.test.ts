import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonSource, readJsonSource } from '../../../../main/notifications/filters/json-source.ts'

const read = (text: string): Extract<JsonSource, { isJson: true }> => {
  const source = readJsonSource(text)
  if (!source.isJson) throw new Error(`${source.message} at ${source.at.from}`)
  return source
}

const refusal = (text: string): string => {
  const source = readJsonSource(text)
  if (source.isJson) throw new Error('it was read')
  return `${text.slice(0, source.at.from)}⟨${text.slice(source.at.from, source.at.to)}⟩ ${source.message}`
}

const atPointer = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value)

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('JSON with positions', () => {
  it('finds the position of every value and name', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const source = read(text)
        expect(source.value).toEqual(JSON.parse(text))
        for (const [pointer, { value: range, name }] of source.places) {
          expect(JSON.parse(text.slice(range.from, range.to))).toEqual(atPointer(JSON.parse(text), pointer))
          if (name !== null) {
            const last = pointer
              .slice(pointer.lastIndexOf('/') + 1)
              .replaceAll('~1', '/')
              .replaceAll('~0', '~')
            expect(JSON.parse(text.slice(name.from, name.to))).toBe(last)
          }
        }
      }),
    )
  })

  it('refuses what JSON.parse refuses, at a range inside the text', () => {
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
    ['', '⟨⟩ A value is missing here.'],
    ['{"a": 1,}', '{"a": 1,⟨}⟩ Remove the comma before this.'],
    ['[1,]', '[1,⟨]⟩ Remove the comma before this.'],
    ['{"a" 1}', '{"a" ⟨1⟩ A colon is missing after the name.'],
    ['{"a": 1 "b": 2}', '{"a": 1 ⟨"b"⟩ A comma or a closing bracket is missing here.'],
    ['{"a": [1, 2}', '{"a": [1, 2⟨}⟩ A comma or a closing bracket is missing here.'],
    ['{"a": {"b": 1}', '{"a": {"b": 1⟨}⟩ The closing } is missing.'],
    ["{'a': 1}", "{⟨'a'⟩ Put names and text in double quotation marks."],
    ['{"a": yes}', '{"a": ⟨yes⟩ Put names and text in double quotation marks.'],
    ['{"a": "b\n"}', '{"a": ⟨"b⟩ The closing quotation mark is missing.'],
    ['{"a": 012}', '{"a": 0⟨12⟩ A comma or a closing bracket is missing here.'],
    ['{} {}', '{} ⟨{⟩ Remove everything after the value.'],
    ['\ufeff{}', '⟨\ufeff⟩ Remove the invisible byte-order mark at the start.'],
  ])('explains and marks the fault in %j', (text, fault) => {
    expect(refusal(text)).toBe(fault)
  })

  it('reports a repeated name, and keeps the last like JSON.parse', () => {
    const source = read('{"a": 1, "b": {"a": 2, "a": 3}}')
    expect(source.value).toEqual({ a: 1, b: { a: 3 } })
    expect(source.repeatedNames).toEqual([{ name: 'a', at: { from: 23, to: 26 } }])
  })

  it('treats __proto__ like any other name', () => {
    expect(Object.hasOwn(read('{"__proto__": 1}').value as object, '__proto__')).toBe(true)
  })

  it('refuses deep nesting instead of overflowing the stack', () => {
    expect(refusal('['.repeat(100_000))).toContain('This is nested deeper than 512 levels.')
  })
})
