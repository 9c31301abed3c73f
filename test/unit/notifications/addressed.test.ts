/** Requests that a proxy or tunnel changed on their way. */
import { describe, expect, it } from 'vitest'
import { findProxyProblem, isAddressedTo, isKnownPath } from '../../../main/notifications/receiver/addressed.ts'

const registered = 'https://shop.example.com/hooks/stallhand'

const problemOf = (facts: { host?: string; url?: string; method?: string; type?: string; header?: string }) =>
  findProxyProblem(registered, 4000, {
    method: facts.method ?? 'POST',
    url: facts.url ?? '/hooks/stallhand',
    headers: {
      host: facts.host ?? 'shop.example.com',
      'content-type': facts.type ?? 'application/json',
      ...(facts.header === undefined ? {} : { [facts.header]: 'abc' }),
    },
  })

describe('an address behind a proxy', () => {
  it.each(['shop.example.com', 'SHOP.example.com', 'shop.example.com:443', '127.0.0.1:4000', 'localhost:4000'])(
    'RCV-12 is this receiver’s with the Host %s',
    (host) => expect(isAddressedTo(registered, 4000, host)).toBe(true),
  )
  it.each(['shop.example.com:80', 'shop.example.com:444', 'other.example.com', '127.0.0.1:4001', undefined])(
    'RCV-12 is not this receiver’s with the Host %s',
    (host) => expect(isAddressedTo(registered, 4000, host)).toBe(false),
  )
  it('RCV-12 has the default port of its own protocol', () => {
    const isAddressed = (host: string) => isAddressedTo('http://shop.example.com/hooks', 4000, host)
    expect([isAddressed('shop.example.com:80'), isAddressed('shop.example.com:443')]).toEqual([true, false])
  })

  it('RCV-12 is this computer’s alone before an address is registered', () => {
    expect(isAddressedTo('', 4000, 'localhost:4000')).toBe(true)
    expect(isAddressedTo('', 4000, 'shop.example.com')).toBe(false)
    expect(isAddressedTo('', 4000, undefined)).toBe(false)
    expect([isKnownPath('', '/notifications'), isKnownPath('', '/')]).toEqual([true, false])
    const request = { method: 'POST', url: '/', headers: { 'content-type': 'application/json' } }
    expect(findProxyProblem('', 4000, request)).toBeNull()
  })

  it('RCV-12 may have a slash added at its end', () => {
    expect(isKnownPath(registered, '/hooks/stallhand/')).toBe(true)
    expect(isKnownPath(registered, '/notifications/')).toBe(true)
    expect(isKnownPath(registered, '/')).toBe(false)
  })

  it.each([
    ['another Host', { host: 'inner.local' }, /Host “inner\.local”.*have it keep the Host “shop\.example\.com”/],
    ['a stripped prefix', { url: '/stallhand' }, /strips the beginning of the path/],
    ['a stripped path', { url: '/?challenge_code=x', method: 'GET' }, /“\/” .*strips the beginning of the path/],
    ['an added prefix', { url: '/in/hooks/stallhand' }, /puts something before the path/],
    ['another path', { url: '/elsewhere' }, /changes the path/],
  ])('RCV-12 is explained for %s', (_, facts, problem) => {
    expect(problemOf(facts)).toMatch(problem)
  })

  it('RCV-12 is explained for a signed notification of any content type', () => {
    expect(problemOf({ host: 'x', type: 'text/plain', header: 'x-ebay-signature' })).toMatch(/Host “x”/)
  })

  it('RCV-12 has no problem if nothing was changed', () => {
    expect(problemOf({})).toBeNull()
    expect(problemOf({ url: '/hooks/stallhand/?a=1' })).toBeNull()
  })

  it('SEC-09 shows at most 100 characters of what a stranger sent', () => {
    expect(problemOf({ host: 'x'.repeat(500) })).toMatch(/“x{100}”/)
  })

  it('RCV-12 is not explained for a scanner', () => {
    expect(problemOf({ method: 'PUT', host: 'x' })).toBeNull()
    expect(problemOf({ method: 'GET', url: '/wp-login.php' })).toBeNull()
    expect(problemOf({ host: 'x', type: 'text/plain' })).toBeNull()
  })
})
