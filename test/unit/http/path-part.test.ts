import { expect, it } from 'vitest'
import { pathPart } from '../../../main/http/path-part.ts'

const build = (text: string): string =>
  new URL(`https://shop.example/item/${pathPart(text, 'input.sku')}/offer`).pathname

it('SEC-06 refuses an id that is a dot segment', () => {
  for (const text of ['.', '..']) expect(() => pathPart(text, 'input.sku'), text).toThrow('another meaning')
})

it('SEC-06 keeps every other id in its own segment', () => {
  for (const text of ['...', '../..', '%2e%2e', 'a/b', 'a?b#c', '..\\..', ' ', 'Grün 🎁']) {
    expect(build(text), text).toMatch(/^\/item\/[^/]+\/offer$/)
  }
})
