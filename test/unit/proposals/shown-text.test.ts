/** Texts of which a person sees all. */
import { describe, expect, it } from 'vitest'
import { findUnseen, withoutHidden } from '../../../shared/proposals/shown-text.ts'

describe('a text on screen', () => {
  it.each([
    ['a letter', 'Dear Anna,\r\n\r\nyes, it is.\n\n\nBest\tMarie'],
    ['Hebrew with a mark', 'שלום\u200F!'],
    ['Persian with a joiner', 'می\u200Cخواهم'],
    ['a family', '👨\u200D👩\u200D👧 ❤\uFE0F'],
  ])('SEC-19 may be %s', (_, text) => {
    expect(findUnseen(text)).toBeUndefined()
    expect(withoutHidden(text)).toBe(text)
  })

  it.each([
    ['U+202E', 'a\u202Eb'],
    ['U+2066', 'a\u2066b'],
    ['U+200B', 'a\u200Bb'],
    ['U+00AD', 'a\u00ADb'],
    ['U+2060', 'a\u2060b'],
    ['U+FEFF', 'a\uFEFFb'],
    ['U+E0041', 'a\u{E0041}b'],
    ['U+E0101', 'a\u{E0101}b'],
    ['U+3164', 'a\u3164b'],
    ['U+2800', 'a\u2800b'],
    ['U+001B', 'a\u001Bb'],
    ['U+0000', 'a\u0000b'],
    ['U+009B', 'a\u009Bb'],
    ['U+D800', 'a\uD800b'],
  ])('SEC-19 names the character %s that no one sees', (name, text) => {
    expect(findUnseen(text)).toContain(name)
    expect(withoutHidden(text)).toBe('ab')
  })

  it.each([
    ['blanks', `a${'\u00a0'.repeat(40)}b`],
    ['lines', 'a\n \n\n\n\t\nb'],
  ])('SEC-19 has no gap of %s', (_, text) => {
    expect(findUnseen(text)).toContain('gap')
  })
})
