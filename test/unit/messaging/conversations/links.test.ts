import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLinks } from '../../../../shared/messaging/links.ts'
import { createHarness } from '../messaging-harness.ts'

const urls = (text: string) => findLinks(text).map(({ url }) => url)

describe('addresses in a text', () => {
  it('MSG-23 finds web addresses and their positions', () => {
    const text = 'See https://shop.example/a?b=1#c, or (http://other.example/x_(y)). Thanks'
    expect(findLinks(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'https://shop.example/a?b=1#c',
      'http://other.example/x_(y)',
    ])
    expect(findLinks(text)[0]).toMatchObject({ host: 'shop.example' })
  })

  it('MSG-23 offers no address that another program would open or that hides its target', () => {
    const offered = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'ms-settings:privacy',
      'data:text/html,x',
      'https://bank.example@evil.example/',
      'https://bank.example:x@evil.example/',
      'https://',
      'www.shop.example',
      `https://${'a'.repeat(2_100)}.example`,
    ].flatMap(urls)
    expect(offered).toEqual([])
  })

  it('MSG-23 shows the host in unambiguous letters, and ends an address at invisible characters', () => {
    expect(findLinks('https://аpple.example/x')[0]?.host).toMatch(/^xn--/)
    expect(urls('https://a.example/\u202Egpj.exe')).toEqual(['https://a.example/'])
    expect(urls('https://a.example/<b>')).toEqual(['https://a.example/'])
  })

  it('MSG-23 finds only http and https, at ordered positions within any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('https://', 'http://a.example', 'javascript:', '//', '@', '(', ')', '.', ' '),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        let before = 0
        for (const { start, end, url, host } of findLinks(text)) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(new URL(url).protocol).toMatch(/^https?:$/)
          expect(new URL(url).host).toBe(host)
          before = end
        }
      }),
    )
  })
})

describe('opening a link', () => {
  const opened = async (texts: readonly string[], url: string) => {
    const harness = await createHarness((platform) => {
      platform.add({ texts })
      platform.add({ texts: ['Look at https://elsewhere.example/'] })
    })
    await harness.clock.advance(5_000)
    await harness.handlers().openLink({ conversationId: 'c1', url })
    return harness.opened
  }

  it('MSG-23 opens an address from a message of this conversation', async () => {
    expect(await opened(['My parcel: https://Track.example/1?x=2.'], 'https://track.example/1?x=2')).toEqual([
      'https://track.example/1?x=2',
    ])
  })

  it('MSG-23 refuses addresses that are not in this conversation or are not web addresses', async () => {
    const texts = ['Look at https://track.example/1']
    await expect(opened(texts, 'https://elsewhere.example/')).rejects.toThrow(
      'isn’t in any message of this conversation',
    )
    await expect(opened(texts, 'https://track.example/')).rejects.toThrow('isn’t in any message of this conversation')
    await expect(opened(texts, 'file:///etc/passwd')).rejects.toThrow('Only web addresses')
  })
})
