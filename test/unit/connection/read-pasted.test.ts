import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePasted } from '../../../main/connection/pasted-code.ts'
import { formatAuthorizeUrl, isLoopbackRedirect } from '../../../main/connection/sign-in.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'

describe('a pasted answer of a sign-in', () => {
  it.each([
    ['https://seller.example/back?code=abc&state=s', { code: 'abc', state: 's' }],
    ['  https://seller.example/back?state=s&code=v%5E1.1%23i\n', { code: 'v^1.1#i', state: 's' }],
    ['https://seller.example/back#code=abc&state=s', { code: 'abc', state: 's' }],
    ['code=abc&state=s', { code: 'abc', state: 's' }],
    ['?code=abc', { code: 'abc', state: undefined }],
    [
      'https://signin.sandbox.ebay.com/done?code=v^1.1#i^1#r^1#t^Ul4=&expires_in=299',
      { code: 'v^1.1#i^1#r^1#t^Ul4=', state: undefined },
    ],
    ['https://seller.example/back?code=v%5E1.1%23i%5E1#_=_', { code: 'v^1.1#i^1', state: undefined }],
    ['v^1.1#i^1', { code: 'v^1.1#i^1', state: undefined }],
    ['v%5E1.1%23i', { code: 'v^1.1#i', state: undefined }],
    ['https://seller.example/back?error=access_denied&state=s', { refused: 'access_denied', state: 's' }],
  ])('%s', (pasted, expected) => {
    expect(parsePasted(pasted)).toEqual(expected)
  })

  const code = 'v^1.1#i^1#p^3#t^Ul4xMF8x+OT=='
  const encoded = encodeURIComponent(code)
  const address = `https://signin.ebay.com/done?isAuthSuccessful=true&state=s_1&code=${encoded}&expires_in=299`
  const codeLast = `https://seller.example/back?state=s_1&code=${encoded}`

  it.each([
    ['the whole address', address],
    ['encoded twice', encodeURIComponent(address)],
    ['encoded three times', encodeURIComponent(encodeURIComponent(address))],
    ['with a code that is encoded twice', address.replace(encoded, encodeURIComponent(encoded))],
    ['shown decoded, with a bare # and +', address.replace(encoded, code)],
    [
      'inside another address, as mail scanners and redirects do',
      `https://safe.example/?url=${encodeURIComponent(address)}&data=1`,
    ],
    ['in double quotation marks', `"${codeLast}"`],
    ['in typographic quotation marks', `„${codeLast}“`],
    ['in angle brackets', `<${codeLast}>`],
    ['as a link of a chat', `[${codeLast}](${codeLast})`],
    ['with &amp; for &', address.replaceAll('&', '&amp;')],
    ['over two lines', `${address.slice(0, 90)}\n${address.slice(90)}`],
    ['over two lines of a quoted mail', `> ${address.slice(0, 90)}\r\n> ${address.slice(90)}`],
    ['over two lines that a text field joined by a space', `${codeLast.slice(0, 60)} ${codeLast.slice(60)}`],
    ['after a greeting', `Here it is: ${address}`],
    ['before a farewell', `${codeLast}\nHope this helps`],
    ['without its scheme', address.replace('https://', '')],
    ['with invisible characters', `\u200b${address.replace('&code', '\u00ad&code')}\ufeff`],
  ])('PLT-42 finds the code in an address %s', (_, pasted) => {
    expect(parsePasted(pasted)).toEqual({ code, state: 's_1' })
  })

  it.each([
    ['alone', code],
    ['encoded', encoded],
    ['encoded twice', encodeURIComponent(encoded)],
    ['in quotation marks', `'${code}'`],
    ['with what follows it', `${encoded}&expires_in=299`],
    ['with its name', `code: ${code}`],
    ['over two lines', `${code.slice(0, 14)}\n${code.slice(14)}`],
  ])('PLT-42 finds the code %s', (_, pasted) => {
    expect(parsePasted(pasted)).toMatchObject({ code })
  })

  it.each([
    ['', 'Nothing was pasted'],
    ['   ', 'Nothing was pasted'],
    ['https://seller.example/back', 'no code in this address'],
    ['https://seller.example/back?code=', 'no code in this address'],
    ['https://auth.example/authorize?client_id=x&response_type=code&state=s', 'sign-in page itself'],
    ['two words', 'more than a code'],
    [`${codeLast}\nThanks`, 'whether “Thanks” belongs'],
    [`${codeLast} https://seller.example/back?code=other`, 'more than one reply'],
    ['ünknown', 'isn’t a code'],
  ])('PLT-42 refuses “%s” by name and says what to paste', (pasted, problem) => {
    expect(() => parsePasted(pasted)).toThrow(new RegExp(`${problem}.*Paste the whole address`))
  })

  it('PLT-42 finds the whole code of a broken address, or refuses it', () => {
    fc.assert(
      fc.property(fc.nat(codeLast.length), fc.constantFrom('\n', ' ', '\r\n> '), (at, lineBreak) => {
        const pasted = `${codeLast.slice(0, at)}${lineBreak}${codeLast.slice(at)}`
        let found: unknown
        try {
          found = parsePasted(pasted)
        } catch {
          return
        }
        // A wrong state is refused before any call.
        if (JSON.stringify(found).includes('"state":"s_1"')) expect(found).toEqual({ code, state: 's_1' })
      }),
    )
  })

  it('keeps any code that is not itself percent-encoded unchanged through an address', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (code, state) => {
        fc.pre(!/[\uD800-\uDFFF]/.test(code + state) && !/%[0-9a-f]{2}/i.test(code))
        const url = new URL('https://seller.example/back')
        url.searchParams.set('state', state)
        url.searchParams.set('code', code)
        expect(parsePasted(url.href)).toEqual({ code, state })
      }),
    )
  })

  it('is requested if the redirect does not lead to this machine', () => {
    const led = ['', 'http://127.0.0.1:8123/back', 'http://localhost/back', 'http://[::1]:1/'].map(isLoopbackRedirect)
    const pasted = [
      'Some-RuName',
      'https://127.0.0.1/back',
      'https://seller.example/',
      'http://127.0.0.1.example/',
    ].map(isLoopbackRedirect)
    expect([led, pasted]).toEqual([led.map(() => true), pasted.map(() => false)])
  })

  it('starts at the sign-in page with all its parameters and keeps those of the address', () => {
    const profile = completeProfile({
      kind: 'sandbox',
      name: 'Shop',
      baseUrl: 'https://api.example.com',
      oauth: { authorizeUrl: 'https://auth.example.com/a?locale=en', clientId: 'me' },
      scopes: { user: ['one', 'two'] },
    })
    expect(
      Object.fromEntries(
        new URL(
          formatAuthorizeUrl(profile, {
            redirectUri: 'Some-RuName',
            state: 'nonce',
            scopes: profile.scopes.user,
            isAgain: true,
          }),
        ).searchParams,
      ),
    ).toEqual({
      locale: 'en',
      client_id: 'me',
      redirect_uri: 'Some-RuName',
      response_type: 'code',
      scope: 'one two',
      state: 'nonce',
    })
  })
})
