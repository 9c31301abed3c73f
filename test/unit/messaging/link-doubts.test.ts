import { describe, expect, it } from 'vitest'
import { linkDoubts } from '../../../renderer/messaging/link-doubts.ts'
import { linksOf } from '../../../shared/messaging/links.ts'

/** What the dialog says of the only address in a text. */
const doubtsOf = (text: string): readonly string[] => {
  const [link] = linksOf(text)
  if (link === undefined) throw new Error('There is no link in the text')
  return linkDoubts(text.slice(link.start, link.end), link.url, link.host)
}

describe('MSG-23 what is said before an address is opened', () => {
  it('is nothing for a plain address over https, whatever its case, port or path', () => {
    for (const text of [
      'https://shop.example/a?b=c#d',
      'HTTPS://Shop.Example/A',
      'https://shop.example:443/a',
      'https://shop.example:8443/',
      'https://shop.example?to=other.example',
    ]) {
      expect(doubtsOf(text), text).toEqual([])
    }
  })

  it('names the other host when the message shows another than it leads to', () => {
    // A browser makes full-width letters plain.
    expect(doubtsOf('https://ｅvil.example/')).toEqual([
      'The message shows “ｅvil.example”, but the address leads to evil.example. Someone may want to mislead you.',
    ])
    expect(linkDoubts('https://shop.example/', 'https://evil.example/', 'evil.example')).toEqual([
      'The message shows “shop.example”, but the address leads to evil.example. Someone may want to mislead you.',
    ])
  })

  it('spells a name in other letters out, and says that it does', () => {
    const [doubt] = doubtsOf('https://www.аpple.com/login')
    expect(doubt).toContain('“www.аpple.com”')
    expect(doubt).toContain('not all plain ones')
  })

  it('says that http is not encrypted and that a number is no name', () => {
    expect(doubtsOf('http://shop.example/')).toEqual([expect.stringContaining('not encrypted')])
    expect(doubtsOf('https://192.168.0.1/a')).toEqual([expect.stringContaining('a number instead of a name')])
    // A browser reads this as 127.0.0.1.
    expect(doubtsOf('https://2130706433/a')).toEqual([
      expect.stringContaining('leads to 127.0.0.1'),
      expect.stringContaining('a number instead of a name'),
    ])
  })
})
