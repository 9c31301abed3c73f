import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMessage } from '../../../../main/messaging/platform/message-wire.ts'
import { toReadableText } from '../../../../main/messaging/platform/readable-text.ts'
import { findLinks } from '../../../../shared/messaging/links.ts'

describe('the body of a message', () => {
  it.each([
    ['It&#39;s &quot;new&quot; &amp; boxed', 'It\'s "new" & boxed'],
    ['Hello<br />there<br>again', 'Hello\nthere\nagain'],
    ['Twice escaped: &amp;lt;', 'Twice escaped: &lt;'],
    ['caf&eacute; &#x1F600; &euro;5', 'café 😀 €5'],
  ])('PLT-30 FACT-84 decodes the entities of plain text once: %s', (body, text) => {
    expect(toReadableText(body)).toBe(text)
  })

  it.each([
    'a < b and c > d',
    'I <3 it, and <b>bold</b> is what I typed',
    'https://shop.example/?a=1&copy=2&reg=3',
    'Fish & chips; salt &nosuchentity; vinegar',
    '<img src=x onerror=alert(1)>',
  ])('MSG-23 FACT-84 leaves what somebody typed as it is: %s', (body) => {
    expect(toReadableText(body)).toBe(body)
  })

  it('PLT-30 FACT-84 shows an HTML document as text, without its title, styles and scripts', () => {
    const body =
      '<!DOCTYPE html><html><head><title>T</title><style>p{}</style></head><body><h1>Your   statement</h1>' +
      '<p>Sales: 41.<br>Fees &amp; postage</p><ul><li>one</li><li>two</li></ul><script>alert(1)</script></body></html>'
    expect(toReadableText(body)).toBe('Your statement\nSales: 41.\nFees & postage\n• one\n• two')
  })

  it('PLT-30 keeps the address of a link as text that can be opened', () => {
    const text = toReadableText('<p>See <a href="https://help.example/a?b=1&amp;c=2">our help</a>.</p>')
    expect(text).toBe('See our help (https://help.example/a?b=1&c=2).')
    expect(findLinks(text).map(({ url }) => url)).toEqual(['https://help.example/a?b=1&c=2'])
  })

  it('MSG-23 drops an address that runs a script, and pictures', () => {
    const body = '<p><a href="javascript:alert(1)">Click</a><img src="https://spy.example/x.gif"></p>'
    expect(toReadableText(body)).toBe('Click')
  })

  it('PLT-30 the wire format keeps the body as received beside the text', () => {
    const message = readMessage({ messageId: 'm', messageBody: 'It&#39;s here' })
    expect(message?.text).toBe("It's here")
    expect(message?.raw).toContain('&#39;')
  })

  it('PLT-30 reads any markup in bounded time without failing', () => {
    const part = fc.constantFrom(
      '<p>',
      '</p>',
      '<br>',
      '<script>',
      '</script',
      '<!--',
      '&amp;',
      '&#0;',
      '<a href="',
      'x',
      '"',
      '\u0000',
      '<td>',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        expect(typeof toReadableText(parts.join(''))).toBe('string')
      }),
    )
    const startedMs = performance.now()
    toReadableText(`<p>${'<div><a href="https://x.example">'.repeat(30_000)}</p>`)
    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })

  it('PLT-30 finds out in one pass whether a body is markup', () => {
    const startedUs = process.cpuUsage().user
    for (const part of ['<p>', '<p ', '</p ', '<p></div>']) toReadableText(part.repeat(40_000))
    expect((process.cpuUsage().user - startedUs) / 1_000).toBeLessThan(2_000)
    expect(toReadableText('<div><p class="a">One</P >')).toBe('One')
    expect(toReadableText('a <p> of b')).toBe('a <p> of b')
    expect(toReadableText('</p> first <p>')).toBe('</p> first <p>')
  })
})
