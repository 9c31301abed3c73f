import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonSource, readJsonSource } from '../../../shared/notifications/json-source.ts'

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

describe('reading JSON with its places', () => {
  it('reads whatever JSON.parse reads, to the same value, and knows where each part of it stands', () => {
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

  it('refuses whatever JSON.parse refuses, at a place inside of the text', () => {
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
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['', '⟨⟩ A value is missing: the text ends here.'],
    ['{"a": 1,}', '{"a": 1⟨,⟩ JSON takes no comma after the last member.'],
    ['[1,]', '[1⟨,⟩ JSON takes no comma after the last entry.'],
    ['{"a" 1}', '{"a" ⟨1⟩ A colon belongs after "a".'],
    ['{"a": 1 "b": 2}', '{"a": 1 ⟨"⟩ A comma or } is missing here.'],
    ['{"a": [1, 2}', '{"a": [1, 2⟨}⟩ A comma or ] is missing here.'],
    ['{"a": {"b": 1}', '⟨{⟩ This is not closed: the text ends before its }.'],
    ["{'a': 1}", "{⟨'⟩ A name in double quotation marks is missing here."],
    ['{"a": yes}', '{"a": ⟨yes⟩ yes is no value. Text stands in double quotation marks.'],
    ['{"a": "b\n"}', '{"a": ⟨"b\n⟩ This text has no closing quotation mark on its line.'],
    ['{"a": 012}', '{"a": 0⟨1⟩ A number in JSON is written like 12, -0.5 or 1e3.'],
    ['{} {}', '{} ⟨{}⟩ The value is whole already, but there is { after it.'],
    ['\ufeff{}', '⟨\ufeff⟩ The text begins with a byte-order mark, which JSON does not take.'],
  ])('says what is wrong with %j, and where', (text, told) => {
    expect(refusal(text)).toBe(told)
  })

  it('names a member that stands twice, and takes the last of them as JSON does', () => {
    const source = read('{"a": 1, "b": {"a": 2, "a": 3}}')
    expect(source.value).toEqual({ a: 1, b: { a: 3 } })
    expect(source.repeated).toEqual([{ name: 'a', at: { from: 23, to: 26 } }])
  })

  it('takes __proto__ as a name like another', () => {
    expect(Object.hasOwn(read('{"__proto__": 1}').value as object, '__proto__')).toBe(true)
  })

  it('refuses a nesting that no filter has, instead of running out of stack', () => {
    expect(refusal('['.repeat(100_000))).toContain('This is nested deeper than 512 levels.')
  })
})
