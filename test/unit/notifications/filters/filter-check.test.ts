import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFilterSchema, readFilterSchema, withinMs } from '../../../../main/notifications/filters/filter-check.ts'

/** The marks of a filter: tone, marked text and message. */
const listMarks = (filter: string): readonly string[] =>
  checkFilterSchema(filter).marks.map(({ from, to, tone, message }) => `${tone} ⟨${filter.slice(from, to)}⟩ ${message}`)

const passes = (filter: unknown, value: unknown): boolean => {
  const { usable, marks } = checkFilterSchema(JSON.stringify(filter))
  if (usable === undefined) throw new Error(marks.map(({ message }) => message).join(' '))
  return usable.judge(value).passes
}

describe('checking a filter before it is sent', () => {
  it.each([
    [
      '{"type": "object"',
      `danger ⟨"⟩ This isn’t JSON. Check the commas, quotes and brackets here: expected ',' or '}' after property value.`,
    ],
    ['[]', 'danger ⟨[⟩ A filter is a JSON object, such as { "type": "object" }.'],
    [
      '{"type": ["object", 5]}',
      'danger ⟨5⟩ type must be one of "array", "boolean", "integer", "null", "number", "object", "string".',
    ],
    ['{"minimum": "3"}', 'danger ⟨"3"⟩ minimum must be a number.'],
    ['{"required": "a"}', 'danger ⟨"a"⟩ required must be a list in [ ].'],
    ['{"properties": {"a": 5}}', 'danger ⟨5⟩ a must be an object in { } or true or false.'],
    [
      '{"pattern": "("}',
      'danger ⟨"("⟩ This isn’t JSON Schema 2020-12: Invalid regular expression: /(/u: Unterminated group',
    ],
    [
      '{"patternProperties": {"[": {"minimum": 1}}}',
      'danger ⟨"["⟩ This isn’t JSON Schema 2020-12: Invalid regular expression: /[/u: Unterminated character class',
    ],
    ['{"$ref": "#/$defs/a"}', `danger ⟨{⟩ This isn’t JSON Schema 2020-12: can't resolve reference #/$defs/a from id #`],
    [
      '{"$ref": "https://shop.example/a.json"}',
      `danger ⟨{⟩ This isn’t JSON Schema 2020-12: can't resolve reference https://shop.example/a.json from id #`,
    ],
    [
      '{"$schema": "http://json-schema.org/draft-07/schema#"}',
      'danger ⟨"http://json-schema.org/draft-07/schema#"⟩ A filter is JSON Schema 2020-12. Remove $schema or set it to "https://json-schema.org/draft/2020-12/schema".',
    ],
    [
      '{"properties": {"a": {"typ": 1}}}',
      'caution ⟨"typ"⟩ typ isn’t a keyword of JSON Schema 2020-12 and has no effect.',
    ],
    ['{"requried": ["a"]}', 'caution ⟨"requried"⟩ requried isn’t a keyword of JSON Schema 2020-12 and has no effect.'],
  ])('NOT-07 marks the fault in %s', (filter, mark) => {
    expect(listMarks(filter)).toEqual([mark])
  })

  it('NOT-07 marks every error at once, in text order', () => {
    expect(listMarks('{"minimum": "3", "properties": {"a": {"maxLength": -1}}}')).toEqual([
      'danger ⟨"3"⟩ minimum must be a number.',
      'danger ⟨-1⟩ maxLength must be >= 0.',
    ])
  })

  it('NOT-07 throws with the line of the first error', () => {
    expect(() => readFilterSchema('{\n  "type": "text"\n}')).toThrow('Line 2: type must be one of')
    expect(readFilterSchema('{"type": "object", "shade": 1}')).toEqual({ type: 'object', shade: 1 })
  })

  it('ignores names inside values, defaults and examples', () => {
    expect(
      listMarks(
        '{"properties": {"requried": {"const": {"typ": 1}}}, "default": {"$ref": "#/x"}, "examples": [{"minimun": 1}]}',
      ),
    ).toEqual([])
  })

  it('resolves a reference to itself', () => {
    expect(
      passes(
        { $defs: { n: { properties: { n: { $ref: '#/$defs/n' } }, maxProperties: 1 } }, $ref: '#/$defs/n' },
        { n: { n: {} } },
      ),
    ).toBe(true)
  })

  it('never throws, and marks inside the text', () => {
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

  it('limits processor time, so a busy machine stops no filter', () => {
    // Blocks without using the processor.
    const blockMs = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    let runs = 0
    const run = (): string => {
      runs += 1
      if (runs === 1) blockMs(200)
      return 'passed'
    }
    expect(withinMs(50, run)).toBe('passed')
    expect(runs).toBe(2)
  })

  it('stops a pattern that never finishes', () => {
    const { usable } = checkFilterSchema('{"pattern": "^(a+)+$"}')
    expect(() => withinMs(50, () => usable?.judge(`${'a'.repeat(60)}b`))).toThrow('This filter takes too long to run')
    expect(withinMs(1_000, () => usable?.judge('aaa').passes)).toBe(true)
  })
})
