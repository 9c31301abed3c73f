/** Lengths and SKUs of any text, including surrogate pairs, combining marks and lone surrogates. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getMessageAdapter } from '../../../main/messaging/platform/choose-adapter.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { checkRecord as checkRecordBy } from '../../../shared/inventory/item-rules.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { skuProblem } from '../../../shared/inventory/sku.ts'
import { emptyContent, textProblems } from '../../../shared/messaging/message-text.ts'

/** Counts code points by the definition of UTF-16, without string iteration: a high and a low surrogate count as one. */
const codePoints = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const next = text.charCodeAt(at + 1)
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) at += 1
    count += 1
  }
  return count
}

const piece = fc.constantFrom(
  'a',
  'ß',
  '字',
  '🦊',
  'e\u0301',
  '👩\u200d👩\u200d👧',
  '\ud83e',
  '\udd8a',
  '\u0000',
  '\u202e',
  ' ',
)
/** Texts of `length` code points, plus or minus two. */
const around = (length: number): fc.Arbitrary<string> =>
  fc.array(piece, { minLength: 1, maxLength: 12 }).chain((pieces) =>
    fc.integer({ min: -2, max: 2 }).map((more) => {
      const motif = pieces.join('')
      const repeated = motif.repeat(Math.ceil((length + 2) / Math.max(codePoints(motif), 1)) + 1)
      return Array.from(repeated)
        .slice(0, length + more)
        .join('')
    }),
  )

const checkRecord = (record: JsonObject) => checkRecordBy(record, platforms.neutral)
const breaksRule = (record: JsonObject, rule: string): boolean =>
  checkRecord(record).some((problem) => problem.rule === rule)

describe('length rules', () => {
  it('INV-02 a title is too long above exactly 80 code points', () => {
    fc.assert(
      fc.property(around(80), (title) => breaksRule({ product: { title } }, 'INV-02') === codePoints(title) > 80),
    )
  })

  it('INV-03 an aspect name is too long exactly above 40 code points, a value above 50', () => {
    fc.assert(
      fc.property(around(40), around(50), (name, value) => {
        const record = { product: { aspects: { [`${name}`]: [value] } } }
        const ids = checkRecord(record)
          .filter(({ rule }) => rule === 'INV-03')
          .map(({ errorId }) => errorId)
        expect(ids.includes(25044)).toBe(codePoints(name) > 40)
        expect(ids.includes(25045)).toBe(codePoints(value) > 50 && value.trim() !== '')
      }),
    )
  })

  it('MSG-09 a message is too long exactly above 2,000 code points', () => {
    fc.assert(
      fc.property(around(2_000), (text) => {
        const tooLong = textProblems(text).some(({ message }) => message.includes('are allowed'))
        expect(tooLong).toBe(text.trim() !== '' && codePoints(text) > 2_000)
      }),
    )
  })

  it('MSG-09 a message is sent unit for unit, even a lone surrogate', () => {
    fc.assert(
      fc.property(around(30), (messageText) => {
        const body = getMessageAdapter({ platform: 'neutral' }).writeMessage(
          { conversationId: 'c' },
          { ...emptyContent, messageText },
        )
        const overTheWire = new TextDecoder().decode(new TextEncoder().encode(body))
        expect(JSON.parse(overTheWire)).toEqual({ conversationId: 'c', messageText })
      }),
    )
  })

  it('INV-01 a SKU is valid exactly if it is 1 to 50 letters, digits, hyphens and underscores', () => {
    const allowed = fc.string({ unit: fc.constantFrom(...'aZ09_-'), maxLength: 53 })
    fc.assert(
      fc.property(fc.oneof(allowed, fc.string({ unit: 'binary', maxLength: 53 }), around(50)), (sku) => {
        expect(skuProblem(sku) === undefined).toBe(/^[A-Za-z0-9_-]{1,50}$/.test(sku) && !sku.endsWith('\n'))
      }),
    )
  })

  it('INV-05 the condition is required to publish but not to save; only the six values are accepted', () => {
    expect(checkRecord({})).toEqual([])
    for (const condition of [
      'NEW',
      'USED_EXCELLENT',
      'USED_VERY_GOOD',
      'USED_GOOD',
      'USED_ACCEPTABLE',
      'FOR_PARTS_OR_NOT_WORKING',
    ]) {
      expect(checkRecord({ condition })).toEqual([])
    }
    fc.assert(fc.property(fc.string(), (condition) => breaksRule({ condition }, 'INV-05')))
  })

  it('INV-06 pictures are HTTPS and at most 12; a save without pictures is valid', () => {
    const urls = (count: number) => Array.from({ length: count }, (_, at) => `https://pictures.example/${at}.png`)
    expect(breaksRule({ product: { imageUrls: urls(0) } }, 'INV-06')).toBe(false)
    expect(breaksRule({ product: { imageUrls: urls(12) } }, 'INV-06')).toBe(false)
    expect(breaksRule({ product: { imageUrls: urls(13) } }, 'INV-06')).toBe(true)
    for (const url of ['http://a.example/a.png', 'ftp://a.example/a.png', 'a.png', '', 'javascript:alert(1)']) {
      expect(breaksRule({ product: { imageUrls: [url] } }, 'INV-06'), url).toBe(true)
    }
  })

  it('INV-18 upc and ean are optional, and text if given', () => {
    expect(checkRecord({ product: { title: 'Lamp' } })).toEqual([])
    expect(checkRecord({ product: { upc: '012345678905', ean: '4006381333931' } })).toEqual([])
    expect(breaksRule({ product: { ean: 4006381333931 } }, 'INV-18')).toBe(true)
  })
})
