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

  it.each(['', '   ', 'https://seller.example/back', 'https://seller.example/back?code=', 'two words'])(
    'finds no code in “%s” and says what to paste',
    (pasted) => {
      expect(() => parsePasted(pasted)).toThrow(/Paste the whole address/)
    },
  )

  it('keeps any code unchanged through an address', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (code, state) => {
        fc.pre(!/[\uD800-\uDFFF]/.test(code + state))
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
    expect(Object.fromEntries(new URL(formatAuthorizeUrl(profile, 'Some-RuName', 'nonce')).searchParams)).toEqual({
      locale: 'en',
      client_id: 'me',
      redirect_uri: 'Some-RuName',
      response_type: 'code',
      scope: 'one two',
      state: 'nonce',
    })
  })
})
