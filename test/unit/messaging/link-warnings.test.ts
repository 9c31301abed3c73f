import { describe, expect, it } from 'vitest'
import { linkWarnings } from '../../../renderer/messaging/thread/link-warnings.ts'
import { findLinks } from '../../../shared/messaging/links.ts'

/** The dialog's warnings about the only address in a text. */
const warningsFor = (text: string): readonly string[] => {
  const [link] = findLinks(text)
  if (link === undefined) throw new Error('The text has no link')
  return linkWarnings(text.slice(link.start, link.end), link.url, link.host)
}

describe('MSG-23 warnings before an address is opened', () => {
  it('are none for an ordinary https address, whatever its case, port or path', () => {
    for (const text of [
      'https://shop.example/a?b=c#d',
      'HTTPS://Shop.Example/A',
      'https://shop.example:443/a',
      'https://shop.example:8443/',
      'https://shop.example?to=other.example',
    ]) {
      expect(warningsFor(text), text).toEqual([])
    }
  })

  it('name both hosts if the message shows another than it opens', () => {
    // A browser normalises full-width letters.
    expect(warningsFor('https://ｅvil.example/')).toEqual([
      'The message shows “ｅvil.example”, but the address opens evil.example. This may be an attempt to mislead you.',
    ])
    expect(linkWarnings('https://shop.example/', 'https://evil.example/', 'evil.example')).toEqual([
      'The message shows “shop.example”, but the address opens evil.example. This may be an attempt to mislead you.',
    ])
  })

  it('spell out a name in other letters', () => {
    const [warning] = warningsFor('https://www.аpple.com/login')
    expect(warning).toContain('“www.аpple.com”')
    expect(warning).toContain('aren’t plain ones')
  })

  it('include http and a number instead of a name', () => {
    expect(warningsFor('http://shop.example/')).toEqual([expect.stringContaining('isn’t encrypted')])
    expect(warningsFor('https://192.168.0.1/a')).toEqual([expect.stringContaining('a number instead of a name')])
    // A browser reads this as 127.0.0.1.
    expect(warningsFor('https://2130706433/a')).toEqual([
      expect.stringContaining('opens 127.0.0.1'),
      expect.stringContaining('a number instead of a name'),
    ])
  })
})
