import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFilterSchema, readFilterSchema, withinMs } from '../../../main/notifications/filter-schema.ts'

/** What is said about a filter: the marked stretch and the words. */
const saidOf = (filter: string): readonly string[] =>
  checkFilterSchema(filter).marks.map(({ from, to, tone, message }) => `${tone} ⟨${filter.slice(from, to)}⟩ ${message}`)

const passes = (filter: unknown, value: unknown): boolean => {
  const { usable, marks } = checkFilterSchema(JSON.stringify(filter))
  if (usable === undefined) throw new Error(marks.map(({ message }) => message).join(' '))
  return usable.judge(value).passes
}

describe('checking a filter before it is sent', () => {
  it.each([
    ['{"type": "object"', 'danger ⟨{⟩ This is not JSON. This is not closed: the text ends before its }.'],
    ['[]', 'danger ⟨[]⟩ A filter is a JSON object, such as { "type": "object" }.'],
    [
      '{"type": "text"}',
      'danger ⟨"text"⟩ type takes one of array, boolean, integer, null, number, object, string; "text" is none.',
    ],
    [
      '{"type": ["object", 5]}',
      'danger ⟨5⟩ type takes one of array, boolean, integer, null, number, object, string; 5 is none.',
    ],
    ['{"minimum": "3"}', 'danger ⟨"3"⟩ minimum takes a number; this is text.'],
    ['{"required": "a"}', 'danger ⟨"a"⟩ required takes a list; this is text.'],
    ['{"required": ["a", "a"]}', 'danger ⟨["a", "a"]⟩ required takes each entry once.'],
    ['{"properties": {"a": 5}}', 'danger ⟨5⟩ a takes an object or true or false; this is a number.'],
    ['{"pattern": "("}', 'danger ⟨"("⟩ This pattern cannot be read: /(/u: Unterminated group.'],
    [
      '{"patternProperties": {"[": true}}',
      'danger ⟨"["⟩ This pattern cannot be read: /[/u: Unterminated character class.',
    ],
    ['{"$ref": "#/$defs/a"}', 'danger ⟨"#/$defs/a"⟩ There is nothing at #/$defs/a in this filter.'],
    [
      '{"$ref": "https://shop.example/a.json"}',
      'danger ⟨"https://shop.example/a.json"⟩ https://shop.example/a.json is another document, and none is loaded. Write what it says under $defs and refer to it there.',
    ],
    [
      '{"$schema": "http://json-schema.org/draft-07/schema#"}',
      'danger ⟨"http://json-schema.org/draft-07/schema#"⟩ A filter is JSON Schema of version 2020-12: leave $schema out or write "https://json-schema.org/draft/2020-12/schema".',
    ],
    [
      '{"requried": ["a"]}',
      'caution ⟨"requried"⟩ requried is no keyword of version 2020-12 and has no effect. Is required meant?',
    ],
    [
      '{"definitions": {}}',
      'caution ⟨"definitions"⟩ definitions is no keyword of version 2020-12 and has no effect. Is $defs meant?',
    ],
    ['{"shade": 1}', 'caution ⟨"shade"⟩ shade is no keyword of version 2020-12 and has no effect.'],
    [
      '{"type": "object", "type": "array"}',
      'caution ⟨"type"⟩ type stands here for the second time; what it said before is lost.',
    ],
  ])('NOT-07 says what is wrong with %s, and where', (filter, told) => {
    expect(saidOf(filter)).toEqual([told])
  })

  it('NOT-07 says every fault at once, in the order of the text', () => {
    expect(saidOf('{"minimum": "3", "properties": {"a": {"typ": 1, "maxLength": -1}}}')).toEqual([
      'danger ⟨"3"⟩ minimum takes a number; this is text.',
      'caution ⟨"typ"⟩ typ is no keyword of version 2020-12 and has no effect. Is type meant?',
      'danger ⟨-1⟩ maxLength takes a number that is at least 0.',
    ])
  })

  it('NOT-07 refuses what is wrong with its line, before anything is sent', () => {
    expect(() => readFilterSchema('{\n  "type": "text"\n}')).toThrow('Line 2: type takes one of')
    expect(readFilterSchema('{"type": "object", "shade": 1}')).toEqual({ type: 'object', shade: 1 })
  })

  it('takes names for names: what stands in a value, a default or an example is no keyword', () => {
    expect(
      saidOf(
        '{"properties": {"requried": {"const": {"typ": 1}}}, "default": {"$ref": "#/x"}, "examples": [{"minimun": 1}]}',
      ),
    ).toEqual([])
  })

  it('follows a reference that leads back to itself to an end', () => {
    expect(
      passes(
        { $defs: { n: { properties: { n: { $ref: '#/$defs/n' } }, maxProperties: 1 } }, $ref: '#/$defs/n' },
        { n: { n: {} } },
      ),
    ).toBe(true)
  })

  it('never throws, whatever was typed, and marks inside of the text', () => {
    const anySchema = fc.oneof(
      fc.string(),
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
      fc
        .dictionary(
          fc.constantFrom(
            'type',
            'properties',
            'required',
            '$ref',
            'pattern',
            'items',
            'allOf',
            'not',
            '$id',
            '$anchor',
            'x',
          ),
          fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('object', '#', '#/x', '#a', '(', [], {}, ['a'])),
        )
        .map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(anySchema, (text) => {
        const { marks, usable } = checkFilterSchema(text)
        for (const { from, to } of marks) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThanOrEqual(from)
          expect(from).toBeLessThanOrEqual(Math.max(text.length, 1))
        }
        expect(usable === undefined).toBe(marks.some(({ tone }) => tone === 'danger'))
      }),
      { numRuns: 300 },
    )
  })

  it('ends a pattern that would take for ever', () => {
    const { usable } = checkFilterSchema('{"pattern": "^(a+)+$"}')
    expect(() => withinMs(50, () => usable?.judge(`${'a'.repeat(60)}b`))).toThrow('This filter takes too long to run')
    expect(withinMs(1_000, () => usable?.judge('aaa').passes)).toBe(true)
  })
})
