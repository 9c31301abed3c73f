import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCourtesy } from '../../../renderer/parts/courtesy.ts'

describe('a message that is only thanks', () => {
  it.each([
    'Thanks!',
    'thank you so much',
    'Thank you for the quick reply!',
    'Ok, perfect.',
    'Vielen Dank für die schnelle Antwort',
    'Danke schön, alles gut!',
    'Merci beaucoup',
    'Muchas gracias 😊',
    'Grazie mille!',
    '👍',
    'Received, all good. Thanks',
  ])('is recognised: %s', (text) => {
    expect(isCourtesy(text)).toBe(true)
  })

  it.each([
    'Thanks, where is it?',
    'Thank you, please send 2 more',
    'Thanks but it is broken',
    'ok, when',
    'Hello',
    '',
    '10',
    'Danke, aber der Deckel fehlt',
    `Thanks ${'so '.repeat(60)}much`,
  ])('is not seen in what may need a reply: %s', (text) => {
    expect(isCourtesy(text)).toBe(false)
  })

  it('never holds a question mark or a digit, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('?', '7', '？'), (text, mark) => {
        expect(isCourtesy(`thanks ${text}${mark}`)).toBe(false)
      }),
    )
  })
})
