import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRanges, splitAtHits, splitAtLinks } from '../../../renderer/messaging/thread/text-segments.ts'
import { findLinks } from '../../../shared/messaging/links.ts'
import type { SearchHit } from '../../../shared/messaging/list.ts'

const hit = (snippet: string, ranges: SearchHit['ranges']): SearchHit => ({
  where: 'message',
  messageKey: 'm1',
  snippet,
  ranges,
  cutBefore: false,
  cutAfter: false,
})

/** Texts with addresses in them, and anything else. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        ' https://shop.example/a?b=1 ',
        ' http://10.0.0.1/ ',
        ' (https://xn--80ak6aa92e.com). ',
        '<b>',
        '\n',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('a text split at links and matches', () => {
  it('MSG-23 joins back to the whole text, whatever its links and matches', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.tuple(fc.nat(60), fc.nat(12)), { maxLength: 6 }), (text, marks) => {
        const ranges = marks
          .map(([start, length]) => ({ start, end: start + length }))
          .toSorted((one, other) => one.start - other.start)
        const segments = splitAtLinks(text, findLinks(text), ranges)
        expect(segments.flatMap(({ parts }) => parts.map((part) => part.text)).join('')).toBe(text)
        for (const { link, start, parts } of segments) {
          if (link === null) continue
          expect(start).toBe(link.start)
          expect(parts.map((part) => part.text).join('')).toBe(text.slice(link.start, link.end))
        }
      }),
    )
  })

  it('marks matches, even inside a link', () => {
    const text = 'see https://shop.example/blue now'
    const [before, link, after] = splitAtLinks(text, findLinks(text), [{ start: 25, end: 29 }])
    expect(before?.parts).toEqual([{ text: 'see ', isFound: false }])
    expect(link?.parts).toEqual([
      { text: 'https://shop.example/', isFound: false },
      { text: 'blue', isFound: true },
    ])
    expect(after?.link).toBeNull()
  })

  it('splits a segment at overlapping matches', () => {
    expect(
      splitAtHits(
        'abcdef',
        [
          { start: 0, end: 3 },
          { start: 4, end: 9 },
        ],
        2,
        6,
      ),
    ).toEqual([
      { text: 'c', isFound: true },
      { text: 'd', isFound: false },
      { text: 'ef', isFound: true },
    ])
  })
})

describe('a match in the whole message', () => {
  it('is located across line ends that the snippet shows as blanks', () => {
    const text = 'First line\nthe blue lamp\nlast'
    expect(findRanges(text, hit('line the blue lamp', [{ start: 9, end: 13 }]))).toEqual([{ start: 15, end: 19 }])
    expect(text.slice(15, 19)).toBe('blue')
  })

  it('is not located if the message has changed', () => {
    expect(findRanges('another text', hit('the blue lamp', [{ start: 4, end: 8 }]))).toEqual([])
    expect(findRanges('another text', hit('', []))).toEqual([])
  })
})
